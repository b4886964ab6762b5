// The transposition table: results for positions already searched. Threads share it without locks: an entry is two
// words, the first combined with the second by xor, so that an entry torn by two writers is not found.
#pragma once

#include "../large_pages.hpp"
#include "value.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace damaci {

enum class Bound : std::uint8_t { none, lower, upper, exact };

struct TableEntry {
    std::int32_t value = 0; // wins and losses are counted from this position
    std::uint16_t move = 0; // its index in the generator's order
    std::int8_t depth = 0;
    Bound bound : 2;
    std::uint8_t generation : 6; // set by the table
};
static_assert(sizeof(TableEntry) == 8);

class Table {
  public:
    explicit Table(std::size_t megabytes)
        : size_((megabytes << 20) / sizeof(Cluster)), clusters_(make_large_pages<Cluster>(size_)) {}

    void clear() {
        for (std::size_t i = 0; i < size_; ++i) {
            for (Slot& slot : clusters_[i].slots)
                slot.write(0, {});
        }
    }

    // Entries of earlier searches are replaced first.
    void begin_search() { generation_ = (generation_ + 1) % generations; }

    void prefetch([[maybe_unused]] std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&clusters_[place(key)]);
#endif
    }

    std::optional<TableEntry> find(std::uint64_t key) const {
        for (const Slot& slot : clusters_[place(key)].slots) {
            const TableEntry entry = slot.read();
            if (slot.holds(key, entry)) return entry;
        }
        return std::nullopt;
    }

    void store(std::uint64_t key, TableEntry entry) {
        entry.generation = static_cast<std::uint8_t>(generation_);
        slot_for(key).write(key, entry);
    }

  private:
    static constexpr int generations = 64;

    class Slot {
      public:
        TableEntry read() const { return std::bit_cast<TableEntry>(data_.load(std::memory_order_relaxed)); }
        bool holds(std::uint64_t key, const TableEntry& entry) const {
            return entry.bound != Bound::none &&
                   (check_.load(std::memory_order_relaxed) ^ std::bit_cast<std::uint64_t>(entry)) == key;
        }
        void write(std::uint64_t key, const TableEntry& entry) {
            const auto data = std::bit_cast<std::uint64_t>(entry);
            data_.store(data, std::memory_order_relaxed);
            check_.store(key ^ data, std::memory_order_relaxed);
        }

      private:
        std::atomic<std::uint64_t> check_{0}, data_{0};
    };

    struct alignas(64) Cluster { // a cache line
        std::array<Slot, 4> slots;
    };
    static_assert(sizeof(Cluster) == 64);

    // The slot that holds the key, or otherwise the slot whose entry is least valuable.
    Slot& slot_for(std::uint64_t key) {
        Cluster& cluster = clusters_[place(key)];
        Slot* least = nullptr;
        int least_worth = 0;
        for (Slot& slot : cluster.slots) {
            const TableEntry entry = slot.read();
            if (slot.holds(key, entry)) return slot;
            if (least == nullptr || worth(entry) < least_worth) {
                least = &slot;
                least_worth = worth(entry);
            }
        }
        return *least;
    }

    int worth(const TableEntry& entry) const {
        constexpr int plies_a_generation = 4;
        if (entry.bound == Bound::none) return -1'000;
        return entry.depth - plies_a_generation * ((generation_ + generations - entry.generation) % generations);
    }

    std::size_t place(std::uint64_t key) const { return static_cast<std::size_t>((key >> 32) * size_ >> 32); }

    std::size_t size_;
    LargePages<Cluster> clusters_;
    int generation_ = 0;
};

} // namespace damaci
