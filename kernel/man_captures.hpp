// The captures of all men of a side at once, computed by sets instead of man by man.
//
// Men capture forward and sideways only, so a chain never returns to a square that it has used, and the pieces that it
// removes do not change its further jumps. The possible jumps therefore form a fixed graph, which is traversed by
// shifting whole sets: level n holds the squares reached by n jumps, one set for each direction of the last jump. Moves
// are then collected backwards from the squares where chains end, so that there are no dead ends, and no two paths give
// the same move.
#pragma once

#include "rules.hpp"
#include "sinks.hpp"

namespace damaci {

template <const Ruleset& R, Side S>
class ManCaptures {
  public:
    ManCaptures(Bitboard men, Bitboard enemy, Bitboard empty) : jumpable_(jumpable(enemy, empty)) {
        for_each_direction<ways>([&]<Direction d>() { levels_[1][at<d>] = land<d>(jumpable_, men); });
        if (all(levels_[1]) == 0) return;
        for (longest_ = 1; all(levels_[longest_ + 1] = next(jumpable_, levels_[longest_])) != 0;)
            ++longest_;
    }

    // Whether any man can capture.
    static bool possible(Bitboard men, Bitboard enemy, Bitboard empty) {
        return (all(jumpable(enemy, empty)) & men) != 0;
    }

    // The number of jumps of the longest chain; 0 if no man can capture.
    int longest() const { return longest_; }

    // The squares on which men land in any chain.
    Bitboard landed() const {
        Bitboard squares = 0;
        for (int level = 1; level <= longest_; ++level)
            squares |= all(levels_[level]);
        return squares;
    }

    // Passes every move that the ruleset allows to the sink.
    template <class Sink>
    void emit(Sink& sink) const {
        for_each_last_level([&](int level, Bitboard ends) { emit_level(sink, level, ends); });
    }

    // The number of moves that emit would pass.
    [[gnu::flatten]] static std::uint64_t count(Bitboard men, Bitboard enemy, Bitboard empty) {
        const Sets jumps = jumpable(enemy, empty);
        const Bitboard finished = R.choice == Choice::maximum ? ~Bitboard{0} : ~all(jumps);
        Sets level;
        for_each_direction<ways>([&]<Direction d>() { level[at<d>] = land<d>(jumps, men); });
        std::uint64_t count = 0;
        bool meeting = false;
        for (;;) {
            const Sets further = next(jumps, level);
            const bool last = all(further) == 0;
            if (R.choice == Choice::any || last) {
                for (const Bitboard landings : level)
                    count += static_cast<std::uint64_t>(std::popcount(landings & finished));
            }
            if (last) return meeting ? count_one_by_one(men, enemy, empty) : count;
            meeting |= meet(level);
            for_each_direction<ways>([&]<Direction d>() { level[at<d>] = further[at<d>]; });
        }
    }

  private:
    static constexpr Directions ways = R.man_captures.seen_by(S);
    static_assert(!R.man_captures.contains(Direction::backward) && !R.man_captures.contains(Direction::backward_left) &&
                      !R.man_captures.contains(Direction::backward_right),
                  "chains of men that also capture backwards are not a fixed graph");
    // At most three jumps along each of the four ranks that a man can visit, and three between these ranks.
    static constexpr int max_jumps = 15;

    // A set of squares for each direction in which men capture.
    using Sets = std::array<Bitboard, ways.size()>;

    template <Direction d>
    static constexpr std::size_t at = ways.index_of(d);

    // The squares from which a man could jump in each direction, if it stood there.
    static Sets jumpable(Bitboard enemy, Bitboard empty) {
        Sets squares;
        for_each_direction<ways>(
            [&]<Direction d>() { squares[at<d>] = shift<opposite(d)>(shift<opposite(d)>(empty) & enemy); });
        return squares;
    }

    // The squares on which men from these squares land when they jump in direction d.
    template <Direction d>
    static Bitboard land(const Sets& jumpable, Bitboard from) {
        constexpr int jump = 2 * step(d);
        const Bitboard jumping = from & jumpable[at<d>];
        return jump > 0 ? jumping << jump : jumping >> -jump;
    }

    static Bitboard all(const Sets& sets) {
        Bitboard squares = 0;
        for_each_direction<ways>([&]<Direction d>() { squares |= sets[at<d>]; });
        return squares;
    }

    // The next level: jumps in any direction except straight back.
    static Sets next(const Sets& jumpable, const Sets& level) {
        Sets further;
        for_each_direction<ways>([&]<Direction d>() {
            Bitboard from = 0;
            for_each_direction<ways.without(opposite(d))>([&]<Direction e>() { from |= level[at<e>]; });
            further[at<d>] = land<d>(jumpable, from);
        });
        return further;
    }

    // Whether chains meet on a square of this level: there may then be more chains than squares where they end.
    static bool meet(const Sets& level) {
        Bitboard seen = 0, again = 0;
        for (const Bitboard landings : level) {
            again |= seen & landings;
            seen |= landings;
        }
        return again != 0;
    }

    // Calls f(level, ends) for the levels at which chains may end, with the squares where they end.
    template <class F>
    void for_each_last_level(F&& f) const {
        if constexpr (R.choice == Choice::maximum) {
            if (longest_ > 0) f(longest_, ~Bitboard{0});
        } else {
            const Bitboard finished = ~all(jumpable_);
            for (int level = 1; level <= longest_; ++level)
                f(level, finished);
        }
    }

    [[gnu::noinline]] static std::uint64_t count_one_by_one(Bitboard men, Bitboard enemy, Bitboard empty) {
        CountingSink moves;
        ManCaptures(men, enemy, empty).emit(moves);
        return moves.count();
    }

    template <class Sink>
    void emit_level(Sink& sink, int level, Bitboard ends) const {
        for_each_direction<ways>([&]<Direction d>() {
            const Bitboard targets = levels_[level][at<d>] & ends;
            if (level == 1) return sink.template man_jumps<d>(targets);
            for_each_square(targets, [&](Square target) { walk_back<d>(sink, level, target, 0, target); });
        });
    }

    // Follows chains backwards, from the level-th jump, in direction d and landing on `here`, to every man that can
    // have begun one of them.
    template <Direction d, class Sink>
    [[gnu::noinline]] void walk_back(Sink& sink, int level, Square here, Bitboard captured, Square target) const {
        const Square from = here - 2 * step(d);
        captured |= bit(here - step(d));
        if (level == 1) return sink.man_chain(from, target, captured);
        for_each_direction<ways.without(opposite(d))>([&]<Direction e>() {
            if (levels_[level - 1][at<e>] & bit(from)) walk_back<e>(sink, level - 1, from, captured, target);
        });
    }

    Sets jumpable_;
    int longest_ = 0;
    Sets levels_[max_jumps + 2]; // level n at index n, and one level after the longest
};

} // namespace damaci
