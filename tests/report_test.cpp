#include "core/report.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

const std::string key =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";

Request azure_request() {
    Request request;
    request.share = {"acct.file.core.windows.net", "share", ""};
    request.target = "/mnt";
    request.profile = Profile::azure_files;
    return request;
}

/// Mounted with `active` of `asked` channels.
Report mounted(Verdict verdict, std::optional<int> active, int asked = 4) {
    Report report;
    report.mounted = true;
    report.plan = MountPlan{};
    report.plan->channels = asked;
    report.assessment = Assessment{};
    report.assessment->verdict = verdict;
    report.assessment->channels.active = active;
    return report;
}

Report failed(std::string message, std::string remedy, int errnum) {
    Report report;
    report.error = Error{ErrorKind::failed, std::move(message), std::move(remedy), errnum};
    return report;
}

/// Not of the table: its words may change without a fault.
Finding finding(std::string_view message, std::string_view remedy = {}) {
    return {"some-id", Severity::warning, std::string{message}, std::string{remedy}, ""};
}

using Lines = std::vector<std::string>;

/// What every line must be, whatever the kernel or a share's name says.
void check_fit(const Lines& lines) {
    for (const auto& line : lines) {
        CAPTURE(line);
        CHECK((line.ends_with('.') || line.ends_with('?')));
        CHECK_FALSE(line.ends_with(".."));
        for (const char c : line)
            CHECK((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
        for (const std::string_view hidden : {"\xc2\x9b", "\xe2\x80\xae", "\xe2\x80\x8b"})
            CHECK_FALSE(contains(line, hidden));
        CHECK_FALSE(contains(line, key.substr(0, 12)));
    }
}

}  // namespace

TEST_CASE("nothing is said where all is as asked") {
    const auto request = azure_request();
    CHECK(spoken(request, mounted(Verdict::as_asked, 4)).empty());
    CHECK(spoken(request, mounted(Verdict::as_asked, 1, 1)).empty());
    CHECK(spoken(request, Report{}).empty());

    Report there;
    there.mounted_already = true;
    CHECK(spoken(request, there).empty());

    auto not_verified = mounted(Verdict::as_asked, 4);
    not_verified.assessment.reset();
    CHECK(spoken(request, not_verified).empty());

    // A note, and findings that took nothing away.
    auto noted = mounted(Verdict::as_asked, 4);
    noted.assessment->findings = {make_finding("not-asked")};
    noted.findings = {make_finding("single-queue-nic", "eth0", ""),
                      make_finding("kernel-not-listed", "Not listed.", ""),
                      make_finding("kernel-not-comparable", "Not comparable.", "")};
    CHECK(spoken(request, noted).empty());
}

TEST_CASE("-v says in one line what was achieved") {
    auto request = azure_request();
    request.verbose = true;
    CHECK(spoken(request, mounted(Verdict::as_asked, 4)) ==
          Lines{"//acct.file.core.windows.net/share is mounted on \"/mnt\": 4 of 4 channels."});
    auto not_verified = mounted(Verdict::as_asked, 4);
    not_verified.assessment.reset();
    CHECK(spoken(request, not_verified) ==
          Lines{"//acct.file.core.windows.net/share is mounted on \"/mnt\"."});
    Report there;
    there.mounted_already = true;
    CHECK(spoken(request, there) ==
          Lines{"//acct.file.core.windows.net/share is mounted on \"/mnt\" already."});
}

TEST_CASE("fewer channels than asked: how many, why, and what to do") {
    auto report = mounted(Verdict::degraded, 1);
    report.assessment->findings = {finding("The server has none", "Switch it on."),
                                   finding("Something else")};
    CHECK(spoken(azure_request(), report) ==
          Lines{"//acct.file.core.windows.net/share: mounted with 1 of 4 channels: the server has "
                "none.",
                "Switch it on."});

    report = mounted(Verdict::unknown, std::nullopt);
    report.assessment->findings = {make_finding("debugdata-missing")};
    const auto lines = spoken(azure_request(), report);
    REQUIRE(lines.size() == 2);
    CHECK(contains(lines[0], "the number of channels is not known"));
    check_fit(lines);
}

TEST_CASE("every finding makes whole sentences") {
    for (const auto& spec : finding_table()) {
        CAPTURE(spec.id);
        auto report = mounted(Verdict::degraded, 1);
        report.assessment->findings = {make_finding(spec.id, "Detail", "")};
        check_fit(spoken(azure_request(), report));
        auto error = failed("x", "y", 13);
        error.error->message = report.assessment->findings[0].message;
        error.error->remedy = report.assessment->findings[0].remedy;
        check_fit(spoken(azure_request(), error));
    }
}

TEST_CASE("a kernel that took the channels away is said, unless the user wrote how many") {
    struct Row {
        std::string_view finding;
        Profile profile;
        std::optional<int> channels;
        int planned;
        bool said;
    };
    static constexpr Row rows[] = {
        {"kernel-too-old", Profile::azure_files, std::nullopt, 1, true},
        {"kernel-advisory", Profile::azure_files, std::nullopt, 1, true},
        {"kernel-advisory", Profile::smb, std::nullopt, 1, true},
        {"kernel-too-old", Profile::azure_files, 1, 1, false},
        {"kernel-too-old", Profile::azure_files, 4, 4, false},
        {"kernel-not-listed", Profile::azure_files, std::nullopt, 4, false},
        // One channel is what this profile asks for: nothing was taken away.
        {"kernel-advisory", Profile::none, std::nullopt, 1, false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.finding);
        CAPTURE(to_string(row.profile));
        auto request = azure_request();
        request.profile = row.profile;
        request.channels = row.channels;
        auto report = mounted(Verdict::as_asked, row.planned, row.planned);
        report.findings = {make_finding(row.finding, "The kernel is odd.", "")};
        const auto lines = spoken(request, report);
        CHECK(lines.empty() != row.said);
        if (row.said) {
            CHECK(lines == Lines{"//acct.file.core.windows.net/share: mounted with one channel: "
                                 "the kernel is odd.",
                                 "Update the kernel; to have more channels all the same, ask for "
                                 "them: max_channels=4."});
        }
    }
}

TEST_CASE("more channels than Azure has are warned about") {
    auto request = azure_request();
    request.channels = 8;
    auto report = mounted(Verdict::as_asked, 8, 8);
    report.findings = {make_finding("over-limit")};
    const auto lines = spoken(request, report);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] ==
          "//acct.file.core.windows.net/share: more than four channels are asked for, and Azure "
          "Files has four at most.");
    CHECK(lines[1] == make_finding("over-limit").remedy);
    check_fit(lines);
}

