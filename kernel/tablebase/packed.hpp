// Outcomes as they are stored in a file: in blocks that can be read one by one, as runs of equal outcomes.
//
//     the code of outcomes | the code of run lengths | offsets of the blocks and of the end, 4 bytes each,
//     little-endian | runs: outcome, length - 1, as bits; each block begins at a byte boundary | 8 zero bytes
//
// The outcome of a position with a capture follows from the positions after it, so any outcome may be stored for it.
// The outcome that makes its run longer is stored.
#pragma once

#include "prefix_code.hpp"
#include "slice.hpp"

#include <optional>
#include <span>

namespace damaci {

inline constexpr std::uint64_t block_size = 512;

class Packed {
  public:
    // Throws std::invalid_argument if the bytes have no codes, or no room for this many outcomes. The blocks are not
    // read, so opening a table takes no time, however large it is. A damaged block gives wrong outcomes.
    explicit Packed(std::span<const std::uint8_t> bytes, std::uint64_t size) : Packed(bytes, size, Unchecked{}) {
        if (!has_frame()) fail<std::invalid_argument>(unsound);
    }

    static constexpr const char* unsound = "the table's blocks do not fit together";

    // Whether the bytes have codes, and room for this many outcomes.
    static bool fits(std::span<const std::uint8_t> bytes, std::uint64_t size) {
        return Packed(bytes, size, Unchecked{}).has_frame();
    }

    // Whether the bytes hold this many outcomes; reads all of them.
    static bool is_sound(std::span<const std::uint8_t> bytes, std::uint64_t size) {
        return Packed(bytes, size, Unchecked{}).holds_all();
    }

    Outcome operator[](std::uint64_t number) const {
        std::uint64_t left = number % block_size;
        BitReader bits(bytes_, offset(number / block_size));
        for (;;) {
            const Outcome outcome = outcomes_.read(bits);
            const std::uint64_t length = lengths_.read(bits) + 1u;
            if (left < length) return outcome;
            left -= length;
        }
    }

    std::vector<Outcome> unpack() const { return unpack(0, size_); }

    // The outcomes from `begin` on, before `end`.
    std::vector<Outcome> unpack(std::uint64_t begin, std::uint64_t end) const {
        std::vector<Outcome> outcomes;
        outcomes.reserve(end - begin);
        std::uint64_t number = begin / block_size * block_size;
        for (std::uint64_t block = number / block_size; number < end; ++block) {
            for_each_run(block, [&](Outcome outcome, std::uint64_t length) {
                const std::uint64_t from = std::max(number, begin), to = std::min(number + length, end);
                if (from < to) outcomes.insert(outcomes.end(), to - from, outcome);
                number += length;
            });
        }
        return outcomes;
    }

    static constexpr std::size_t codes_bytes = 2 * PrefixCode::stored_bytes, end_bytes = 8;

  private:
    struct Unchecked {};
    Packed(std::span<const std::uint8_t> bytes, std::uint64_t size, Unchecked)
        : bytes_(bytes), blocks_((size + block_size - 1) / block_size), size_(size), outcomes_(code(0)),
          lengths_(code(1)) {}

    PrefixCode code(std::size_t which) const {
        std::array<std::uint8_t, PrefixCode::stored_bytes> stored{};
        if (bytes_.size() >= codes_bytes)
            std::ranges::copy(bytes_.subspan(which * stored.size(), stored.size()), stored.begin());
        return PrefixCode(std::span<const std::uint8_t, PrefixCode::stored_bytes>(stored));
    }

    std::size_t offset(std::uint64_t block) const {
        std::size_t offset = 0;
        for (std::size_t i = 0; i < 4; ++i)
            offset |= static_cast<std::size_t>(bytes_[codes_bytes + 4 * block + i]) << (8 * i);
        return offset;
    }

    std::uint64_t length_of(std::uint64_t block) const { return std::min(block_size, size_ - block * block_size); }

    // Calls f(outcome, length) for each run; returns the place where the next block begins.
    template <class F>
    std::uint64_t for_each_run(std::uint64_t block, F&& f) const {
        BitReader bits(bytes_, offset(block));
        for (std::uint64_t left = length_of(block); left > 0;) {
            const Outcome outcome = outcomes_.read(bits);
            const std::uint64_t length = std::min<std::uint64_t>(left, lengths_.read(bits) + 1u);
            f(outcome, length);
            left -= length;
        }
        return bits.bytes_read();
    }

    bool has_frame() const {
        const std::size_t start = codes_bytes + 4 * (blocks_ + 1);
        return bytes_.size() >= start + end_bytes && offset(0) == start &&
               offset(blocks_) == bytes_.size() - end_bytes && outcomes_.is_sound() && lengths_.is_sound();
    }

    // Whether every block ends where the next begins.
    bool holds_all() const {
        if (!has_frame()) return false;
        for (std::uint64_t block = 0; block < blocks_; ++block) {
            if (for_each_run(block, [](Outcome, std::uint64_t) {}) != offset(block + 1)) return false;
        }
        return true;
    }

    std::span<const std::uint8_t> bytes_;
    std::uint64_t blocks_, size_;
    PrefixCode outcomes_, lengths_;
};

// One block that was read separately.
class Block {
  public:
    // `codes`: the first bytes of the table. `bytes`: those of the block. `size`: the number of outcomes in the block.
    Block(std::span<const std::uint8_t, Packed::codes_bytes> codes, std::span<const std::uint8_t> bytes,
          std::uint64_t size)
        : outcomes_(codes.first<PrefixCode::stored_bytes>()), lengths_(codes.last<PrefixCode::stored_bytes>()),
          bytes_(bytes.begin(), bytes.end()), size_(std::min(size, block_size)) {
        bytes_.resize(bytes.size() + Packed::end_bytes);
    }

