// Sets of squares as 64-bit integers (bit n = square n, a1 = 0 ... h8 = 63), the eight directions, and lines of
// squares.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace damaci {

using Bitboard = std::uint64_t;
using Square = int;

constexpr Bitboard bit(Square square) {
    return Bitboard{1} << square;
}
constexpr Square first_square(Bitboard squares) {
    return std::countr_zero(squares);
}
constexpr Bitboard first_bit(Bitboard squares) {
    return squares & (~squares + 1);
}
constexpr Bitboard last_bit(Bitboard squares) {
    return bit(63) >> std::countl_zero(squares);
} // of a non-empty set
constexpr Bitboard without_first(Bitboard squares) {
    return squares & (squares - 1);
}

constexpr Bitboard file_a = 0x0101010101010101;
constexpr Bitboard rank_1 = 0xff;
constexpr Bitboard dark_squares = 0xaa55aa55aa55aa55; // a1 is dark

// The side of the board at which a player sits.
enum class Side : std::uint8_t { white, black };

constexpr Side other(Side side) {
    return side == Side::white ? Side::black : Side::white;
}

// Clockwise, as white sees them.
enum class Direction : std::uint8_t {
    forward,
    forward_right,
    right,
    backward_right,
    backward,
    backward_left,
    left,
    forward_left
};

constexpr std::size_t direction_count = 8;

constexpr std::size_t index(Direction d) {
    return static_cast<std::size_t>(d);
}
constexpr Direction opposite(Direction d) {
    return static_cast<Direction>(index(d) ^ 4);
}
constexpr Direction seen_by(Side side, Direction d) {
    return side == Side::white ? d : opposite(d);
}

constexpr int file_step(Direction d) {
    return std::array{0, 1, 1, 1, 0, -1, -1, -1}[index(d)];
}
constexpr int rank_step(Direction d) {
    return std::array{1, 1, 0, -1, -1, -1, 0, 1}[index(d)];
}
constexpr int step(Direction d) {
    return 8 * rank_step(d) + file_step(d);
}

// A set of directions that can be a template argument.
struct Directions {
    std::uint8_t bits = 0;

    constexpr Directions() = default;
    constexpr Directions(std::initializer_list<Direction> directions) {
        for (const Direction d : directions)
            bits |= static_cast<std::uint8_t>(1u << index(d));
    }
    constexpr bool contains(Direction d) const { return (bits >> index(d) & 1) != 0; }
    constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits)); }
    // The index of a direction in the set.
    constexpr std::size_t index_of(Direction d) const {
        return static_cast<std::size_t>(std::popcount(static_cast<std::uint8_t>(bits & ((1u << index(d)) - 1))));
    }
    constexpr Directions without(Direction d) const {
        Directions rest = *this;
        rest.bits &= static_cast<std::uint8_t>(~(1u << index(d)));
        return rest;
    }
    // The directions of a player as white sees them: for black, the board is rotated by half a turn.
    constexpr Directions seen_by(Side side) const {
        Directions seen;
        seen.bits = static_cast<std::uint8_t>(side == Side::white ? bits : bits << 4 | bits >> 4);
        return seen;
    }
    friend constexpr bool operator==(Directions, Directions) = default;
};

// Calls f.operator()<d>() for each direction of the set, unrolled by the compiler.
template <Directions set, class F>
constexpr void for_each_direction(F&& f) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (
            [&] {
                if constexpr (set.contains(static_cast<Direction>(i)))
                    f.template operator()<static_cast<Direction>(i)>();
            }(),
            ...);
    }(std::make_index_sequence<direction_count>{});
}

// Calls f(bit) for each square of the set, as a set of one square, from a1 on.
template <class F>
constexpr void for_each_bit(Bitboard squares, F&& f) {
    for (; squares != 0; squares = without_first(squares))
        f(first_bit(squares));
}

// Calls f(square) for each square of the set, from a1 on.
template <class F>
constexpr void for_each_square(Bitboard squares, F&& f) {
    for (; squares != 0; squares = without_first(squares))
        f(first_square(squares));
}

