#include "core/flow.h"
#include "fake_host.h"
#include "sessions.h"

#include <doctest/doctest.h>

#include <cerrno>

using namespace azfiles;
using namespace azfiles::test;

namespace {

Request request_with(const std::string& options) {
    Arguments arguments;
    arguments.positional = {"//contoso.file.core.windows.net/share", "/mnt/share"};
    arguments.options = options;
    auto request = make_request(arguments);
    REQUIRE(request);
    return *request;
}

/// One address that answers, and a mount with four channels.
struct GoodHost : FakeHost {
    GoodHost() {
        facts.addresses = {{"10.7.1.2", PortState::open}};
        MountState state;
        state.session_id = "0x1001";
        state.debugdata = data_of(good_session(4));
        state.kernel_log.emplace();
        states = {state};
    }
};

MountState state_with(Session session) {
    MountState state;
    state.session_id = session.id;
    state.debugdata = data_of(std::move(session));
    state.kernel_log.emplace();
    return state;
}

MountFailure failure_with(int errnum) {
    return {MountPhase::create, errnum, {}, {}, false, "10.7.1.2"};
}

Session without_multichannel() {
    auto session = good_session(1);
    session.capability = 0x300047;
    session.interfaces.clear();
    return session;
}

}  // namespace

TEST_CASE("a good mount is pinned, created, attached, recorded and verified") {
    GoodHost host;
    const auto report = run(request_with(""), host);
    CHECK(report.mounted);
    CHECK_FALSE(report.error);
    REQUIRE(report.assessment);
    CHECK(report.assessment->verdict == Verdict::as_asked);
    CHECK(host.diary == "pin credentials look create 10.7.1.2 attach record ");
    CHECK(host.looks == 1);
}

TEST_CASE("a server without multichannel is mounted and said, or with strict not mounted") {
    GoodHost host;
    host.states = {state_with(without_multichannel())};

    SUBCASE("warn") {
        const auto report = run(request_with(""), host);
        CHECK(report.mounted);
        CHECK_FALSE(report.error);
        CHECK(report.assessment->verdict == Verdict::degraded);
        CHECK(report.assessment->findings[0].id == "server-no-multichannel");
    }
    SUBCASE("strict: it never becomes visible") {
        const auto report = run(request_with("verify=strict"), host);
        CHECK_FALSE(report.mounted);
        REQUIRE(report.error);
        CHECK(report.error->kind == ErrorKind::failed);
        CHECK(report.cause->id == "server-no-multichannel");
        CHECK(host.diary == "pin credentials look create 10.7.1.2 discard ");
    }
    SUBCASE("off: nothing is looked at") {
        const auto report = run(request_with("verify=off"), host);
        CHECK(report.mounted);
        CHECK_FALSE(report.assessment);
        CHECK(host.looks == 0);
    }
}

TEST_CASE("the kernel's line on a refused channel is recorded, as it leaves the log in time") {
    GoodHost host;
    auto state = state_with(good_session(1));
    const std::string line = "CIFS: VFS: failed to open extra channel on iface:10.7.1.2 rc=-13";
    state.kernel_log = {line};
    host.states = {state};
    const auto report = run(request_with(""), host);
    CHECK(report.assessment->findings[0].id == "channel-refused");
    CHECK(host.recorded == line);
    CHECK(host.diary == "pin credentials look create 10.7.1.2 attach record record ");
}

TEST_CASE("strict refuses what it can't see") {
    GoodHost host;
    host.states = {MountState{}};
    const auto report = run(request_with("verify=strict"), host);
    CHECK_FALSE(report.mounted);
    CHECK(report.cause->id == "debugdata-unreadable");
}

TEST_CASE("a strict mount that can't be undone says so and is not called unmounted") {
    GoodHost host;
    host.states = {state_with(without_multichannel())};
    host.discard_error = Error{ErrorKind::system, "umount2: busy", {}, EBUSY};
    const auto report = run(request_with("verify=strict"), host);
    CHECK(report.mounted);
    REQUIRE(report.error);
    CHECK(report.error->message == "undoing the mount: umount2: busy");
}

