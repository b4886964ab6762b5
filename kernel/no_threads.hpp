// Only one thread: work that would be started on another thread is done at once.
#pragma once

#include "done_at_once.hpp"

#define DAMACI_HAS_THREADS 0
#define DAMACI_THREAD_LOCAL

namespace damaci {

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

} // namespace damaci
