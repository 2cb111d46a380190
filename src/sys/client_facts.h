#pragma once

#include "core/facts.h"
#include "sys/root.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// What the machine below `root` brings with it for an SMB mount: FIPS mode,
/// the cifs module and its parameters, and the way of a Kerberos ticket
/// (request-key.conf(5), /etc/request-key.d). A few small files are read; what
/// can't be seen is nothing.
ClientFacts client_facts(const Root& root);

/// What cifs of the running kernel needs and that kernel has not, core/kernel_modules.h,
/// as ClientFacts::missing_crypto. Reads megabytes of /lib/modules, so that it is apart
/// from client_facts(), which a failed mount asks for.
std::optional<std::vector<std::string>> crypto_missing(const Root& root,
                                                       const std::string& release);

}  // namespace azfiles
