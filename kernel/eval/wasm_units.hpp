// The units of the network with WebAssembly's vector instructions: compilers reach less than half of this speed with
// plain loops.
#pragma once

#include <wasm_simd128.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace damaci {

// The sum of the outputs of `units` units. For each unit, the sum of the rows' weights and the threshold is clipped to
// between 0 and `one`, squared, halved and weighted.
template <std::size_t units>
std::int32_t put_out(const std::int16_t* const* rows, std::size_t count, const std::int16_t* threshold,
                     const std::int16_t* output, std::int16_t one) {
    constexpr std::size_t lanes = 8, together = 8; // as many vectors as there are registers for
    static_assert(units % (lanes * together) == 0);
    v128_t total = wasm_i32x4_splat(0);
    for (std::size_t first = 0; first < units; first += lanes * together) {
        std::array<v128_t, together> sums;
        for (std::size_t i = 0; i < together; ++i)
            sums[i] = wasm_v128_load(threshold + first + lanes * i);
        for (std::size_t row = 0; row < count; ++row) {
            for (std::size_t i = 0; i < together; ++i)
                sums[i] = wasm_i16x8_add(sums[i], wasm_v128_load(rows[row] + first + lanes * i));
        }
        for (std::size_t i = 0; i < together; ++i) {
            const v128_t cut = wasm_i16x8_max(wasm_i16x8_min(sums[i], wasm_i16x8_splat(one)), wasm_i16x8_splat(0));
            const v128_t active = wasm_u16x8_shr(wasm_i16x8_mul(cut, cut), 1);
            total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(active, wasm_v128_load(output + first + lanes * i)));
        }
    }
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) + wasm_i32x4_extract_lane(total, 2) +
           wasm_i32x4_extract_lane(total, 3);
}

} // namespace damaci
