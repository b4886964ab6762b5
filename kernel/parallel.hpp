// A loop over an array, shared among threads.
#pragma once

#include "threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

namespace damaci {

// Calls work(i, stop) for every i below `count`, in any order. `interrupted` is polled on the calling
// thread; when it returns true, `stop` becomes true and the remaining elements are skipped.
template <class Work, class Interrupted>
void for_each_index(std::size_t count, int threads, Work work, Interrupted interrupted) {
    const std::size_t shares = 8 * static_cast<std::size_t>(threads);
    const std::size_t block = std::clamp<std::size_t>(count / shares, 1, 1024);
    std::atomic<bool> stop = false;
    std::atomic<std::size_t> next = 0;
    const auto work_off = [&] {
        for (std::size_t begin; !stop && (begin = next.fetch_add(block)) < count;) {
            for (std::size_t i = begin; i < std::min(begin + block, count); ++i)
                work(i, stop);
        }
    };
    std::vector<Begun> workers;
    for (int i = 0; i < usable_threads(threads); ++i)
        workers.emplace_back(work_off);
    for (Begun& worker : workers) {
        while (!worker.wait_for(std::chrono::milliseconds(20)))
            stop = stop || interrupted();
        worker.finish();
    }
}

} // namespace damaci
