// The kernel as functions of a WebAssembly module. A function reads its arguments as bytes from one place in memory,
// and long arguments, such as texts, from another; it writes its result as bytes to a third. All numbers are
// little-endian and packed; src/damaci/_kernel_wasm has the same layouts in Python.
#pragma once

#include "ruled_position.hpp"
#include "search/terms.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#if defined(__wasm__)
#define DAMACI_EXPORT_AS(name) __attribute__((export_name(#name)))
#define DAMACI_IMPORT_AS(name) __attribute__((import_module("damaci"), import_name(#name)))
#else
#define DAMACI_EXPORT_AS(name)
#define DAMACI_IMPORT_AS(name)
#endif

// Defines a function of the module. It returns the length of its result in bytes, or one of the constants below.
#define DAMACI_FUNCTION(name) extern "C" DAMACI_EXPORT_AS(name) std::int32_t damaci_##name()

namespace damaci::capi {

inline constexpr std::int32_t nothing = -1; // None
inline constexpr std::int32_t refused = -2; // the result is a text with the reason

inline constexpr std::size_t arguments_size = 128;

// The data that the module and its caller exchange.
struct Exchange {
    std::array<std::uint8_t, arguments_size> arguments{};
    std::vector<std::uint8_t> data; // long arguments
    std::vector<std::uint8_t> results;
};

extern Exchange exchange;

// Reads the arguments, one after another.
class Arguments {
  public:
    template <class T>
    T next() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        std::memcpy(&value, &exchange.arguments.at(at_), sizeof value);
        at_ += sizeof value;
        return value;
    }

    bool flag() { return next<std::uint8_t>() != 0; }

    // A count that the kernel stores as an int.
    int count() { return static_cast<int>(next<std::uint32_t>()); }

    RuledPosition position() {
        Position board;
        board.white = next<Bitboard>();
        board.black = next<Bitboard>();
        board.kings = next<Bitboard>();
        const auto ruleset = next<std::uint8_t>();
        board.turn = flag() ? Side::white : Side::black;
        return {ruleset, board};
    }

    Move move() {
        const auto captured = next<Bitboard>();
        const auto origin = next<std::uint8_t>();
        return {captured, origin, next<std::uint8_t>()};
    }

    Terms terms() {
        Terms terms;
        terms.one_each = static_cast<OneEach>(next<std::uint8_t>());
        terms.last_three_kings = flag();
        terms.kings_only_moves = count();
        terms.repetitions = count();
        terms.no_progress_moves = count();
        return terms;
    }

    static std::span<const std::uint8_t> data() { return exchange.data; }

    static std::string_view text() {
        return {reinterpret_cast<const char*>(exchange.data.data()), exchange.data.size()};
    }

  private:
    std::size_t at_ = 0;
};

// Writes the result.
class Results {
  public:
    Results() { exchange.results.clear(); }

    template <class T>
    void put(T value) {
        static_assert(std::is_arithmetic_v<T>);
        std::array<std::uint8_t, sizeof value> bytes;
        std::memcpy(bytes.data(), &value, sizeof value);
        exchange.results.insert(exchange.results.end(), bytes.begin(), bytes.end());
    }

    void put_count(std::size_t count) { put(static_cast<std::uint32_t>(count)); }

    void put_move(const Move& move) {
        put(move.captured);
        put(move.origin);
        put(move.target);
    }

    void put_position(const Position& position) {
        put(position.white);
        put(position.black);
        put(position.kings);
        put(static_cast<std::uint8_t>(position.turn == Side::white));
    }

    void put_bytes(std::span<const std::uint8_t> bytes) {
        exchange.results.insert(exchange.results.end(), bytes.begin(), bytes.end());
    }

    void put_plain(std::string_view text) { exchange.results.insert(exchange.results.end(), text.begin(), text.end()); }

    void put_text(std::string_view text) {
        put_count(text.size());
        put_plain(text);
    }

    static std::int32_t size() { return static_cast<std::int32_t>(exchange.results.size()); }

    static std::int32_t refuse(std::string_view why) {
        Results().put_plain(why);
        return refused;
    }
};

} // namespace damaci::capi
