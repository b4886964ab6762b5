// Capture paths, square by square: for showing a move, reading a move typed in full, and explaining why it is refused.
#pragma once

#include "jumps.hpp"
#include "visited.hpp"

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

    // Every chain that the pieces could make, and every prefix of one.
    std::vector<Path> all() {
        const Bitboard enemy = position_.of(other(position_.turn));
        for_each_square(position_.of(position_.turn), [&](Square origin) { follow(origin, enemy); });
        return std::move(found_);
    }

  private:
    void follow(Square origin, Bitboard victims) {
        const Jumps jumps(rules_, position_, origin);
        path_ = {{origin}, {}};
        extend(jumps, jumps.begin(victims));
    }

    // Whether the current path, or a continuation of it, was recorded.
    bool extend(const Jumps& jumps, const Chain& chain) {
        if (wanted_ && dead_ends_.contains(waypoint(chain, wanted_->origin))) return false;
        bool success = keep(jumps, chain);
        jumps.for_each(chain, [&](Square victim, const Chain& next) {
            if (found_.size() == limit_ || (dead_ends_.exhausted() && !found_.empty())) return;
            path_.squares.push_back(next.at);
            path_.jumps.push_back(victim);
            success |= extend(jumps, next);
            path_.squares.pop_back();
            path_.jumps.pop_back();
        });
        if (wanted_ && !success) dead_ends_.add(waypoint(chain, wanted_->origin));
        return success;
    }

    static Waypoint waypoint(const Chain& chain, std::uint8_t origin) {
        return {chain.enemy, origin, static_cast<std::uint8_t>(chain.at), chain.last.value_or(Direction{})};
    }

    bool keep(const Jumps& jumps, const Chain& chain) {
        if (path_.jumps.empty()) return false;
        if (wanted_ && (chain.enemy != 0 || !jumps.makes(*wanted_, chain))) return false;
        found_.push_back(path_);
        return true;
    }

    const Ruleset& rules_;
    const Position& position_;
    std::size_t limit_;
    std::optional<Move> wanted_;
    Path path_;
    std::vector<Path> found_;
    Visited dead_ends_;
};

} // namespace damaci
