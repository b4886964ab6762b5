// The learned part of the evaluation: a network with one hidden layer, whose inputs are the pieces on their squares.
//
// The board is seen from the side to move. Each piece on each square has a weight for every hidden unit. A unit's sum
// of weights is clipped to between 0 and 1 and squared.
//
// Positions that are evaluated one after the other in a search hardly differ, so the sums of one follow from those of
// another by the rows of weights of the pieces that differ.
#pragma once

#include "../fail.hpp"
#include "../position.hpp"
#include "../search/value.hpp"
#if defined(__wasm_simd128__)
#include "wasm_units.hpp"
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace damaci {

class Network {
    static constexpr std::size_t units = 128;
    using Units = std::array<std::int16_t, units>;

  public:
    // The sums of the hidden units for one position. Those for a similar position follow from them.
    struct Sums {
        Position position; // an empty board at first
        alignas(32) Units units;
    };

    // The tables in the order of Tables. Throws std::invalid_argument if there is a problem with them.
    explicit Network(std::span<const std::byte> bytes) : tables_(read(bytes)) {
        if (const auto problem = problem_with(bytes)) fail<std::invalid_argument>(*problem);
    }

    // The reason why the bytes are not weights.
    static std::optional<std::string> problem_with(std::span<const std::byte> bytes) {
        if (bytes.size() != sizeof(Tables))
            return "the weights are " + std::to_string(bytes.size()) + " bytes long; expected " +
                   std::to_string(sizeof(Tables));
        if (most(*read(bytes)) > std::numeric_limits<std::int32_t>::max())
            return "the weights are too great: what the network puts out would not fit";
        return std::nullopt;
    }

    // In centimen, for the side to move. Always smaller than the value of a proven win.
    Value operator()(const Position& position) const {
        Sums sums;
        return (*this)(position, sums);
    }

    // The same. `sums`: those for any position; they become those for this one. The fewer squares differ, the faster.
    Value operator()(const Position& position, Sums& sums) const {
        Bitboard changed = changes(sums.position, position);
        const bool similar = std::popcount(changed) < std::popcount(position.occupied());
        if (!similar || sums.position.turn != position.turn) {
            sums = {{.turn = position.turn}, tables_->threshold};
            changed = position.occupied();
        }
        update(sums.units.data(), Rows(*tables_, sums.position, changed), Rows(*tables_, position, changed));
        sums.position = position;
        return put_out(sums.units);
    }

  private:
    static constexpr int one = 255;        // a unit fully active
    static constexpr int output_bits = 16; // the output is in units of 2^-16 centimen

    struct Tables {
        std::array<Units, std::size_t{4} * 64> pieces; // by square: own men, own kings, enemy men, enemy kings
        Units threshold, output;
        std::int32_t bias;
    };

    // The rows of weights for a position's pieces on some squares, one after the other.
    class Rows {
      public:
        Rows(const Tables& tables, const Position& position, Bitboard squares)
            : tables_(tables), left_(position.occupied() & squares), enemy_(position.of(other(position.turn))),
              kings_(position.kings), turned_(position.turn == Side::white ? 0 : 63) {}

        bool any() const { return left_ != 0; }

        // A row of zeros if none is left. Without branches, because their number varies too much to be predicted.
        const std::int16_t* take() {
            const auto square = static_cast<std::size_t>(std::countr_zero(left_)) % 64;
            const std::size_t kind = (enemy_ >> square & 1) * 2 + (kings_ >> square & 1);
            const std::int16_t* row = tables_.pieces[kind * 64 + (square ^ turned_)].data();
            if (left_ == 0) row = nothing.data();
            left_ &= left_ - 1;
            return row;
        }

      private:
        static constexpr Units nothing{};

        const Tables& tables_;
        Bitboard left_;
        const Bitboard enemy_, kings_;
        const std::size_t turned_;
    };

    static Bitboard changes(const Position& from, const Position& to) {
        return (from.white ^ to.white) | (from.black ^ to.black) | (from.kings ^ to.kings);
    }

    // Several rows at once, so that the sums are read and written less often.
    static void update(std::int16_t* __restrict sums, Rows removed, Rows added) {
        do {
            const std::int16_t *a = added.take(), *b = added.take(), *c = removed.take(), *d = removed.take();
            for (std::size_t k = 0; k < units; ++k)
                sums[k] = static_cast<std::int16_t>(sums[k] + a[k] + b[k] - c[k] - d[k]);
        } while (added.any() || removed.any());
    }

    static std::unique_ptr<Tables> read(std::span<const std::byte> bytes) {
        auto tables = std::make_unique<Tables>();
        std::memcpy(tables.get(), bytes.data(), std::min(bytes.size(), sizeof(Tables)));
        return tables;
    }

    // The largest possible output.
    static std::int64_t most(const Tables& tables) {
        std::int64_t sum = std::abs(std::int64_t{tables.bias});
        for (const std::int16_t weight : tables.output)
            sum += std::int64_t{one * one / 2} * std::abs(weight);
        return sum;
    }

    Value put_out(const Units& sums) const {
        std::int32_t sum = tables_->bias;
#if defined(__wasm_simd128__)
        sum += weighted<units>(sums.data(), tables_->output.data(), one);
#else
        const Units active = activity(sums);
        for (std::size_t i = 0; i < units; ++i)
            sum += std::int32_t{active[i]} * std::int32_t{tables_->output[i]};
#endif
        return std::clamp(sum >> output_bits, -proven_value + 1, proven_value - 1);
    }

    // The activation of each unit, squared and halved, so that it fits: in 16 bits throughout, for vectors of them.
    static Units activity(const Units& sums) {
        Units active;
        for (std::size_t i = 0; i < units; ++i) {
            const auto cut = static_cast<std::uint16_t>(std::clamp<std::int16_t>(sums[i], 0, one));
            const auto square = static_cast<std::uint16_t>(cut * cut);
            active[i] = static_cast<std::int16_t>(square >> 1);
        }
        return active;
    }

    std::unique_ptr<Tables> tables_;
};

} // namespace damaci
