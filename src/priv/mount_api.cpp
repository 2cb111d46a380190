#include "priv/mount_api.h"

#include "base/child.h"
#include "base/quote.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace azfiles {
namespace {

constexpr const char* fs_type = "cifs";
constexpr int log_messages_limit = 32;  // the kernel keeps eight

/// Runs one system call that may take long in a child. 0, or its errno.
struct Outcome {
    int errnum = 0;
    bool timed_out = false;
};

Outcome in_child(const std::function<int()>& call) {
    const auto done = run_in_child(create_deadline, [&call]() -> Result<std::string> {
        if (const int errnum = call(); errnum != 0)
            return system_error(errnum, "mount", "");
        return std::string{};
    });
    if (done)
        return {};
    return {done.error().errnum, done.error().errnum == errnum_timed_out};
}

/// A configuration context of the kernel's new mount API. Dead after the first
/// refusal: a cifs context then forgets its password (6.x).
class Context {
public:
    static std::variant<Context, MountFailure> open() {
        UniqueFd fd{::fsopen(fs_type, FSOPEN_CLOEXEC)};
        if (!fd)
            return MountFailure{MountPhase::open, errno, {}, {}, false, {}};
        return Context{std::move(fd)};
    }

    std::optional<MountFailure> set(const KernelOption& option) {
        const std::string name{option.name};
        int done = 0;
        int errnum = 0;
        if (option.value) {
            // With an end of its own: the value may be a view into a larger text.
            SecretBuffer value(option.value->size() + 1, '\0');
            std::ranges::copy(*option.value, value.begin());
            done = ::fsconfig(fd_.get(), FSCONFIG_SET_STRING, name.c_str(), value.data(), 0);
            errnum = done == 0 ? 0 : errno;
        } else {
            done = ::fsconfig(fd_.get(), FSCONFIG_SET_FLAG, name.c_str(), nullptr, 0);
            errnum = done == 0 ? 0 : errno;
        }
        if (done == 0)
            return std::nullopt;
        return MountFailure{MountPhase::option, errnum, name, messages(), false, {}};
    }

    std::optional<MountFailure> create() {
        const auto outcome = in_child([this] {
            return ::fsconfig(fd_.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) == 0 ? 0 : errno;
        });
        if (outcome.errnum == 0)
            return std::nullopt;
        return MountFailure{MountPhase::create,
                            outcome.errnum,
                            {},
                            // The log's lock may still be held by a child that can't be killed.
                            outcome.timed_out ? std::vector<std::string>{} : messages(),
                            outcome.timed_out,
                            {}};
    }

    [[nodiscard]] int fd() const { return fd_.get(); }

    /// What the kernel has to say, one message a read.
    std::vector<std::string> messages() const {
        std::vector<std::string> all;
        std::array<char, 1024> text;
        for (int number = 0; number < log_messages_limit; ++number) {
            const auto length = ::read(fd_.get(), text.data(), text.size());
            if (length < 0 && errno == EINTR)
                continue;
            if (length <= 0)
                break;
            all.emplace_back(text.data(), static_cast<std::size_t>(length));
        }
        return all;
    }

private:
    explicit Context(UniqueFd fd) : fd_{std::move(fd)} {}

