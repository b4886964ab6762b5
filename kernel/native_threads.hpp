// Threads of the operating system.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#define DAMACI_HAS_THREADS 1
#define DAMACI_THREAD_LOCAL thread_local

namespace damaci {

using Mutex = std::mutex;
using Lock = std::unique_lock<std::mutex>;
using Condition = std::condition_variable;
using Thread = std::thread;
using ThreadId = std::thread::id;

inline ThreadId this_thread() {
    return std::this_thread::get_id();
}

// The number of threads that are available if this many are wanted.
constexpr int usable_threads(int wanted) {
    return std::max(wanted, 1);
}

// Work on a separate thread.
class Begun {
  public:
    template <class F>
    explicit Begun(F f) : done_(std::async(std::launch::async, std::move(f))) {}

    // Waits at most this long; returns whether the work is done.
    template <class Duration>
    bool wait_for(Duration duration) const {
        return done_.wait_for(duration) == std::future_status::ready;
    }
    // Waits for the work, and rethrows its exception.
    void finish() { done_.get(); }

  private:
    std::future<void> done_;
};

} // namespace damaci
