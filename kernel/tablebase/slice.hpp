// The outcomes of all positions of one material, or of a part of it, in memory, while a table is built.
#pragma once

#include "index.hpp"
#include "outcome.hpp"

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

namespace damaci {

class Slice {
  public:
    explicit Slice(Index index) : index_(std::move(index)), outcomes_(index_.size(), no_position) {}
    Slice(Index index, std::vector<Outcome> outcomes) : index_(std::move(index)), outcomes_(std::move(outcomes)) {}
    Slice(const Ruleset& rules, const Material& material) : Slice(Index(rules, material)) {}
    Slice(const Ruleset& rules, const Material& material, std::vector<Outcome> outcomes)
        : Slice(Index(rules, material), std::move(outcomes)) {}

    const Index& index() const { return index_; }
    std::vector<Outcome>& outcomes() { return outcomes_; }
    const std::vector<Outcome>& outcomes() const { return outcomes_; }

    // Threads may write while others read.
    Outcome operator[](std::uint64_t number) const {
        return std::atomic_ref(const_cast<Outcome&>(outcomes_[number])).load(std::memory_order_relaxed);
    }
    // The first number from `begin` on that has this outcome; `end` if there is none before it. Other threads may store
    // other outcomes meanwhile.
    std::uint64_t find(Outcome outcome, std::uint64_t begin, std::uint64_t end) const {
        const void* found = std::memchr(outcomes_.data() + begin, outcome, end - begin);
        return found == nullptr ? end
                                : static_cast<std::uint64_t>(static_cast<const Outcome*>(found) - outcomes_.data());
    }
    // Prefetches an outcome that will be needed soon.
    void prefetch(std::uint64_t number) const {
#if defined(__GNUC__)
        __builtin_prefetch(&outcomes_[number]);
#else
        static_cast<void>(number);
#endif
    }
    void set(std::uint64_t number, Outcome outcome) {
        std::atomic_ref(outcomes_[number]).store(outcome, std::memory_order_relaxed);
    }

  private:
    Index index_;
    std::vector<Outcome> outcomes_;
};

using Slices = std::map<Material, std::shared_ptr<Slice>>;

} // namespace damaci
