// What the files of the Python module share. They and nothing else know Python.
#pragma once

#include "position.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

namespace nb = nanobind;
using namespace nb::literals;

namespace damaci {

using PyMove = std::tuple<Square, Square, Bitboard>;

inline PyMove to_python(const Move& move) {
    return {move.origin, move.target, move.captured};
}

// A position together with the ruleset (its place in AllRulesets) that it is played under.
struct RuledPosition {
    std::size_t ruleset;
    Position board;

    // Calls f.operator()<ruleset>().
    template <class F>
    decltype(auto) visit(F&& f) const {
        return AllRulesets::visit(ruleset, f);
    }
    Bitboard men(Side side) const { return board.of(side) & ~board.kings; }
    Bitboard kings(Side side) const { return board.of(side) & board.kings; }
    friend bool operator==(const RuledPosition&, const RuledPosition&) = default;
};

void bind_searcher(nb::module_& m);

} // namespace damaci
