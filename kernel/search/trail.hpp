// The positions from the last irreversible move of the game to the node being searched, for the draw rules that look
// back.
#pragma once

#include "../hash.hpp"
#include "terms.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace damaci {

// Whether no earlier position can occur again after a move.
inline bool is_irreversible(const Position& before, const Move& move) {
    const bool man = (before.kings & bit(move.origin)) == 0;
    return move.is_capture() || (man && move.origin / 8 != move.target / 8);
}

class Trail {
  public:
    // `history`: keys of the positions before the root, oldest first.
    Trail(const Position& root, std::span<const std::uint64_t> history, int quiet_plies, const Terms& terms)
        : terms_(terms), root_(static_cast<int>(history.size())) {
        for (const std::uint64_t key : history)
            steps_.push_back({key, static_cast<int>(steps_.size()), 0});
        steps_.push_back({hash(root), root_, quiet_plies});
    }

    // Adds the position after a move from `before`; `key` is the key of the new position.
    void push(const Position& before, const Move& move, std::uint64_t key) {
        const bool man = (before.kings & bit(move.origin)) == 0;
        const bool irreversible = is_irreversible(before, move);
        const Step& last = steps_.back();
        steps_.push_back({key, irreversible ? 0 : last.reversible + 1, move.is_capture() || man ? 0 : last.quiet + 1});
    }
    void pop() { steps_.pop_back(); }

    // Reserves memory for this many plies after the root, so that other threads can read the steps while the trail
    // grows.
    void reserve(std::size_t plies) { steps_.reserve(steps_.size() + plies); }

    std::size_t size() const { return steps_.size(); }

    // Copies the later steps of another trail that begins with the same ones.
    void follow(const Trail& other, std::size_t size) {
        steps_.insert(steps_.end(), other.steps_.begin() + static_cast<std::ptrdiff_t>(steps_.size()),
                      other.steps_.begin() + static_cast<std::ptrdiff_t>(size));
    }
    void shorten(std::size_t size) { steps_.resize(size); }

    // Whether the position is a draw by the rules that are checked first. One repetition within the search counts as a
    // draw under all rules.
    bool is_drawn(const Position& position) const {
        return is_drawn_by_pieces(position) || count_repeats(root_) > 0 || is_drawn_by_repetition();
    }

    // Whether the position is a draw although the side to move can still move.
    bool is_drawn_for_mover(const Position& position, bool can_capture) const {
        if (terms_.one_each == OneEach::unless_capture && !can_capture && is_one_each(position)) return true;
        return terms_.no_progress_moves > 0 && steps_.back().quiet >= 2 * terms_.no_progress_moves;
    }

    // Whether the game itself would be over in this position. The side to move must have a legal move.
    bool is_drawn_by_rules(const Position& position, bool can_capture) const {
        return is_drawn_by_pieces(position) || is_drawn_by_repetition() || is_drawn_for_mover(position, can_capture);
    }

    // Whether a result that was found for the position without its history, within so many plies, is also valid here.
    bool is_far_from_draw(int plies) const {
        return terms_.no_progress_moves == 0 || steps_.back().quiet + plies < 2 * terms_.no_progress_moves;
    }

  private:
    struct Step {
        std::uint64_t key = 0;
        int reversible = 0; // the number of positions before this one that might occur again
        int quiet = 0;      // plies since the last capture or man's move
    };

    static bool is_one_each(const Position& position) {
        return std::has_single_bit(position.white) && std::has_single_bit(position.black);
    }
    bool is_drawn_by_pieces(const Position& position) const {
        if (!is_one_each(position)) return false;
        const bool kings_only = terms_.kings_only_moves > 0 && position.kings == position.occupied();
        return terms_.one_each == OneEach::at_once || (kings_only && steps_.back().quiet >= terms_.kings_only_moves);
    }
    bool is_drawn_by_repetition() const { return terms_.repetitions > 0 && count_repeats(0) >= terms_.repetitions - 1; }

    // Earlier occurrences of the last position, from the given step on. The shortest repetition has four plies.
    int count_repeats(int from) const {
        const int last = static_cast<int>(steps_.size()) - 1;
        int count = 0;
        for (int i = last - 4; i >= std::max(from, last - steps_.back().reversible); i -= 2)
            count += steps_[static_cast<std::size_t>(i)].key == steps_.back().key;
        return count;
    }

    Terms terms_;
    int root_;
    std::vector<Step> steps_;
};

} // namespace damaci
