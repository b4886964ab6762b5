// A canonical Huffman code of byte values, with codes of at most 12 bits, written from the lowest bit of each byte on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace damaci {

// Reads up to 56 bits at a time. After the end there are zeros.
class BitReader {
  public:
    BitReader(std::span<const std::uint8_t> bytes, std::size_t at) : bytes_(bytes), bit_(8 * std::uint64_t{at}) {}

    std::uint64_t look() const {
        const std::uint64_t at = bit_ / 8;
        std::uint64_t word = 0;
        if (at + sizeof word <= bytes_.size()) {
            for (std::size_t i = 0; i < sizeof word; ++i)
                word |= std::uint64_t{bytes_[static_cast<std::size_t>(at) + i]} << (8 * i);
        }
        return word >> bit_ % 8;
    }
    void skip(unsigned bits) { bit_ += bits; }
    std::uint64_t bytes_read() const { return (bit_ + 7) / 8; }

  private:
    std::span<const std::uint8_t> bytes_;
    std::uint64_t bit_;
};

class BitWriter {
  public:
    explicit BitWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    void write(std::uint32_t bits, unsigned count) {
        word_ |= std::uint64_t{bits} << filled_;
        for (filled_ += count; filled_ >= 8; filled_ -= 8, word_ >>= 8)
            bytes_.push_back(static_cast<std::uint8_t>(word_));
    }
    // Fills the last byte with zeros.
    void finish() {
        if (filled_ > 0) bytes_.push_back(static_cast<std::uint8_t>(word_));
        word_ = filled_ = 0;
    }

  private:
    std::vector<std::uint8_t>& bytes_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0;
};

class PrefixCode {
  public:
    static constexpr std::size_t symbols = 256, stored_bytes = symbols / 2;
    static constexpr unsigned longest = 12;

    using Frequencies = std::array<std::uint64_t, symbols>;

    // The shortest code for symbols with these frequencies; symbols that never occur have no code.
    explicit PrefixCode(Frequencies frequencies) {
        while (!set_lengths(frequencies)) {
            for (std::uint64_t& frequency : frequencies)
                frequency = (frequency + 1) / 2;
        }
        assign();
    }

    // A code from the lengths of its code words, 4 bits each.
    explicit PrefixCode(std::span<const std::uint8_t, stored_bytes> stored) {
        for (std::size_t symbol = 0; symbol < symbols; ++symbol)
            lengths_[symbol] = stored[symbol / 2] >> (symbol % 2 * 4) & 15;
        assign();
    }

    void store(std::span<std::uint8_t, stored_bytes> stored) const {
        for (std::size_t i = 0; i < stored_bytes; ++i)
            stored[i] = static_cast<std::uint8_t>(lengths_[2 * i] | lengths_[2 * i + 1] << 4);
    }

    // Whether the lengths are those of a code.
    bool is_sound() const { return is_sound_; }

    void write(BitWriter& bits, std::uint8_t symbol) const { bits.write(codes_[symbol], lengths_[symbol]); }

    // Zero if the bits are not a code.
    std::uint8_t read(BitReader& bits) const {
        const Entry entry = entries_[bits.look() % entries_.size()];
        bits.skip(entry.length);
        return entry.symbol;
    }

  private:
    struct Entry {
        std::uint8_t symbol, length;
    };

    // False if a code would be too long.
    bool set_lengths(const Frequencies& frequencies) {
        using Node = std::pair<std::uint64_t, std::size_t>; // frequency, number
        std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
        for (std::size_t symbol = 0; symbol < symbols; ++symbol)
            if (frequencies[symbol] > 0) open.push({frequencies[symbol], symbol});
        std::vector<std::size_t> parents(2 * symbols, 0);
        std::size_t next = symbols;
        if (open.size() == 1) open.push({0, open.top().second == 0 ? 1u : 0u}); // a code has at least one bit
        for (; open.size() > 1; ++next) {
            std::uint64_t sum = 0;
            for (int i = 0; i < 2; ++i) {
                sum += open.top().first;
                parents[open.top().second] = next;
                open.pop();
            }
            open.push({sum, next});
        }
        return measure(parents);
    }

    bool measure(const std::vector<std::size_t>& parents) {
        for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
            unsigned length = 0;
            for (std::size_t node = symbol; parents[node] != 0; node = parents[node])
                ++length;
            if (length > longest) return false;
            lengths_[symbol] = static_cast<std::uint8_t>(length);
        }
        return true;
    }

    // Codes of one length follow one another; a longer one comes after all shorter ones.
    void assign() {
        std::uint32_t code = 0;
        for (unsigned length = 1; length <= longest; ++length) {
            for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
                if (lengths_[symbol] == length) enter(static_cast<std::uint8_t>(symbol), code++);
            }
            is_sound_ = is_sound_ && code <= 1u << length;
            code <<= 1;
        }
        is_sound_ = is_sound_ && std::ranges::all_of(lengths_, [](unsigned length) { return length <= longest; });
    }

    void enter(std::uint8_t symbol, std::uint32_t code) {
        const unsigned length = lengths_[symbol];
        if (code >> length != 0) return;
        std::uint32_t reversed = 0;
        for (unsigned i = 0; i < length; ++i)
            reversed |= (code >> i & 1) << (length - 1 - i);
        codes_[symbol] = reversed;
        for (std::size_t entry = reversed; entry < entries_.size(); entry += std::size_t{1} << length)
            entries_[entry] = {symbol, static_cast<std::uint8_t>(length)};
    }

    std::array<std::uint8_t, symbols> lengths_{};
    std::array<std::uint32_t, symbols> codes_{};
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << longest);
    bool is_sound_ = true;
};

} // namespace damaci
