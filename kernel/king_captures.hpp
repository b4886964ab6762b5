// The captures of kings, one king at a time, by depth-first search.
#pragma once

#include "inline_vector.hpp"
#include "rules.hpp"
#include "visited.hpp"

namespace damaci {

// The squares on which a king can land when it jumps over the piece on `victim` in direction d.
template <const Ruleset& R, Direction d>
Bitboard king_landings(Square victim, Bitboard occupied) {
    if constexpr (R.king_landing == Landing::any_behind)
        return free_run<d>(victim, occupied);
    else
        return shift<d>(bit(victim)) & ~occupied;
}

// All moves of one king that capture the same pieces: they differ only in where they end.
struct KingCapture {
    Bitboard captured;
    Bitboard targets;
    Square origin;
};

// Whether a king can capture: whether it sees more squares when the enemy pieces in its sight are removed.
template <const Ruleset& R>
bool king_can_capture(Square king, Bitboard enemy, Bitboard occupied) {
    const Bitboard sight = seen<R.king_captures>(king, occupied);
    const Bitboard further = seen<R.king_captures>(king, occupied ^ (sight & enemy));
    return (further & ~sight & ~occupied) != 0;
}

// If the search limit is reached (visited.hpp), the best captures found so far count.
template <const Ruleset& R>
class KingCaptures {
  public:
    KingCaptures(Bitboard kings, Bitboard enemy, Bitboard occupied) : occupied_(occupied), enemy_(enemy) {
        for_each_square(kings, [&](Square king) { search(king); });
    }

    bool any() const { return !found_.empty(); }

    // Number of pieces in the largest capture.
    int longest() const { return longest_; }

    // The squares on which kings land, and the pieces that they take, in any chain.
    Bitboard landed() const { return landed_; }
    Bitboard taken() const { return taken_; }

    template <class Sink>
    void emit(Sink& sink) const {
        for (const KingCapture& capture : found_)
            sink.king_captures(capture.origin, capture.targets, capture.captured);
    }

  private:
    static constexpr bool maximum = R.choice == Choice::maximum;

    void search(Square king) {
        origin_ = king;
        go_on<R.king_captures>(king, 0);
        merge_repeats();
    }

    // The occupied squares, without the moving king, once these pieces are captured.
    Bitboard occupied(Bitboard captured) const {
        const Bitboard others = occupied_ ^ bit(origin_);
        return R.removal == Removal::at_once ? others ^ captured : others;
    }

    // Tries the given directions from a square; false when nothing can be captured in any.
    template <Directions allowed>
    bool go_on(Square at, Bitboard captured) {
        bool captures = false;
        for_each_direction<allowed>([&]<Direction d>() {
            const Bitboard victim = first_on_ray<d>(at, occupied(captured)) & enemy_ & ~captured;
            if ((shift<d>(victim) & ~occupied(captured)) == 0) return; // one branch, whether or not there is a victim
            const Bitboard landings = king_landings<R, d>(first_square(victim), occupied(captured));
            captures = true;
            jump<d>(landings, captured | victim);
        });
        return captures;
    }

    // Records where the chain can end after a jump in direction d, and continues it.
    template <Direction d>
    [[gnu::noinline]] void jump(Bitboard landings, Bitboard captured) {
        const Square nearest = first_square(step(d) > 0 ? first_bit(landings) : last_bit(landings));
        const Waypoint here{captured, static_cast<std::uint8_t>(origin_), static_cast<std::uint8_t>(nearest), d};
        if (visited_.contains(here) || visited_.exhausted()) return;
        visited_.add(here);
        landed_ |= landings;
        taken_ |= captured;
        if constexpr (maximum) record(captured, landings);
        const Bitboard ends = land<d>(nearest, landings, captured);
        if constexpr (!maximum) record(captured, ends);
    }

    // Continues from every landing square, and returns those where the chain ends. Jumps straight ahead from any of
    // them capture the same piece, so only the nearest one tries that direction. Turning straight back is forbidden.
    template <Direction d>
    Bitboard land(Square nearest, Bitboard landings, Bitboard captured) {
        constexpr Directions turns = R.king_captures.without(d).without(opposite(d));
        Bitboard ends = go_on<Directions{d}>(nearest, captured) ? 0 : landings;
        for_each_square(landings & turning<turns>(captured), [&](Square landing) {
            if (go_on<turns>(landing, captured)) ends &= ~bit(landing);
        });
        return ends;
    }

    // A superset of the squares from which a piece can be captured in one of these directions.
    template <Directions turns>
    Bitboard turning(Bitboard captured) const {
        if constexpr (R.king_landing == Landing::right_behind) return ~Bitboard{0}; // there is only one
        const Bitboard enemy = enemy_ & ~captured, empty = ~occupied(captured);
        Bitboard squares = 0;
        for_each_direction<turns>(
            [&]<Direction d>() { squares |= fill<opposite(d)>(enemy & shift<opposite(d)>(empty), empty); });
        return squares;
    }

    void record(Bitboard captured, Bitboard targets) {
        const int count = std::popcount(captured);
        if (targets == 0 || (maximum && count < longest_)) return;
        if (maximum && count > longest_) found_.clear();
        longest_ = std::max(longest_, count);
        found_.push_back({captured, targets, origin_});
    }

    // Different paths may capture the same pieces.
    void merge_repeats() {
        KingCapture* first = found_.end();
        while (first != found_.begin() && first[-1].origin == origin_)
            --first;
        if (found_.end() - first < 2) return;
        std::sort(first, found_.end(), [](const auto& a, const auto& b) { return a.captured < b.captured; });
        KingCapture* last = first;
        for (const KingCapture* next = first + 1; next != found_.end(); ++next) {
            if (next->captured == last->captured)
                last->targets |= next->targets;
            else
                *++last = *next;
        }
        found_.truncate(static_cast<std::size_t>(last + 1 - found_.begin()));
    }

    Bitboard occupied_, enemy_;
    Bitboard landed_ = 0, taken_ = 0;
    int longest_ = 0;
    Square origin_ = 0;
    Visited visited_;
    InlineVector<KingCapture, 32> found_;
};

} // namespace damaci
