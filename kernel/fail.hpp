// How the kernel reports that it cannot continue: by an exception, or, where it is compiled without exceptions, by a
// trap that ends the whole module. In that case callers check their arguments first.
#pragma once

#include <cstdlib>
#include <utility>

namespace damaci {

template <class Error, class... Arguments>
[[noreturn]] void fail([[maybe_unused]] Arguments&&... arguments) {
#if defined(__cpp_exceptions)
    throw Error(std::forward<Arguments>(arguments)...);
#else
    std::abort();
#endif
}

} // namespace damaci
