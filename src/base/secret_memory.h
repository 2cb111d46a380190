#pragma once

#include <cstddef>
#include <vector>

namespace azfiles {

/// Whole pages of their own, `size` bytes at least, zeroed: not in a core dump, not in a
/// child (a fork sees zeros there), and not on a swap device as long as RLIMIT_MEMLOCK
/// allows. What the kernel will not do of these is left undone: a mount without them is
/// better than none. Throws std::bad_alloc.
char* take_secret_memory(std::size_t size);

/// Overwrites it, in a way that the compiler may not drop, and gives it back.
void give_back_secret_memory(char* memory, std::size_t size) noexcept;

/// What a child is to see of it: for the one that hands a secret to mount(2).
void show_to_child(const char* memory, std::size_t size) noexcept;

/// Of containers that hold a secret: one that grows wipes what it grew out of.
template <class T>
struct SecretAllocator {
    static_assert(sizeof(T) == 1, "bytes are what secrets are made of");
    using value_type = T;

    SecretAllocator() noexcept = default;
    template <class U>
    explicit SecretAllocator(const SecretAllocator<U>&) noexcept {}

    T* allocate(std::size_t size) { return take_secret_memory(size); }
    void deallocate(T* memory, std::size_t size) noexcept { give_back_secret_memory(memory, size); }

    bool operator==(const SecretAllocator&) const noexcept { return true; }
};

using SecretBuffer = std::vector<char, SecretAllocator<char>>;

}  // namespace azfiles