TEST_CASE("a failure: what, the kernel's words once, the other causes, what to do") {
    auto report = failed("The server does not know this user and key", "Check both", 13);
    report.kernel_words = "STATUS_LOGON_FAILURE";
    report.other_causes = {finding("The door is shut")};
    CHECK(spoken(azure_request(), report) ==
          Lines{"//acct.file.core.windows.net/share: the server does not know this user and key "
                "(error 13, Permission denied).",
                "the kernel says: \"STATUS_LOGON_FAILURE\".", "or: the door is shut.",
                "Check both."});

    report = failed(R"(An option: "cifs: Unknown parameter 'x\"y'")", "", 22);
    report.kernel_words = R"(cifs: Unknown parameter 'x"y')";
    CHECK(spoken(azure_request(), report).size() == 1);

    report = failed("no credentials are given", "Give some.", 0);
    CHECK(spoken(azure_request(), report) ==
          Lines{"//acct.file.core.windows.net/share: no credentials are given.", "Give some."});
}

TEST_CASE("a mount that strict refuses says that it is not mounted, and what it would have") {
    auto report = failed("The server has none", "Switch it on.", 0);
    report.assessment = Assessment{};
    report.assessment->channels.active = 1;
    report.plan = MountPlan{};
    report.plan->channels = 4;
    CHECK(spoken(azure_request(), report) ==
          Lines{"//acct.file.core.windows.net/share: not mounted, it would have 1 of 4 channels: "
                "the server has none.",
                "Switch it on."});
}

