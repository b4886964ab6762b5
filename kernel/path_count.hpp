// Counts the paths of a capture without listing them.
#pragma once

#include "jumps.hpp"

#include <map>
#include <utility>

namespace damaci {

class PathCounter {
  public:
    // Counts the paths of a legal capture.
    PathCounter(const Ruleset& rules, const Position& position, const Move& move)
        : jumps_(rules, position, move.origin), move_(move) {}

    std::uint64_t count() { return count_from(jumps_.begin(move_.captured)); }

  private:
    // Chains with the same remaining pieces have the same continuations. Short ones are counted again, which is faster
    // than a lookup.
    std::uint64_t count_from(const Chain& chain) {
        constexpr int few = 4;
        if (chain.enemy == 0) return jumps_.makes(move_, chain);
        if (std::popcount(chain.enemy) <= few) return count_further(chain);
        const std::pair key{chain.enemy, chain.at * 8 + static_cast<int>(chain.last.value_or(Direction{}))};
        if (const auto known = counts_.find(key); known != counts_.end()) return known->second;
        return counts_[key] = count_further(chain);
    }

    std::uint64_t count_further(const Chain& chain) {
        std::uint64_t count = 0;
        jumps_.for_each(chain, [&](Square, const Chain& next) { count += count_from(next); });
        return count;
    }

    Jumps jumps_;
    Move move_;
    std::map<std::pair<Bitboard, int>, std::uint64_t> counts_;
};

} // namespace damaci
