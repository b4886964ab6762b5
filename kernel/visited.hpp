// What a capture search has been through, for positions in which it would otherwise come by the same place too often.
#pragma once

#include "bitboard.hpp"

#include <vector>

namespace damaci {

// A king in the middle of a chain: where it came from, what it has captured, and the nearest square behind its last
// victim.
struct Waypoint {
    Bitboard captured;
    std::uint8_t origin;
    std::uint8_t landing;
    Direction direction;
    friend constexpr bool operator==(const Waypoint&, const Waypoint&) = default;
};

// A lossy set: it forgets old waypoints rather than grow, so that a chain may be searched again but never missed.
class Visited {
  public:
    // Each thread's own, made when first asked for: ordinary positions never do.
    static Visited& of_this_thread() {
        thread_local Visited set;
        return set;
    }

    void forget_all() { ++generation_; }

    // Whether the waypoint is in the set already; from then on it is.
    bool add(const Waypoint& waypoint) {
        Entry& entry = entries_[slot(waypoint)];
        if (entry.generation == generation_ && entry.waypoint == waypoint) return false;
        entry = {waypoint, generation_};
        return true;
    }

  private:
    static constexpr int size_log2 = 20; // 16 MB

    struct Entry {
        Waypoint waypoint;
        std::uint32_t generation;
    };

    static std::size_t slot(const Waypoint& waypoint) {
        const auto place = ((waypoint.origin << 6 | waypoint.landing) << 3) + index(waypoint.direction);
        const std::uint64_t key = (waypoint.captured + place) * 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>((key ^ key >> 32) * 0xbf58476d1ce4e5b9 >> (64 - size_log2));
    }

    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << size_log2);
    std::uint32_t generation_ = 0;
};

} // namespace damaci
