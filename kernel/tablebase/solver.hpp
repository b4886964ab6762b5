// Retrograde analysis of one material, or of one part of it, for both sides at once. The outcomes to which captures,
// promotions and, from a part, steps forward lead must be known.
//
// First every position is visited once, for the moves that leave the material or the part, whose outcomes are known.
// The remaining moves are quiet, and outcomes are propagated backwards along them, ply by ply: the predecessors of a
// lost position are won; a position is lost when all its moves lead to won positions, which is found by counting them
// down.
#pragma once

#include "../movegen.hpp"
#include "../parallel.hpp"
#include "../search/terms.hpp"
#include "slice.hpp"
#include "tables.hpp"

#include <span>

namespace damaci {

// The data that the solver of a part needs in addition to the smaller materials.
struct Surroundings {
    using ByRank = std::array<const Slice*, rank_count>;

    const Tables& packed; // of the materials to which promotions lead, and of those to which captures lead from there
    ByRank own_ahead{};   // by the rank of a man of the side to move: the part to which its step forward leads
    ByRank enemy_ahead{}; // the same for the other side's men, as that side sees them
};

template <const Ruleset& R>
class Solver {
  public:
    Solver(Slices& known, const Material& material, OneEach one_each, int kings_only_moves, int threads)
        : Solver(known, *slice(known, material), *slice(known, material.flipped()), material, one_each,
                 kings_only_moves, threads) {}

    // Solves given slices: `mine`, and that of the other side. `surroundings` is given for a part of a material.
    Solver(const Slices& known, Slice& mine, Slice& theirs, const Material& material, OneEach one_each,
           int kings_only_moves, int threads, const Surroundings* surroundings = nullptr)
        : one_each_(one_each), threads_(threads), is_one_each_(material.own() == 1 && material.enemy() == 1),
          last_layer_(is_one_each_ && material.own_men + material.enemy_men == 0 && kings_only_moves > 0
                          ? kings_only_moves
                          : furthest),
          mine_(&mine), theirs_(&theirs), surroundings_(surroundings) {
        for (const auto& [known_material, slice] : known)
            reachable_[slot(known_material)] = slice.get();
    }

    // `interrupted` is polled. When it returns true, the analysis stops and returns false.
    template <class Interrupted>
    bool solve(Interrupted interrupted) {
        for (Slice* slice : sides()) {
            open_moves(*slice).assign(slice->index().size(), 0);
            if (!for_each(*slice, interrupted,
                          [&](std::uint64_t number, const View& view) { begin(*slice, number, view); }))
                return false;
        }
        const int last = is_decided_at_once() ? 0 : last_layer_;
        for (int n = 1; n <= std::min(deepest_.load(), last); ++n) {
            for (Slice* slice : sides()) {
                if (!spread(*slice, other(slice), n, interrupted)) return false;
            }
        }
        for (Slice* slice : sides())
            std::ranges::replace(slice->outcomes(), settled_draw, drawn);
        return true;
    }

    // Computes the outcomes that packing has left out: those of positions with a capture.
    template <class Interrupted>
    bool complete(Interrupted interrupted) {
        return for_each(*mine_, interrupted, [&](std::uint64_t number, const View& view) {
            if (is_drawn_by_rule(view.position())) return;
            if (const auto outcome = captures(view.position())) mine_->set(number, *outcome);
        });
    }

    // Counts the positions whose outcome in the table does not follow from their moves.
    template <class Interrupted>
    std::uint64_t count_mistakes(Interrupted interrupted) {
        std::atomic<std::uint64_t> mistakes = 0;
        for (Slice* slice : sides()) {
            const Index& index = slice->index();
            in_stretches(index.lines(), stretch_of(index), interrupted, [&](std::uint64_t line, std::uint64_t end) {
                std::vector<Claim> claims;
                Numbers next;
                for (; line < end; ++line)
                    index.for_each_of_line(line, [&](std::uint64_t number, const View& view) {
                        claims.push_back(claim(*slice, number, view, next));
                        if (next.size() >= many) mistakes += count_wrong(*slice, claims, next);
                    });
                mistakes += count_wrong(*slice, claims, next);
            });
        }
        return mistakes;
    }

  private:
    static Slice* slice(Slices& known, const Material& material) {
        auto& found = known[material];
        if (found == nullptr) found = std::make_shared<Slice>(R, material);
        return found.get();
    }

    static constexpr std::size_t counts = most_of_a_kind + 1, slots = counts * counts * counts * counts;

    static std::size_t slot(const Material& material) {
        std::size_t slot = 0;
        for (const int count : {material.own_men, material.own_kings, material.enemy_men, material.enemy_kings})
            slot = slot * counts + static_cast<std::size_t>(count);
        return slot;
    }

