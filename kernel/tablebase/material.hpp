// The number of pieces of each kind on the board, seen from the side to move.
#pragma once

#include "combinations.hpp"

#include <array>
#include <compare>
#include <cstddef>

namespace damaci {

struct Material {
    int own_men = 0, own_kings = 0, enemy_men = 0, enemy_kings = 0;

    constexpr int own() const { return own_men + own_kings; }
    constexpr int enemy() const { return enemy_men + enemy_kings; }
    constexpr int pieces() const { return own() + enemy(); }
    // The material as the other side sees it.
    constexpr Material flipped() const { return {enemy_men, enemy_kings, own_men, own_kings}; }
    // Whether there can be tables of the material: each side has a piece, and no kind has too many pieces.
    constexpr bool is_possible() const {
        for (const int count : {own_men, own_kings, enemy_men, enemy_kings}) {
            if (count < 0 || count > most_of_a_kind) return false;
        }
        return own() > 0 && enemy() > 0;
    }
    friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

} // namespace damaci
