// What the threads of one search have found so far, depth by depth.
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

    // Keeps the candidates of the thread that is the first to finish a depth; one that comes later gets those in place
    // of its own. Every thread comes to every depth.
    void settle(int depth, std::vector<Candidate>& candidates) {
        const std::lock_guard lock(mutex_);
        if (depth > depth_) {
            by_depth_.push_back(candidates);
            depth_ = depth;
        } else {
            candidates = by_depth_[static_cast<std::size_t>(depth - 1)];
        }
    }

  private:
    std::mutex mutex_;
    std::vector<std::vector<Candidate>> by_depth_;
    alignas(64) std::atomic<int> depth_ = 0; // read at every node: alone in its cache line
};

} // namespace damaci
