#include "core/match.h"
#include "sessions.h"

#include <doctest/doctest.h>

using namespace azfiles;
using namespace azfiles::test;
using How = SessionMatch::How;

namespace {

const Share share{"contoso.file.core.windows.net", "share", ""};

SessionHint hint_with(std::optional<std::string> id) {
    return {share, std::move(id), std::nullopt, std::nullopt, nullptr};
}

}  // namespace

TEST_CASE("the id that the kernel gave decides alone") {
    const auto now =
        data_of({good_server(good_session(4, "0x1")), good_server(good_session(1, "0x2"))});
    const auto match = match_session(now, hint_with("0x2"));
    CHECK(match.how == How::by_id);
    REQUIRE(match.session != nullptr);
    CHECK(match.session->channels.size() == 1);
    CHECK(match.server == &now.servers[1]);
}

TEST_CASE("an id that DebugData does not list is no other session") {
    const auto now = data_of(good_session(4, "0x1"));
    CHECK(match_session(now, hint_with("0x9")).how == How::none);
}

TEST_CASE("without an id the only session with the share is the one") {
    auto elsewhere = good_session(1, "0x2");
    elsewhere.shares[1].unc = R"(\\contoso.file.core.windows.net\other)";
    const auto now = data_of({good_server(elsewhere), good_server(good_session(4, "0x1"))});
    const auto match = match_session(now, hint_with(std::nullopt));
    CHECK(match.how == How::only_one);
    REQUIRE(match.session != nullptr);
    CHECK(match.session->id == "0x1");
}

TEST_CASE("two sessions with the share are ambiguous and not one of them") {
    const auto now =
        data_of({good_server(good_session(4, "0x1")), good_server(good_session(1, "0x2"))});
    const auto match = match_session(now, hint_with(std::nullopt));
    CHECK(match.how == How::ambiguous);
    CHECK(match.session == nullptr);
}

TEST_CASE("the session that appeared while the mount was made is its own") {
    const auto before = data_of(good_session(1, "0x1"));
    const auto now =
        data_of({good_server(good_session(1, "0x1")), good_server(good_session(4, "0x2"))});
    auto hint = hint_with(std::nullopt);
    hint.before = &before;
    const auto match = match_session(now, hint);
    CHECK(match.how == How::appeared);
    REQUIRE(match.session != nullptr);
    CHECK(match.session->id == "0x2");
}

TEST_CASE("a session that was there before is used again where none appeared") {
    const auto before = data_of(good_session(4, "0x1"));
    auto hint = hint_with(std::nullopt);
    hint.before = &before;
    CHECK(match_session(before, hint).how == How::only_one);
}

TEST_CASE("the address tells two servers of one name apart") {
    auto other = good_session(1, "0x2");
    other.address = "10.7.9.9";
    const auto now = data_of({good_server(good_session(4, "0x1")), good_server(other)});
    auto hint = hint_with(std::nullopt);
    hint.address = "10.7.9.9";
    const auto match = match_session(now, hint);
    REQUIRE(match.session != nullptr);
    CHECK(match.session->id == "0x2");
}

TEST_CASE("IPC$ is not a share that a mount could use") {
    auto session = good_session(1);
    session.shares.pop_back();
    auto hint = hint_with(std::nullopt);
    hint.share.name = "IPC$";
    CHECK(match_session(data_of(session), hint).how == How::none);
}

TEST_CASE("a session without the mount's tree connect is not the mount's") {
    auto session = good_session(4);
    session.shares[1].tid = "0x5";
    const auto now = data_of(session);
    auto hint = hint_with(session.id);
    hint.tree_id = "0x5";
    CHECK(match_session(now, hint).how == SessionMatch::How::by_id);
    hint.tree_id = "0x6";
    CHECK(match_session(now, hint).how == SessionMatch::How::none);
    session.shares[1].tid.clear();  // up to 6.0
    CHECK(match_session(data_of(session), hint).how == SessionMatch::How::by_id);
}
