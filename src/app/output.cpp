#include "app/output.h"

#include "app/machine.h"
#include "base/text.h"
#include "core/redact.h"
#include "sys/host_facts.h"

#include <cerrno>
#include <cstdio>
#include <ctime>

namespace azfiles {
namespace {

std::optional<std::string> host_name(const Root& root) {
    for (const char* path : {"proc/sys/kernel/hostname", "etc/hostname"})
        if (const auto text = root.read(path))
            if (const auto name = trimmed(*text); !name.empty())
                return std::string{name};
    return std::nullopt;
}

}  // namespace

std::optional<std::string> time_now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm parts{};
    char text[32];
    if (::gmtime_r(&seconds, &parts) == nullptr ||
        std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return std::nullopt;
    return text;
}

Status print_out(std::string_view foreign) {
    const auto text = redacted(foreign);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        return system_error(errno, "write", "standard output");
    return ok;
}

Status answer(const CommandLine& line, const JsonHead& head, const std::function<void(Json&)>& add,
              const std::function<std::string()>& text) {
    if (!line.json)
        return print_out(text());
    auto json = to_json(head);
    add(json);
    return print_out(to_text(json));
}

JsonHead head_of(std::optional<std::string> time, const Root& root) {
    JsonHead head;
    head.time = std::move(time);
    head.host = host_name(root);
    if (const auto release = kernel_release(root))
        head.kernel = *release;
    return head;
}

JsonHead head_of(const CommandLine& line, const Root& root) {
    if (line.is_this_machine())
        return head_of(time_now(), root);
    const auto recording = recording_of(root);
    // When files that a person copied were taken, nothing in them says for sure.
    return head_of(recording ? recording->time : std::nullopt, root);
}

}  // namespace azfiles