    std::vector<Slice*> sides() const { return mine_ == theirs_ ? std::vector{mine_} : std::vector{mine_, theirs_}; }
    Slice& other(const Slice* slice) const { return slice == mine_ ? *theirs_ : *mine_; }

    bool is_decided_at_once() const { return is_one_each_ && one_each_ != OneEach::never; }

    bool is_drawn_by_rule(const Position& position) const {
        if (!is_one_each_) return false;
        return one_each_ == OneEach::at_once ||
               (one_each_ == OneEach::unless_capture && !can_capture<R>(position, Side::white));
    }

    // Calls work(number, view) for all positions of a slice, some lines at a time.
    template <class Interrupted, class Work>
    bool for_each(const Slice& slice, Interrupted interrupted, Work work) {
        const Index& index = slice.index();
        return in_stretches(index.lines(), stretch_of(index), interrupted, [&](std::uint64_t line, std::uint64_t end) {
            for (; line < end; ++line)
                index.for_each_of_line(line, work);
        });
    }

    static std::uint64_t stretch_of(const Index& index) {
        return std::max<std::uint64_t>(1, 4'096 / index.line_length());
    }

    // Calls work(begin, end) for parts of 0 .. size, on all threads. Returns false if it was interrupted.
    template <class Interrupted, class Work>
    bool in_stretches(std::uint64_t size, std::uint64_t stretch, Interrupted interrupted, Work work) {
        bool finished = true;
        for_each_index(
            (size + stretch - 1) / stretch, threads_,
            [&](std::size_t i, const std::atomic<bool>&) { work(i * stretch, std::min(size, (i + 1) * stretch)); },
            [&] {
                finished = finished && !interrupted();
                return !finished;
            });
        return finished;
    }

    void store(Slice& slice, std::uint64_t number, Outcome outcome) {
        slice.set(number, outcome);
        if (outcome == drawn || outcome == settled_draw) return;
        int deepest = deepest_;
        while (deepest <= plies(outcome) && !deepest_.compare_exchange_weak(deepest, plies(outcome) + 1)) {
        }
    }

    // ---- moves that leave the slice ----

    // The outcome of the position after a move, for the side that made it.
    Outcome after(const Position& position, const Move& move) const {
        const View view = View::of(play(position, move));
        if (view.own_men == 0 && view.own_kings == 0) return ends_in(1);
        if (const Slice* slice = reachable_[slot(view.material())]) return after(*slice, view);
        return damaci::before(surroundings_->packed.probe<R>(view.position()).value());
    }

    static Outcome after(const Slice& slice, const View& view) {
        return damaci::before(slice[slice.index().number(view).value()]);
    }

    // The best outcome of the captures, if there are any.
    std::optional<Outcome> captures(const Position& position) const {
        if (!can_capture<R>(position, Side::white)) return std::nullopt;
        MoveList moves;
        generate_captures<R>(position, moves);
        Outcome best = after(position, *moves.begin());
        for (const Move& move : moves)
            best = better(best, after(position, move));
        return best;
    }

    // The best outcome of the quiet moves that leave the slice, if there are any, for a position without captures.
    std::optional<Outcome> departures(const Slice& slice, const View& view) const {
        std::optional<Outcome> best;
        for_each_direction<R.man_moves>([&]<Direction d>() {
            const Bitboard targets = shift<d>(view.own_men) & ~view.occupied() & ~staying<d>();
            for_each_square(targets, [&](Square target) {
                const Outcome outcome = after_departure(slice, view, target - step(d), target);
                best = best ? better(*best, outcome) : outcome;
            });
        });
        return best;
    }

    Outcome after_departure(const Slice& slice, const View& view, Square origin, Square target) const {
        const Position position = view.position();
        const Move move = quiet_move(origin, target);
        if ((bit(target) & last_rank) != 0) return after(position, move);
        const auto& ahead = &slice == mine_ ? surroundings_->own_ahead : surroundings_->enemy_ahead;
        return after(*ahead[static_cast<std::size_t>(origin / 8)], View::of(play(position, move)));
    }

    // The squares to which a man that moves in this direction stays within the slice.
    template <Direction d>
    Bitboard staying() const {
        if (surroundings_ == nullptr) return ~last_rank;
        return rank_step(d) == 0 ? ~Bitboard{0} : 0;
    }

    static Move quiet_move(Square origin, Square target) {
        return {0, static_cast<std::uint8_t>(origin), static_cast<std::uint8_t>(target)};
    }

    // ---- moves that stay within the slice ----

    // Calls f(origin, target, is_king) for the quiet moves that stay.
    template <class F>
    void for_each_staying(const View& view, F&& f) const {
        const Bitboard empty = ~view.occupied();
        for_each_direction<R.man_moves>([&]<Direction d>() {
            for_each_square(shift<d>(view.own_men) & empty & staying<d>(),
                            [&](Square target) { f(target - step(d), target, false); });
        });
        for_each_square(view.own_kings, [&](Square king) {
            for_each_square(seen<R.king_moves>(king, ~empty) & empty, [&](Square target) { f(king, target, true); });
        });
    }

    int count_staying(const View& view) const {
        const Bitboard empty = ~view.occupied();
        int count = 0;
        for_each_direction<R.man_moves>(
            [&]<Direction d>() { count += std::popcount(shift<d>(view.own_men) & empty & staying<d>()); });
        for_each_square(view.own_kings,
                        [&](Square king) { count += std::popcount(seen<R.king_moves>(king, ~empty) & empty); });
        return count;
    }

    // The outcome that follows from the moves that leave the material, or from having no move.
    void begin(Slice& slice, std::uint64_t number, const View& view) {
        const Position position = view.position();
        if (is_drawn_by_rule(position)) return slice.set(number, drawn);
        if (const auto outcome = captures(position)) return store(slice, number, settled(*outcome));
        const auto leaving = departures(slice, view);
        const int staying = count_staying(view);
        if (staying == 0) return store(slice, number, leaving ? settled(*leaving) : ends_in(0));
        const bool holds = leaving && *leaving == drawn;
        open_moves(slice)[number] = holds ? never_lost : static_cast<std::uint8_t>(staying);
        // A winning move out of the slice is not yet known to win soonest: spread() may find a quicker win.
        slice.set(number, drawn);
        if (leaving && is_win(*leaving)) store(slice, number, *leaving);
    }

    static Outcome settled(Outcome outcome) { return outcome == drawn ? settled_draw : outcome; }

    // Positions that will be read soon; their outcomes are prefetched.
    using Numbers = std::vector<std::uint64_t>;
    static constexpr std::size_t many = 256;

    // Propagates from the positions decided in n - 1 plies to those that lead to them.
    template <class Interrupted>
    bool spread(const Slice& from, Slice& to, int n, Interrupted interrupted) {
        const Outcome decided = ends_in(n - 1);
        return in_stretches(from.index().size(), 4'096, interrupted, [&](std::uint64_t number, std::uint64_t end) {
            Numbers reached;
            for (number = from.find(decided, number, end); number < end; number = from.find(decided, number + 1, end)) {
                collect(from, *from.index().view(number), to, reached);
                if (reached.size() >= many) reach_all(to, reached, n);
            }
            reach_all(to, reached, n);
        });
    }

