// Pages that belong to no finding.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto handle_commands = std::to_array<ExplainCommand>({
    {"show whether it is registered",
     "az feature show --namespace Microsoft.Storage --name HigherHandlesCountOnSmb --query "
     "properties.state"},
    {"register",
     "az feature register --namespace Microsoft.Storage --name HigherHandlesCountOnSmb"},
    {"the same in Az PowerShell",
     "Get-AzProviderFeature -FeatureName HigherHandlesCountOnSmb -ProviderNamespace "
     "Microsoft.Storage",
     Shell::powershell},
    {"",
     "Register-AzProviderFeature -FeatureName HigherHandlesCountOnSmb -ProviderNamespace "
     "Microsoft.Storage",
     Shell::powershell},
});

constexpr auto metadata_commands = std::to_array<ExplainCommand>({
    {"show whether it is registered",
     "az feature show --namespace Microsoft.Storage --name AzurePremiumFilesMetadataCacheFeature "
     "--query properties.state"},
    {"register",
     "az feature register --namespace Microsoft.Storage --name "
     "AzurePremiumFilesMetadataCacheFeature"},
    {"the same in Az PowerShell",
     "Get-AzProviderFeature -FeatureName AzurePremiumFilesMetadataCacheFeature -ProviderNamespace "
     "Microsoft.Storage",
     Shell::powershell},
    {"",
     "Register-AzProviderFeature -FeatureName AzurePremiumFilesMetadataCacheFeature "
     "-ProviderNamespace Microsoft.Storage",
     Shell::powershell},
    {"count the requests of this machine by kind (as root)", "cat /proc/fs/cifs/Stats"},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"higher-handle-limit", "10,000 open handles for a file instead of 2000",
     "Azure Files allows 2000 open handles for one file or directory. A preview raises that to "
     "10,000.",
     "Opening a file or directory that many programs or clients have open fails, and azfiles "
     "status may show handle-limit-near.",
     "First have programs close what they do not need. Then register the preview for the "
     "subscription; when it is in force, unmount the shares, wait 60 s and mount them again.",
     "It is a preview, without the promises of the service.", handle_commands},
    {"metadata-caching", "Faster create, open, close and delete on SSD shares",
     "For SSD shares Azure Files can keep names and attributes in a cache. Create, open, close and "
     "delete then take 30 % less time or less still, and metadata-heavy work gets over 60 % more "
     "requests and throughput at scale, by Microsoft's figures. It helps web and application "
     "servers, builds, indexing and home directories. On the client, actimeo=30 saves round trips "
     "too.",
     "In /proc/fs/cifs/Stats creates, closes and query requests outnumber reads and writes by far; "
     "Azure Monitor splits the account's transactions by kind too.",
     "Register the feature for the subscription and then ask the Azure Files team (or support) to "
     "enable it. When it is in force, unmount the share, wait 60 s and mount it again. Regions may "
     "be limited.",
     "It is free of charge, and has the service level of general availability though it is listed "
     "under previews.",
     metadata_commands},
    {"smb-multichannel", "What multichannel is, where it works, when it helps",
     "One mount can be carried by several TCP connections, which spreads its load over CPUs and "
     "queues. Azure Files has it for SSD shares (accounts of the kind FileStorage) with SMB 3.1.1, "
     "four channels at most, free of charge. Older pages of Microsoft's, which are still served in "
     "some languages, say that Linux is not supported, that it is not recommended, or that it is "
     "off at the service by default. The page of July 2026 supports Linux, from the kernels on "
     "that azfiles kernel lists, and multichannel is on by default for shares made since "
     "2025-10-24.",
     "azfiles status counts the channels of a mount. max_channels in /proc/mounts is only what was "
     "asked for.",
     "Both sides must have it on. On the client: mount -t azfiles, or multichannel,max_channels=4. "
     "At the account: switch it on, then unmount the share, wait 60 s and mount it again.",
     "Many threads on many files gain 2 to 4 times in Microsoft's tests. Many threads on one file "
     "gain above 16 KiB a request and lose about 10 % below. One thread with small requests loses "
     "about 10 %: one channel is right there.",
     multichannel_commands},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_topics() {
    return pages;
}

}  // namespace azfiles::pages
