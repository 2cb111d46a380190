#include "core/endpoint.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace azfiles;

TEST_CASE("an Azure Files host is an account before a suffix of a cloud") {
    struct Row {
        std::string_view host;
        std::string_view account;
    };
    static constexpr Row rows[] = {
        {"acct.file.core.windows.net", "acct"},
        {"acct.file.core.chinacloudapi.cn", "acct"},
        {"acct.file.core.usgovcloudapi.net", "acct"},
        {"acct.file.core.cloudapi.de", "acct"},
        {"acct.privatelink.file.core.windows.net", "acct"},
        {"acct.privatelink.file.core.usgovcloudapi.net", "acct"},
        {"acct.z1.file.storage.azure.net", "acct"},
        {"acct.z12.file.storage.azure.net", "acct"},
        {"acct.privatelink.z12.file.storage.azure.net", "acct"},
        {"ACCT.File.Core.Windows.NET", "acct"},
        {"acct.PrivateLink.file.core.windows.net", "acct"},
        {"acct.Z12.file.storage.azure.net", "acct"},
        {"acct-secondary.file.core.windows.net", "acct"},
        {"Acct-Secondary.file.core.windows.net", "acct"},
        {"a123456789.file.core.windows.net", "a123456789"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.host);
        CHECK(is_azure_files_host(row.host));
        CHECK(account_of(row.host) == row.account);
    }
}

TEST_CASE("what only looks like an Azure Files host is none, and has no account") {
    for (const std::string_view host : {
             "",
             ".",
             "acct",
             "localhost",
             "192.0.2.1",
             "2001:db8::1",
             "files.example.com",
             "file.core.windows.net",
             ".file.core.windows.net",
             "acct.core.windows.net",
             "acctfile.core.windows.net",
             "acct.blob.core.windows.net",
             "acct.file.core.windows.net.example.com",
             "acct.file.core.windows.com",
             "x.acct.file.core.windows.net",
             "acct.file.core.windows.netx",
             "acct.privatelink.blob.core.windows.net",
             "acct.privatelink.privatelink.file.core.windows.net",
             "acct.file.storage.azure.net",
             "acct.z.file.storage.azure.net",
             "acct.zx.file.storage.azure.net",
             "acct.z-1.file.storage.azure.net",
             "acct.z1x.file.storage.azure.net",
             "acct.1.file.storage.azure.net",
             "z12.file.storage.azure.net",
             "acct.z12.file.core.windows.net",
             "acct..file.core.windows.net",
         }) {
        CAPTURE(host);
        CHECK_FALSE(is_azure_files_host(host));
        CHECK(account_of(host).empty());
    }
}
