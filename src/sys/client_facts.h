#pragma once

#include "core/facts.h"
#include "sys/root.h"

namespace azfiles {

/// What the machine below `root` brings with it for an SMB mount: FIPS mode,
/// the cifs module and its parameters, and the way of a Kerberos ticket
/// (request-key.conf(5), /etc/request-key.d). A few small files are read; what
/// can't be seen is nothing.
ClientFacts client_facts(const Root& root);

}  // namespace azfiles
