// The values of the evaluation's terms, in centimen, for each ruleset. They were fitted by logistic regression to the
// results of games that the search played against itself.
#pragma once

#include "../rules.hpp"

namespace damaci {

// The value of a term with all pieces on the board and with none; in between, it changes with the number of pieces.
struct Tapered {
    int opening = 0, ending = 0;

    friend constexpr Tapered operator+(Tapered a, Tapered b) { return {a.opening + b.opening, a.ending + b.ending}; }
    friend constexpr Tapered operator-(Tapered a, Tapered b) { return {a.opening - b.opening, a.ending - b.ending}; }
    friend constexpr Tapered operator*(Tapered a, int times) { return {a.opening * times, a.ending * times}; }
};

struct Weights {
    Tapered man, first_king, further_king;
    std::array<Tapered, 7> rank;    // of a man, from its own first rank on
    std::array<Tapered, 4> file;    // of a man, from the edge to the middle
    std::array<Tapered, 7> passed;  // of a man that no enemy man can oppose, by rank
    Tapered reach;                  // a square that some king can go to
    Tapered sideways, forward;      // a step to the side, or forward, that a man can make
    Tapered column, pair, diagonal; // a man right behind, beside or diagonally behind another
    Tapered tempo;                  // having the move
};

inline constexpr Weights turkish_weights{
    .man = {75, 125},
    .first_king = {200, 400},
    .further_king = {80, 170},
    .rank = {{{0, 0}, {-14, -8}, {-9, -18}, {-10, -8}, {-4, -8}, {2, 32}, {50, 30}}},
    .file = {{{5, 35}, {4, 0}, {6, -5}, {-2, -9}}},
    .passed = {{{0, 0}, {5, 0}, {-2, 2}, {9, 6}, {18, 18}, {8, 28}, {50, 30}}},
    .reach = {5, 5},
    .sideways = {5, -7},
    .forward = {0, 0},
    .column = {-3, 0},
    .pair = {6, 9},
    .diagonal = {0, 0},
    .tempo = {11, 9},
};

inline constexpr Weights world_weights{
    .man = {68, 132},
    .first_king = {140, 275},
    .further_king = {60, 130},
    .rank = {{{0, 0}, {-7, -31}, {-13, -10}, {-9, -16}, {5, -5}, {14, 18}, {10, 42}}},
    .file = {{{13, 2}, {-5, 1}, {-5, -1}, {-3, -3}}},
    .passed = {{{0, 0}, {-11, -6}, {-4, -17}, {1, 4}, {12, 1}, {12, 15}, {10, 42}}},
    .reach = {0, 5},
    .sideways = {-9, 2},
    .forward = {-14, 5},
    .column = {1, 12},
    .pair = {2, -1},
    .diagonal = {-2, -5},
    .tempo = {25, 6},
};

inline constexpr Weights bulgarian_weights{
    .man = {85, 115},
    .first_king = {110, 275},
    .further_king = {65, 180},
    .rank = {{{21, -25}, {5, -10}, {1, -10}, {-9, -1}, {-16, 6}, {-9, 20}, {13, 31}}},
    .file = {{{3, -11}, {0, 3}, {0, 8}, {3, 10}}},
    .passed = {{{0, 0}, {-1, -8}, {0, 5}, {0, -1}, {5, 18}, {7, 15}, {26, 52}}},
    .reach = {15, -2},
    .sideways = {0, 0},
    .forward = {-1, 8},
    .column = {0, 0},
    .pair = {0, 0},
    .diagonal = {1, -2},
    .tempo = {-1, 10},
};

inline constexpr Weights armenian_weights{
    .man = {99, 101},
    .first_king = {120, 315},
    .further_king = {65, 120},
    .rank = {{{0, 0}, {-14, -15}, {-8, -9}, {-17, -10}, {-7, 1}, {14, 10}, {29, 21}}},
    .file = {{{3, 5}, {11, -11}, {-6, 1}, {-11, 3}}},
    .passed = {{{0, 0}, {5, -15}, {-3, -9}, {4, -1}, {5, -8}, {14, 3}, {29, 21}}},
    .reach = {9, -3},
    .sideways = {0, -9},
    .forward = {-3, 2},
    .column = {3, 8},
    .pair = {-3, 3},
    .diagonal = {-7, -2},
    .tempo = {14, 7},
};

constexpr const Weights& weights_of(std::string_view ruleset) {
    if (ruleset == world.name) return world_weights;
    if (ruleset == bulgarian.name) return bulgarian_weights;
    if (ruleset == armenian.name) return armenian_weights;
    return turkish_weights; // hgware and kenyan differ from this game only in details
}

template <const Ruleset& R>
inline constexpr const Weights& weights = weights_of(R.name);

} // namespace damaci
