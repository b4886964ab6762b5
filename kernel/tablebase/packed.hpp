// Outcomes as they are stored in a file: run-length encoded, in blocks that can be read one by one.
//
//     offsets of the blocks, 4 bytes each, little-endian, and the end's | runs: outcome, length - 1
//
// The outcome of a position with a capture follows from the positions after it, so any outcome may be stored for it:
// the one that makes its run longer.
#pragma once

#include "slice.hpp"

#include <span>

namespace damaci {

inline constexpr std::uint64_t block_size = 512;

class Packed {
  public:
    // Throws std::invalid_argument if the bytes are not sound.
    explicit Packed(std::span<const std::uint8_t> bytes, std::uint64_t size)
        : bytes_(bytes), blocks_((size + block_size - 1) / block_size), size_(size) {
        if (!holds_all()) fail<std::invalid_argument>(unsound);
    }

    static constexpr const char* unsound = "the table's blocks do not fit together";

    // Whether the bytes hold as many outcomes.
    static bool is_sound(std::span<const std::uint8_t> bytes, std::uint64_t size) {
        return Packed(bytes, size, Unchecked{}).holds_all();
    }

    Outcome operator[](std::uint64_t number) const {
        std::uint64_t left = number % block_size;
        std::size_t at = offset(number / block_size);
        for (; left > bytes_[at + 1]; at += 2)
            left -= bytes_[at + 1] + 1u;
        return bytes_[at];
    }

    std::vector<Outcome> unpack() const {
        std::vector<Outcome> outcomes;
        outcomes.reserve(size_);
        for (std::size_t at = offset(0); at < bytes_.size(); at += 2)
            outcomes.insert(outcomes.end(), bytes_[at + 1] + 1u, bytes_[at]);
        return outcomes;
    }

  private:
    struct Unchecked {};
    Packed(std::span<const std::uint8_t> bytes, std::uint64_t size, Unchecked)
        : bytes_(bytes), blocks_((size + block_size - 1) / block_size), size_(size) {}

    std::size_t offset(std::uint64_t block) const {
        std::size_t offset = 0;
        for (std::size_t i = 0; i < 4; ++i)
            offset |= static_cast<std::size_t>(bytes_[4 * block + i]) << (8 * i);
        return offset;
    }

    // Whether every block holds as many outcomes as it should.
    bool holds_all() const {
        if (bytes_.size() < 4 * (blocks_ + 1) || offset(0) != 4 * (blocks_ + 1) || offset(blocks_) != bytes_.size())
            return false;
        for (std::uint64_t block = 0; block < blocks_; ++block) {
            const std::size_t end = offset(block + 1);
            if (offset(block) > end || end > bytes_.size() || (end - offset(block)) % 2 != 0) return false;
            std::uint64_t length = 0;
            for (std::size_t at = offset(block); at < end; at += 2)
                length += bytes_[at + 1] + 1u;
            if (length != std::min(block_size, size_ - block * block_size)) return false;
        }
        return true;
    }

    std::span<const std::uint8_t> bytes_;
    std::uint64_t blocks_, size_;
};

// `is_free(number)`: whether any outcome may be stored there.
template <class IsFree>
std::vector<std::uint8_t> pack(const std::vector<Outcome>& outcomes, IsFree is_free) {
    const std::uint64_t blocks = (outcomes.size() + block_size - 1) / block_size;
    std::vector<std::uint8_t> bytes(4 * (blocks + 1));
    const auto set_offset = [&](std::uint64_t block) {
        for (std::size_t i = 0; i < 4; ++i)
            bytes[4 * block + i] = static_cast<std::uint8_t>(bytes.size() >> (8 * i));
    };
    for (std::uint64_t block = 0; block < blocks; ++block) {
        set_offset(block);
        const std::uint64_t end = std::min<std::uint64_t>(outcomes.size(), (block + 1) * block_size);
        std::uint64_t length = 0;
        Outcome run = drawn;
        for (std::uint64_t number = block * block_size; number < end; ++number) {
            const bool goes_on = length > 0 && length < 256 && (outcomes[number] == run || is_free(number));
            if (!goes_on) {
                if (length > 0) bytes.insert(bytes.end(), {run, static_cast<std::uint8_t>(length - 1)});
                run = outcomes[number];
                length = 0;
            }
            ++length;
        }
        bytes.insert(bytes.end(), {run, static_cast<std::uint8_t>(length - 1)});
    }
    set_offset(blocks);
    if (std::uint64_t{bytes.size()} >> 32 != 0) fail<std::overflow_error>("a table of more than 4 GB");
    return bytes;
}

} // namespace damaci
