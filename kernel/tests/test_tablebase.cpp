// Endgame tables of few pieces: they are made, packed and looked up. Also tests packed bytes that are truncated or from
// another table.

#include "check.hpp"
#include "positions.hpp"
#include "tablebase/places.hpp"
#include "tablebase/solver.hpp"
#include "tablebase/tables.hpp"

namespace damaci {
namespace {

constexpr const Ruleset& R = RULESET;
constexpr auto never_interrupted = [] { return false; };

using Bytes = std::vector<std::uint8_t>;

std::size_t ruleset_number() {
    for (std::size_t i = 0; i < AllRulesets::pointers.size(); ++i)
        if (*AllRulesets::pointers[i] == R) return i;
    return 0;
}

Bytes packed(const Slice& slice) {
    return pack(slice.outcomes(), [&](std::uint64_t number) {
        const auto view = slice.index().view(number);
        return !view || can_capture<R>(view->position(), Side::white);
    });
}

// Only kings, up to two against one: quick even with sanitizers.
Slices make_tables(int threads) {
    Slices slices;
    for (const Material& material : {Material{0, 1, 0, 1}, Material{0, 2, 0, 1}}) {
        Solver<R> solver(slices, material, OneEach::never, 0, threads);
        CHECK(solver.solve(never_interrupted));
        CHECK(Solver<R>(slices, material, OneEach::never, 0, threads).count_mistakes(never_interrupted) == 0);
    }
    return slices;
}

TEST(numbers_and_positions_belong_together) {
    for (const Material& material : {Material{0, 1, 0, 1}, Material{1, 0, 1, 0}, Material{1, 1, 1, 0}}) {
        const Index index(R, material);
        for (std::uint64_t number = 0; number < index.size(); number += 7) {
            const auto view = index.view(number);
            if (view) CHECK(view->material() == material && index.number(*view) == number);
        }
    }
}

// A man of either side, and kings.
const Ranks one_man_each{.own = {0, 0, 1, 0, 0, 0, 0, 0}, .enemy = {0, 0, 0, 0, 0, 1, 0, 0}};

TEST(numbers_and_positions_of_a_part_belong_together) {
    for (const Material& material : {Material{1, 0, 1, 0}, Material{1, 1, 1, 0}, Material{1, 0, 1, 1}}) {
        const Index index(R, material, one_man_each);
        CHECK(index.size() < Index(R, material).size() / 20);
        for (std::uint64_t number = 0; number < index.size(); ++number) {
            const auto view = index.view(number);
            if (view) CHECK(Ranks::of(view->own_men, view->enemy_men) == one_man_each);
            if (view) CHECK(view->material() == material && index.number(*view) == number);
        }
    }
}

TEST(a_part_seen_from_both_sides) {
    CHECK(one_man_each.flipped() == one_man_each);
    const Ranks ranks{.own = {0, 2, 0, 0, 0, 0, 1, 0}, .enemy = {0, 0, 1, 0, 0, 0, 0, 0}};
    CHECK(ranks.flipped().flipped() == ranks);
    CHECK(ranks.flipped().own[5] == 1 && ranks.flipped().enemy[6] == 2 && ranks.flipped().enemy[1] == 1);
}

TEST(the_order_of_outcomes_is_that_of_their_worth) {
    for (std::size_t place = 1; place < outcome_at.size(); ++place)
        CHECK(worth(outcome_at[place - 1]) < worth(outcome_at[place]) && outcome_order[outcome_at[place]] == place);
}

TEST(lines_hold_every_position_once) {
    const auto part = [](const Material& material) { return Index(R, material, one_man_each); };
    for (const Index& index : {Index(R, {0, 1, 0, 2}), Index(R, {1, 0, 2, 0}), Index(R, {1, 1, 1, 0}),
                               part({1, 0, 1, 0}), part({1, 1, 1, 0})}) {
        std::uint64_t next = 0;
        for (std::uint64_t line = 0; line < index.lines(); ++line) {
            index.for_each_of_line(line, [&](std::uint64_t number, const View& view) {
                for (; next < number; ++next)
                    CHECK(!index.view(next));
                CHECK(index.view(next) == view);
                ++next;
            });
        }
        for (; next < index.size(); ++next)
            CHECK(!index.view(next));
    }
}

TEST(codes_say_again_what_was_written) {
    std::mt19937_64 random(8);
    for (int round = 0; round < 50; ++round) {
        PrefixCode::Frequencies frequencies{};
        std::vector<std::uint8_t> symbols;
        for (int i = 0; i < 1 << round % 12; ++i) {
            const auto symbol = static_cast<std::uint8_t>(random() >> random() % 56);
            symbols.push_back(symbol);
            frequencies[symbol] += std::uint64_t{1} << symbol % 40; // so uneven that codes have to be shortened
        }
        const PrefixCode code(frequencies);
        std::array<std::uint8_t, PrefixCode::stored_bytes> stored{};
        code.store(stored);
        Bytes bytes;
        BitWriter writer(bytes);
        for (const std::uint8_t symbol : symbols)
            code.write(writer, symbol);
        writer.finish();
        bytes.resize(bytes.size() + Packed::end_bytes);
        const PrefixCode again{std::span<const std::uint8_t, PrefixCode::stored_bytes>(stored)};
        CHECK(again.is_sound());
        BitReader reader(bytes, 0);
        for (const std::uint8_t symbol : symbols)
            CHECK(again.read(reader) == symbol);
        CHECK(reader.bytes_read() == bytes.size() - Packed::end_bytes);
    }
}

TEST(men_stand_where_they_can_come_to_stand) {
    const Index index(R, {1, 0, 0, 1});
    CHECK(!index.number({.own_men = bit(63), .enemy_kings = bit(0)}));
}

TEST(tables_are_made_packed_and_found_again) {
    const Slices slices = make_tables(2);
    Tables tables(ruleset_number(), OneEach::never);
    std::map<Material, Bytes> kept;
    for (const auto& [material, slice] : slices) {
        kept[material] = packed(*slice);
        tables.add(material, kept[material]);
    }
    CHECK(tables.most_pieces() == 3);
    for (const auto& [material, slice] : slices) {
        for (std::uint64_t number = 0; number < slice->index().size(); number += 3) {
            const auto view = slice->index().view(number);
            if (view) CHECK(tables.probe<R>(view->position()) == (*slice)[number]);
        }
        Slice again(R, material, Packed(kept[material], slice->index().size()).unpack());
        CHECK(packed(again) == kept[material]);
    }
}

TEST(what_no_table_tells_is_not_found) {
    const Tables tables(ruleset_number(), OneEach::never);
    std::mt19937_64 random(6);
    for (int round = 0; round < 200; ++round)
        walk<R>(random, random_position<R>(random, 4), 6, [&](const Position& position) {
            const auto outcome = tables.probe<R>(position);
            CHECK(!outcome || *outcome != no_position);
        });
}

// Reads each block separately, as programs do that have only parts of a file.
TEST(blocks_are_read_by_themselves) {
    Places places(ruleset_number());
    for (const auto& [material, slice] : make_tables(2)) {
        const Bytes bytes = packed(*slice);
        const auto offset = [&](std::uint64_t block) {
            std::uint32_t at = 0;
            for (std::size_t i = 0; i < 4; ++i)
                at |= std::uint32_t{bytes[Packed::codes_bytes + 4 * block + i]} << (8 * i);
            return at;
        };
        const std::span<const std::uint8_t> all(bytes);
        for (std::uint64_t number = 0; number < slice->index().size(); number += 97) {
            const auto view = slice->index().view(number);
            if (!view || can_capture<R>(view->position(), Side::white)) continue;
            const auto place = places.find(view->position());
            CHECK(place && place->material == material && place->number == number);
            const std::uint64_t block = number / block_size;
            const std::uint64_t size = std::min(block_size, slice->index().size() - block * block_size);
            const auto part = all.subspan(offset(block), offset(block + 1) - offset(block));
            const auto outcomes = Block(all.first<Packed::codes_bytes>(), part, size).unpack();
            CHECK(outcomes && (*outcomes)[number % block_size] == (*slice)[number]);
            CHECK(!Block(all.first<Packed::codes_bytes>(), part.first(part.size() - 1), size).unpack());
        }
    }
    CHECK(!places.find({.white = 0xff, .black = 0xff00}));
}

// Whether the bytes are accepted as a table. An accepted table must be readable to its end without harm.
bool is_taken(const Material& material, const Bytes& bytes) {
    Tables tables(ruleset_number(), OneEach::never);
    if (!tables.fits(material, bytes)) return false;
    tables.add(material, bytes);
    const Index index(R, material);
    const Packed found(bytes, index.size());
    CHECK(found.unpack().size() == index.size());
    for (std::uint64_t number = 0; number < index.size(); ++number)
        static_cast<void>(found[number]);
    return true;
}

TEST(torn_and_foreign_bytes_are_refused) {
    const Material material{0, 1, 0, 1};
    const Bytes sound = packed(*make_tables(1).at(material));
    CHECK(is_taken(material, sound));
    CHECK(!is_taken({0, 2, 0, 1}, sound) && !is_taken({0, 1, 0, 2}, sound));
    for (std::size_t length = 0; length < sound.size(); ++length)
        CHECK(!is_taken(material, Bytes(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(length))));
    Bytes longer = sound;
    longer.push_back(0);
    CHECK(!is_taken(material, longer));
}

TEST(damaged_bytes_do_no_harm) {
    const Material material{0, 1, 0, 1};
    const Bytes sound = packed(*make_tables(1).at(material));
    std::mt19937_64 random(7);
    int refused = 0;
    for (int round = 0; round < 300; ++round) {
        Bytes damaged = sound;
        for (int i = 0; i < 1 + round % 4; ++i)
            damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
        refused += !is_taken(material, damaged);
    }
    CHECK(refused > 0);
}

} // namespace
} // namespace damaci
