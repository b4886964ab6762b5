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

    // The pieces that can be captured in each of these directions.
    template <Directions ways>
    using Victims = std::array<Bitboard, ways.size()>;

    void search(Square king) {
        constexpr Directions ways = R.king_captures;
        origin_ = king;
        empty_ = ~occupied_ | bit(king);
        Victims<ways> victims;
        for_each_direction<ways>([&]<Direction d>() {
            victims[ways.index_of(d)] = first_on_ray<d>(king, ~empty_) & enemy_ & shift<opposite(d)>(empty_);
        });
        if (all(victims) == 0) return;
        jump_over<ways>(victims, 0);
        if (found_.size() > 1) merge_repeats();
    }

    static Bitboard all(const auto& sets) {
        Bitboard squares = 0;
        for (const Bitboard set : sets)
            squares |= set;
        return squares;
    }

    // The empty squares for the moving king, once these pieces are captured.
    Bitboard empty(Bitboard captured) const { return R.removal == Removal::at_once ? empty_ | captured : empty_; }

    // Takes each of the victims after the captured pieces. Returns the squares from which they are taken, and more.
    template <Directions ways>
    Bitboard jump_over(const Victims<ways>& victims, Bitboard captured) {
        Bitboard origins = 0;
        for_each_direction<ways>([&]<Direction d>() {
            for_each_square(victims[ways.index_of(d)], [&](Square victim) {
                origins |= ray<opposite(d)>(victim);
                jump<d>(victim, captured);
            });
        });
        return origins;
    }

    // Takes the piece on `victim` in direction d, continues the chain, and records where it ends.
    template <Direction d>
    [[gnu::noinline]] void jump(Square victim, Bitboard captured) {
        const Bitboard landings = king_landings<R, d>(victim, ~empty(captured));
        captured |= bit(victim);
        const bool skip = visited_.can_skip([&] {
            return Waypoint{captured, static_cast<std::uint8_t>(origin_), static_cast<std::uint8_t>(victim), d};
        });
        if (skip) return;
        landed_ |= landings;
        taken_ |= captured;
        const Bitboard ends = go_on<d>(landings, captured);
        if (ends != 0) record(captured, ends);
    }

    // Continues a chain from the squares where it has landed in direction d. Returns those where it ends.
    template <Direction d>
    Bitboard go_on(Bitboard landings, Bitboard captured) {
        constexpr Directions ways = R.king_captures.without(opposite(d)); // turning straight back is forbidden
        Victims<ways> victims;
        for_each_direction<ways>(
            [&]<Direction e>() { victims[ways.index_of(e)] = find_victims<d, e>(landings, captured); });
        if (all(victims) == 0) return landings;
        const Bitboard origins = jump_over<ways>(victims, captured);
        return maximum ? 0 : landings & ~origins;
    }

    // The pieces that can be captured in direction e from the squares where a jump in direction d has landed. They are
    // on different lines, except straight ahead, where only one can be captured.
    template <Direction d, Direction e>
    Bitboard find_victims(Bitboard landings, Bitboard captured) const {
        constexpr bool filled = d == e && R.king_landing == Landing::any_behind;
        const Bitboard run = filled ? landings : fill_five<e>(landings, empty(captured));
        return shift<e>(run) & enemy_ & ~captured & shift<opposite(e)>(empty(captured));
    }

    void record(Bitboard captured, Bitboard targets) {
        const int count = std::popcount(captured);
        if (maximum && count < longest_) return;
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
            else if (++last != next)
                *last = *next;
        }
        found_.truncate(static_cast<std::size_t>(last + 1 - found_.begin()));
    }

    Bitboard occupied_, enemy_;
    Bitboard empty_; // the empty squares for the king whose captures are searched
    Bitboard landed_ = 0, taken_ = 0;
    int longest_ = 0;
    Square origin_ = 0;
    Visited visited_;
    InlineVector<KingCapture, 32> found_;
};

} // namespace damaci
