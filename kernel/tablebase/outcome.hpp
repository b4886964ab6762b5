// The outcome of a position in one byte: a draw, or a win or loss and its distance in plies under best play.
#pragma once

#include "../fail.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace damaci {

// Zero is a draw; n + 1 means that the side to move loses in n plies (n is even) or wins in n plies (n is odd).
using Outcome = std::uint8_t;

inline constexpr Outcome drawn = 0;
inline constexpr Outcome no_position = 255;
inline constexpr int furthest = 252;

constexpr Outcome ends_in(int plies) {
    return static_cast<Outcome>(plies + 1);
}
constexpr bool is_loss(Outcome outcome) {
    return (outcome & 1) != 0;
}
constexpr bool is_win(Outcome outcome) {
    return outcome != drawn && !is_loss(outcome);
}
constexpr int plies(Outcome outcome) {
    return outcome - 1;
}

// The outcome one ply earlier, for the other side.
inline Outcome before(Outcome outcome) {
    if (outcome == drawn) return drawn;
    if (plies(outcome) >= furthest) fail<std::overflow_error>("a win takes more than 252 plies");
    return static_cast<Outcome>(outcome + 1);
}

// Higher is better for the side to move: a quick win, a draw, a slow loss.
constexpr int worth(Outcome outcome) {
    return outcome == drawn ? 0 : is_win(outcome) ? 1'000 - outcome : outcome - 1'000;
}

constexpr Outcome better(Outcome a, Outcome b) {
    return worth(a) >= worth(b) ? a : b;
}

// The place of each outcome in the order from the worst to the best for the side to move.
inline constexpr auto outcome_order = [] {
    std::array<std::uint8_t, 256> order{};
    for (unsigned outcome = 1; outcome < order.size(); ++outcome)
        order[outcome] = static_cast<std::uint8_t>(outcome % 2 != 0 ? outcome / 2 : 256 - outcome / 2);
    order[drawn] = 128;
    return order;
}();

// The outcome at each place of that order.
inline constexpr auto outcome_at = [] {
    std::array<Outcome, 256> outcomes{};
    for (std::size_t outcome = 0; outcome < outcomes.size(); ++outcome)
        outcomes[outcome_order[outcome]] = static_cast<Outcome>(outcome);
    return outcomes;
}();

} // namespace damaci