// The squares one step away in direction d. Steps off the board are dropped.
template <Direction d>
constexpr Bitboard shift(Bitboard squares) {
    if constexpr (file_step(d) > 0) squares &= ~(file_a << 7);
    if constexpr (file_step(d) < 0) squares &= ~file_a;
    return step(d) > 0 ? squares << step(d) : squares >> -step(d);
}

// The squares n steps away in direction d, if none of these steps leaves the board.
template <Direction d>
constexpr Bitboard leap(Bitboard squares, int n) {
    return step(d) > 0 ? squares << n * step(d) : squares >> n * -step(d);
}

// These squares without those at the edge that no step in direction d enters, sideways.
template <Direction d>
constexpr Bitboard enterable(Bitboard squares) {
    if constexpr (file_step(d) > 0) return squares & ~file_a;
    if constexpr (file_step(d) < 0) return squares & ~(file_a << 7);
    return squares;
}

// These squares and the open ones that can be reached from them in direction d.
template <Direction d>
constexpr Bitboard fill(Bitboard squares, Bitboard open) {
    open = enterable<d>(open);
    squares |= open & leap<d>(squares, 1);
    open &= leap<d>(open, 1);
    squares |= open & leap<d>(squares, 2);
    open &= leap<d>(open, 2);
    return squares | (open & leap<d>(squares, 4));
}

// The same, but at most five steps away, which is as far as a piece that can be captured lets one go. It takes fewer
// operations that wait for one another.
template <Direction d>
constexpr Bitboard fill_five(Bitboard squares, Bitboard open) {
    open = enterable<d>(open);
    squares |= open & leap<d>(squares, 1);
    const Bitboard two = open & leap<d>(open, 1);
    const Bitboard four = two & leap<d>(two, 2);
    return squares | (two & leap<d>(squares, 2)) | (four & leap<d>(squares, 4));
}

using Rays = std::array<std::array<Bitboard, 64>, direction_count>;

// rays[direction][square]: the squares from the given square to the edge, without the square itself.
inline constexpr Rays rays = [] {
    Rays table{};
    for (std::size_t d = 0; d < direction_count; ++d) {
        const int df = file_step(static_cast<Direction>(d)), dr = rank_step(static_cast<Direction>(d));
        for (int square = 0; square < 64; ++square) {
            for (int f = square % 8 + df, r = square / 8 + dr; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr)
                table[d][static_cast<std::size_t>(square)] |= bit(8 * r + f);
        }
    }
    return table;
}();

template <Direction d>
constexpr Bitboard ray(Square from) {
    return rays[index(d)][static_cast<std::size_t>(from)];
}

// The first occupied square of the ray, as a set of one square or none.
template <Direction d>
constexpr Bitboard first_on_ray(Square from, Bitboard occupied) {
    const Bitboard blockers = ray<d>(from) & occupied;
    if constexpr (step(d) > 0) return first_bit(blockers);
    return last_bit(blockers | 1) & blockers;
}

// The empty squares up to the first occupied one.
template <Direction d>
constexpr Bitboard free_run(Square from, Bitboard occupied) {
    const Bitboard blockers = ray<d>(from) & occupied;
    if constexpr (step(d) > 0) return ray<d>(from) & (first_bit(blockers) - 1);
    return ray<d>(from) & (~last_bit(blockers | 1) + 1) & ~blockers;
}

// The squares visible along one line in both directions, including the first occupied ones. `d` is the direction in
// which square numbers increase.
// Subtracting the nearest piece below from the pieces above flips just the bits between the two.
template <Direction d>
constexpr Bitboard seen_on_line(Square from, Bitboard occupied) {
    static_assert(step(d) > 0);
    const Bitboard up = ray<d>(from), down = ray<opposite(d)>(from);
    const Bitboard above = up & occupied;
    const Bitboard nearest_below = last_bit((down & occupied) | 1);
    return (up | down) & (above ^ (above - nearest_below));
}

// The squares visible from one square in the given directions, which must contain the opposite of each.
template <Directions set>
constexpr Bitboard seen(Square from, Bitboard occupied) {
    Bitboard squares = 0;
    for_each_direction<set>([&]<Direction d>() {
        static_assert(set.contains(opposite(d)));
        if constexpr (step(d) > 0) squares |= seen_on_line<d>(from, occupied);
    });
    return squares;
}

} // namespace damaci
