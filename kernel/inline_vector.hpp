// A growing array whose first N elements need no allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace damaci {

template <class T, std::size_t N>
class InlineVector {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    InlineVector() {} // not `= default`: {} would then clear the whole array
    InlineVector(const InlineVector&) = delete;
    InlineVector& operator=(const InlineVector&) = delete;

    void push_back(T value) {
        if (size_ == capacity_) grow();
        data_[size_++] = value;
    }
    // Removes the elements from index `count` on.
    void truncate(std::size_t count) { size_ = count; }
    void clear() { size_ = 0; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }

  private:
    [[gnu::noinline]] void grow() {
        auto larger = std::make_unique_for_overwrite<T[]>(2 * capacity_);
        std::copy_n(data_, size_, larger.get());
        heap_ = std::move(larger);
        data_ = heap_.get();
        capacity_ *= 2;
    }

    T inline_[N];
    T* data_ = inline_;
    std::size_t size_ = 0, capacity_ = N;
    std::unique_ptr<T[]> heap_;
};

} // namespace damaci
