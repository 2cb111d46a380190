#include "core/plan.h"

#include "base/quote.h"
#include "core/endpoint.h"
#include "core/finding.h"

#include <algorithm>

namespace azfiles {
namespace {

/// The user's word on `name` takes the default away.
bool is_overridden(std::string_view name, const Request& request) {
    const auto given = [&request](std::string_view option) {
        return std::ranges::find(request.cifs, option, &Option::name) != request.cifs.end();
    };
    if (given(name))
        return true;
    if (name == "serverino")
        return given("noserverino");
    if (name == "nosharesock")
        return request.share_connection;
    if (name == "mfsymlinks")
        return request.no_mfsymlinks;
    if (name == "actimeo")
        return given("acregmax") || given("acdirmax");
    return false;
}

std::vector<Option> kernel_options(const Request& request, const ProfileDefaults& defaults) {
    std::vector<Option> options;
    // First, so that the old parser already is lenient when the others come.
    if (request.sloppy)
        options.push_back({"sloppy", std::nullopt});
    for (const auto& option : defaults.options)
        if (!is_overridden(option.name, request))
            options.push_back(option);
    options.insert(options.end(), request.cifs.begin(), request.cifs.end());
    return options;
}

bool is_kernel_unfit(const std::vector<Finding>& findings) {
    return has_finding(findings, "kernel-too-old") || has_finding(findings, "kernel-advisory");
}

/// Both or neither. max_channels alone is ignored up to 5.12 and, through
/// fsconfig, from 6.19 to 7.1.3; the pair with 1 is an error from 6.19 on and
/// gives two channels on some before.
void add_channels(MountPlan& plan, const Request& request) {
    if (request.odd_max_channels) {
        plan.options.push_back({"multichannel", std::nullopt});
        plan.options.push_back({"max_channels", request.odd_max_channels});
    } else if (plan.channels > 1) {
        plan.options.push_back({"multichannel", std::nullopt});
        plan.options.push_back({"max_channels", fmt::format("{}", plan.channels)});
    }
}

}  // namespace

std::vector<std::string> in_order_of_promise(const std::vector<ServerAddress>& addresses) {
    std::vector<const ServerAddress*> order;
    for (const auto& address : addresses)
        order.push_back(&address);
    std::ranges::stable_sort(order, {}, [](const ServerAddress* address) {
        if (!address->port_state)
            return 1;
        return *address->port_state == PortState::open ? 0 : 2;
    });
    std::vector<std::string> texts;
    for (const auto* address : order)
        texts.push_back(address->address);
    return texts;
}

MountPlan make_plan(const Request& request, const Facts& facts,
                    const std::vector<Finding>& findings) {
    const auto defaults = defaults_of(request.profile);
    MountPlan plan;
    plan.source = to_string(request.share);
    plan.target = request.target;
    plan.addresses = in_order_of_promise(facts.addresses);
    plan.vfs = request.vfs;
    plan.options = kernel_options(request, defaults);
    plan.user_is_given = request.username.has_value();
    plan.username = request.username;
    if (!plan.username)
        if (auto account = account_of(request.share.host); !account.empty())
            plan.username = std::move(account);

    plan.channels_by_user = request.channels || request.odd_max_channels;
    plan.channels = request.channels.value_or(std::max(defaults.channels, 1));
    if (!plan.channels_by_user && is_kernel_unfit(findings))
        plan.channels = 1;
    add_channels(plan, request);
    return plan;
}

std::string to_string(const MountPlan& plan) {
    std::string text =
        fmt::format("would mount {} on {}\n", quote(plan.source), quote(plan.target));
    for (const auto& address : plan.addresses)
        text += fmt::format("  address  {}\n", printable(address));
    if (plan.username)
        text += fmt::format("  user     {}{}\n", printable(*plan.username),
                            plan.user_is_given ? "" : " (unless the credentials name one)");
    for (const auto& option : plan.options)
        text += fmt::format("  option   {}\n", printable(to_string(option)));
    for (const auto& option : plan.vfs)
        text += fmt::format("  mount    {}\n", printable(to_string(option)));
    const auto asked = std::ranges::find(plan.options, "max_channels", &Option::name);
    text += fmt::format("  channels {}\n",
                        asked == plan.options.end() ? "1" : printable(asked->value.value_or("")));
    return text;
}

}  // namespace azfiles
