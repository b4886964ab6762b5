// The positions before each position.
#pragma once

#include <cstdint>
#include <iostream>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "generator.hpp"
#include "positions.hpp"

class Graph {
  public:
    explicit Graph(const Position& start) {
        positions.add(start);
        for (std::size_t number = 0; number < positions.size(); ++number)
            each_after(positions[number], [this](const Position& after) { positions.add(after); });
        std::cerr << positions.size() << " positions\n";
        link();
        std::cerr << before_.size() << " moves\n";
    }

    Positions positions;
    std::vector<std::uint8_t> moves; // the number of moves of each position

    template <class Visit>
    void each_before(Number number, Visit visit) const {
        for (Number at = begin_[number]; at < begin_[number + 1]; ++at)
            visit(before_[at]);
    }

    std::size_t all_moves() const { return before_.size(); }

  private:
    Generator generator_;
    std::vector<Number> begin_; // where the positions before each position begin
    std::vector<Number> before_;

    template <class Visit>
    void each_after(const Position position, Visit visit) {
        for (const Move& move : generator_.moves(position))
            visit(play(position, move));
    }

    void link() {
        begin_.assign(positions.size() + 1, 0);
        moves.assign(positions.size(), 0);
        std::uint64_t all = 0;
        each_move([&](Number from, Number to) {
            ++moves[from];
            ++begin_[to];
            ++all;
        });
        if (all > std::numeric_limits<Number>::max()) throw std::length_error("more moves than this program may keep");
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        before_.resize(begin_.back());
        each_move([this](Number from, Number to) { before_[--begin_[to]] = from; });
    }

    template <class Visit>
    void each_move(Visit visit) {
        for (Number number = 0; number < positions.size(); ++number)
            each_after(positions[number], [&](const Position& after) { visit(number, positions.at(after)); });
    }
};
