// Returns a node's moves, the most promising first. They are sorted only as far as they are requested.
#pragma once

#include "history.hpp"

namespace damaci {

class Picker {
  public:
    static constexpr std::size_t no_move = ~std::size_t{0};

    // `known`: the index of the move that the table has stored, or no_move.
    void rank(const Position& position, const MoveList& moves, std::size_t known, const History& history) {
        ranked_.clear();
        next_ = 0;
        for (std::size_t i = 0; i < moves.size(); ++i)
            ranked_.push_back({i == known ? best_priority : priority(position, moves[i], history), i});
    }

    // The number of moves that have been returned, and their indexes.
    std::size_t tried() const { return next_; }
    std::size_t tried(std::size_t i) const { return ranked_[i].place; }

    // The index of the next move in the list, or no_move if all have been returned.
    std::size_t next() {
        if (next_ == ranked_.size()) return no_move;
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < ranked_.size(); ++i) {
            if (ranked_[i].priority > ranked_[best].priority) best = i;
        }
        std::swap(ranked_[next_], ranked_[best]);
        return ranked_[next_++].place;
    }

  private:
    struct Ranked {
        int priority;
        std::size_t place;
    };
    static constexpr int best_priority = 1 << 24;
    static constexpr int captured_man = 1 << 16, captured_king = 4 * captured_man;

    static int priority(const Position& position, const Move& move, const History& history) {
        const int kings = std::popcount(move.captured & position.kings);
        const int men = std::popcount(move.captured) - kings;
        return captured_king * kings + captured_man * men + history(position.turn, move);
    }

    InlineVector<Ranked, 64> ranked_;
    std::size_t next_ = 0;
};

} // namespace damaci
