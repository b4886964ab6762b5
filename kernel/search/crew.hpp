// The nodes whose moves the threads of a search share.
#pragma once

#include "../threads.hpp"
#include "split.hpp"

namespace damaci {

class Crew {
  public:
    explicit Crew(int threads) : alone_(threads < 2) {}

    // Whether other threads may take moves of a node after its first move. Close to the leaves, sharing costs more than
    // searching.
    bool may_split(const Frame& frame, int depth) const {
        constexpr int shallowest = 4;
        return !alone_ && depth >= shallowest && frame.picker.tried() < frame.moves.size();
    }

    // Other threads may join the split while this object exists; its destructor waits until they have left.
    class Opened {
      public:
        Opened(Crew& crew, Split& split) : crew_(crew), split_(split) {
            const Lock lock(crew_.mutex_);
            crew_.splits_.push_back(&split);
            crew_.tell();
        }
        ~Opened() {
            Lock lock(crew_.mutex_);
            split_.end();
            std::erase(crew_.splits_, &split_);
            crew_.told_.wait(lock, [this] { return split_.helpers == 0; });
        }
        Opened(const Opened&) = delete;
        Opened& operator=(const Opened&) = delete;

      private:
        Crew& crew_;
        Split& split_;
    };

    // Joins a split that has work, below a given one or anywhere. The destructor leaves it.
    class Joined {
      public:
        Joined(Crew& crew, const Split* above) : crew_(crew) {
            const Lock lock(crew_.mutex_);
            split_ = crew_.deepest_below(above);
            if (split_ != nullptr) ++split_->helpers;
        }
        ~Joined() {
            if (split_ == nullptr) return;
            const Lock lock(crew_.mutex_);
            --split_->helpers;
            crew_.tell();
        }
        Joined(const Joined&) = delete;
        Joined& operator=(const Joined&) = delete;

        Split* split() const { return split_; } // null if none has work

      private:
        Crew& crew_;
        Split* split_;
    };

    std::optional<Task> next(Split& split) {
        const Lock lock(mutex_);
        return split.next();
    }

    void finish(Split& split, const Task& task, Value value, const std::vector<Move>& line) {
        const Lock lock(mutex_);
        split.finish(task, value, line);
    }

    bool is_helped(const Split& split) {
        const Lock lock(mutex_);
        return split.helpers > 0;
    }

    // Changes whenever a split is opened or left.
    unsigned news() const { return news_.load(std::memory_order_acquire); }

    // Waits for a change, but no longer than a millisecond. It usually comes so soon that sleeping would take longer.
    void wait(unsigned seen) {
        using Clock = std::chrono::steady_clock;
        constexpr std::chrono::microseconds awake(50), asleep(1'000);
        for (const auto start = Clock::now(); Clock::now() - start < awake;) {
            if (news() != seen) return;
        }
        Lock lock(mutex_);
        told_.wait_for(lock, asleep, [&] { return news() != seen; });
    }

  private:
    // Prefers the split with the deepest search: it has the most work, so threads look for a new split less often.
    Split* deepest_below(const Split* above) const {
        Split* deepest = nullptr;
        for (Split* split : splits_) {
            if (deepest != nullptr && split->depth <= deepest->depth) continue;
            if (split->has_tasks() && split->is_below(above)) deepest = split;
        }
        return deepest;
    }

    void tell() {
        news_.fetch_add(1, std::memory_order_release);
        told_.notify_all();
    }

    const bool alone_;
    Mutex mutex_;
    Condition told_;
    std::vector<Split*> splits_;
    std::atomic<unsigned> news_ = 0;
};

} // namespace damaci
