// What the evaluation's terms are worth, in centimen, for each ruleset: fitted by logistic regression to the results of
// games that the search played against itself.
#pragma once

#include "../rules.hpp"

namespace damaci {

// A term's worth with all pieces on the board and with none; between, it changes with the number of pieces.
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
    std::array<Tapered, 7> passed;  // of a man that no enemy man can meet, by rank
    Tapered reach;                  // a square that some king can go to
    Tapered sideways;               // a step to the side that a man can make
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
    .column = {-3, 0},
    .pair = {6, 9},
    .diagonal = {0, 0},
    .tempo = {11, 9},
};

template <const Ruleset& R>
inline constexpr const Weights& weights = turkish_weights; // hgware and kenyan are played on the same lines

} // namespace damaci