    // Nothing if the bytes are not such a block.
    std::optional<std::vector<Outcome>> unpack() const {
        if (!outcomes_.is_sound() || !lengths_.is_sound()) return std::nullopt;
        std::vector<Outcome> found;
        BitReader bits(bytes_, 0);
        while (found.size() < size_) {
            const Outcome outcome = outcomes_.read(bits);
            found.insert(found.end(), lengths_.read(bits) + 1u, outcome);
        }
        const bool is_whole = found.size() == size_ && bits.bytes_read() + Packed::end_bytes == bytes_.size();
        return is_whole ? std::optional(found) : std::nullopt;
    }

  private:
    PrefixCode outcomes_, lengths_;
    std::vector<std::uint8_t> bytes_; // with the zeros that a reader reads after the end
    std::uint64_t size_;
};

struct Run {
    Outcome outcome;
    std::uint8_t length; // less one
};

// Makes runs of consecutive outcomes, and passes them to a sink: sink.begin_block(), sink.add(run).
template <class Sink>
class RunSplitter {
  public:
    explicit RunSplitter(Sink& sink) : sink_(sink) {}

    // `is_free()`: whether any outcome may be stored instead of this one.
    template <class IsFree>
    void add(Outcome outcome, IsFree is_free) {
        const bool begins_block = count_++ % block_size == 0;
        if (!begins_block && run_.length < 255 && (outcome == run_.outcome || is_free())) {
            ++run_.length;
            return;
        }
        hand_on();
        if (begins_block) sink_.begin_block();
        run_ = {outcome, 0};
        has_run_ = true;
    }

    // After the last one.
    void hand_on() {
        if (has_run_) sink_.add(run_);
        has_run_ = false;
    }

  private:
    Sink& sink_;
    std::uint64_t count_ = 0;
    Run run_{};
    bool has_run_ = false;
};

// Counts runs, so that frequent ones get short codes.
class RunCounter {
  public:
    void begin_block() {}
    void add(const Run& run) {
        ++outcomes_[run.outcome];
        ++lengths_[run.length];
    }

    PrefixCode outcomes() const { return PrefixCode(outcomes_); }
    PrefixCode lengths() const { return PrefixCode(lengths_); }

  private:
    PrefixCode::Frequencies outcomes_{}, lengths_{};
};

// Writes runs.
class RunWriter {
  public:
    RunWriter(const RunCounter& counted, std::uint64_t size)
        : outcomes_(counted.outcomes()), lengths_(counted.lengths()),
          bytes_(Packed::codes_bytes + 4 * ((size + block_size - 1) / block_size + 1)), bits_(bytes_) {
        const std::span whole(bytes_);
        outcomes_.store(whole.first<PrefixCode::stored_bytes>());
        lengths_.store(whole.subspan<PrefixCode::stored_bytes, PrefixCode::stored_bytes>());
    }
    RunWriter(const RunWriter&) = delete;
    RunWriter& operator=(const RunWriter&) = delete;

    void begin_block() {
        if (blocks_ > 0) bits_.finish();
        set_offset();
        ++blocks_;
    }
    void add(const Run& run) {
        outcomes_.write(bits_, run.outcome);
        lengths_.write(bits_, run.length);
    }

    // After the last one.
    std::vector<std::uint8_t> bytes() {
        begin_block();
        if (std::uint64_t{bytes_.size()} >> 32 != 0) fail<std::overflow_error>("a table of more than 4 GB");
        bytes_.resize(bytes_.size() + Packed::end_bytes);
        return std::move(bytes_);
    }

  private:
    void set_offset() {
        for (std::size_t i = 0; i < 4; ++i)
            bytes_[Packed::codes_bytes + 4 * blocks_ + i] = static_cast<std::uint8_t>(bytes_.size() >> (8 * i));
    }

    PrefixCode outcomes_, lengths_;
    std::vector<std::uint8_t> bytes_;
    BitWriter bits_;
    std::uint64_t blocks_ = 0;
};

// Stores runs, so that the outcomes need to be read only once.
class Runs {
  public:
    void begin_block() { first_.push_back(runs_.size()); }
    void add(const Run& run) { runs_.push_back(run); }

    template <class Sink>
    void hand_to(Sink& sink) const {
        for (std::size_t block = 0; block < first_.size(); ++block) {
            sink.begin_block();
            const std::size_t end = block + 1 < first_.size() ? first_[block + 1] : runs_.size();
            for (std::size_t i = first_[block]; i < end; ++i)
                sink.add(runs_[i]);
        }
    }

  private:
    std::vector<Run> runs_;
    std::vector<std::size_t> first_; // of each block
};

// Packs outcomes. `is_free(number)`: whether any outcome may be stored there.
template <class IsFree>
std::vector<std::uint8_t> pack(const std::vector<Outcome>& outcomes, IsFree is_free) {
    Runs runs;
    RunSplitter splitter(runs);
    for (std::uint64_t number = 0; number < outcomes.size(); ++number)
        splitter.add(outcomes[number], [&] { return is_free(number); });
    splitter.hand_on();
    RunCounter counter;
    runs.hand_to(counter);
    RunWriter writer(counter, outcomes.size());
    runs.hand_to(writer);
    return writer.bytes();
}

} // namespace damaci
