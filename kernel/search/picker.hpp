// Returns a node's moves, the most promising first. They are sorted only as far as they are requested.
#pragma once

#include "history.hpp"

#include <algorithm>

namespace damaci {

class Picker {
  public:
    static constexpr std::size_t no_move = ~std::size_t{0};

    // `known`: the index of the move that the table has stored, or no_move.
    void rank(const Position& position, const MoveList& moves, std::size_t known, const History& history) {
        keys_.clear();
        places_.clear();
        tried_ = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            keys_.push_back(key(i == known ? best_priority : priority(position, moves[i], history), i));
            places_.push_back(i);
        }
        while (keys_.size() % together != 0)
            keys_.push_back(taken);
    }

    // The number of moves that have been returned, and their indexes.
    std::size_t tried() const { return tried_; }
    std::size_t tried(std::size_t i) const { return places_[i]; }

    // The index of the move that comes next, or no_move if all have been returned.
    std::size_t peek() const { return tried_ == places_.size() ? no_move : places_[best()]; }

    // Returns it.
    std::size_t next() {
        if (tried_ == places_.size()) return no_move;
        const std::size_t at = best();
        std::swap(places_[tried_], places_[at]);
        keys_[at] = moved(keys_[tried_], at);
        keys_[tried_] = taken;
        return places_[tried_++];
    }

  private:
    // A move's priority and its place in the list in one number, so that the largest is found without branches: how
    // many come before it cannot be predicted. Of two moves with the same priority, the first has the larger key.
    using Key = std::int64_t;
    static constexpr Key slots = 1 << 16, taken = -1;
    static constexpr std::size_t together = 4;

    static constexpr int best_priority = 1 << 24, least_priority = -(1 << 20);
    static constexpr int captured_man = 1 << 16, captured_king = 4 * captured_man;

    static int priority(const Position& position, const Move& move, const History& history) {
        const int learned = history(position.turn, move);
        if (!move.is_capture()) return learned;
        const int kings = std::popcount(move.captured & position.kings);
        const int men = std::popcount(move.captured) - kings;
        return captured_king * kings + captured_man * men + learned;
    }

    static Key key(int priority, std::size_t at) { return moved(Key{priority - least_priority} * slots, at); }

    static Key moved(Key key, std::size_t at) { return (key | (slots - 1)) - static_cast<Key>(at); }

    // Where the largest of the keys is; several are compared at once.
    std::size_t best() const {
        std::array<Key, together> largest;
        largest.fill(taken);
        for (std::size_t i = tried_ / together * together; i < keys_.size(); i += together) {
            for (std::size_t k = 0; k < together; ++k)
                largest[k] = std::max(largest[k], keys_[i + k]);
        }
        return static_cast<std::size_t>(slots - 1 - *std::ranges::max_element(largest) % slots);
    }

    InlineVector<Key, 64> keys_;
    InlineVector<std::size_t, 64> places_;
    std::size_t tried_ = 0;
};

} // namespace damaci
