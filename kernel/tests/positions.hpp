// Positions for tests.
#pragma once

#include "movegen.hpp"

#include <random>

namespace damaci {

// A position with random pieces on random squares, any number of them kings.
template <const Ruleset& R>
Position random_position(std::mt19937_64& random, int pieces) {
    const Bitboard board = R.dark_squares_only ? dark_squares : ~Bitboard{0};
    Position position;
    position.turn = random() % 2 == 0 ? Side::white : Side::black;
    const std::uint64_t kings_in_8 = random() % 9;
    for (int i = 0; i < pieces; ++i) {
        const Side side = i % 2 == 0 ? Side::white : Side::black;
        const Bitboard square = bit(static_cast<Square>(random() % 64)) & board & ~position.occupied();
        (side == Side::white ? position.white : position.black) |= square;
        if ((square & last_rank(side)) != 0 || random() % 8 < kings_in_8) position.kings |= square;
    }
    return position;
}

// Calls f(position) along a game of random moves.
template <const Ruleset& R, class F>
void walk(std::mt19937_64& random, Position position, int plies, F&& f) {
    MoveList moves;
    for (int ply = 0; ply < plies; ++ply) {
        f(position);
        generate<R>(position, moves);
        if (moves.empty()) return;
        position = play(position, moves[random() % moves.size()]);
    }
}

} // namespace damaci
