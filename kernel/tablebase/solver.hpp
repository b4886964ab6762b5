// Retrograde analysis of one material, for both sides at once. The tables of all materials that captures and promotions
// lead to must be known.
//
// First every position is visited once: captures and promotions leave the material, so their outcomes are known. The
// remaining moves are quiet, and outcomes spread along them backwards, ply by ply: the predecessors of a lost position
// are won; a predecessor of a won position is lost if all its moves lose.
#pragma once

#include "../movegen.hpp"
#include "../parallel.hpp"
#include "../search/terms.hpp"
#include "slice.hpp"

namespace damaci {

template <const Ruleset& R>
class Solver {
  public:
    Solver(Slices& known, const Material& material, OneEach one_each, int kings_only_moves, int threads)
        : known_(known), material_(material), one_each_(one_each), threads_(threads),
          is_one_each_(material.own() == 1 && material.enemy() == 1),
          last_layer_(is_one_each_ && material.own_men + material.enemy_men == 0 && kings_only_moves > 0
                          ? kings_only_moves
                          : furthest) {
        mine_ = slice(material);
    }

    // `interrupted` is polled. When it returns true, the analysis stops and returns false.
    template <class Interrupted>
    bool solve(Interrupted interrupted) {
        theirs_ = slice(material_.flipped());
        for (Slice* slice : sides()) {
            if (!for_each(*slice, interrupted, [&](std::uint64_t number) { begin(*slice, number); })) return false;
        }
        if (is_decided_at_once()) return true;
        for (int n = 1; n <= std::min(deepest_.load(), last_layer_); ++n) {
            for (Slice* slice : sides()) {
                if (!spread(*slice, other(slice), n, interrupted)) return false;
            }
        }
        return true;
    }

    // Finds the outcomes that packing has left out: those of positions with a capture.
    template <class Interrupted>
    bool complete(Interrupted interrupted) {
        return for_each(*mine_, interrupted, [&](std::uint64_t number) {
            const auto view = mine_->index().view(number);
            if (!view) return mine_->set(number, no_position);
            if (!is_drawn_by_rule(view->position()) && can_capture<R>(view->position(), Side::white))
                begin(*mine_, number);
        });
    }

    // Counts the positions whose outcome in the table does not follow from their moves.
    template <class Interrupted>
    std::uint64_t count_mistakes(Interrupted interrupted) {
        std::atomic<std::uint64_t> mistakes = 0;
        theirs_ = slice(material_.flipped());
        for (Slice* slice : sides()) {
            for_each(*slice, interrupted, [&](std::uint64_t number) { mistakes += !is_right(*slice, number); });
        }
        return mistakes;
    }

  private:
    Slice* slice(const Material& material) {
        auto& found = known_[material];
        if (found == nullptr) found = std::make_shared<Slice>(R, material);
        return found.get();
    }

    std::vector<Slice*> sides() const { return mine_ == theirs_ ? std::vector{mine_} : std::vector{mine_, theirs_}; }
    Slice& other(const Slice* slice) const { return slice == mine_ ? *theirs_ : *mine_; }

    bool is_decided_at_once() const { return is_one_each_ && one_each_ != OneEach::never; }

    bool is_drawn_by_rule(const Position& position) const {
        if (!is_one_each_) return false;
        return one_each_ == OneEach::at_once ||
               (one_each_ == OneEach::unless_capture && !can_capture<R>(position, Side::white));
    }

    // Calls work(number) for all numbers of a slice, a stretch at a time.
    template <class Interrupted, class Work>
    bool for_each(const Slice& slice, Interrupted interrupted, Work work) {
        constexpr std::uint64_t stretch = 4'096;
        const std::uint64_t size = slice.index().size();
        bool finished = true;
        for_each_index((size + stretch - 1) / stretch, threads_,
                       [&](std::size_t i, const std::atomic<bool>&) {
                           const std::uint64_t end = std::min(size, (i + 1) * stretch);
                           for (std::uint64_t number = i * stretch; number < end; ++number)
                               work(number);
                       },
                       [&] {
                           finished = finished && !interrupted();
                           return !finished;
                       });
        return finished;
    }

    void store(Slice& slice, std::uint64_t number, Outcome outcome) {
        slice.set(number, outcome);
        if (outcome == drawn) return;
        int deepest = deepest_;
        while (deepest <= plies(outcome) && !deepest_.compare_exchange_weak(deepest, plies(outcome) + 1)) {
        }
    }

