// How many pieces of each kind are on the board, seen from the side to move.
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
    // The same seen from the other side.
    constexpr Material flipped() const { return {enemy_men, enemy_kings, own_men, own_kings}; }
    // Whether there are tables of it: each side has a piece, and not too many of a kind.
    constexpr bool is_possible() const {
        for (const int count : {own_men, own_kings, enemy_men, enemy_kings}) {
            if (count < 0 || count > most_of_a_kind) return false;
        }
        return own() > 0 && enemy() > 0;
    }
    friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

} // namespace damaci
