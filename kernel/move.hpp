// A move by its identity, and the list that generators fill.
#pragma once

#include "bitboard.hpp"
#include "inline_vector.hpp"

#include <compare>

namespace damaci {

// Capture paths that agree in these three are one move: they lead to the same position.
struct Move {
    Bitboard captured;
    std::uint8_t origin;
    std::uint8_t target;

    constexpr bool is_capture() const { return captured != 0; }
    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

using MoveList = InlineVector<Move, 256>;

} // namespace damaci
