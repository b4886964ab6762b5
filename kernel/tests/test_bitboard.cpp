// Compares the functions on lines of squares with walking them step by step.

#include "bitboard.hpp"
#include "check.hpp"
#include "rules.hpp"
#include "tally.hpp"

#include <random>

namespace damaci {
namespace {

// The square one step further, or -1 if it is off the board.
Square neighbour(Square square, Direction d) {
    const int file = square % 8 + file_step(d), rank = square / 8 + rank_step(d);
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : 8 * rank + file;
}

struct Walked {
    Bitboard free = 0, first = 0;
};

Walked walk_ray(Square from, Direction d, Bitboard occupied, int steps = 7) {
    Walked walked;
    for (Square square = neighbour(from, d); square >= 0 && steps > 0; square = neighbour(square, d), --steps) {
        if ((occupied & bit(square)) != 0) {
            walked.first = bit(square);
            break;
        }
        walked.free |= bit(square);
    }
    return walked;
}

TEST(rays_are_walked_right) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 400; ++round) {
        const Bitboard occupied = random() & (round % 2 == 0 ? random() : ~Bitboard{0});
        for (Square square = 0; square < 64; ++square) {
            Bitboard sight = 0;
            for_each_direction<directions::all>([&]<Direction d>() {
                const Walked walked = walk_ray(square, d, occupied);
                CHECK(first_on_ray<d>(square, occupied) == walked.first);
                CHECK(free_run<d>(square, occupied) == walked.free);
                CHECK(fill<d>(bit(square), ~occupied) == (walked.free | bit(square)));
                CHECK(fill_five<d>(bit(square), ~occupied) == (walk_ray(square, d, occupied, 5).free | bit(square)));
                sight |= walked.free | walked.first;
            });
            CHECK(seen<directions::all>(square, occupied) == sight);
            CHECK((seen<directions::orthogonal>(square, occupied) | seen<directions::diagonal>(square, occupied)) ==
                  sight);
        }
    }
}

TEST(a_tally_knows_in_how_many_sets_squares_are) {
    std::mt19937_64 random(2);
    for (int round = 0; round < 100; ++round) {
        Tally<5> tally;
        const Bitboard asked = random();
        std::uint64_t sum = 0;
        for (int set = 0; set < 5; ++set) {
            const Bitboard squares = random() | random();
            tally.add(squares);
            sum += static_cast<std::uint64_t>(std::popcount(squares & asked));
        }
        CHECK(tally.sum(asked) == sum);
    }
}

TEST(a_tally_is_full_where_all_sets_are) {
    std::mt19937_64 random(3);
    Tally<3> tally;
    Bitboard everywhere = ~Bitboard{0};
    for (int set = 0; set < 3; ++set) {
        CHECK(tally.full() == 0);
        const Bitboard squares = random() | random();
        tally.add(squares);
        everywhere &= squares;
    }
    CHECK(tally.full() == everywhere);
}

TEST(shifts_stay_on_the_board) {
    for (Square square = 0; square < 64; ++square) {
        for_each_direction<directions::all>([&]<Direction d>() {
            const Square next = neighbour(square, d);
            CHECK(shift<d>(bit(square)) == (next < 0 ? 0 : bit(next)));
        });
    }
}

TEST(direction_sets_turn_with_the_player) {
    using enum Direction;
    constexpr Directions set{forward, forward_right};
    CHECK(set.seen_by(Side::white) == set);
    CHECK((set.seen_by(Side::black) == Directions{backward, backward_left}));
    CHECK(set.size() == 2 && set.index_of(forward_right) == 1);
    CHECK(set.without(forward) == Directions{forward_right});
}

} // namespace
} // namespace damaci
