// When a running search has to end. One budget is shared by all its threads.
#pragma once

#include "../threads.hpp"
#include "limits.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>

namespace damaci {

class Budget {
    using Clock = std::chrono::steady_clock;

  public:
    // `poll` is called every `poll_seconds` or so from the search's own thread, and may throw to end it.
    Budget(const Limits& limits, std::atomic<bool>& stop, std::function<void()> poll, double poll_seconds)
        : stop_(stop), poll_(std::move(poll)), poll_seconds_(poll_seconds), next_poll_(poll_seconds),
          seconds_(limits.seconds), nodes_(limits.nodes == 0 ? ~std::uint64_t{0} : limits.nodes),
          portion_(limits.nodes == 0 ? std::uint64_t{1} << 40 : portion(limits)) {}

    void stop() { stop_.store(true, std::memory_order_relaxed); }

    bool is_stopped() const { return stop_.load(std::memory_order_relaxed); }

    // The number of further nodes that a thread may search; zero when the limit is reached, which stops all threads.
    std::uint64_t grant() {
        const std::uint64_t granted = granted_.fetch_add(portion_, std::memory_order_relaxed);
        if (granted >= nodes_) stop();
        return granted >= nodes_ ? 0 : std::min(portion_, nodes_ - granted);
    }

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    // Checks the clock, if the calling thread made the budget. This is cheap enough for every thousandth node.
    void check() {
        if (this_thread() != owner_) return;
        const double now = elapsed();
        if (seconds_ > 0 && now >= seconds_) stop();
        if (poll_ && now >= next_poll_) {
            next_poll_ = now + poll_seconds_;
            ask();
        }
    }

  private:
    // Small, so that nodes which one thread reserves and does not use hardly affect the others.
    static std::uint64_t portion(const Limits& limits) {
        constexpr std::uint64_t portions = 16, largest = 256;
        return std::clamp(limits.nodes / portions / static_cast<unsigned>(std::max(limits.threads, 1)),
                          std::uint64_t{1}, largest);
    }

    // Stops all threads unless the poll returns.
    void ask() {
        struct Guard {
            Budget& budget;
            bool returned = false;
            ~Guard() {
                if (!returned) budget.stop();
            }
        } guard{*this};
        poll_();
        guard.returned = true;
    }

    std::atomic<bool>& stop_;
    std::function<void()> poll_;
    double poll_seconds_, next_poll_;
    double seconds_;
    std::uint64_t nodes_, portion_;
    std::atomic<std::uint64_t> granted_ = 0;
    Clock::time_point start_ = Clock::now();
    ThreadId owner_ = this_thread();
};

} // namespace damaci
