// A table of counts for positions that perft reaches more than once. Threads share it without locks: an entry is two
// words, the first combined with the second by xor, so that an entry torn by two writers is not found.
#pragma once

#include "hash.hpp"
#include "large_pages.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace damaci {

class PerftTable {
  public:
    explicit PerftTable(std::size_t megabytes)
        : size_((megabytes << 20) / sizeof(Cluster)), clusters_(make_large_pages<Cluster>(size_)) {}

    static constexpr std::uint64_t key(const Position& position, int depth) {
        return hash(position) + static_cast<std::uint64_t>(depth) * 0x9e3779b97f4a7c15;
    }

    // The count stored under this key, all of whose 64 bits are compared; 0 when there is none.
    std::uint64_t find(std::uint64_t key) const {
        for (const Slot& slot : cluster(key).slots) {
            const std::uint64_t nodes = slot.nodes.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ nodes) == key) return nodes;
        }
        return 0;
    }

    // Replaces the smallest count in the cluster, because it is the cheapest to compute again.
    void store(std::uint64_t key, std::uint64_t nodes) {
        Slot* smallest = nullptr;
        std::uint64_t least = ~std::uint64_t{0};
        for (Slot& slot : cluster(key).slots) {
            const std::uint64_t count = slot.nodes.load(std::memory_order_relaxed);
            if (smallest != nullptr && count >= least) continue;
            smallest = &slot;
            least = count;
        }
        smallest->nodes.store(nodes, std::memory_order_relaxed);
        smallest->check.store(key ^ nodes, std::memory_order_relaxed);
    }

  private:
    struct Slot {
        std::atomic<std::uint64_t> check{0}, nodes{0};
    };

    struct alignas(64) Cluster { // a cache line
        std::array<Slot, 4> slots;
    };

    Cluster& cluster(std::uint64_t key) const { return clusters_[static_cast<std::size_t>((key >> 32) * size_ >> 32)]; }

    std::size_t size_;
    LargePages<Cluster> clusters_;
};

// The result of `count` for a position and a depth, from the table if it is stored there. `table` may be null.
template <class Count>
std::uint64_t count_once(PerftTable* table, const Position& position, int depth, Count count) {
    if (table == nullptr) return count();
    const std::uint64_t key = PerftTable::key(position, depth);
    if (const std::uint64_t known = table->find(key); known != 0) return known;
    const std::uint64_t nodes = count();
    table->store(key, nodes);
    return nodes;
}

} // namespace damaci
