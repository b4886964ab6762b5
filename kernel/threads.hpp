// Threads, where the target has them. WebAssembly has none as we build it: there is one thread, and what is begun on
// another one is done at once.
#pragma once

#include <algorithm>
#include <chrono>

#if !defined(__wasm__) || defined(_REENTRANT)
#define DAMACI_HAS_THREADS 1
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#else
#define DAMACI_HAS_THREADS 0
#endif

namespace damaci {

#if DAMACI_HAS_THREADS

#define DAMACI_THREAD_LOCAL thread_local

using Mutex = std::mutex;
using Lock = std::unique_lock<std::mutex>;
using Condition = std::condition_variable;
using Thread = std::thread;
using ThreadId = std::thread::id;

inline ThreadId this_thread() {
    return std::this_thread::get_id();
}

// How many threads there can be when so many are wanted.
constexpr int usable_threads(int wanted) {
    return std::max(wanted, 1);
}

// Work on a thread of its own.
class Begun {
  public:
    template <class F>
    explicit Begun(F f) : done_(std::async(std::launch::async, std::move(f))) {}

    // Whether it is done after so long at most.
    template <class Duration>
    bool wait_for(Duration duration) const {
        return done_.wait_for(duration) == std::future_status::ready;
    }
    // Throws what the work has thrown.
    void finish() { done_.get(); }

  private:
    std::future<void> done_;
};

#else

#define DAMACI_THREAD_LOCAL

class Mutex {};

class Lock {
  public:
    explicit Lock(Mutex&) {}
};

class Condition {
  public:
    void notify_all() {}
    template <class Ready>
    void wait(Lock&, Ready) {}
    template <class Duration, class Ready>
    void wait_for(Lock&, Duration, Ready) {}
};

class Thread {
  public:
    template <class F>
    explicit Thread(F f) {
        f();
    }
    void join() {}
};

using ThreadId = int;

inline ThreadId this_thread() {
    return 0;
}

constexpr int usable_threads(int) {
    return 1;
}

class Begun {
  public:
    template <class F>
    explicit Begun(F f) {
        f();
    }
    template <class Duration>
    bool wait_for(Duration) const {
        return true;
    }
    void finish() {}
};

#endif

} // namespace damaci
