#pragma once

#include "core/options.h"

#include <optional>
#include <string_view>
#include <vector>

namespace azfiles {

/// What kind of server a share is on, which decides the options that are sent
/// unless the user says otherwise.
enum class Profile { azure_files, netapp, smb, none };

/// azure-files for the hosts of core/endpoint, else smb.
Profile profile_for(std::string_view host);

std::string_view to_string(Profile profile);
std::optional<Profile> to_profile(std::string_view name);  ///< not "auto"

struct ProfileDefaults {
    std::vector<Option> options;  ///< for the kernel, in the order they are sent
    int channels = 0;             ///< 0: none are asked for
    int channel_limit = 0;        ///< more than this many are warned about; 0: no limit
};

/// DESIGN 2.1; the limit of four is that of the Azure Files SMB Multichannel page.
ProfileDefaults defaults_of(Profile profile);

}  // namespace azfiles
