#include "sys/debugdata_file.h"

#include "base/child.h"

namespace azfiles {
namespace {

Result<std::string> read_in_child(const Root& root, const char* path,
                                  std::chrono::milliseconds deadline) {
    return run_in_child(
        deadline, [&root, path] { return root.read(path, debugdata_limit); }, debugdata_limit);
}

}  // namespace

Result<std::string> read_debugdata(const Root& root, std::chrono::milliseconds deadline) {
    auto text = read_in_child(root, "proc/fs/cifs/DebugData", deadline);
    if (text || text.error().errnum == ENOENT)
        return text;
    if (text.error().errnum == errnum_child_died)
        return std::move(text)
            .error()
            .during("read /proc/fs/cifs/DebugData")
            .advise("the kernel log should say why: some kernels fail in reading this file");
    return std::move(text).error().during("read /proc/fs/cifs/DebugData");
}

Result<std::string> read_open_files(const Root& root, std::chrono::milliseconds deadline) {
    return read_in_child(root, "proc/fs/cifs/open_files", deadline);
}

}  // namespace azfiles
