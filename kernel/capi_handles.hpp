// Objects that stay in the module between calls; the caller refers to them by numbers from 1 on.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace damaci::capi {

template <class T>
class Handles {
  public:
    std::uint32_t add(std::unique_ptr<T> object) {
        objects_.emplace(++last_, std::move(object));
        return last_;
    }

    // Null if no object has the number.
    T* find(std::uint32_t handle) const {
        const auto found = objects_.find(handle);
        return found == objects_.end() ? nullptr : found->second.get();
    }

    void remove(std::uint32_t handle) { objects_.erase(handle); }

  private:
    std::map<std::uint32_t, std::unique_ptr<T>> objects_;
    std::uint32_t last_ = 0;
};

inline constexpr const char* no_object = "there is no such object in the kernel";

} // namespace damaci::capi
