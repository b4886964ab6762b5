// Outcomes as they are stored in a file: in blocks that can be read one by one, as runs of equal outcomes.
//
//     the code of outcomes | the code of run lengths | offsets of the blocks, 4 bytes each, little-endian, and the
//     end's | runs: outcome, length - 1, as bits; each block begins with a byte | 8 zero bytes
//
// The outcome of a position with a capture follows from the positions after it, so any outcome may be stored for it:
// the one that makes its run longer.
#pragma once

#include "prefix_code.hpp"
#include "slice.hpp"

#include <optional>
#include <span>

namespace damaci {

inline constexpr std::uint64_t block_size = 512;

class Packed {
  public:
    // Throws std::invalid_argument if the bytes have no room for as many outcomes, or no codes. The blocks are not
    // looked at, so that a table is opened at once, however large it is: a damaged block is read as wrong outcomes.
    explicit Packed(std::span<const std::uint8_t> bytes, std::uint64_t size) : Packed(bytes, size, Unchecked{}) {
        if (!has_frame()) fail<std::invalid_argument>(unsound);
    }

    static constexpr const char* unsound = "the table's blocks do not fit together";

    // Whether the bytes have codes, and room for as many outcomes.
    static bool fits(std::span<const std::uint8_t> bytes, std::uint64_t size) {
        return Packed(bytes, size, Unchecked{}).has_frame();
    }

    // Whether the bytes hold as many outcomes; reads all of them.
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

    std::vector<Outcome> unpack() const {
        std::vector<Outcome> outcomes;
        outcomes.reserve(size_);
        for (std::uint64_t block = 0; block < blocks_; ++block) {
            for_each_run(block, [&](Outcome outcome, std::uint64_t length) {
                outcomes.insert(outcomes.end(), length, outcome);
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

    // Calls f(outcome, length) for each run; returns where the next block begins.
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

// One block that was read by itself.
class Block {
  public:
    // `codes`: the first bytes of the table. `bytes`: those of the block; `size`: how many outcomes it has.
    Block(std::span<const std::uint8_t, Packed::codes_bytes> codes, std::span<const std::uint8_t> bytes,
          std::uint64_t size)
        : outcomes_(codes.first<PrefixCode::stored_bytes>()), lengths_(codes.last<PrefixCode::stored_bytes>()),
          bytes_(bytes.begin(), bytes.end()), size_(std::min(size, block_size)) {
        bytes_.resize(bytes.size() + Packed::end_bytes);
    }

    // Nothing if the bytes are no such block.
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
    std::vector<std::uint8_t> bytes_; // with the zeros that a reader looks at behind the end
    std::uint64_t size_;
};

// Packs outcomes.
class Packing {
  public:
    // `is_free(number)`: whether any outcome may be stored there.
    template <class IsFree>
    Packing(const std::vector<Outcome>& outcomes, IsFree is_free)
        : blocks_((outcomes.size() + block_size - 1) / block_size) {
        for (std::uint64_t block = 0; block < blocks_; ++block) {
            first_runs_.push_back(runs_.size());
            const std::uint64_t end = std::min<std::uint64_t>(outcomes.size(), (block + 1) * block_size);
            for (std::uint64_t number = block * block_size; number < end; ++number) {
                const bool begins = number == block * block_size || runs_.back().length == 255;
                const bool goes_on = !begins && (outcomes[number] == runs_.back().outcome || is_free(number));
                if (goes_on)
                    ++runs_.back().length;
                else
                    runs_.push_back({outcomes[number], 0});
            }
        }
        first_runs_.push_back(runs_.size());
    }

    std::vector<std::uint8_t> bytes() const {
        PrefixCode::Frequencies outcomes{}, lengths{};
        for (const Run& run : runs_) {
            ++outcomes[run.outcome];
            ++lengths[run.length];
        }
        return bytes(PrefixCode(outcomes), PrefixCode(lengths));
    }

  private:
    struct Run {
        Outcome outcome;
        std::uint8_t length; // less one
    };

    std::vector<std::uint8_t> bytes(const PrefixCode& outcomes, const PrefixCode& lengths) const {
        std::vector<std::uint8_t> bytes(Packed::codes_bytes + 4 * (blocks_ + 1));
        const std::span whole(bytes);
        outcomes.store(whole.first<PrefixCode::stored_bytes>());
        lengths.store(whole.subspan<PrefixCode::stored_bytes, PrefixCode::stored_bytes>());
        BitWriter bits(bytes);
        for (std::uint64_t block = 0; block < blocks_; ++block) {
            set_offset(bytes, block);
            for (std::uint64_t i = first_runs_[block]; i < first_runs_[block + 1]; ++i) {
                outcomes.write(bits, runs_[i].outcome);
                lengths.write(bits, runs_[i].length);
            }
            bits.finish();
        }
        set_offset(bytes, blocks_);
        if (std::uint64_t{bytes.size()} >> 32 != 0) fail<std::overflow_error>("a table of more than 4 GB");
        bytes.resize(bytes.size() + Packed::end_bytes);
        return bytes;
    }

    static void set_offset(std::vector<std::uint8_t>& bytes, std::uint64_t block) {
        for (std::size_t i = 0; i < 4; ++i)
            bytes[Packed::codes_bytes + 4 * block + i] = static_cast<std::uint8_t>(bytes.size() >> (8 * i));
    }

    std::uint64_t blocks_;
    std::vector<Run> runs_;
    std::vector<std::uint64_t> first_runs_;
};

template <class IsFree>
std::vector<std::uint8_t> pack(const std::vector<Outcome>& outcomes, IsFree is_free) {
    return Packing(outcomes, is_free).bytes();
}

} // namespace damaci
