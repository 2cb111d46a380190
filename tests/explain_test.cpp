#include "core/explain.h"

#include "base/error.h"
#include "core/explain_text.h"
#include "core/failure_rules.h"
#include "core/finding.h"
#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>

using namespace azfiles;
using test::contains;

namespace {

/// Too long for a line, a control character, or a line end in the wrong place.
bool fits_a_screen(std::string_view text) {
    std::size_t column = 0;
    for (const char c : text) {
        column = c == '\n' ? 0 : column + 1;
        if (column > 80 || (static_cast<unsigned char>(c) < 0x20 && c != '\n'))
            return false;
    }
    return text.ends_with('\n') && !text.ends_with("\n\n");
}

bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
}

/// What a person would paste: the lines of a command joined again.
std::string joined(std::string text) {
    for (const std::string_view end : {" \\\n", " `\n"})
        for (auto at = text.find(end); at != std::string::npos; at = text.find(end)) {
            auto next = text.find_first_not_of(' ', at + end.size());
            text.replace(at, next - at, " ");
        }
    return text;
}

constexpr const char* man_page = "../man/azfiles-findings.7.scd";

}  // namespace

TEST_CASE("every finding has a page, and every page is a finding's or a topic") {
    for (const auto& finding : finding_table()) {
        CAPTURE(std::string{finding.id});
        CHECK(find_page(finding.id) != nullptr);
    }
    const auto pages = explain_pages();
    std::size_t topics = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (i > 0)
            CHECK(pages[i - 1]->id < pages[i]->id);
        if (find_finding(pages[i]->id) == nullptr)
            ++topics;
    }
    CHECK(pages.size() == finding_table().size() + topics);
    CHECK(topics == 3);
    CHECK(find_page("no-such-page") == nullptr);
    CHECK(find_page("") == nullptr);
}

TEST_CASE("every page is whole: sentences, of some length, in plain ASCII") {
    for (const auto* page : explain_pages()) {
        CAPTURE(std::string{page->id});
        CHECK(page->title.size() >= 15);
        CHECK(page->title.size() <= 53);
        CHECK_FALSE(page->title.ends_with('.'));
        CHECK(page->meaning.size() >= 60);
        CHECK(page->recognised.size() >= 15);
        CHECK(page->remedy.size() >= 40);
        CHECK(page->cost.size() >= 5);
        for (const auto text : {page->meaning, page->recognised, page->remedy, page->cost}) {
            CAPTURE(std::string{text});
            const bool ends = text.ends_with('.') || text.ends_with('?') || text.ends_with("%k");
            CHECK(ends);
            CHECK(is_plain(text));
            CHECK_FALSE(contains(text, "  "));
            CHECK_FALSE(contains(text, "{}"));
        }
        for (const auto& command : page->commands) {
            CHECK(is_plain(command.line));
            CHECK(command.line.size() > 4);
            CHECK_FALSE(command.what.ends_with('.'));
        }
    }
}

TEST_CASE("a text that names another page names one that exists") {
    std::vector<std::string_view> texts;
    for (const auto* page : explain_pages())
        texts.insert(texts.end(), {page->meaning, page->recognised, page->remedy, page->cost});
    for (const auto& finding : finding_table())
        texts.push_back(finding.remedy);
    int named = 0;
    for (const auto text : texts) {
        constexpr std::string_view mark = "azfiles explain ";
        for (auto at = text.find(mark); at != std::string_view::npos;
             at = text.find(mark, at + 1)) {
            const auto rest = text.substr(at + mark.size());
            const auto id = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"));
            CAPTURE(std::string{id});
            CHECK(find_page(id) != nullptr);
            ++named;
        }
    }
    CHECK(named >= 4);
}

TEST_CASE("what is to be changed at the storage account is shown and changed, in both tongues") {
    struct Row {
        std::string_view id;
        std::string_view show;
        std::string_view change;
        std::string_view change_in_powershell;
    };
    static constexpr Row rows[] = {
        {"server-no-interfaces", "--query protocolSettings.smb.multichannel.enabled",
         "--enable-smb-multichannel true", "-EnableSmbMultichannel $true"},
        {"server-no-multichannel", "--query protocolSettings.smb.multichannel.enabled",
         "--enable-smb-multichannel true", "-EnableSmbMultichannel $true"},
        {"smb-multichannel", "--query \"{kind:kind,sku:sku.name}\"",
         "--enable-smb-multichannel true", "-EnableSmbMultichannel $true"},
        {"cipher-not-accepted", "--query protocolSettings.smb.channelEncryption",
         "--channel-encryption \"AES-128-GCM;AES-256-GCM\"",
         "-SmbChannelEncryption AES-128-GCM,AES-256-GCM"},
        {"access-denied", "--query allowSharedKeyAccess", "--allow-shared-key-access true",
         "-AllowSharedKeyAccess $true"},
        {"access-denied", "rules:networkRuleSet", "network-rule add",
         "Add-AzStorageAccountNetworkRule"},
        {"public-address-of-private-endpoint", "private-dns link vnet list",
         "private-dns link vnet create", "New-AzPrivateDnsVirtualNetworkLink"},
        {"metadata-caching", "--name AzurePremiumFilesMetadataCacheFeature --query",
         "feature register", "Register-AzProviderFeature -FeatureName AzurePremiumFilesMetadata"},
        {"higher-handle-limit", "--name HigherHandlesCountOnSmb --query", "feature register",
         "Register-AzProviderFeature -FeatureName HigherHandlesCountOnSmb"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.id});
        const auto* page = find_page(row.id);
        REQUIRE(page != nullptr);
        const auto text = joined(to_text(*page));
        CHECK(contains(text, row.show));
        CHECK(contains(text, row.change));
        CHECK(contains(text, row.change_in_powershell));
        const auto words = joined(std::string{page->remedy});
        CHECK(contains(words, "wait 60 s"));
        CHECK(contains(words, "unmount"));
    }
}

