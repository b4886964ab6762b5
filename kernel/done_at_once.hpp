// Work that is done at once, because another thread is not worth it or not available.
#pragma once

namespace damaci {

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

} // namespace damaci