    // The outcome of the position after a move, for the side that made it.
    Outcome after(const Position& position, const Move& move) const {
        const View view = View::of(play(position, move));
        if (view.own_men == 0 && view.own_kings == 0) return ends_in(1);
        const Slice& slice = *known_.at(view.material());
        return damaci::before(slice[slice.index().number(view).value()]);
    }

    static bool leaves(const Position& position, const Move& move) {
        const bool promotes = (position.kings & bit(move.origin)) == 0 && move.target >= 56;
        return move.is_capture() || promotes;
    }

    // The outcome that follows from the moves that leave the material, or from having no move.
    void begin(Slice& slice, std::uint64_t number) {
        const auto view = slice.index().view(number);
        if (!view) return slice.set(number, no_position);
        const Position position = view->position();
        if (is_drawn_by_rule(position)) return;
        MoveList moves;
        generate<R>(position, moves);
        if (moves.empty()) return store(slice, number, ends_in(0));
        Outcome best = no_position;
        bool all_leave = true;
        for (const Move& move : moves) {
            if (!leaves(position, move)) {
                all_leave = false;
                continue;
            }
            const Outcome outcome = after(position, move);
            best = best == no_position ? outcome : better(best, outcome);
        }
        // A promotion that wins is not yet known to win soonest: spread() may find sooner.
        if (all_leave || (best != no_position && is_win(best))) store(slice, number, best);
    }

    // From the positions decided in n - 1 plies to those that lead to them.
    template <class Interrupted>
    bool spread(const Slice& from, Slice& to, int n, Interrupted interrupted) {
        const Outcome decided = ends_in(n - 1);
        return for_each(from, interrupted, [&](std::uint64_t number) {
            if (from[number] != decided) return;
            for_each_predecessor(from.index().view(number)->flipped(), [&](const View& view) {
                const auto earlier = to.index().number(view);
                if (earlier) decide(to, *earlier, view, n, is_loss(decided));
            });
        });
    }

    // All positions, quiet ones, from which a quiet move leads to one; seen by the side that has just moved.
    template <class F>
    static void for_each_predecessor(const View& now, F&& f) {
        const Bitboard empty = ~now.occupied();
        for_each_direction<R.man_moves>([&]<Direction d>() {
            for_each_square(shift<opposite(d)>(now.own_men) & empty, [&](Square origin) {
                View before = now;
                before.own_men ^= bit(origin) | shift<d>(bit(origin));
                f(before);
            });
        });
        for_each_square(now.own_kings, [&](Square king) {
            for_each_square(seen<R.king_moves>(king, ~empty) & empty, [&](Square origin) {
                View before = now;
                before.own_kings ^= bit(origin) | bit(king);
                f(before);
            });
        });
    }

    void decide(Slice& slice, std::uint64_t number, const View& view, int n, bool wins) {
        const Outcome found = slice[number];
        const bool open = found == drawn || (wins && is_win(found) && plies(found) > n);
        if (!open || can_capture<R>(view.position(), Side::white)) return;
        const Outcome outcome = wins ? ends_in(n) : slowest_loss(view.position(), n);
        if (outcome == drawn) return;
        store(slice, number, outcome);
        if (const auto twin = slice.index().twin(view)) store(slice, slice.index().number(*twin).value(), outcome);
    }

    // The slowest loss if every move loses within that many plies, otherwise a draw.
    Outcome slowest_loss(const Position& position, int n) const {
        MoveList moves;
        generate<R>(position, moves);
        Outcome slowest = ends_in(0);
        for (const Move& move : moves) {
            const Outcome outcome = after(position, move);
            if (!is_loss(outcome) || (plies(outcome) > n && !leaves(position, move))) return drawn;
            slowest = std::max(slowest, outcome);
        }
        return slowest;
    }

    bool is_right(const Slice& slice, std::uint64_t number) const {
        const auto view = slice.index().view(number);
        if (!view) return slice[number] == no_position;
        const Position position = view->position();
        if (is_drawn_by_rule(position)) return slice[number] == drawn;
        MoveList moves;
        generate<R>(position, moves);
        Outcome best = ends_in(0);
        for (const Move& move : moves)
            best = &move == moves.begin() ? after(position, move) : better(best, after(position, move));
        if (best != drawn && plies(best) > last_layer_) best = drawn;
        return slice[number] == best;
    }

    Slices& known_;
    Material material_;
    OneEach one_each_;
    int threads_;
    bool is_one_each_;
    int last_layer_; // outcomes further away are draws by rule
    Slice* mine_;
    Slice* theirs_ = nullptr;
    std::atomic<int> deepest_ = 1; // more than the distance of every outcome found so far
};

} // namespace damaci
