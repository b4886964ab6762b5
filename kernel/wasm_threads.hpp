// Threads of the WebAssembly module whose memory several instances share. A thread is a worker of the page that has its
// own instance and waits for work (static/pocket/thread_worker.js): the module itself cannot start threads.
#pragma once

#include "done_at_once.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#define DAMACI_HAS_THREADS 1
#define DAMACI_THREAD_LOCAL thread_local

namespace damaci {

// A number in shared memory. Threads can sleep until it changes.
class Word {
  public:
    static constexpr std::int64_t forever = -1;

    std::atomic<int> value = 0;

    // Sleeps for at most this many nanoseconds, and not at all if the value is different. Not inlined, because at this
    // instruction V8 11.3 (Chrome 113, Node.js 20) loses the values of local variables.
    [[gnu::noinline]] void sleep(int expected, std::int64_t nanoseconds = forever) {
        __builtin_wasm_memory_atomic_wait32(address(), expected, nanoseconds);
    }
    void wake(unsigned threads) { __builtin_wasm_memory_atomic_notify(address(), threads); }

  private:
    int* address() { return reinterpret_cast<int*>(&value); }
};

class Mutex {
  public:
    void lock() {
        int found = unlocked;
        if (word_.value.compare_exchange_strong(found, locked)) return;
        while (word_.value.exchange(awaited) != unlocked)
            word_.sleep(awaited);
    }
    void unlock() {
        if (word_.value.exchange(unlocked) == awaited) word_.wake(1);
    }

  private:
    static constexpr int unlocked = 0, locked = 1, awaited = 2;

    Word word_;
};

class Lock {
  public:
    explicit Lock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    ~Lock() { mutex_.unlock(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }

  private:
    Mutex& mutex_;
};

class Condition {
  public:
    void notify_all() {
        word_.value.fetch_add(1);
        word_.wake(~0U);
    }

    template <class Ready>
    void wait(Lock& lock, Ready ready) {
        while (!ready())
            sleep(lock, Word::forever);
    }

    // Waits at most this long.
    template <class Duration, class Ready>
    void wait_for(Lock& lock, Duration duration, Ready ready) {
        if (!ready()) sleep(lock, std::chrono::nanoseconds(duration).count());
    }

  private:
    void sleep(Lock& lock, std::int64_t nanoseconds) {
        const int seen = word_.value.load();
        lock.unlock();
        word_.sleep(seen, nanoseconds);
        lock.lock();
    }

    Word word_;
};

// The threads that wait for work, and the work that waits for a thread.
class Helpers {
  public:
    struct Work {
        std::function<void()> run;
        bool done = false;
    };

    int count() const { return count_.load(std::memory_order_relaxed); }

    void give(Work& work) {
        const Lock lock(mutex_);
        waiting_.push_back(&work);
        told_.notify_all();
    }

    // Waits until the work is done. If no thread has begun it, it is removed.
    void finish(Work& work) {
        Lock lock(mutex_);
        if (std::erase(waiting_, &work) > 0) return;
        told_.wait(lock, [&work] { return work.done; });
    }

    // The loop of a thread.
    [[noreturn]] void help() {
        count_.fetch_add(1);
        Lock lock(mutex_);
        while (true) {
            told_.wait(lock, [this] { return !waiting_.empty(); });
            Work& work = *waiting_.back();
            waiting_.pop_back();
            lock.unlock();
            work.run();
            lock.lock();
            work.done = true;
            told_.notify_all();
        }
    }

  private:
    std::atomic<int> count_ = 0;
    Mutex mutex_;
    Condition told_;
    std::vector<Work*> waiting_;
};

inline constinit Helpers helpers;

// Work on another thread.
class Thread {
  public:
    template <class F>
    explicit Thread(F f) : work_(std::make_unique<Helpers::Work>(Helpers::Work{std::move(f)})) {
        helpers.give(*work_);
    }
    void join() { helpers.finish(*work_); }

  private:
    std::unique_ptr<Helpers::Work> work_;
};

// At most the number of existing threads.
inline int usable_threads(int wanted) {
    return std::clamp(wanted, 1, 1 + helpers.count());
}

using ThreadId = const char*;

inline ThreadId this_thread() {
    static thread_local char here = 0;
    return &here;
}

} // namespace damaci
