// Memory for a large table with random access. It uses large pages if the system supports them, because with small
// pages the page lookup costs more than the access.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace damaci {

inline constexpr std::size_t large_page = std::size_t{2} << 20;

struct LargePagesDelete {
    void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{large_page}); }
};

template <class T>
using LargePages = std::unique_ptr<T[], LargePagesDelete>;

// `count` objects, value-initialised.
template <class T>
LargePages<T> make_large_pages(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    void* memory = ::operator new(count * sizeof(T), std::align_val_t{large_page});
#if defined(__linux__)
    madvise(memory, count * sizeof(T), MADV_HUGEPAGE);
#endif
    T* objects = static_cast<T*>(memory);
    std::uninitialized_value_construct_n(objects, count);
    return LargePages<T>(objects);
}

} // namespace damaci
