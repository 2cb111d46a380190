#pragma once

#include "core/explain.h"

#include <array>

/// Commands that several pages give. In az, and the same in Az PowerShell; $a is
/// the account there.
namespace azfiles::pages {

inline constexpr ExplainCommand account_in_powershell{
    "first, in Az PowerShell", "$a = Get-AzStorageAccount -ResourceGroupName RG -Name ACCOUNT",
    Shell::powershell};

inline constexpr auto multichannel_commands = std::to_array<ExplainCommand>({
    {"show the switch",
     "az storage account file-service-properties show --resource-group RG --account-name ACCOUNT "
     "--query protocolSettings.smb.multichannel.enabled"},
    {"switch it on",
     "az storage account file-service-properties update --resource-group RG --account-name ACCOUNT "
     "--enable-smb-multichannel true"},
    {"is it an SSD account (FileStorage, Premium_...)?",
     "az storage account show --resource-group RG --name ACCOUNT --query "
     "\"{kind:kind,sku:sku.name}\""},
    {"make an SSD account, to copy an HDD share to",
     "az storage account create --resource-group RG --name NEW --location LOCATION --kind "
     "FileStorage --sku Premium_LRS"},
    account_in_powershell,
    {"show the switch",
     "(Get-AzStorageFileServiceProperty -StorageAccount $a).ProtocolSettings.Smb.Multichannel."
     "Enabled",
     Shell::powershell},
    {"switch it on",
     "Update-AzStorageFileServiceProperty -StorageAccount $a -EnableSmbMultichannel $true",
     Shell::powershell},
    {"is it an SSD account?", "$a.Kind; $a.Sku.Name", Shell::powershell},
    {"make an SSD account",
     "New-AzStorageAccount -ResourceGroupName RG -Name NEW -Location LOCATION -Kind FileStorage "
     "-SkuName Premium_LRS",
     Shell::powershell},
});

}  // namespace azfiles::pages
