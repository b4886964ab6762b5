// Capture paths, square by square: for showing a move, reading one typed in full, and explaining why one is refused.
// Plain and unhurried beside the generator.
#pragma once

#include "position.hpp"
#include "visited.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace damaci {

struct Path {
    std::vector<Square> squares; // origin, every landing square, target
    std::vector<Square> jumps;   // captured squares in order
};

class PathFinder {
  public:
    PathFinder(const Ruleset& rules, const Position& position, std::size_t limit)
        : rules_(rules), position_(position), limit_(limit) {}

    // Every legal path of a legal capture.
    std::vector<Path> paths_of(const Move& move) {
        wanted_ = move;
        follow(move.origin, move.captured);
        return std::move(found_);
    }

    // Every chain that the pieces could make, and every beginning of one.
    std::vector<Path> all() {
        for_each_square(position_.of(position_.turn), [&](Square origin) { follow(origin, enemy()); });
        return std::move(found_);
    }

    // What the piece on the first square captures when it lands on exactly the others in turn; nothing if it cannot.
    Bitboard captured_by_landings(std::span<const Square> squares) {
        std::optional<State> state = begin(squares[0]);
        for (const Square wanted : squares.subspan(1)) {
            std::optional<State> next;
            for_each_jump(*state, [&](Direction d, Square victim, Square landing) {
                if (landing == wanted) next = after_jump(*state, d, victim, landing);
            });
            if (!next) return 0;
            state = next;
        }
        return enemy() ^ state->enemy;
    }

    // Where the piece on the first square can end when it captures exactly the others in turn.
    Bitboard targets_by_captures(std::span<const Square> squares) {
        std::vector<State> states{begin(squares[0])};
        for (const Square wanted : squares.subspan(1)) {
            std::vector<State> next;
            for (const State& state : states) {
                for_each_jump(state, [&](Direction d, Square victim, Square landing) {
                    const auto same = [&](const State& other) { return other.at == landing && other.last == d; };
                    if (victim == wanted && std::none_of(next.begin(), next.end(), same))
                        next.push_back(after_jump(state, d, victim, landing));
                });
            }
            states = std::move(next);
        }
        Bitboard targets = 0;
        for (const State& state : states)
            targets |= bit(state.at);
        return targets;
    }

  private:
    struct State {
        Square at;
        std::optional<Direction> last;
        Bitboard occupied;
        Bitboard enemy; // what may still be captured
    };

    State begin(Square origin) {
        is_king_ = (position_.kings & bit(origin)) != 0;
        return {origin, std::nullopt, position_.occupied() & ~bit(origin), enemy()};
    }

    State after_jump(const State& state, Direction d, Square victim, Square landing) const {
        const Bitboard leaving = rules_.removal == Removal::at_once ? bit(victim) : 0;
        return {landing, d, state.occupied ^ leaving, state.enemy ^ bit(victim)};
    }

    Bitboard enemy() const { return position_.of(other(position_.turn)); }

    void follow(Square origin, Bitboard victims) {
        path_ = {{origin}, {}};
        State state = begin(origin);
        state.enemy = victims;
        extend(state);
    }

    // Calls f(direction, victim, landing) for each jump from a state.
    template <class F>
    void for_each_jump(const State& state, F&& f) const {
        const Directions ways = is_king_ ? rules_.king_captures : rules_.man_captures.seen_by(position_.turn);
        for_each_direction<directions::all>([&]<Direction d>() {
            if (!ways.contains(d) || state.last == opposite(d)) return;
            const Bitboard reach = is_king_ ? ~Bitboard{0} : shift<d>(bit(state.at));
            const Bitboard victim = first_on_ray<d>(state.at, state.occupied) & state.enemy & reach;
            if (victim == 0) return;
            for_each_square(landings<d>(victim, state.occupied),
                            [&](Square landing) { f(d, first_square(victim), landing); });
        });
    }

    template <Direction d>
    Bitboard landings(Bitboard victim, Bitboard occupied) const {
        const bool anywhere = is_king_ && rules_.king_landing == Landing::any_behind;
        return anywhere ? free_run<d>(first_square(victim), occupied) : shift<d>(victim) & ~occupied;
    }

    // Whether the path so far, or one that goes on from it, was found.
    bool extend(const State& state) {
        if (wanted_ && dead_ends_.contains(waypoint(state))) return false;
        bool success = keep(state);
        for_each_jump(state, [&](Direction d, Square victim, Square landing) {
            if (found_.size() == limit_ || (dead_ends_.exhausted() && !found_.empty())) return;
            path_.squares.push_back(landing);
            path_.jumps.push_back(victim);
            success |= extend(after_jump(state, d, victim, landing));
            path_.squares.pop_back();
            path_.jumps.pop_back();
        });
        if (wanted_ && !success) dead_ends_.add(waypoint(state));
        return success;
    }

    Waypoint waypoint(const State& state) const {
        return {state.enemy, wanted_->origin, static_cast<std::uint8_t>(state.at), state.last.value_or(Direction{})};
    }

    bool keep(const State& state) {
        if (path_.jumps.empty()) return false;
        if (wanted_ && (state.at != wanted_->target || state.enemy != 0 || !may_end(state))) return false;
        found_.push_back(path_);
        return true;
    }

    // A chain must be finished. Of the largest captures that is clear.
    bool may_end(State state) const {
        if (rules_.choice == Choice::maximum) return true;
        state.enemy = enemy() & ~wanted_->captured;
        bool goes_on = false;
        for_each_jump(state, [&](Direction, Square, Square) { goes_on = true; });
        return !goes_on;
    }

    const Ruleset& rules_;
    const Position& position_;
    std::size_t limit_;
    std::optional<Move> wanted_;
    bool is_king_ = false;
    Path path_;
    std::vector<Path> found_;
    Visited dead_ends_;
};

} // namespace damaci