TEST_CASE("strict verifies before it attaches") {
    GoodHost host;
    const auto report = run(request_with("verify=strict"), host);
    CHECK(report.mounted);
    CHECK(host.diary == "pin credentials look create 10.7.1.2 attach record ");
    CHECK(host.looks == 1);
}

TEST_CASE("the next address is tried after a failure of the network, and only then") {
    GoodHost host;
    host.facts.addresses = {{"10.0.0.1", std::nullopt}, {"10.0.0.2", std::nullopt}};

    SUBCASE("refused") {
        host.creations = {failure_with(ECONNREFUSED), std::nullopt};
        CHECK(run(request_with(""), host).mounted);
        CHECK(host.diary == "pin credentials look create 10.0.0.1 create 10.0.0.2 attach record ");
    }
    SUBCASE("wrong key") {
        host.creations = {failure_with(EACCES), std::nullopt};
        const auto report = run(request_with(""), host);
        CHECK_FALSE(report.mounted);
        CHECK(report.error->errnum == EACCES);
        CHECK(report.other_causes.size() >= 1);
        CHECK(host.diary == "pin credentials look create 10.0.0.1 look again ");
    }
    SUBCASE("all of them") {
        host.creations = {failure_with(EINPROGRESS)};
        const auto report = run(request_with(""), host);
        CHECK_FALSE(report.mounted);
        CHECK(report.cause->id == "port-445-blocked");
    }
    SUBCASE("what is looked at after the failure has its say") {
        host.creations = {failure_with(EACCES)};
        host.after_failure.client.fips = true;
        CHECK(run(request_with(""), host).cause->id == "fips");
    }
    SUBCASE("killed by the kernel, which is no errno of its") {
        host.creations = {failure_with(EOWNERDEAD)};
        const auto report = run(request_with(""), host);
        CHECK(report.cause->id == "kernel-bug");
        CHECK(report.error->errnum == 0);
    }
}

TEST_CASE("what answers is tried first, and silence vetoes nothing") {
    GoodHost host;
    host.facts.addresses = {{"10.0.0.1", PortState::silent}, {"10.0.0.2", PortState::open}};
    CHECK(run(request_with(""), host).plan->addresses ==
          std::vector<std::string>{"10.0.0.2", "10.0.0.1"});
}

TEST_CASE("each obstacle stops the run before the next step") {
    GoodHost host;
    SUBCASE("no directory") {
        host.target = make_error(ErrorKind::usage, "there is no directory");
        const auto report = run(request_with(""), host);
        CHECK(report.error->kind == ErrorKind::usage);
        CHECK(host.diary == "pin ");
    }
    SUBCASE("no credentials") {
        host.credentials_error =
            Error{ErrorKind::system, "no file", "Make it", ENOENT, "credentials-unreadable"};
        const auto report = run(request_with(""), host);
        CHECK(report.error->kind == ErrorKind::system);
        REQUIRE(report.cause);
        CHECK(report.cause->id == "credentials-unreadable");
        CHECK(report.cause->message == "no file");
        CHECK(report.cause->remedy == "Make it");
        CHECK(host.diary == "pin credentials ");
    }
    SUBCASE("no address") {
        host.facts.addresses.clear();
        const auto report = run(request_with(""), host);
        CHECK(report.error->kind == ErrorKind::usage);
        CHECK(report.cause->id == "dns-failed");
        CHECK(host.diary == "pin credentials look ");
    }
    SUBCASE("only to say what would be done") {
        auto request = request_with("");
        request.fake = true;
        const auto report = run(request, host);
        CHECK(report.plan);
        CHECK_FALSE(report.mounted);
        CHECK(host.diary == "pin credentials look ");
    }
    SUBCASE("only to say it, and no kernel would take a value") {
        auto request = request_with("max_channels=-1");
        request.fake = true;
        const auto report = run(request, host);
        REQUIRE(report.cause);
        CHECK(report.cause->id == "option-value");
        CHECK(report.error->kind == ErrorKind::failed);
        CHECK(host.diary == "pin credentials look ");
        // Else the kernel is asked, which may be newer than what is known here.
        CHECK(run(request_with("max_channels=-1"), host).mounted);
    }
    SUBCASE("the directory refuses it") {
        host.attach_failure = MountFailure{MountPhase::attach, EBUSY, {}, {}, false, {}};
        const auto report = run(request_with(""), host);
        CHECK_FALSE(report.mounted);
        CHECK(report.error->errnum == EBUSY);
        CHECK(host.diary == "pin credentials look create 10.7.1.2 attach look again ");
    }
}

