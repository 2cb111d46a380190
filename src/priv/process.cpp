#include "priv/process.h"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

namespace azfiles {
namespace {

/// The lowest free descriptor is the next: in this order each lands on its place.
Status open_standard_descriptors() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (::fcntl(fd, F_GETFD) >= 0)
            continue;
        if (::open("/dev/null", O_RDWR | O_NOCTTY) != fd)
            return system_error(errno, "open", "/dev/null");
    }
    return ok;
}

}  // namespace

Status guard_process() {
    if (auto opened = open_standard_descriptors(); !opened)
        return opened;
    const rlimit none{0, 0};
    if (::setrlimit(RLIMIT_CORE, &none) != 0)
        return system_error(errno, "setrlimit", "RLIMIT_CORE");
    if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
        return system_error(errno, "prctl", "PR_SET_DUMPABLE");
    return ok;
}

Status own_rights_only() {
    if (::getauxval(AT_SECURE) == 0 && ::getuid() == ::geteuid() && ::getgid() == ::getegid())
        return ok;
    return make_error(ErrorKind::usage, "it was started with rights that its caller has not")
        .advise(
            "Take them away (chmod 0755, setcap -r): users mount through a systemd unit or sudo.");
}

}  // namespace azfiles
