// A node whose first moves have been searched, and whose other moves several threads share. Its owner is the thread
// that reached the node; the owner stays until all moves have been searched.
#pragma once

#include "frame.hpp"
#include "trail.hpp"
#include "value.hpp"

#include <atomic>
#include <optional>

namespace damaci {

// A move to search: its index in the list, the number of moves taken before it, and the bound that it has to exceed.
struct Task {
    std::size_t place, earlier;
    Value alpha;
};

// The best move so far.
struct Best {
    Value value = -infinite_value;
    std::size_t place = 0;
};

class Split {
  public:
    // `above`: the split below which the owner is working, or null. `frame` and `trail` are those of the owner.
    Split(const Split* above, Frame& frame, const Trail& trail, int ply, Value alpha, Value beta, int depth, Best best)
        : trail(trail), trail_size(trail.size()), ply(ply), beta(beta), depth(depth), above_(above), frame_(frame),
          alpha_(alpha), best_(best) {}

    const Frame& frame() const { return frame_; }

    bool is_below(const Split* other) const {
        const Split* at = this;
        while (at != nullptr && at != other)
            at = at->above_;
        return at == other;
    }

    // Whether this node, or one above it, is no longer needed.
    bool is_over() const {
        const Split* at = this;
        while (at != nullptr && !at->over_.load(std::memory_order_relaxed))
            at = at->above_;
        return at != nullptr;
    }

    const Trail& trail;
    const std::size_t trail_size; // the steps after this one are used only by the owner
    const int ply;
    const Value beta;
    const int depth;

    // ---- under the crew's lock

    void end() { over_ = true; }

    bool has_tasks() const { return !is_over() && frame_.picker.tried() < frame_.moves.size(); }

    std::optional<Task> next() {
        if (!has_tasks()) return std::nullopt;
        const std::size_t place = frame_.picker.next();
        return Task{place, frame_.picker.tried() - 1, alpha_};
    }

    // `line`: the moves after the move.
    void finish(const Task& task, Value value, const std::vector<Move>& line) {
        if (over_ || value <= best_.value) return;
        best_ = {value, task.place};
        if (value <= alpha_) return;
        alpha_ = value;
        frame_.remember_line(task.place, line);
        if (value >= beta) end();
    }

    const Best& best() const { return best_; }

    int helpers = 0; // the number of threads that work here besides the owner

  private:
    const Split* const above_;
    Frame& frame_;
    Value alpha_;
    Best best_;
    std::atomic<bool> over_ = false;
};

} // namespace damaci
