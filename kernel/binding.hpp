// Shared by the files of the Python module, the only ones that include Python.
#pragma once

#include "perft_threads.hpp"
#include "ruled_position.hpp"
#include "search/terms.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

namespace nb = nanobind;
using namespace nb::literals;

namespace damaci {

using PyMove = std::tuple<Square, Square, Bitboard>;

inline PyMove to_python(const Move& move) {
    return {move.origin, move.target, move.captured};
}

// Returns `value`. Throws ValueError if it is below `least`.
template <class T>
T at_least(T least, T value, const char* name) {
    if (value >= least) return value; // NaN is not
    const auto text =
        std::string(name) + " is " + std::to_string(value) + "; expected " + std::to_string(least) + " or more";
    throw nb::value_error(text.c_str());
}

// Returns the size of a table. Throws MemoryError if 32-bit indices cannot reach all of it.
inline std::size_t table_megabytes(std::int64_t least, std::int64_t megabytes) {
    constexpr std::int64_t most = 1 << 18;
    if (at_least(least, megabytes, "hash_megabytes") > most) throw std::bad_alloc();
    return static_cast<std::size_t>(megabytes);
}

// The index of a ruleset in AllRulesets. Throws ValueError for an unknown name.
std::size_t find_ruleset(std::string_view name);

// The value that a word stands for. Throws ValueError for an unknown word.
OneEach read_one_each(std::string_view word);

// The draw rules of a dictionary in the form of `Endings` in _kernel.pyi. Throws ValueError for an unknown word.
Terms read_endings(const nb::dict& given);

void bind_batch(nb::module_& m);
void bind_parts(nb::module_& m);
void bind_movetext(nb::class_<RuledPosition>& position);
void bind_searcher(nb::module_& m);
void bind_tablebase(nb::module_& m);

} // namespace damaci
