// The numbers of positions by outcome.
#pragma once

#include "outcome.hpp"

namespace damaci {

// Counts all positions of a material, including mirror images.
struct OutcomeCounts {
    std::uint64_t won = 0, drawn = 0, lost = 0; // by the side to move
    int longest_win = 0;                        // in plies; 0 when there is none

    std::uint64_t positions() const { return won + drawn + lost; }

    // Counts a position that stands for this many positions; no_position is not counted.
    void add(Outcome outcome, std::uint64_t weight) {
        if (outcome == no_position) return;
        if (outcome == damaci::drawn) {
            drawn += weight;
        } else if (is_loss(outcome)) {
            lost += weight;
        } else {
            won += weight;
            longest_win = std::max(longest_win, plies(outcome));
        }
    }
};

} // namespace damaci
