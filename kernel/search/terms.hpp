// The draw rules of a game, as far as they affect the search, and how draws count. Zero and `never` switch a rule off.
#pragma once

#include "../position.hpp"
#include "value.hpp"

namespace damaci {

enum class OneEach : std::uint8_t { never, at_once, unless_capture };

struct Terms {
    OneEach one_each = OneEach::never;
    int kings_only_moves = 0;      // of both players together, king against king, without a capture
    int repetitions = 0;           // occurrences of a position with the same side to move
    int no_progress_moves = 0;     // of each player, without a capture or a man's move
    bool last_three_kings = false; // a side's men become kings when it has three pieces or fewer after a move
    Value white_contempt = 0;      // what a draw costs White and gains Black

    // The value of a draw for a side.
    Value draw_value(Side side) const { return side == Side::white ? -white_contempt : white_contempt; }

    // Lets a draw cost a side this much.
    void set_contempt(Side side, Value contempt) { white_contempt = side == Side::white ? contempt : -contempt; }

    // A value that differs for different terms.
    std::uint64_t hash() const {
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
        std::uint64_t key = 1;
        for (const int term : {static_cast<int>(one_each), kings_only_moves, repetitions, no_progress_moves,
                               static_cast<int>(last_three_kings)})
            key = (key + static_cast<std::uint64_t>(term)) * odd;
        return (key ^ key >> 32) + static_cast<std::uint64_t>(white_contempt) * odd;
    }
};

// The position after a legal move.
inline Position play(const Position& before, const Move& move, const Terms& terms) {
    const Position next = play(before, move);
    return terms.last_three_kings ? with_last_three_as_kings(next) : next;
}

} // namespace damaci
