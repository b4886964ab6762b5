// The captures of all of a side's men at once, set by set instead of man by man.
//
// Men capture forward and sideways only, so a chain never comes back to a rank's squares it has used: what it removes
// cannot open or close its own way. Where men can go is therefore a fixed graph, which shifts of whole sets walk: level
// n is the set of squares reached by n jumps, apart for each direction of the last jump. Moves are then read backwards
// from the squares where chains end, which costs no dead ends, and no two paths make the same move.
#pragma once

#include "rules.hpp"

namespace damaci {

template <const Ruleset& R, Side S>
class ManCaptures {
    static constexpr Directions ways = R.man_captures.seen_by(S);
    static_assert(!R.man_captures.contains(Direction::backward) && !R.man_captures.contains(Direction::backward_left) &&
                      !R.man_captures.contains(Direction::backward_right),
                  "chains of men that also capture backwards are not a fixed graph");
    // At most three jumps along each of the four ranks a man can visit, and three between them.
    static constexpr int max_jumps = 15;

    // The squares on which men land, by the direction of the jump; entries of other directions are unused.
    using Landings = std::array<Bitboard, direction_count>;

  public:
    ManCaptures(Bitboard men, Bitboard enemy, Bitboard empty) : men_(men), enemy_(enemy), empty_(empty) {
        for_each_direction<ways>([&]<Direction d>() { levels_[1][index(d)] = landings<d>(men); });
        if (!any(levels_[1])) return;
        for (longest_ = 1; any(levels_[longest_ + 1] = next(levels_[longest_])); ++longest_) {
        }
    }

    // Whether any man can capture.
    static bool possible(Bitboard men, Bitboard enemy, Bitboard empty) { return (can_jump(enemy, empty) & men) != 0; }

    // Jumps of the longest chain; 0 when no man can capture.
    int longest() const { return longest_; }

    // Tells the sink every move that the ruleset's choice allows.
    template <class Sink>
    void emit(Sink& sink) const {
        if constexpr (R.choice == Choice::maximum) {
            if (longest_ > 0) emit_level(sink, longest_, ~Bitboard{0});
        } else {
            const Bitboard finished = ~can_jump(enemy_, empty_);
            for (int level = 1; level <= longest_; ++level)
                emit_level(sink, level, finished);
        }
    }

  private:
    template <Direction d>
    Bitboard landings(Bitboard from) const {
        return shift<d>(shift<d>(from) & enemy_) & empty_;
    }

    static bool any(const Landings& level) {
        Bitboard squares = 0;
        for_each_direction<ways>([&]<Direction d>() { squares |= level[index(d)]; });
        return squares != 0;
    }

    // The squares on which a man may stand to go on in direction d: never straight back.
    template <Direction d>
    static Bitboard sources(const Landings& level) {
        Bitboard squares = 0;
        for_each_direction<ways.without(opposite(d))>([&]<Direction e>() { squares |= level[index(e)]; });
        return squares;
    }

    Landings next(const Landings& level) const {
        Landings further;
        for_each_direction<ways>([&]<Direction d>() { further[index(d)] = landings<d>(sources<d>(level)); });
        return further;
    }

    // Squares from which a jump is possible.
    static Bitboard can_jump(Bitboard enemy, Bitboard empty) {
        Bitboard squares = 0;
        for_each_direction<ways>(
            [&]<Direction d>() { squares |= shift<opposite(d)>(shift<opposite(d)>(empty) & enemy); });
        return squares;
    }

    template <class Sink>
    void emit_level(Sink& sink, int level, Bitboard ends) const {
        for_each_direction<ways>([&]<Direction d>() {
            const Bitboard targets = levels_[level][index(d)] & ends;
            if (level == 1) return sink.template man_jumps<d>(targets);
            for_each_square(targets, [&](Square target) { walk_back<d>(sink, level, target, 0, target); });
        });
    }

    // From a landing on `at` by the level-th jump, in direction d, back to every man that can have begun the chain.
    template <Direction d, class Sink>
    void walk_back(Sink& sink, int level, Square at, Bitboard captured, Square target) const {
        const Square from = at - 2 * step(d);
        captured |= bit(at - step(d));
        if (level == 1) return sink.man_chain(from, target, captured);
        for_each_direction<ways.without(opposite(d))>([&]<Direction e>() {
            if (levels_[level - 1][index(e)] & bit(from)) walk_back<e>(sink, level - 1, from, captured, target);
        });
    }

    Bitboard men_, enemy_, empty_;
    int longest_ = 0;
    Landings levels_[max_jumps + 2]; // level n at index n; one more than the longest is looked at
};

} // namespace damaci
