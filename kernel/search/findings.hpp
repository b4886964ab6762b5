// What the threads of one search have found so far: the deepest depth that any of them has finished.
#pragma once

#include "../move.hpp"
#include "value.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace damaci {

// A move at the root, and what the last search with it in front found.
struct Candidate {
    std::vector<Move> line; // begins with the move itself
    Value value = -infinite_value;
};

class Findings {
  public:
    const std::atomic<int>& depth() const { return depth_; }

    // Keeps the candidates of a thread that is the first to finish a depth; one that comes later gets those that are
    // kept in place of its own. The depth that they are of.
    int settle(int depth, std::vector<Candidate>& candidates) {
        const std::lock_guard lock(mutex_);
        if (depth > depth_) {
            candidates_ = candidates;
            depth_ = depth;
        } else {
            candidates = candidates_;
        }
        return depth_;
    }

  private:
    std::mutex mutex_;
    std::vector<Candidate> candidates_;
    alignas(64) std::atomic<int> depth_ = 0; // read at every node: alone in its cache line
};

} // namespace damaci
