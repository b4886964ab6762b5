// The tables of perft and search: only stored entries are found, even when threads overwrite each other's entries.

#include "check.hpp"
#include "perft_table.hpp"
#include "search/table.hpp"
#include "threads.hpp"

#include <atomic>
#include <random>

namespace damaci {
namespace {

template <class F>
void on_threads(int count, F f) {
    std::vector<Thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&f, i] { f(static_cast<unsigned>(i)); });
    for (Thread& thread : threads)
        thread.join();
}

// The value that belongs to a key, so that a found value can be checked.
std::uint64_t count_of(std::uint64_t key) {
    return (key * 0x9e3779b97f4a7c15 >> 8) + 1;
}

TableEntry entry_of(std::uint64_t key) {
    TableEntry entry;
    entry.value = static_cast<std::int32_t>(key % 20'000);
    entry.move = static_cast<std::uint16_t>(key >> 20);
    entry.depth = static_cast<std::int8_t>(key % 100);
    entry.bound = Bound::exact;
    return entry;
}

bool is_right(std::uint64_t key, const TableEntry& found) {
    const TableEntry expected = entry_of(key);
    return found.value == expected.value && found.move == expected.move && found.depth == expected.depth &&
           found.bound == expected.bound;
}

TEST(counts_are_found_again) {
    PerftTable table(1);
    CHECK(table.find(0) == 0 && table.find(~std::uint64_t{0}) == 0);
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
        table.store(key, 42);
        CHECK(table.find(key) == 42);
        CHECK(table.find(key ^ 1) == 0);
    }
}

TEST(the_largest_counts_stay) {
    PerftTable table(1);
    for (std::uint64_t key = 1; key <= 100; ++key) // of one cluster
        table.store(key, 1000 - key);
    CHECK(table.find(1) == 999 && table.find(2) == 998 && table.find(3) == 997);
    CHECK(table.find(50) == 0);
    CHECK(table.find(100) == 900);
}

TEST(depths_are_told_apart) {
    const Position position{.white = 1, .black = 2};
    PerftTable table(1);
    table.store(PerftTable::key(position, 3), 33);
    CHECK(table.find(PerftTable::key(position, 4)) == 0);
    CHECK(count_once(&table, position, 3, [] { return std::uint64_t{0}; }) == 33);
    CHECK(count_once(&table, position, 4, [] { return std::uint64_t{44}; }) == 44);
    CHECK(table.find(PerftTable::key(position, 4)) == 44);
}

TEST(threads_share_counts) {
    PerftTable table(1);
    std::atomic<int> found = 0, wrong = 0;
    on_threads(4, [&](unsigned seed) {
        std::mt19937_64 random(seed);
        for (int i = 0; i < 50'000; ++i) {
            const std::uint64_t key = random() % 512; // few clusters, many collisions
            table.store(key, count_of(key));
            const std::uint64_t other = random() % 512, count = table.find(other);
            found += count != 0;
            wrong += count != 0 && count != count_of(other);
        }
    });
    CHECK(found > 0 && wrong == 0);
}

TEST(entries_are_found_again) {
    Table table(1);
    CHECK(!table.find(7));
    table.store(7, entry_of(7));
    CHECK(table.find(7) && is_right(7, *table.find(7)));
    CHECK(!table.find(8));
    table.clear();
    CHECK(!table.find(7));
}

TEST(old_entries_give_way) {
    Table table(1);
    const auto store = [&](std::uint64_t key, std::int8_t depth) {
        TableEntry entry = entry_of(key);
        entry.depth = depth;
        table.store(key, entry);
    };
    for (std::uint64_t key = 1; key <= 4; ++key) // fills a cluster
        store(key, 5);
    for (int search = 0; search < 10; ++search)
        table.begin_search();
    for (std::uint64_t key = 11; key <= 14; ++key)
        store(key, 1);
    for (std::uint64_t key = 1; key <= 4; ++key)
        CHECK(!table.find(key) && table.find(key + 10));
}

TEST(threads_share_entries) {
    Table table(1);
    std::atomic<int> found = 0, wrong = 0;
    on_threads(4, [&](unsigned seed) {
        std::mt19937_64 random(seed);
        for (int i = 0; i < 50'000; ++i) {
            const std::uint64_t key = random() % 512;
            table.store(key, entry_of(key));
            const std::uint64_t other = random() % 512;
            const auto entry = table.find(other);
            found += entry.has_value();
            wrong += entry && !is_right(other, *entry);
        }
    });
    CHECK(found > 0 && wrong == 0);
}

} // namespace
} // namespace damaci