TEST_CASE("a command broken over lines is the same command, and no line is too long") {
    for (const auto* page : explain_pages())
        for (const auto& command : page->commands) {
            const auto text = to_text(command, 4);
            CAPTURE(text);
            CHECK(fits_a_screen(text));
            CHECK(joined(text) == "    " + std::string{command.line} + "\n");
        }
    const ExplainCommand quoted{"x", "az account show --first \"a -b\" --second \"c --d\" -e"};
    CHECK(joined(to_text(quoted, 40)) == std::string(40, ' ') + std::string{quoted.line} + "\n");
    CHECK(contains(to_text(quoted, 40), "--first \"a -b\""));
}

TEST_CASE("everything that is shown fits 80 columns") {
    for (const auto* page : explain_pages()) {
        CAPTURE(std::string{page->id});
        CHECK(fits_a_screen(to_text(*page)));
    }
    CHECK(fits_a_screen(list_of_pages()));
    for (int errnum = 1; errnum <= 133; ++errnum) {
        if (errno_name(errnum).empty())
            continue;
        CAPTURE(errnum);
        CHECK(fits_a_screen(errno_page(errnum)));
    }
    for (const auto* page : explain_pages())
        CHECK(contains(list_of_pages(), page->id));
}

TEST_CASE("an errno is understood in the forms that messages have") {
    struct Row {
        std::string_view word;
        std::optional<int> want;
    };
    static constexpr Row rows[] = {
        {"13", EACCES},
        {"-13", EACCES},
        {"EACCES", EACCES},
        {"eacces", EACCES},
        {"error(13)", EACCES},
        {"Error 13", EACCES},
        {"error(13):", EACCES},
        {"rc = -13", EACCES},
        {"rc=-13", EACCES},
        {"errno 115", EINPROGRESS},
        {"EWOULDBLOCK", EAGAIN},
        {"ENOTSUP", EOPNOTSUPP},
        {"0", std::nullopt},
        {"", std::nullopt},
        {"9999", std::nullopt},
        {"13x", std::nullopt},
        {"ENOSUCHERROR", std::nullopt},
        {"access", std::nullopt},
        {"line 13", std::nullopt},
        {"13 14 15", std::nullopt},
        {"99999999999999999999", std::nullopt},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.word});
        CHECK(errno_in(row.word) == row.want);
    }
}

TEST_CASE("an errno's page has its causes in the order of the table, and how they are told") {
    const auto text = errno_page(EACCES);
    std::size_t last = 0;
    for (const auto id : causes_of_errno(EACCES)) {
        CAPTURE(std::string{id});
        const auto at = text.find(fmt::format("\n  {}\n", id));
        REQUIRE(at != std::string::npos);
        CHECK(at > last);
        last = at;
    }
    CHECK(contains(text, "EACCES (error 13): Permission denied"));
    CHECK(contains(text, "STATUS_LOGON_FAILURE"));
    CHECK(contains(errno_page(EXDEV), "tells no cause of its own"));
}

TEST_CASE("a word that is no page is near to some, or to none") {
    CHECK(nearest_pages("logon-failur").front() == "logon-failure");
    CHECK(nearest_pages("port-445-bloked").front() == "port-445-blocked");
    CHECK(nearest_pages("Share-Not-Fuond").front() == "share-not-found");
    const auto several = nearest_pages("krb5");
    CHECK(several.size() == 3);
    CHECK(nearest_pages("multichannel").front() == "server-no-multichannel");
    CHECK(nearest_pages("xyzzy").empty());
    CHECK(nearest_pages("").empty());
    CHECK(nearest_pages(std::string(100'000, 'x')).empty());
}

TEST_CASE("the man page of the findings is what the table renders") {
    const auto want = findings_man_page();
    // AZFILES_RECORD=1 writes it anew.
    if (const char* record = std::getenv("AZFILES_RECORD"); record != nullptr && *record == '1')
        std::ofstream{test::data_path(man_page), std::ios::binary} << want;
    CHECK((test::read_data(man_page) == want));
    for (const auto* page : explain_pages())
        CHECK(contains(want, fmt::format("\n## {}", page->id)));
}
