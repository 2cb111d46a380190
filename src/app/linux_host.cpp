#include "app/linux_host.h"

#include "app/host_facts.h"
#include "base/child.h"
#include "base/quote.h"
#include "base/text.h"
#include "core/endpoint.h"
#include "core/record.h"
#include "core/redact.h"
#include "priv/record_file.h"
#include "priv/trusted_file.h"
#include "sys/client_facts.h"
#include "sys/host_facts.h"
#include "sys/nic.h"
#include "sys/probe.h"
#include "sys/resolve.h"
#include "sys/tcon_info.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace azfiles {
namespace {

constexpr std::chrono::seconds resolve_deadline{10};
constexpr std::chrono::seconds second_look_deadline{3};
constexpr std::chrono::milliseconds probe_deadline{1500};
constexpr std::chrono::milliseconds ioctl_deadline{2000};

void resolve_into(Facts& facts, const Request& request) {
    std::vector<std::string> addresses;
    if (request.address) {
        addresses.push_back(*request.address);
    } else {
        auto found = resolve(request.share.host, resolve_deadline);
        if (!found) {
            facts.resolve_error = found.error().message;
            facts.resolve_timed_out = found.error().errnum == errnum_timed_out;
            return;
        }
        addresses = *std::move(found);
    }
    const auto states = probe_ports(addresses, port_of(request), probe_deadline);
    for (std::size_t i = 0; i < addresses.size(); ++i)
        facts.addresses.push_back({addresses[i], i < states.size() ? states[i] : std::nullopt});
}

}  // namespace

Result<Target> LinuxHost::pin(const std::string& directory) {
    auto pinned = pin_directory(directory);
    if (!pinned)
        return std::move(pinned).error();
    target_ = *std::move(pinned);
    return Target{target_.path, target_.mount_id};
}

std::optional<std::vector<MountEntry>> LinuxHost::mounts() {
    return mounts_of(root_);
}

Result<Credentials> LinuxHost::credentials(const Request& request) {
    if (!request.credentials_file) {
        if (!needs_password(request))
            return Credentials{};
        return make_error(ErrorKind::usage, "no credentials are given")
            .advise(
                "Write username=ACCOUNT and password=KEY into a file of mode 0600 and give "
                "credentials=FILE; Kerberos needs none: sec=krb5.")
            .named("credentials-none");
    }
    auto file = read_trusted_file(*request.credentials_file);
    if (!file)
        return std::move(file).error();
    if (file->readable_by_others)
        remarks_.push_back(fmt::format("the credentials file {} is readable by others: chmod 0600.",
                                       quote(*request.credentials_file)));
    return parse_credentials(file->contents.reveal(), *request.credentials_file,
                             request.profile == Profile::azure_files);
}

Facts LinuxHost::look(const Request& request) {
    Facts facts;
    facts.kernel = judge_host_kernel(root_);
    facts.before = debugdata_of(root_).data;
    resolve_into(facts, request);
    const auto promising = in_order_of_promise(facts.addresses);
    if (!promising.empty())
        if (auto nic = nic_towards(root_, promising.front()))
            facts.nic = *std::move(nic);
    return facts;
}

std::optional<MountFailure> LinuxHost::create(const MountPlan& plan, const Credentials& credentials,
                                              const std::string& address) {
    auto made = create_mount(plan, credentials, address, target_);
    if (auto* failure = std::get_if<MountFailure>(&made))
        return std::move(*failure);
    mount_ = std::get<NewMount>(std::move(made));
    return std::nullopt;
}

std::optional<MountEntry> LinuxHost::own_entry() {
    if (!mount_ || !mount_->attached)
        return std::nullopt;
    const auto all = mounts_of(root_);
    if (!all)
        return std::nullopt;
    const auto entry = std::ranges::find(*all, mount_id_of(mount_->root.get()), &MountEntry::id);
    if (entry == all->end())
        return std::nullopt;
    return *entry;
}

MountState LinuxHost::inspect() {
    MountState state;
    if (mount_)
        if (auto info = tcon_info_at(mount_->root.get(), ioctl_deadline)) {
            state.session_id = info->session_id;
            state.tree_id = info->tree_id;
        }
    auto reading = debugdata_of(root_);
    state.debugdata = std::move(reading.data);
    state.debugdata_missing = reading.missing;
    state.debugdata_killed = reading.killed;
    state.entry = own_entry();
    state.kernel_log = log_.lines();
    return state;
}

std::optional<MountFailure> LinuxHost::attach() {
    return attach_mount(*mount_, target_);
}

Status LinuxHost::discard() {
    if (mount_->attached)
        remarks_.push_back("the mount was visible for a moment and was taken away again.");
    auto done = discard_mount(std::move(*mount_));
    mount_.reset();
    return done;
}

void LinuxHost::record(const MountPlan& plan, Profile profile, const std::string& kernel_line) {
    const auto entry = own_entry();
    if (!entry)
        return;
    const Record record{entry->source,         entry->major,
                        entry->minor,          plan.channels,
                        plan.channels_by_user, std::string{to_string(profile)},
                        redacted(kernel_line)};
    // Best effort: without it `azfiles` goes by what /proc/mounts shows.
    static_cast<void>(static_cast<bool>(write_record(entry->id, to_string(record))));
}

FailureFacts LinuxHost::look_after_failure(const Request& request) {
    FailureFacts facts;
    facts.client = client_facts(root_);
    if (request.address)
        if (auto now = resolve(request.share.host, second_look_deadline))
            facts.addresses_now = *std::move(now);
    return facts;
}

std::optional<std::vector<std::string>> LinuxHost::kernel_log() {
    return log_.lines();
}

std::chrono::milliseconds LinuxHost::now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

void LinuxHost::pause(std::chrono::milliseconds time) {
    timespec left{time.count() / 1000, (time.count() % 1000) * 1'000'000};
    while (::nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

}  // namespace azfiles
