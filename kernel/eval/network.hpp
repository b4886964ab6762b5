// The learned part of the evaluation: a network with one hidden layer, whose inputs are the pieces on their squares.
//
// The board is seen from the side to move. Each piece on each square has a weight for every hidden unit. A unit's sum
// of weights is clipped to between 0 and 1 and squared.
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
  public:
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
        std::int32_t sum = tables_->bias;
#if defined(__wasm_simd128__)
        const Rows rows(*tables_, position);
        sum += put_out<units>(rows.begin(), rows.size(), tables_->threshold.data(), tables_->output.data(), one);
#else
        const Units active = activity(position);
        for (std::size_t i = 0; i < units; ++i)
            sum += std::int32_t{active[i]} * tables_->output[i];
#endif
        return std::clamp(sum >> output_bits, -proven_value + 1, proven_value - 1);
    }

  private:
    static constexpr std::size_t units = 128;
    static constexpr int one = 255;        // a unit fully active
    static constexpr int output_bits = 16; // the output is in units of 2^-16 centimen
    using Units = std::array<std::int16_t, units>;
    using Pieces = std::array<Units, 64>; // by square

    struct Tables {
        Pieces own_men, own_kings, enemy_men, enemy_kings;
        Units threshold, output;
        std::int32_t bias;
    };

    // The rows of weights for a position's pieces, padded with rows of zeros because several rows are added at once.
    class Rows {
      public:
        static constexpr std::size_t together = 4;

        Rows(const Tables& tables, const Position& position) {
            const Side side = position.turn;
            const Bitboard own = position.of(side), enemy = position.of(other(side)), kings = position.kings;
            const int turned = side == Side::white ? 0 : 63;
            add(tables.own_men, own & ~kings, turned);
            add(tables.own_kings, own & kings, turned);
            add(tables.enemy_men, enemy & ~kings, turned);
            add(tables.enemy_kings, enemy & kings, turned);
            while (size_ % together != 0)
                rows_[size_++] = nothing.data();
        }

        void add_to(Units& sums) const {
            for (std::size_t i = 0; i < size_; i += together) {
                const std::int16_t *a = rows_[i], *b = rows_[i + 1], *c = rows_[i + 2], *d = rows_[i + 3];
                for (std::size_t k = 0; k < units; ++k)
                    sums[k] = static_cast<std::int16_t>(sums[k] + a[k] + b[k] + c[k] + d[k]);
            }
        }

        const std::int16_t* const* begin() const { return rows_.data(); }
        std::size_t size() const { return size_; }

      private:
        static constexpr Units nothing{};

        void add(const Pieces& pieces, Bitboard squares, int turned) {
            for_each_square(squares, [&](Square square) {
                rows_[size_++] = pieces[static_cast<std::size_t>(square ^ turned)].data();
            });
        }

        std::array<const std::int16_t*, 64> rows_;
        std::size_t size_ = 0;
    };

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

    // The activation of each unit, squared and halved, so that it fits.
    Units activity(const Position& position) const {
        Units sums = tables_->threshold;
        Rows(*tables_, position).add_to(sums);
        for (std::int16_t& sum : sums) {
            const int cut = std::clamp<int>(sum, 0, one);
            sum = static_cast<std::int16_t>(cut * cut / 2);
        }
        return sums;
    }

    std::unique_ptr<Tables> tables_;
};

} // namespace damaci
