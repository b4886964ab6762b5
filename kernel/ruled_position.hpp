// A position and its ruleset, chosen at run time: the bindings to other languages use it.
#pragma once

#include "perft.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace damaci {

struct RuledPosition {
    std::size_t ruleset; // its index in AllRulesets
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

// The functions that are specialised for each ruleset, so that they are compiled only once.
void list_moves(const RuledPosition& position, MoveList& moves);
std::uint64_t perft(const RuledPosition& position, int depth, const StopFlag& stop);

// Whether a move is legal.
bool has_move(const RuledPosition& position, const Move& move);

// The number of pieces up to which one side's capture paths can be counted without an overflow.
inline constexpr int most_pieces_for_paths = 16;

inline bool can_count_paths(const Position& board) {
    return std::max(std::popcount(board.white), std::popcount(board.black)) <= most_pieces_for_paths;
}

} // namespace damaci
