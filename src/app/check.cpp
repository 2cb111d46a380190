// azfiles check: everything that can be known before mounting.

#include "app/check_facts.h"
#include "app/command.h"
#include "app/host_facts.h"
#include "app/output.h"
#include "base/quote.h"
#include "core/check_text.h"
#include "core/expected.h"
#include "core/lint.h"
#include "core/offer_judge.h"
#include "core/preflight.h"
#include "core/redact.h"
#include "core/server_text.h"
#include "sys/client_facts.h"
#include "sys/credential_file.h"
#include "sys/host_facts.h"

#include <unistd.h>

#include <cstdio>

namespace azfiles {
namespace {

/// Shows each item as soon as it is there, and keeps it.
class List {
public:
    explicit List(const CommandLine& line)
        : speaks_{!line.json},
          shows_progress_{speaks_ && ::isatty(STDOUT_FILENO) == 1},
          colour_{line.colour ? Colour::yes : Colour::no} {}

    /// What is waited for, on a terminal, until the next item takes its place.
    void waiting_for(std::string_view what) {
        if (shows_progress_ && status_)
            status_ = print_out(fmt::format("...      {}", what));
        waiting_ = shows_progress_;
    }

    void add(CheckItem item) {
        if (speaks_ && status_)
            status_ = print_out((waiting_ ? "\r\x1b[K" : "") + to_text(item, colour_));
        waiting_ = false;
        items_.push_back(std::move(item));
    }

