// The legal moves of turkish.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "position.hpp"

class Generator {
  public:
    // The legal moves of a position.
    const std::vector<Move>& moves(const Position& position) {
        moves_.clear();
        most_ = 0;
        for (int from = 0; from < squares; ++from)
            if (position.own & bit(from)) capture_from(position, from);
        if (most_ == 0)
            for (int from = 0; from < squares; ++from)
                if (position.own & bit(from)) slide_from(position, from);
        return moves_;
    }

    // Whether the side to move can capture. Valid after `moves`, like `has_moves`.
    bool captures() const { return most_ > 0; }
    bool has_moves() const { return !moves_.empty(); }

  private:
    std::vector<Move> moves_;
    int most_ = 0;
    int from_ = 0;
    bool king_ = false;
    Bits own_ = 0;

    void slide_from(const Position& position, int from) {
        const bool king = position.kings & bit(from);
        const Bits taken = position.own | position.enemy;
        for (int step : {up, right, down, left}) {
            if (step == down && !king) continue;
            for (int to = next(from, step); to >= 0 && !(taken & bit(to)); to = king ? next(to, step) : -1)
                moves_.push_back({from, to, 0});
        }
    }

    void capture_from(const Position& position, int from) {
        from_ = from;
        king_ = position.kings & bit(from);
        own_ = position.own & ~bit(from);
        capture(position.enemy, from, 0, -1);
    }

    // Goes on capturing from `square`. `captured` are no longer on the board; `last` is the direction of the last jump.
    void capture(Bits enemy, int square, Bits captured, int last) {
        if (captured) add({from_, square, captured});
        for (int step : {up, right, down, left}) {
            const bool reverses = last >= 0 && step == (last + 2) % 4;
            if (!reverses && (king_ || step != down)) jump(enemy, square, captured, step);
        }
    }

    void jump(Bits enemy, int square, Bits captured, int step) {
        const Bits taken = own_ | enemy;
        int over = next(square, step);
        while (king_ && over >= 0 && !(taken & bit(over)))
            over = next(over, step);
        if (over < 0 || !(enemy & bit(over))) return;
        for (int to = next(over, step); to >= 0 && !(taken & bit(to)); to = king_ ? next(to, step) : -1)
            capture(enemy & ~bit(over), to, captured | bit(over), step);
    }

    void add(const Move& move) {
        const int count = std::popcount(move.captured);
        if (count < most_) return;
        if (count > most_) moves_.clear();
        most_ = count;
        if (std::ranges::find(moves_, move) == moves_.end()) moves_.push_back(move);
    }
};