    // Every edge between two positions is followed once. If both mirror images of a position have a number, the edges
    // of both are followed; if one of them stands for both, its edges lead from and to either image.
    void collect(const Slice& from, const View& view, const Slice& to, Numbers& reached) const {
        const bool has_twin = from.index().is_symmetric(view);
        const auto add = [&](std::uint64_t number) {
            to.prefetch(number);
            reached.push_back(number);
        };
        for_each_predecessor(view.flipped(), to.index(), [&](const View& before, const Index::Place& place) {
            if (has_twin && place.is_reversed) return;
            add(place.number);
            if (place.is_symmetric && !has_twin) add(*to.index().number(before.mirror_image()));
        });
    }

    void reach_all(Slice& slice, Numbers& reached, int n) {
        for (const std::uint64_t number : reached)
            reach(slice, number, n);
        reached.clear();
    }

    // Calls f(view, place) for all positions from which a quiet move leads to one; seen by the side that has just
    // moved.
    template <class F>
    void for_each_predecessor(const View& now, const Index& index, F&& f) const {
        const Bitboard empty = ~now.occupied();
        for_each_direction<R.man_moves>([&]<Direction d>() {
            for_each_square(shift<opposite(d)>(now.own_men & staying<d>()) & empty, [&](Square origin) {
                View before = now;
                before.own_men ^= bit(origin) | shift<d>(bit(origin));
                if (!index.has_men(before.own_men, before.enemy_men)) return;
                const Index::Stem stem(index, before.own_men, before.enemy_men);
                f(before, stem.place(before.own_kings, before.enemy_kings));
            });
        });
        if (now.own_kings == 0) return;
        const Index::Stem stem(index, now.own_men, now.enemy_men);
        for_each_square(now.own_kings, [&](Square king) {
            for_each_square(seen<R.king_moves>(king, ~empty) & empty, [&](Square origin) {
                View before = now;
                before.own_kings ^= bit(origin) | bit(king);
                f(before, stem.place(before.own_kings, before.enemy_kings));
            });
        });
    }

