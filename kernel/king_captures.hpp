// The captures of kings, one king at a time, by depth-first search.
#pragma once

#include "inline_vector.hpp"
#include "rules.hpp"
#include "visited.hpp"

namespace damaci {

// The squares on which a king lands that jumps the piece on `victim` in direction d.
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

// Whether any of the kings can capture.
template <const Ruleset& R>
bool kings_can_capture(Bitboard kings, Bitboard enemy, Bitboard occupied) {
    bool captures = false;
    for (; kings != 0 && !captures; kings = without_first(kings)) {
        for_each_direction<R.king_captures>([&]<Direction d>() {
            const Bitboard victim = first_on_ray<d>(first_square(kings), occupied) & enemy;
            if (victim != 0) captures |= king_landings<R, d>(first_square(victim), occupied) != 0;
        });
    }
    return captures;
}

// Should a search be exhausted (visited.hpp), it makes do with the best captures found.
template <const Ruleset& R>
class KingCaptures {
  public:
    // Captures of fewer than `at_least` pieces are left out when the ruleset demands the maximum.
    KingCaptures(Bitboard occupied, Bitboard enemy, int at_least)
        : occupied_(occupied), enemy_(enemy), longest_(at_least) {}

    bool any() const { return !found_.empty(); }

    // Pieces taken by the largest capture, or the limit given at first when none reaches it.
    int longest() const { return longest_; }

    void search(Square king) {
        origin_ = king;
        go_on<R.king_captures>({king, occupied_ ^ bit(king), enemy_, 0, 0});
        merge_repeats();
    }

    template <class Sink>
    void emit(Sink& sink) const {
        for (const KingCapture& capture : found_)
            sink.king_captures(capture.origin, capture.targets, capture.captured);
    }

  private:
    static constexpr bool maximum = R.choice == Choice::maximum;
    // A king in the middle of its chain.
    struct State {
        Square at;
        Bitboard occupied; // without the king itself
        Bitboard enemy;    // what may still be captured
        Bitboard captured;
        int count;
    };

    // Tries the given directions; false when nothing can be captured in any.
    template <Directions allowed>
    bool go_on(const State& state) {
        bool captures = false;
        for_each_direction<allowed>([&]<Direction d>() {
            const Bitboard victim = first_on_ray<d>(state.at, state.occupied) & state.enemy;
            if (victim == 0) return;
            const Bitboard landings = king_landings<R, d>(first_square(victim), state.occupied);
            if (landings == 0) return;
            captures = true;
            jump<d>(state, victim, landings);
        });
        return captures;
    }

    template <Direction d>
    void jump(const State& from, Bitboard victim, Bitboard landings) {
        State state = from;
        state.captured |= victim;
        state.enemy ^= victim;
        if constexpr (R.removal == Removal::at_once) state.occupied ^= victim;
        state.count += 1;
        state.at = first_square(step(d) > 0 ? first_bit(landings) : last_bit(landings));
        const Waypoint here{state.captured, static_cast<std::uint8_t>(origin_), static_cast<std::uint8_t>(state.at), d};
        if (visited_.contains(here) || visited_.exhausted()) return;
        visited_.add(here);
        if constexpr (maximum) record(state, landings);
        const Bitboard ends = land<d>(state, landings);
        if constexpr (!maximum) record(state, ends);
    }

    // Goes on from every landing square, and returns those where the chain ends. Straight on, all of them take the same
    // piece, so that is tried from the nearest only; straight back is forbidden.
    template <Direction d>
    Bitboard land(State& state, Bitboard landings) {
        constexpr Directions turns = R.king_captures.without(d).without(opposite(d));
        Bitboard ends = go_on<Directions{d}>(state) ? 0 : landings;
        for_each_square(landings, [&](Square landing) {
            state.at = landing;
            if (go_on<turns>(state)) ends &= ~bit(landing);
        });
        return ends;
    }

    void record(const State& state, Bitboard targets) {
        if (targets == 0 || (maximum && state.count < longest_)) return;
        if (maximum && state.count > longest_) found_.clear();
        longest_ = state.count > longest_ ? state.count : longest_;
        found_.push_back({state.captured, targets, origin_});
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
    int longest_;
    Square origin_ = 0;
    Visited visited_;
    InlineVector<KingCapture, 32> found_;
};

} // namespace damaci
