#include "core/bundle.h"

#include "core/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace azfiles {
namespace {

constexpr std::size_t kib = 1024;
constexpr std::size_t readme_limit = 16 * kib;

/// Files by their path, or by the folder's where it ends in "/". The first come first
/// where there is not room for all.
struct Room {
    std::string_view path;
    std::size_t most;  ///< of one file
};

constexpr std::array rooms = {
    Room{answers_path, answers_limit},
    Room{"proc/self/mountinfo", 256 * kib},
    Room{"proc/sys/", 4 * kib},
    Room{"proc/version", 4 * kib},
    Room{"etc/os-release", 8 * kib},
    Room{"etc/kubernetes/", 4 * kib},
    Room{"sys/class/", 4 * kib},
    Room{"proc/fs/cifs/DebugData", 704 * kib},
    Room{"run/azfiles/", 4 * kib},
    Room{"etc/fstab", 32 * kib},
    Room{"sys/", 4 * kib},
    Room{"usr/", 32 * kib},
    Room{"etc/", 32 * kib},
    Room{"proc/", 32 * kib},
    Room{status_path, 256 * kib},
};

bool is_of(const Room& room, std::string_view path) {
    return path == room.path || (room.path.ends_with('/') && path.starts_with(room.path));
}

/// The first row that a path fits.
const Room* room_of(std::string_view path) {
    const auto* room = std::ranges::find_if(
        rooms, [path](const Room& candidate) { return is_of(candidate, path); });
    return room == rooms.end() ? nullptr : room;
}

/// At most `limit` bytes of `text`, whole lines, and a last one without an end.
std::string cut_to(std::string_view text, std::size_t limit) {
    constexpr std::size_t note = 80;
    const auto most = limit < note ? 0 : limit - note;
    const auto end = most == 0 ? std::string_view::npos : text.rfind('\n', most - 1);
    const auto kept = end == std::string_view::npos ? std::string_view{} : text.substr(0, end + 1);
    return fmt::format("{}[cut by azfiles report: {} bytes follow]", kept,
                       text.size() - kept.size());
}

class Packer {
public:
    /// Takes as much of a file as there is room for.
    void add(const std::string& path, const std::string& text, std::size_t most) {
        const auto header = tar_size_of(0);
        const auto left = left_ < header ? 0 : (left_ - header) / 512 * 512;
        const auto limit = std::min(most, left);
        if (text.size() <= limit && left_ >= tar_size_of(text.size()))
            return take(path, text);
        const bool is_json = path.ends_with(".json");
        if (is_json || limit < kib) {
            cut_.push_back(fmt::format("{} had no room", path));
            return;
        }
        cut_.push_back(fmt::format("{} was cut: it has {} bytes", path, text.size()));
        take(path, cut_to(text, limit));
    }

    [[nodiscard]] const std::vector<std::string>& cut() const { return cut_; }
    std::vector<TarMember> members() && { return std::move(members_); }

private:
    void take(const std::string& path, std::string text) {
        left_ -= tar_size_of(text.size());
        members_.push_back({path, std::move(text)});
    }

    std::size_t left_ = bundle_limit - tar_end_size - tar_size_of(readme_limit);
    std::vector<TarMember> members_;
    std::vector<std::string> cut_;
};

std::string listed(std::string_view heading, const std::vector<std::string>& items) {
    if (items.empty())
        return {};
    constexpr std::size_t most = 100;
    std::string text = fmt::format("\n{}\n", heading);
    for (std::size_t i = 0; i < std::min(items.size(), most); ++i)
        text += fmt::format("- {:.100}\n", items[i]);
    if (items.size() > most)
        text += fmt::format("- and {} more\n", items.size() - most);
    return text;
}

constexpr std::string_view what_it_is = R"(
This is a report of a machine's SMB mounts, made by azfiles report. It is a tar
archive, not compressed: read it with less before you send it.

    azfiles status --root FILE      what azfiles says of this machine
    tar -tf FILE                    what is in it

The files have the paths that they have on the machine. Of mountinfo, fstab and
/proc/modules it has the lines that bear on SMB shares. A file that is neither in it
nor named below was not there. azfiles/answers.json holds what the kernel and the
network answered: the session of each mount, the TCP connections and ports of the
servers, network devices, the kernel log of the SMB client. azfiles/status.json is
what azfiles status says of this report.
)";

constexpr std::string_view what_was_replaced = R"(
Names of storage accounts, hosts, domains and users, and IP addresses, were replaced
by others, each always by the same one, of the same class: a private address by a
private one, an account of Azure Files by "accountN" with Azure's suffix. Names of
shares and folders stay, but for the words in them that are one of those names. A
name that is also a word of these files, such as "session", or has less than three
characters is replaced only where a name must stand. Ids of sessions stay.
)";

constexpr std::string_view what_was_not = R"(
Names and addresses are those of the machine.
)";

constexpr std::string_view what_it_lacks = R"(
Storage account keys, access tokens and passwords were removed.

What it can't hold: what the network would answer now, files on the shares and which
are open (so that handle-limit-near is not told), the text of mount units (which shares
they promise is there), mounts of other mount namespaces, and what the kernel forgot
before.
)";

std::string readme(const BundleNotes& notes, const std::vector<std::string>& cut) {
    auto text = fmt::format("azfiles report\n\nTaken: {}\nProgram: azfiles {}\n",
                            notes.time.value_or("at a time that is not known"), notes.version);
    text += what_it_is;
    text += notes.replaced ? what_was_replaced : what_was_not;
    text += what_it_lacks;
    text += listed("What could not be read:", notes.unread);
    text += listed("What was cut or left out:", cut);
    text +=
        listed("What is judged otherwise from this report than on the machine:", notes.differences);
    text = without_secrets(text);
    return text.size() <= readme_limit ? text : cut_to(text, readme_limit);
}

}  // namespace

Bundle pack_bundle(const Files& files, const BundleNotes& notes, std::uint64_t seconds) {
    Packer packer;
    for (const auto& room : rooms)
        for (const auto& [path, text] : files)
            if (room_of(path) == &room)
                packer.add(path, text, room.most);
    auto cut = notes.cut;
    cut.insert(cut.end(), packer.cut().begin(), packer.cut().end());
    auto members = std::move(packer).members();
    members.insert(members.begin(), {readme_path, readme(notes, cut)});
    return {write_tar(members, seconds), std::move(cut)};
}

}  // namespace azfiles
