// Iterative deepening at the root: depth by depth, for the requested number of lines.
#pragma once

#include "tree.hpp"

#include <span>

namespace damaci {

// A move at the root, and the result of the last search of it.
struct Candidate {
    std::vector<Move> line; // begins with the move itself
    Value value = -infinite_value;
};

template <const Ruleset& R>
class Deepening {
  public:
    Deepening(Tree<R>& tree, const Position& root, int lines, const Parameters& parameters)
        : tree_(tree), parameters_(parameters) {
        MoveList moves;
        generate<R>(root, moves);
        for (const Move& move : moves)
            candidates_.push_back({.line = {move}});
        lines_ = std::min(candidates_.size(), static_cast<std::size_t>(lines));
    }

    // Continues until stopped, or until nothing more can be found. Calls finished(depth, best candidates) after each
    // depth, and once more if a better move has been found in the depth that was not finished.
    template <class F>
    void run(int last_depth, F&& finished) {
        for (int depth = 1; depth <= last_depth && lines_ > 0; ++depth) {
            const Move before = candidates_.front().line.front();
            for (std::size_t line = 0; line < lines_ && !tree_.stopped(); ++line)
                search_line(line, depth);
            const auto best = std::span(candidates_).first(lines_);
            if (tree_.stopped()) {
                if (has_better_than(before)) finished(depth - 1, std::span<const Candidate>(best));
                return;
            }
            std::ranges::stable_sort(best, std::ranges::greater{}, &Candidate::value);
            finished(depth, std::span<const Candidate>(best));
            tree_.allow_stopping();
            if (std::ranges::all_of(best, [depth](const Candidate& each) { return is_settled(each, depth); })) return;
        }
    }

  private:
    // Whether a depth that was not finished has found a better move. Several lines would have values of two depths,
    // which cannot be compared.
    bool has_better_than(const Move& before) const { return lines_ == 1 && candidates_.front().line.front() != before; }

    // Whether the value is a win or loss within the depth that has been searched.
    static bool is_settled(const Candidate& candidate, int depth) {
        return is_proven(candidate.value) && won_value - std::abs(candidate.value) <= depth;
    }

    // Moves the best of the candidates from `first` on to the front of these. The value is expected near that of the
    // previous depth; if it is outside the window, the window is widened on that side.
    void search_line(std::size_t first, int depth) {
        constexpr int shallow = 4;
        constexpr Value wide = 500;
        const Value expected = candidates_[first].value;
        Value below = depth < shallow || is_proven(expected) ? infinite_value : parameters_.aspiration, above = below;
        while (!tree_.stopped()) {
            const Value alpha = below > wide ? -infinite_value : expected - below;
            const Value beta = above > wide ? infinite_value : expected + above;
            const Value value = search_candidates(first, alpha, beta, depth);
            if (value > alpha && value < beta) return;
            (value <= alpha ? below : above) *= 3;
        }
    }

    Value search_candidates(std::size_t first, Value alpha, Value beta, int depth) {
        Value best = -infinite_value;
        for (std::size_t i = first; i < candidates_.size() && best < beta; ++i) {
            const Move move = candidates_[i].line.front();
            Value value = best;
            if (i > first) value = tree_.search_root_move(move, alpha, alpha + 1, depth - 1);
            if (i == first || value > alpha) value = tree_.search_root_move(move, alpha, beta, depth - 1);
            if (tree_.stopped()) return best;
            best = std::max(best, value);
            if (i == first || value > alpha) {
                note(candidates_[i], value);
                bring(i, first);
            }
            alpha = std::max(alpha, value);
        }
        return best;
    }

    void note(Candidate& found, Value value) {
        found.value = value;
        found.line.resize(1);
        found.line.insert(found.line.end(), tree_.line().begin(), tree_.line().end());
    }

    // Moves a candidate further to the front.
    void bring(std::size_t from, std::size_t to) {
        Candidate* const candidates = candidates_.data();
        std::rotate(candidates + to, candidates + from, candidates + from + 1);
    }

    Tree<R>& tree_;
    const Parameters& parameters_;
    std::vector<Candidate> candidates_;
    std::size_t lines_;
};

} // namespace damaci
