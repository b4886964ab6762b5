// A position seen from the side to move, whose pieces move up the board whatever their colour.
#pragma once

#include "../position.hpp"
#include "material.hpp"

namespace damaci {

constexpr Bitboard mirrored(Bitboard b) {
    b = (b >> 1 & 0x5555555555555555) | (b & 0x5555555555555555) << 1;
    b = (b >> 2 & 0x3333333333333333) | (b & 0x3333333333333333) << 2;
    return (b >> 4 & 0x0f0f0f0f0f0f0f0f) | (b & 0x0f0f0f0f0f0f0f0f) << 4;
}

// Rotates the board by half a turn. Every ruleset is symmetric under this rotation.
constexpr Bitboard turned(Bitboard b) {
    b = mirrored(b);
    b = (b >> 8 & 0x00ff00ff00ff00ff) | (b & 0x00ff00ff00ff00ff) << 8;
    b = (b >> 16 & 0x0000ffff0000ffff) | (b & 0x0000ffff0000ffff) << 16;
    return b >> 32 | b << 32;
}

struct View {
    Bitboard own_men = 0, own_kings = 0, enemy_men = 0, enemy_kings = 0;

    static constexpr View of(const Position& position) {
        const Bitboard own = position.of(position.turn), enemy = position.of(other(position.turn));
        const View view{own & ~position.kings, own & position.kings, enemy & ~position.kings, enemy & position.kings};
        return position.turn == Side::white ? view : view.turned_round();
    }

    // With the side to move as white.
    constexpr Position position() const {
        return {.white = own_men | own_kings,
                .black = enemy_men | enemy_kings,
                .kings = own_kings | enemy_kings,
                .turn = Side::white};
    }

    // The position as the other side sees it.
    constexpr View flipped() const { return View{enemy_men, enemy_kings, own_men, own_kings}.turned_round(); }

    constexpr View mirror_image() const {
        return {mirrored(own_men), mirrored(own_kings), mirrored(enemy_men), mirrored(enemy_kings)};
    }

    friend constexpr bool operator==(const View&, const View&) = default;

    constexpr Bitboard occupied() const { return own_men | own_kings | enemy_men | enemy_kings; }

    constexpr Material material() const {
        return {std::popcount(own_men), std::popcount(own_kings), std::popcount(enemy_men), std::popcount(enemy_kings)};
    }

  private:
    constexpr View turned_round() const {
        return {turned(own_men), turned(own_kings), turned(enemy_men), turned(enemy_kings)};
    }
};

} // namespace damaci
