#include "base/secret_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <limits>
#include <new>

namespace azfiles {
namespace {

/// `size` in whole pages; one at least.
std::size_t whole_pages(std::size_t size) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    if (size > std::numeric_limits<std::size_t>::max() - page)
        throw std::bad_alloc{};
    return (size == 0 ? 1 : (size + page - 1) / page) * page;
}

}  // namespace

char* take_secret_memory(std::size_t size) {
    const auto length = whole_pages(size);
    void* memory =
        ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc{};
    static_cast<void>(::madvise(memory, length, MADV_DONTDUMP));
    static_cast<void>(::madvise(memory, length, MADV_WIPEONFORK));
    static_cast<void>(::mlock(memory, length));
    return static_cast<char*>(memory);
}

void give_back_secret_memory(char* memory, std::size_t size) noexcept {
    const auto length = whole_pages(size);
    ::explicit_bzero(memory, length);
    static_cast<void>(::munmap(memory, length));
}

void show_to_child(const char* memory, std::size_t size) noexcept {
    static_cast<void>(::madvise(const_cast<char*>(memory), whole_pages(size), MADV_KEEPONFORK));
}

}  // namespace azfiles