    // One more move of a position is known to end in n - 1 plies.
    void reach(Slice& slice, std::uint64_t number, int n) {
        const Outcome found = slice[number];
        if (is_loss(ends_in(n - 1))) {
            if (found == drawn || is_later_win(slice, number, n)) store(slice, number, ends_in(n));
        } else if (found == drawn && is_last_open(slice, number)) {
            store(slice, number,
                  std::max(ends_in(n), departures(slice, slice.index().view(number).value()).value_or(drawn)));
        }
    }

    // Whether the position is a win by a quiet move out of the slice that takes longer. It does not apply to positions
    // with a capture, because capturing is compulsory.
    static bool is_later_win(const Slice& slice, std::uint64_t number, int n) {
        const Outcome found = slice[number];
        if (found >= settled_draw || !is_win(found) || plies(found) <= n) return false;
        return !can_capture<R>(slice.index().view(number).value().position(), Side::white);
    }

    // Counts down the moves that are not known to lose; returns whether this was the last.
    bool is_last_open(Slice& slice, std::uint64_t number) {
        const std::atomic_ref open(open_moves(slice)[number]);
        return open.load(std::memory_order_relaxed) != never_lost && open.fetch_sub(1) == 1;
    }

    std::vector<std::uint8_t>& open_moves(const Slice& slice) { return &slice == mine_ ? my_open_ : their_open_; }

    // ---- the second pass ----

    // The outcome that a position must have. It is `decided`, or it follows from `leaving`, the best move that leaves
    // the material, and from the positions after the other moves, whose numbers end at `end` in a list.
    struct Claim {
        std::uint64_t number;
        std::optional<Outcome> decided, leaving;
        std::size_t end;
    };

    Claim claim(const Slice& slice, std::uint64_t number, const View& view, Numbers& next) const {
        const Position position = view.position();
        if (is_drawn_by_rule(position)) return {number, drawn, {}, next.size()};
        if (const auto outcome = captures(position)) return {number, outcome, {}, next.size()};
        const auto leaving = departures(slice, view);
        add_staying(other(&slice), view, next);
        return {number, {}, leaving, next.size()};
    }

    void add_staying(const Slice& next, const View& view, Numbers& numbers) const {
        const View seen = view.flipped();
        const Index::Stem stem(next.index(), seen.own_men, seen.enemy_men);
        for_each_staying(view, [&](Square origin, Square target, bool is_king) {
            const Bitboard change = bit(63 - origin) | bit(63 - target);
            const auto place = is_king ? stem.place(seen.own_kings, seen.enemy_kings ^ change)
                                       : Index::Stem(next.index(), seen.own_men, seen.enemy_men ^ change)
                                             .place(seen.own_kings, seen.enemy_kings);
            next.prefetch(place.number);
            numbers.push_back(place.number);
        });
    }

    std::uint64_t count_wrong(const Slice& slice, std::vector<Claim>& claims, Numbers& next) const {
        std::uint64_t wrong = 0;
        std::size_t begin = 0;
        for (const Claim& claim : claims) {
            const std::span numbers(next.data() + begin, claim.end - begin);
            const Outcome outcome = claim.decided ? *claim.decided : conclude(other(&slice), claim.leaving, numbers);
            wrong += slice[claim.number] != outcome;
            begin = claim.end;
        }
        claims.clear();
        next.clear();
        return wrong;
    }

    // The best of `leaving` and of the outcomes after the other moves; an immediate loss if there are none.
    Outcome conclude(const Slice& next, std::optional<Outcome> leaving, std::span<const std::uint64_t> numbers) const {
        if (numbers.empty()) return leaving.value_or(ends_in(0));
        std::uint8_t least = 255; // in the order of outcomes, for the other side
        for (const std::uint64_t number : numbers)
            least = std::min(least, outcome_order[next[number]]);
        const Outcome staying = damaci::before(outcome_at[least]);
        const Outcome best = leaving ? better(staying, *leaving) : staying;
        return best != drawn && plies(best) > last_layer_ ? drawn : best;
    }

    static constexpr Bitboard last_rank = rank_1 << 56;
    static constexpr Outcome settled_draw = 254; // during solving: a draw that no quiet move can change
    static constexpr std::uint8_t never_lost = 255;

    std::vector<std::uint8_t> my_open_, their_open_; // quiet moves that are not yet known to lose
    std::vector<const Slice*> reachable_ = std::vector<const Slice*>(slots); // by slot()
    OneEach one_each_;
    int threads_;
    bool is_one_each_;
    int last_layer_; // outcomes further away are draws by rule
    Slice* mine_;
    Slice* theirs_;
    const Surroundings* surroundings_; // null for a whole material
    std::atomic<int> deepest_ = 1;     // larger than the distance of every outcome found so far
};

} // namespace damaci
