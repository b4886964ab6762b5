// The waypoints that a capture search has visited, for positions in which it would visit them too often.
#pragma once

#include "bitboard.hpp"
#include "threads.hpp"

#include <vector>

namespace damaci {

// A piece in the middle of a chain: its origin, the pieces that it has captured, and where and how it has landed (for a
// king: which piece it has taken last, and how).
struct Waypoint {
    Bitboard captured;
    std::uint8_t origin;
    std::uint8_t landing;
    Direction direction;
    friend constexpr bool operator==(const Waypoint&, const Waypoint&) = default;
};

// A set of fixed size: a new waypoint may replace an old one.
class WaypointSet {
  public:
    // The set of the calling thread, which is made at its first use.
    static WaypointSet& of_this_thread() {
        static DAMACI_THREAD_LOCAL WaypointSet set;
        return set;
    }

    void clear() { ++generation_; }

    bool contains(const Waypoint& waypoint) const {
        const Entry& entry = entries_[slot(waypoint)];
        return entry.generation == generation_ && entry.waypoint == waypoint;
    }

    void add(const Waypoint& waypoint) { entries_[slot(waypoint)] = {waypoint, generation_}; }

  private:
    static constexpr int size_log2 = 20; // 16 MB

    struct Entry {
        Waypoint waypoint;
        std::uint32_t generation;
    };

    static std::size_t slot(const Waypoint& waypoint) {
        const std::uint64_t place =
            (std::uint64_t{waypoint.origin} * 64 + waypoint.landing) * 8 + index(waypoint.direction);
        const std::uint64_t key = (waypoint.captured + place) * 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>((key ^ key >> 32) * 0xbf58476d1ce4e5b9 >> (64 - size_log2));
    }

    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << size_log2);
    std::uint32_t generation_ = 0;
};

// The waypoints of one search. They are stored only once the search has become long, so that ordinary positions cost
// only one comparison.
class Visited {
  public:
    // Counts a step. Returns whether the waypoint is known to have been added; a replaced one is not.
    bool contains(const Waypoint& waypoint) {
        if (++steps_ <= patience) return false;
        if (steps_ == patience + 1) WaypointSet::of_this_thread().clear();
        return WaypointSet::of_this_thread().contains(waypoint);
    }

    void add(const Waypoint& waypoint) const {
        if (steps_ > patience) WaypointSet::of_this_thread().add(waypoint);
    }

    // Counts a step to the waypoint that f() returns. Returns whether the search can leave it out: it was there before,
    // or takes too long.
    template <class F>
    bool can_skip(F&& f) {
        return ++steps_ > patience && !add_new(f());
    }

    // Whether the search has taken about a second. Up to 16 pieces against any number of kings take less than a tenth
    // of that, so this does not happen in games; it may happen in a position that is set up on purpose.
    bool exhausted() const { return steps_ > 10'000'000; }

  private:
    static constexpr int patience = 4096;

    [[gnu::noinline]] bool add_new(const Waypoint& waypoint) const {
        WaypointSet& set = WaypointSet::of_this_thread();
        if (steps_ == patience + 1) set.clear();
        if (exhausted() || set.contains(waypoint)) return false;
        set.add(waypoint);
        return true;
    }

    int steps_ = 0;
};

} // namespace damaci