    UniqueFd fd_;
};

unsigned attribute_bits(const MountAttributes& attributes) {
    unsigned bits = 0;
    const auto add = [&bits](bool wanted, unsigned bit) { bits |= wanted ? bit : 0U; };
    add(attributes.read_only, MOUNT_ATTR_RDONLY);
    add(attributes.nosuid, MOUNT_ATTR_NOSUID);
    add(attributes.nodev, MOUNT_ATTR_NODEV);
    add(attributes.noexec, MOUNT_ATTR_NOEXEC);
    add(attributes.nodiratime, MOUNT_ATTR_NODIRATIME);
    add(attributes.nosymfollow, MOUNT_ATTR_NOSYMFOLLOW);
    add(attributes.access_time == MountAttributes::AccessTime::noatime, MOUNT_ATTR_NOATIME);
    add(attributes.access_time == MountAttributes::AccessTime::strictatime, MOUNT_ATTR_STRICTATIME);
    return bits;
}

unsigned long mount2_flags(const MountAttributes& attributes) {
    unsigned long bits = 0;
    const auto add = [&bits](bool wanted, unsigned long bit) { bits |= wanted ? bit : 0UL; };
    add(attributes.read_only, MS_RDONLY);
    add(attributes.nosuid, MS_NOSUID);
    add(attributes.nodev, MS_NODEV);
    add(attributes.noexec, MS_NOEXEC);
    add(attributes.nodiratime, MS_NODIRATIME);
    add(attributes.nosymfollow, 256UL);  // MS_NOSYMFOLLOW, which glibc 2.36 lacks
    add(attributes.synchronous, MS_SYNCHRONOUS);
    add(attributes.dirsync, MS_DIRSYNC);
    add(attributes.lazytime, MS_LAZYTIME);
    add(attributes.access_time == MountAttributes::AccessTime::noatime, MS_NOATIME);
    add(attributes.access_time == MountAttributes::AccessTime::strictatime, MS_STRICTATIME);
    return bits;
}

/// The flags of the superblock, which fsconfig takes by name.
std::vector<KernelOption> superblock_flags(const MountAttributes& attributes) {
    std::vector<KernelOption> flags;
    const auto add = [&flags](bool wanted, std::string_view name) {
        if (wanted)
            flags.push_back({name, std::nullopt});
    };
    add(attributes.read_only, "ro");
    add(attributes.synchronous, "sync");
    add(attributes.dirsync, "dirsync");
    add(attributes.lazytime, "lazytime");
    return flags;
}

/// cifs up to 5.10 takes any name here and only complains at the end; from 5.11
/// on, and in what distributions brought back, an unknown one is EINVAL. Asked,
/// because versions lie.
bool has_old_parser() {
    auto context = Context::open();
    auto* opened = std::get_if<Context>(&context);
    return opened != nullptr && !opened->set({"azfiles_no_such_option", std::nullopt});
}

std::variant<NewMount, MountFailure> create_by_fsopen(const MountPlan& plan,
                                                      const std::vector<KernelOption>& options) {
    auto opened = Context::open();
    if (auto* failure = std::get_if<MountFailure>(&opened))
        return std::move(*failure);
    auto& context = std::get<Context>(opened);
    const auto attributes = mount_attributes(plan.vfs);

    if (auto failure = context.set({"source", plan.source}))
        return std::move(*failure);
    for (const auto& flag : superblock_flags(attributes))
        if (auto failure = context.set(flag))
            return std::move(*failure);
    for (const auto& option : options)
        if (auto failure = context.set(option))
            return std::move(*failure);
    if (auto failure = context.create())
        return std::move(*failure);

    UniqueFd root{::fsmount(context.fd(), FSMOUNT_CLOEXEC, attribute_bits(attributes))};
    if (!root) {
        const int errnum = errno;
        return MountFailure{MountPhase::attach, errnum, {}, context.messages(), false, {}};
    }
    return NewMount{std::move(root), false};
}

std::variant<NewMount, MountFailure> create_by_mount2(const MountPlan& plan,
                                                      const std::vector<KernelOption>& options,
                                                      const PinnedDirectory& target) {
    const auto data = mount_data(options);
    SecretBuffer text(data.reveal().size() + 1, '\0');
    std::ranges::copy(data.reveal(), text.begin());
    show_to_child(text.data(), text.size());
    const auto directory = fmt::format("/proc/self/fd/{}", target.fd.get());
    const auto flags = mount2_flags(mount_attributes(plan.vfs));
    const auto outcome = in_child([&] {
        return ::mount(plan.source.c_str(), directory.c_str(), fs_type, flags, text.data()) == 0
                   ? 0
                   : errno;
    });
    if (outcome.errnum != 0)
        return MountFailure{MountPhase::create, outcome.errnum, {}, {}, outcome.timed_out, {}};

    // The pinned descriptor shows what lies below; the path shows the new mount.
    auto covered = pin_directory(target.path);
    if (!covered || covered->mount_id == target.mount_id)
        return MountFailure{
            MountPhase::attach, covered ? ESTALE : covered.error().errnum, {}, {}, false, {}};
    return NewMount{std::move(covered->fd), true};
}

}  // namespace

std::variant<NewMount, MountFailure> create_mount(const MountPlan& plan,
                                                  const Credentials& credentials,
                                                  const std::string& address,
                                                  const PinnedDirectory& target) {
    const auto options = kernel_options(plan, credentials, address);
    const bool by_mount2 = needs_mount2(plan, options) || (has_comma(options) && has_old_parser());
    auto made =
        by_mount2 ? create_by_mount2(plan, options, target) : create_by_fsopen(plan, options);
    if (auto* failure = std::get_if<MountFailure>(&made))
        failure->address = address;
    return made;
}

std::optional<MountFailure> attach_mount(NewMount& mount, const PinnedDirectory& target) {
    if (mount.attached)
        return std::nullopt;
    if (::move_mount(mount.root.get(), "", target.fd.get(), "",
                     MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) != 0)
        return MountFailure{MountPhase::attach, errno, {}, {}, false, {}};
    mount.attached = true;
    return std::nullopt;
}

Status discard_mount(NewMount mount) {
    if (!mount.attached)
        return ok;
    const auto path = fmt::format("/proc/self/fd/{}", mount.root.get());
    if (::umount2(path.c_str(), MNT_DETACH) != 0)
        return system_error(errno, "umount2", path).advise("Unmount it: umount DIRECTORY.");
    return ok;
}

}  // namespace azfiles
