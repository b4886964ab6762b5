// Functions of a module of several threads (tests/wasm/test_threads.py).

#include "threads.hpp"
#include "capi.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

using damaci::capi::Arguments;
using damaci::capi::Results;

namespace {

// stable_sort allocates by the operator new that does not throw, vector by the one that throws.
bool sorts(std::size_t size) {
    std::vector<int> numbers(size);
    std::iota(numbers.rbegin(), numbers.rend(), 0);
    std::ranges::stable_sort(numbers);
    return std::ranges::is_sorted(numbers);
}

std::size_t count_sorted(std::size_t times) {
    constexpr std::size_t smallest = 200, different = 64;
    std::size_t sorted = 0;
    for (std::size_t i = 0; i < times; ++i)
        sorted += std::size_t{sorts(smallest + i % different)};
    return sorted;
}

} // namespace

// u32 threads besides the first; u32 times -> u32 how often all threads together have sorted
DAMACI_FUNCTION(sort_together) {
    Arguments arguments;
    const auto others = static_cast<std::size_t>(arguments.count());
    const auto times = static_cast<std::size_t>(arguments.count());
    std::atomic<std::size_t> begun = 0, sorted = 0;
    std::vector<damaci::Thread> threads;
    for (std::size_t i = 0; i < others; ++i) {
        threads.emplace_back([&begun, &sorted, times] {
            ++begun;
            sorted += count_sorted(times);
        });
    }
    while (begun < others) {
    }
    sorted += count_sorted(times);
    for (damaci::Thread& thread : threads)
        thread.join();
    Results results;
    results.put_count(sorted);
    return Results::size();
}

#if defined(__wasm_atomics__)

namespace {

constinit damaci::Word word;

// The thread does not sleep, because the value is different.
[[gnu::noinline]] std::size_t next_after_sleep(std::size_t number) {
    word.sleep(1);
    return number + 1;
}

} // namespace

// u32 -> u32 the next number
DAMACI_FUNCTION(sleep_between) {
    Arguments arguments;
    Results results;
    results.put_count(next_after_sleep(static_cast<std::size_t>(arguments.count())));
    return Results::size();
}

#endif
