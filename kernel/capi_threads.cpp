// What the WebAssembly module with shared memory needs in addition: threads, and an allocator that they can share.
// WASI's libraries, as Debian builds them, do not support threads.

#include "capi.hpp"
#include "threads.hpp"

#include <cstddef>
#include <new>

#if defined(__wasm_atomics__)

namespace {

constexpr std::size_t room_size = std::size_t{1} << 20;

constinit damaci::Mutex allocating;

} // namespace

// The linker replaces the names of the allocator's functions by those that begin with `__wrap_`, and gives the
// functions themselves names that begin with `__real_` (tools/wasm.py). So everything allocates by these, operator new
// too.
extern "C" {

void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* memory, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
int __real_posix_memalign(void** memory, std::size_t alignment, std::size_t size);
void __real_free(void* memory);

void* __wrap_malloc(std::size_t size) {
    const damaci::Lock lock(allocating);
    return __real_malloc(size);
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
    const damaci::Lock lock(allocating);
    return __real_calloc(count, size);
}
void* __wrap_realloc(void* memory, std::size_t size) {
    const damaci::Lock lock(allocating);
    return __real_realloc(memory, size);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
    const damaci::Lock lock(allocating);
    return __real_aligned_alloc(alignment, size);
}
int __wrap_posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
    const damaci::Lock lock(allocating);
    return __real_posix_memalign(memory, alignment, size);
}
void __wrap_free(void* memory) {
    const damaci::Lock lock(allocating);
    __real_free(memory);
}
}

// A thread ends with its worker, and all memory is freed with the workers, so nothing has to be destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept {
    return 0;
}

// The address of the memory of another thread: its thread-local variables are at the beginning, and its stack begins at
// the end.
extern "C" DAMACI_EXPORT_AS(thread_room) void* damaci_thread_room() {
    return ::operator new(room_size, std::align_val_t{16});
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
