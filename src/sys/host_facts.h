#pragma once

#include "base/result.h"
#include "core/kernel.h"
#include "sys/root.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// `uname -r` of the running kernel, by uname(2).
std::string running_release();

/// The same of the machine below `root`, from proc/sys/kernel/osrelease.
Result<std::string> kernel_release(const Root& root);

/// The text of os-release(5): etc/os-release, else usr/lib/os-release.
Result<std::string> os_release_text(const Root& root);

/// aks: etc/kubernetes/azure.json is there. vm: it is not, which for the table
/// means every other machine. unknown: that could not be seen, or `root` holds
/// neither an etc nor a chassis asset tag of Azure.
Environment environment_of(const Root& root);

/// Docker, podman, systemd-nspawn, Kubernetes and the like have left their mark: the
/// kernel is that of the host, and what marks the host is not seen. Nothing where that
/// can't be told.
std::optional<bool> in_container(const Root& root);

/// The chassis asset tag says that this is a virtual machine of Azure; nothing
/// where there is no tag (some architectures) or it may not be read.
std::optional<bool> is_azure_vm(const Root& root);

/// The running kernel's SMB client is registered, that is loaded or built in.
std::optional<bool> cifs_registered(const Root& root);

/// Whether the running kernel's SMB client is there: registered, built in, or a
/// module of `release`. Nothing where the modules of `release` can't be seen, as
/// in a container.
std::optional<bool> cifs_available(const Root& root, const std::string& release);

/// Inode number of this process's network namespace, as DebugData shows it ("Net
/// namespace", Linux 6.5); nothing where /proc is not there.
std::optional<std::uint64_t> own_net_namespace();

struct SupportText {
    std::string path;  ///< "/usr/share/azfiles/support.d/10-azure.tsv"
    std::string text;
};

struct SupportTexts {
    std::vector<SupportText> texts;
    std::vector<Error> unread;  ///< files, or a folder, that are there and could not be read
};

/// Files of a folder that are read, each up to Root::file_limit.
inline constexpr std::size_t support_file_limit = 64;

/// The data files of the support table: of the package, then of the
/// administrator (etc/azfiles/support.d), each folder by name. Left out: hidden
/// files and what editors, dpkg and rpm leave behind. A folder that does not
/// exist has none.
SupportTexts support_texts(const Root& root);

}  // namespace azfiles
