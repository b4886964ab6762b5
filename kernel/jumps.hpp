// The jumps of one piece during a capture, square by square. This is simpler and slower than the move generator.
#pragma once

#include "position.hpp"

#include <optional>

namespace damaci {

// A capture in progress.
struct Chain {
    Square at;
    std::optional<Direction> last;
    Bitboard occupied; // without the moving piece
    Bitboard enemy;    // the pieces that may still be captured
};

class Jumps {
  public:
    Jumps(const Ruleset& rules, const Position& position, Square origin)
        : rules_(rules), position_(position), origin_(origin), is_king_((position.kings & bit(origin)) != 0) {}

    // The chain before the first jump; only these victims may be captured.
    Chain begin(Bitboard victims) const {
        return {origin_, std::nullopt, position_.occupied() ^ bit(origin_), victims};
    }

    // Calls f(victim, next) for each jump that continues a chain.
    template <class F>
    void for_each(const Chain& chain, F&& f) const {
        const Directions ways = is_king_ ? rules_.king_captures : rules_.man_captures.seen_by(position_.turn);
        for_each_direction<directions::all>([&]<Direction d>() {
            if (!ways.contains(d) || chain.last == opposite(d)) return;
            const Bitboard reach = is_king_ ? ~Bitboard{0} : shift<d>(bit(chain.at));
            const Bitboard victim = first_on_ray<d>(chain.at, chain.occupied) & chain.enemy & reach;
            if (victim == 0) return;
            const Bitboard leaving = rules_.removal == Removal::at_once ? victim : 0;
            for_each_square(landings<d>(victim, chain.occupied), [&](Square landing) {
                f(first_square(victim), Chain{landing, d, chain.occupied ^ leaving, chain.enemy ^ victim});
            });
        });
    }

    // Whether a chain that has captured the same pieces as `move` completes it: it is on the target and may end
    // there.
    bool makes(const Move& move, Chain chain) const {
        if (chain.at != move.target) return false;
        if (rules_.choice == Choice::maximum) return true; // the largest captures cannot be continued
        chain.enemy = position_.of(other(position_.turn)) & ~move.captured;
        bool goes_on = false;
        for_each(chain, [&](Square, const Chain&) { goes_on = true; });
        return !goes_on;
    }

  private:
    template <Direction d>
    Bitboard landings(Bitboard victim, Bitboard occupied) const {
        const bool anywhere = is_king_ && rules_.king_landing == Landing::any_behind;
        return anywhere ? free_run<d>(first_square(victim), occupied) : shift<d>(victim) & ~occupied;
    }

    const Ruleset& rules_;
    const Position& position_;
    Square origin_;
    bool is_king_;
};

} // namespace damaci
