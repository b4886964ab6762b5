// The outcomes of all positions. Wins and losses are derived backwards, the shortest first; what remains is a draw.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "graph.hpp"

enum class Reading { at_once, unless_capture, never };

// 0 is a draw or not yet known; a loss in n plies is n + 1, which is odd; a win in n plies is n + 1, which is even.
using Outcome = std::uint16_t;

inline bool is_loss(Outcome outcome) {
    return outcome % 2 == 1;
}

class Solver {
  public:
    Solver(const Graph& graph, Reading reading)
        : graph_(graph), reading_(reading), outcomes_(graph.positions.size(), 0), left_(graph.moves) {
        for (Number number = 0; number < outcomes_.size(); ++number)
            if (left_[number] == 0 && !is_drawn(number)) know(number, 1);
        for (std::size_t at = 0; at < known_.size(); ++at)
            pass_on(known_[at]);
    }

    Outcome outcome(const Position& position) const { return outcomes_[graph_.positions.at(position)]; }
    const std::vector<Outcome>& outcomes() const { return outcomes_; }

    // The moves of a position; none if it is a draw by the rule for one piece each.
    const std::vector<Move>& moves(const Position& position) {
        static const std::vector<Move> none;
        const auto& found = generator_.moves(position);
        const bool one_each = std::popcount(position.own) == 1 && std::popcount(position.enemy) == 1;
        if (!one_each || reading_ == Reading::never) return found;
        return reading_ == Reading::at_once || !generator_.captures() ? none : found;
    }

    // The number of positions whose outcome does not follow from the outcomes after their moves.
    std::size_t wrong() {
        std::size_t count = 0;
        for (std::size_t number = 0; number < outcomes_.size(); ++number)
            count += outcomes_[number] != derived(graph_.positions[number]);
        return count;
    }

  private:
    const Graph& graph_;
    Reading reading_;
    Generator generator_;
    std::vector<Outcome> outcomes_;
    std::vector<std::uint8_t> left_; // moves after which the outcome is not a known win for the other side
    std::vector<Number> known_;

    // Whether the rule for one piece each makes it a draw.
    bool is_drawn(Number number) {
        const Position position = graph_.positions[number];
        if (std::popcount(position.own) != 1 || std::popcount(position.enemy) != 1) return false;
        return moves(position).empty() && graph_.moves[number] > 0;
    }

    void know(Number number, Outcome outcome) {
        outcomes_[number] = outcome;
        known_.push_back(number);
    }

    // Tells the positions before a position its outcome. The positions with the shortest outcomes come first.
    void pass_on(Number number) {
        const Outcome outcome = outcomes_[number];
        graph_.each_before(number, [&](Number before) {
            if (outcomes_[before] || is_drawn(before)) return;
            if (is_loss(outcome) || --left_[before] == 0) know(before, outcome + 1);
        });
    }

    Outcome derived(const Position& position) {
        Outcome win = 0;
        Outcome loss = 1;
        bool draws = false;
        const auto& all = moves(position);
        for (const Move& move : all) {
            const Outcome after = outcome(play(position, move));
            draws = draws || after == 0;
            if (is_loss(after))
                win = win ? std::min<Outcome>(win, after + 1) : after + 1;
            else
                loss = std::max<Outcome>(loss, after + 1);
        }
        if (win) return win;
        return draws || (all.empty() && generator_.has_moves()) ? 0 : loss;
    }
};
