// What the files of the Python module share. They and nothing else know Python.
#pragma once

#include "perft.hpp"

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
    const Ruleset& rules() const { return *AllRulesets::pointers[ruleset]; }
    Bitboard men(Side side) const { return board.of(side) & ~board.kings; }
    Bitboard kings(Side side) const { return board.of(side) & board.kings; }
    friend bool operator==(const RuledPosition&, const RuledPosition&) = default;
};

// A ruleset's place in AllRulesets. An unknown name is a ValueError.
std::size_t find_ruleset(std::string_view name);

// What is specialised for each ruleset, so that it is compiled only once.
void list_moves(const RuledPosition& position, MoveList& moves);
std::uint64_t perft(const RuledPosition& position, int depth, const StopFlag& stop);

void bind_batch(nb::module_& m);
void bind_movetext(nb::class_<RuledPosition>& position);
void bind_searcher(nb::module_& m);

} // namespace damaci