    [[nodiscard]] const std::vector<CheckItem>& items() const { return items_; }
    [[nodiscard]] const Status& status() const { return status_; }

private:
    bool speaks_;
    bool shows_progress_;
    Colour colour_;
    bool waiting_ = false;
    Status status_ = ok;
    std::vector<CheckItem> items_;
};

/// What is to be mounted, with the options that it would be mounted with.
struct Wish {
    Request request;
    std::size_t line = 0;  ///< of /etc/fstab that the options are of; 0: of the command line
};

/// The first entry of fstab for the share, or on the directory, that `word` is.
std::optional<FstabEntry> entry_for(const Root& root, const std::string& word) {
    const auto text = root.read("etc/fstab");
    if (!text)
        return std::nullopt;
    const auto share = parse_share(word);
    for (auto& entry : parse_fstab(*text).entries) {
        if (!is_share(entry.type, entry.source))
            continue;
        const auto its = parse_share(entry.source);
        if (share && its ? same_share(*share, *its) : entry.mountpoint == word)
            return std::move(entry);
    }
    return std::nullopt;
}

Result<Wish> wish_of(const CommandLine& line, const Root& root) {
    const auto& word = line.words.front();
    Arguments arguments;
    Wish wish;
    auto spec = word;
    const auto entry = entry_for(root, word);
    if (line.mount_options) {
        arguments.options = *line.mount_options;
    } else if (entry) {
        arguments.options = entry->options;
        wish.line = entry->line;
    }
    if (entry && !parse_share(word))
        spec = entry->source;
    arguments.positional = {spec, "/"};
    if (spec.starts_with('/') && !spec.starts_with("//"))
        return make_error(ErrorKind::usage, "no line of /etc/fstab has a share on {}",
                          quote(redacted(spec)))
            .advise("Name the share: azfiles check //HOST/SHARE.");
    auto request = make_request(arguments);
    if (!request)
        return std::move(request).error();
    wish.request = *std::move(request);
    return wish;
}

CheckItem check_options(const Wish& wish) {
    const auto channels = channels_of(wish.request);
    auto said = fmt::format("{}, profile {}, {} channel{}", to_string(wish.request.share),
                            to_string(wish.request.profile), channels, channels > 1 ? "s" : "");
    if (wish.line != 0)
        said += fmt::format(", options of /etc/fstab:{}", wish.line);
    return {"share", std::move(said), false, value_findings(wish.request)};
}

/// What lint says of the line of fstab.
CheckItem check_line(const Wish& wish, const Root& root) {
    CheckItem item{"fstab", fmt::format("/etc/fstab:{}", wish.line), false, {}};
    LintInput input;
    if (auto text = root.read("etc/fstab"))
        input.fstabs.push_back({"/etc/fstab", *std::move(text)});
    else
        item.unseen = true;
    for (auto& placed : findings_of(lint(input)))
        if (placed.line == wish.line)
            item.findings.push_back(std::move(placed.finding));
    return item;
}

ClientFacts look_at_client(const Root& root) {
    auto client = client_facts(root);
    if (!client.kernel_release.empty())
        client.missing_crypto = crypto_missing(root, client.kernel_release);
    return client;
}

void check_machine(List& list, const Root& root, const ClientFacts& client, const Wish* wish) {
    const bool azure = wish == nullptr || wish->request.profile == Profile::azure_files;
    list.add(check_kernel(judge_host_kernel(root), azure, kernel_remark(root)));
    list.add(check_client(client, wish == nullptr ? nullptr : &wish->request));
    list.add(check_helper(helper_found(root)));
}

CheckItem check_server(const Wish& wish, const ClientFacts& client,
                       const std::vector<std::string>& addresses) {
    CheckItem item{"server", {}, false, {}};
    const auto side = client_side(wish.request, client);
    for (const auto& [address, offer] : ask_servers(wish.request, addresses)) {
        auto said = offer_said(offer);
        if (item.said.empty())
            item.said = said;
        for (auto& finding : judge_offer(offer, side))
            if (!has_finding(item.findings, finding.id))
                item.findings.push_back(std::move(finding));
    }
    return item;
}

std::vector<std::string> open_ones(const std::vector<CheckedAddress>& ways) {
    std::vector<std::string> open;
    for (const auto& way : ways)
        if (way.seen.port_state == PortState::open)
            open.push_back(way.seen.address);
    return open;
}

void check_server_and_ways(List& list, const Root& root, const ClientFacts& client,
                           const Wish& wish) {
    const auto& request = wish.request;
    list.waiting_for(fmt::format("asking for the addresses of {}", printable(request.share.host)));
    const auto name = resolve_name(request);
    list.add(check_name(request, name, addresses_in_use(root, request)));
    if (name.addresses.empty())
        return;
    list.waiting_for("asking the port of each address");
    const auto ways = look_at_ways(root, request, name.addresses);
    list.add(check_ways(request, ways));
    list.add(check_devices(request, ways, processors()));
    const auto reading = debugdata_of(root);
    list.add(
        check_connections(request, reading.missing ? DebugData{} : reading.data, name.addresses));
    const auto open = open_ones(ways);
    if (open.empty())
        return;
    list.waiting_for("asking the server what it offers");
    list.add(check_server(wish, client, open));
}

/// The files that a mount would read, as far as their names are known.
void check_key(List& list, const Root& root, const Wish& wish) {
    if (!needs_password(wish.request))
        return;
    if (!wish.request.credentials_file) {
        CheckItem item{"key", "not looked at: no credentials= is among the options", false, {}};
        auto finding = make_finding("credentials-none",
                                    "Whether the key is right for its file is "
                                    "not known",
                                    "");
        finding.severity = Severity::note;
        finding.remedy = "Give the options of the mount: azfiles check -o credentials=FILE SPEC.";
        item.findings.push_back(std::move(finding));
        list.add(std::move(item));
        return;
    }
    const auto expected =
        wish.request.profile == Profile::azure_files ? KeyExpected::yes : KeyExpected::unknown;
    const auto file = look_at_credential_file(root, *wish.request.credentials_file);
    CheckItem item{"key", quote(redacted(*wish.request.credentials_file)), false, {}};
    for (auto& placed : check_credentials(file, expected)) {
        item.unseen = item.unseen || placed.not_seen;
        placed.finding.evidence = place_of(placed);
        item.findings.push_back(std::move(placed.finding));
    }
    list.add(std::move(item));
}

void add_items(Json& json, const std::vector<CheckItem>& items) {
    json["verdict"] = to_string(verdict_of(items));
    json["findings"] = Json::array();
    json["items"] = Json::array();
    for (const auto& item : items) {
        Json ids = Json::array();
        for (const auto& finding : item.findings) {
            json["findings"].push_back(to_json(finding));
            ids.push_back(finding.id);
        }
        json["items"].push_back({{"topic", item.topic},
                                 {"mark", to_string(mark_of(item))},
                                 {"said", redacted(item.said)},
                                 {"findings", std::move(ids)}});
    }
}

}  // namespace

Result<CheckCode> run_check(const CommandLine& line, const Root& root) {
    if (line.words.size() > 1)
        return make_error(ErrorKind::usage, "{} is one argument too many",
                          quote(redacted(line.words[1])));
    if (!line.words.empty() && !line.is_this_machine())
        return make_error(ErrorKind::usage, "a share is looked at from this machine alone")
            .advise("Leave the share out, or --root.");
    std::optional<Wish> wish;
    if (!line.words.empty()) {
        auto found = wish_of(line, root);
        if (!found)
            return std::move(found).error();
        wish = *std::move(found);
    }
    List list{line};
    if (wish)
        list.add(check_options(*wish));
    if (wish && wish->line != 0)
        list.add(check_line(*wish, root));
    const auto client = look_at_client(root);
    check_machine(list, root, client, wish ? &*wish : nullptr);
    if (wish) {
        check_key(list, root, *wish);
        check_server_and_ways(list, root, client, *wish);
    }
    if (!list.status())
        return list.status().error();
    const auto add = [&list](Json& json) { add_items(json, list.items()); };
    const auto summary = [&list] { return check_summary(list.items()) + "\n"; };
    if (auto said = answer(line, head_of(line, root), add, summary); !said)
        return std::move(said).error();
    return check_code(verdict_of(list.items()));
}

}  // namespace azfiles
