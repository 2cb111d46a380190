#pragma once

#include <string>
#include <string_view>

namespace azfiles {

/// True for the names under which Azure Files is reached: ACCOUNT followed by a
/// suffix of the public or a sovereign cloud, with or without "privatelink", or
/// of a DNS zone (ACCOUNT.z12.file.storage.azure.net). Without case.
bool is_azure_files_host(std::string_view host);

/// The storage account of an Azure Files host: its first label in lower case,
/// without "-secondary". Empty for any other host.
std::string account_of(std::string_view host);

}  // namespace azfiles
