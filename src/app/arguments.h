#pragma once

#include "base/result.h"
#include "core/request.h"

namespace azfiles {

/// The command line of a mount helper, or what else was asked for.
struct HelperCommand {
    enum class What { mount, version, help };

    What what = What::mount;
    Arguments arguments;
};

/// -f -n -r -s -v -w -V -h -t TYPE -o OPTIONS, in any order with SPEC and DIR.
Result<HelperCommand> read_arguments(int argc, char** argv);

}  // namespace azfiles
