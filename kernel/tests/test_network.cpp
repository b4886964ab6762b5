// The network with extreme weights: its sums must not overflow.

#include "check.hpp"
#include "eval/network.hpp"

#include <vector>

namespace damaci {
namespace {

constexpr std::size_t inputs = std::size_t{4} * 64, units = 128;

// Tables of 16-bit numbers: weights of pieces, thresholds, output; then a bias of 32 bits.
std::vector<std::byte> tables(std::int16_t piece, std::int16_t threshold, std::int16_t output, std::int32_t bias) {
    std::vector<std::int16_t> numbers((inputs + 1) * units, piece);
    std::fill(numbers.end() - units, numbers.end(), threshold);
    numbers.insert(numbers.end(), units, output);
    std::vector<std::byte> bytes(numbers.size() * sizeof(std::int16_t) + sizeof bias);
    std::memcpy(bytes.data(), numbers.data(), bytes.size() - sizeof bias);
    std::memcpy(bytes.data() + bytes.size() - sizeof bias, &bias, sizeof bias);
    return bytes;
}

Position crowded() {
    return {.white = 0x00000000ffffffff, .black = 0xffffffff00000000, .kings = ~Bitboard{0}, .turn = Side::black};
}

bool is_refused(const std::vector<std::byte>& bytes) {
    return Network::problem_with(bytes).has_value();
}

TEST(the_greatest_numbers_that_are_taken_fit) {
    CHECK(Network(tables(32'767, 32'767, 516, 0))(crowded()) <= proven_value - 1);
    CHECK(Network(tables(500, 500, 516, 0))(crowded()) == proven_value - 1);
    CHECK(Network(tables(500, 500, -516, 0))(crowded()) == 1 - proven_value);
    CHECK(Network(tables(-500, 500, 516, 0))(crowded()) == 0);
}

TEST(what_could_come_out_too_great_is_refused) {
    CHECK(is_refused(tables(0, 0, 517, 0)));
    CHECK(is_refused(tables(0, 0, -517, 0)));
    CHECK(is_refused(tables(0, 0, 516, 10'000'000)));
    CHECK(!is_refused(tables(0, 0, 500, 60'000'000)));
    CHECK(is_refused({}));
}

TEST(a_full_board_is_not_too_much) {
    // 64 pieces of 2/255 each, and a threshold of 1/255: half active, so 64 * 129 squared and halved for each unit.
    const Value value = Network(tables(2, 1, 100, 0))(crowded());
    CHECK(value == (static_cast<int>(units) * 100 * (129 * 129 / 2)) >> 16);
}

// Tables whose weights differ from piece to piece, from -50 to 50.
std::vector<std::byte> varied_tables() {
    std::vector<std::byte> bytes = tables(0, 0, 100, 0);
    for (std::size_t i = 0; i < (inputs + 1) * units; ++i) {
        const auto weight = static_cast<std::int16_t>(static_cast<int>(i * 2'654'435'761 % 101) - 50);
        std::memcpy(bytes.data() + i * sizeof weight, &weight, sizeof weight);
    }
    return bytes;
}

TEST(the_sums_of_another_position_lead_to_the_same_value) {
    const Network network(varied_tables());
    const Position start = start_position<turkish>();
    Network::Sums sums;
    Position positions[] = {start, start, crowded(), start, {.white = 0x81, .black = 0x8100}, start};
    positions[1].white ^= 0x0000000001010000;
    positions[2].turn = Side::white;
    positions[4].kings = 0x0180;
    positions[5].turn = Side::black;
    for (const Position& position : positions) {
        const Value value = network(position);
        CHECK(network(position, sums) == value);
        CHECK(network(position, sums) == value);
    }
    CHECK(network(positions[0]) != network(positions[1]));
}

} // namespace
} // namespace damaci
