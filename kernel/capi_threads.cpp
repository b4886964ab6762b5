// What the WebAssembly module with shared memory needs in addition: threads, and an allocator that they can share.
// WASI's libraries, as Debian builds them, do not support threads.

#include "capi.hpp"
#include "threads.hpp"

#include <cstdlib>
#include <new>

#if defined(__wasm_atomics__)

namespace {

constexpr std::size_t room_size = std::size_t{1} << 20;

constinit damaci::Mutex allocating;

void* allocate(std::size_t size, std::size_t alignment) {
    const damaci::Lock lock(allocating);
    void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (memory == nullptr) std::abort();
    return memory;
}

void release(void* memory) {
    const damaci::Lock lock(allocating);
    std::free(memory);
}

} // namespace

void* operator new(std::size_t size) {
    return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    release(memory);
}

// A thread ends with its worker, and all memory is freed with the workers, so nothing has to be destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept {
    return 0;
}

// The address of the memory of another thread: its thread-local variables are at the beginning, and its stack begins at
// the end.
extern "C" DAMACI_EXPORT_AS(thread_room) void* damaci_thread_room() {
    return allocate(room_size, 16);
}

extern "C" DAMACI_EXPORT_AS(thread_room_size) std::uint32_t damaci_thread_room_size() {
    return room_size;
}

// -> u32 the number of threads besides the first
DAMACI_FUNCTION(thread_count) {
    damaci::capi::Results results;
    results.put_count(static_cast<std::size_t>(damaci::helpers.count()));
    return damaci::capi::Results::size();
}

// The loop of a thread. It does not return.
extern "C" DAMACI_EXPORT_AS(thread_help) void damaci_thread_help() {
    damaci::helpers.help();
}

#endif
