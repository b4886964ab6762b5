// Work that is not worth another thread, or has none.
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
