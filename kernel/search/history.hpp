// The history heuristic: quiet moves that recently refuted others are tried first. Threads share the history without
// locks; a lost update does no harm.
#pragma once

#include "../move.hpp"
#include "../position.hpp"

#include <array>
#include <atomic>
#include <cstdint>

namespace damaci {

class History {
  public:
    int operator()(Side side, const Move& move) const {
        return scores_[slot(side, move)].load(std::memory_order_relaxed);
    }

    // The more often a move has been right, the less another success adds.
    void praise(Side side, const Move& move, int weight) { add(scores_[slot(side, move)], weight); }
    void blame(Side side, const Move& move, int weight) { add(scores_[slot(side, move)], -weight); }

  private:
    using Score = std::atomic<std::int16_t>;
    static constexpr int limit = 1 << 14;

    static void add(Score& score, int change) {
        const int before = score.load(std::memory_order_relaxed);
        score.store(static_cast<std::int16_t>(before + change - before * std::abs(change) / limit),
                    std::memory_order_relaxed);
    }
    static std::size_t slot(Side side, const Move& move) {
        return static_cast<std::size_t>(side) << 12 | static_cast<std::size_t>(move.origin) << 6 | move.target;
    }

    std::array<Score, std::size_t{2} * 64 * 64> scores_{};
};

} // namespace damaci