TEST_CASE("a kernel with a known fault gets one channel unless the user wants more") {
    GoodHost host;
    KernelJudgement kernel;
    kernel.release = "5.10.0-33-cloud-amd64";
    Advisory advisory;
    advisory.id = "mainline-before-5.19";
    advisory.symptom = "Channels are lost for good after a reconnect";
    advisory.unsafe_for_multichannel = true;
    kernel.advisories = {advisory};
    host.facts.kernel = kernel;

    SUBCASE("by default") {
        host.states = {state_with(good_session(1))};
        const auto report = run(request_with(""), host);
        CHECK(report.mounted);
        CHECK(report.plan->channels == 1);
        CHECK(report.assessment->verdict == Verdict::as_asked);
        CHECK(has_finding(report.findings, "kernel-advisory"));
    }
    SUBCASE("asked for") {
        const auto report = run(request_with("max_channels=4"), host);
        CHECK(report.plan->channels == 4);
        CHECK(report.plan->channels_by_user);
    }
    SUBCASE("kernel_check=strict") {
        const auto report = run(request_with("kernel_check=strict"), host);
        CHECK_FALSE(report.mounted);
        CHECK(report.error->kind == ErrorKind::failed);
        CHECK(host.diary == "pin credentials look ");
    }
}

TEST_CASE("the same share on the same directory is mounted once") {
    GoodHost host;
    MountEntry entry;
    entry.id = 30;
    entry.root = "/";
    entry.mountpoint = "/mnt/share";
    entry.mount_options = "rw,relatime";
    entry.type = "cifs";
    entry.source = "//contoso.file.core.windows.net/share";
    entry.super_options = "rw,vers=3.1.1,actimeo=30,multichannel,max_channels=4";
    host.mount_table = {{entry}};

    SUBCASE("as asked") {
        const auto report = run(request_with("max_channels=4"), host);
        CHECK(report.mounted_already);
        CHECK_FALSE(report.error);
        CHECK(host.diary == "pin ");
    }
    SUBCASE("not as asked") {
        const auto report = run(request_with("actimeo=5"), host);
        CHECK_FALSE(report.mounted_already);
        REQUIRE(report.error);
        CHECK(report.error->message.find("actimeo") != std::string::npos);
        CHECK(host.diary == "pin ");
    }
    SUBCASE("the directory lies on another mount of it") {
        host.target = Target{"/mnt/share/below", 30};
        CHECK(run(request_with(""), host).mounted);
    }
}

TEST_CASE("channels that open after the mount are waited for, and no longer") {
    GoodHost host;
    auto opening = good_session(2);
    opening.uses = 2;
    opening.channels[1].tcp_status = 5;
    host.states = {state_with(opening), state_with(opening), state_with(good_session(4))};
    const auto report = run(request_with(""), host);
    CHECK(report.assessment->verdict == Verdict::as_asked);
    CHECK(host.looks == 3);
}

TEST_CASE("waiting ends") {
    GoodHost host;
    SUBCASE("with the deadline, where channels never come") {
        auto opening = good_session(1);
        opening.uses = 2;
        host.states = {state_with(opening)};
        const auto report = run(request_with("verify_timeout=5"), host);
        CHECK(report.assessment->findings[0].id == "still-opening");
        CHECK(host.clock >= std::chrono::seconds{5});
        CHECK(host.clock < std::chrono::seconds{6});
    }
    SUBCASE("after a tenth of a second, where nothing is at work any more") {
        auto no_rss = good_session(1);
        no_rss.interfaces[0].rss = false;
        host.states = {state_with(no_rss)};
        const auto report = run(request_with(""), host);
        CHECK(report.assessment->findings[0].id == "server-not-rss");
        CHECK(host.clock <= std::chrono::milliseconds{100});
    }
    SUBCASE("at the first look, with a verdict that can't change") {
        host.states = {state_with(without_multichannel())};
        CHECK(run(request_with(""), host).assessment->final);
        CHECK(host.clock == std::chrono::milliseconds{0});
    }
}