TEST_CASE("-v is one line where all is well, and no second one where it is not") {
    auto request = azure_request();
    request.verbose = true;
    CHECK(spoken(request, mounted(Verdict::as_asked, 4)).size() == 1);
    auto report = mounted(Verdict::degraded, 1);
    report.assessment->findings = {finding("The server has none")};
    CHECK(spoken(request, report).size() == 1);
}

TEST_CASE("the kernel's full stop is not doubled") {
    auto report = failed("It failed", "", 0);
    report.kernel_words = "Aborting operation.";
    CHECK(spoken(azure_request(), report)[1] == "the kernel says: \"Aborting operation\".");
}

TEST_CASE("a name or an abbreviation after a colon keeps its capital") {
    CHECK(spoken(azure_request(), failed("TCP port 445 does not answer", "", 0))[0] ==
          "//acct.file.core.windows.net/share: TCP port 445 does not answer.");
}

TEST_CASE("an error alone is said the same way") {
    CHECK(spoken(Error{ErrorKind::usage, "option \"x\" is odd", "Leave it out", 0}) ==
          Lines{"option \"x\" is odd.", "Leave it out."});
    CHECK(spoken(Error{ErrorKind::usage, "What?", "", 0}) == Lines{"What?"});
    CHECK(spoken(Error{}).empty());
}

TEST_CASE("whatever a share, a server or the kernel is called, no line is more than a line") {
    const std::string foreign = "a\nb\r\x1b[31m\x7f\xc2\x9b\xe2\x80\xae\xe2\x80\x8b\xff";
    auto request = azure_request();
    request.verbose = true;
    request.target = foreign;
    request.share.name = foreign;

    Lines all;
    const auto keep = [&all](const Lines& lines) {
        all.insert(all.end(), lines.begin(), lines.end());
    };
    auto report = mounted(Verdict::degraded, 1, 1);
    report.findings = {make_finding("kernel-too-old", foreign, foreign),
                       make_finding("over-limit")};
    report.assessment->findings = {make_finding("dialect-too-old", foreign, foreign)};
    report.assessment->findings[0].remedy = foreign;
    keep(spoken(request, report));
    CHECK(all.size() >= 6);

    report = failed(foreign, foreign, 5);
    report.kernel_words = foreign + "!";
    report.other_causes = {make_finding("refused", foreign, foreign)};
    keep(spoken(request, report));
    Report there;
    there.mounted_already = true;
    keep(spoken(request, there));
    keep(spoken(Error{ErrorKind::usage, foreign, foreign, 0}));
    CHECK(all.size() >= 13);
    check_fit(all);
    for (const auto& line : all)
        CHECK_FALSE(contains(line, "\xff"));
}

TEST_CASE("a key is shown in no line, wherever it was put and however it is cut") {
    auto request = azure_request();
    request.verbose = true;
    request.target = "/" + key;
    Lines all;
    const auto keep = [&all](const Lines& lines) {
        all.insert(all.end(), lines.begin(), lines.end());
    };

    auto report = mounted(Verdict::degraded, 1);
    report.assessment->findings = {make_finding("dialect-too-old", key, key)};
    report.assessment->findings[0].remedy = key;
    keep(spoken(request, report));

    report = failed("bad " + key, "remove " + key, 22);
    report.kernel_words = "cifs: Unknown parameter '" + key + "'";
    report.other_causes = {make_finding("option-value", ": " + key, key)};
    keep(spoken(request, report));
    keep(spoken(Error{ErrorKind::usage, "x " + key, key, 0}));

    // Where a long text is cut, half a key would stay.
    for (const std::size_t before : {460U, 480U, 500U, 4020U, 4060U, 4090U}) {
        CAPTURE(before);
        const auto text = std::string(before, '.') + " " + key + " end";
        report = failed(text, text, 0);
        report.kernel_words = "x" + text;
        keep(spoken(azure_request(), report));
        keep(spoken(Error{ErrorKind::usage, text, text, 0}));
    }
    CHECK(all.size() >= 30);
    for (const auto& line : all) {
        CAPTURE(line);
        CHECK_FALSE(contains(line, key.substr(0, 12)));
    }
}
