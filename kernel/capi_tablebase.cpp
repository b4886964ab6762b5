// Endgame tables for the WebAssembly module: tables that are probed, and builders that make tables.

#include "capi.hpp"
#include "capi_tables.hpp"
#include "tablebase/builder.hpp"
#include "tablebase/places.hpp"

namespace damaci::capi {

Handles<HeldTables> held_tables;

namespace {

Handles<Builder> builders;
Handles<Places> held_places;

constexpr auto never_interrupted = [] { return false; };
constexpr const char* not_in_memory = "this material is not in memory";

Material read_material(Arguments& arguments) {
    Material material;
    material.own_men = arguments.next<std::uint8_t>();
    material.own_kings = arguments.next<std::uint8_t>();
    material.enemy_men = arguments.next<std::uint8_t>();
    material.enemy_kings = arguments.next<std::uint8_t>();
    return material;
}

// Calls f(builder, material) for the builder and the material of the arguments.
template <class F>
std::int32_t with_builder(F f) {
    Arguments arguments;
    Builder* const builder = builders.find(arguments.next<std::uint32_t>());
    if (builder == nullptr) return Results::refuse(no_object);
    const Results results;
    return f(*builder, read_material(arguments));
}

// The same, for a material that is in memory.
template <class F>
std::int32_t with_made(F f) {
    return with_builder([&](Builder& builder, const Material& material) {
        if (!builder.has(material)) return Results::refuse(not_in_memory);
        return f(builder, material);
    });
}

} // namespace
} // namespace damaci::capi

using namespace damaci::capi;

// ---- tables that are probed

// u8 ruleset, u8 one-each -> u32 handle
DAMACI_FUNCTION(tables_open) {
    Arguments arguments;
    const auto ruleset = arguments.next<std::uint8_t>();
    const auto one_each = static_cast<damaci::OneEach>(arguments.next<std::uint8_t>());
    Results().put(held_tables.add(std::make_unique<HeldTables>(ruleset, one_each)));
    return Results::size();
}

// u32 handle ->
DAMACI_FUNCTION(tables_close) {
    held_tables.remove(Arguments().next<std::uint32_t>());
    return 0;
}

// u32 handle, material; the packed outcomes ->
DAMACI_FUNCTION(tables_add) {
    Arguments arguments;
    HeldTables* const tables = held_tables.find(arguments.next<std::uint32_t>());
    if (tables == nullptr) return Results::refuse(no_object);
    if (!tables->add(read_material(arguments), Arguments::data())) return Results::refuse(damaci::Packed::unsound);
    return 0;
}

// position, u32 handle -> u8 outcome
DAMACI_FUNCTION(tables_probe) {
    Arguments arguments;
    const damaci::RuledPosition position = arguments.position();
    const HeldTables* const tables = held_tables.find(arguments.next<std::uint32_t>());
    if (tables == nullptr) return Results::refuse(no_object);
    const auto outcome =
        position.visit([&]<const damaci::Ruleset & R>() { return tables->tables().probe<R>(position.board); });
    if (!outcome) return nothing;
    Results().put(*outcome);
    return Results::size();
}

// ---- tables of which parts are read

// u8 ruleset -> u32 handle
DAMACI_FUNCTION(places_open) {
    const auto ruleset = Arguments().next<std::uint8_t>();
    Results().put(held_places.add(std::make_unique<damaci::Places>(ruleset)));
    return Results::size();
}

// u32 handle ->
DAMACI_FUNCTION(places_close) {
    held_places.remove(Arguments().next<std::uint32_t>());
    return 0;
}

// position, u32 handle -> material, u64 number
DAMACI_FUNCTION(places_find) {
    Arguments arguments;
    const damaci::RuledPosition position = arguments.position();
    damaci::Places* const places = held_places.find(arguments.next<std::uint32_t>());
    if (places == nullptr) return Results::refuse(no_object);
    const auto place = places->find(position.board);
    if (!place) return nothing;
    Results results;
    const damaci::Material& of = place->material;
    for (const int count : {of.own_men, of.own_kings, of.enemy_men, of.enemy_kings})
        results.put(static_cast<std::uint8_t>(count));
    results.put(place->number);
    return Results::size();
}

// u64 number of outcomes; the codes and the block -> outcomes
DAMACI_FUNCTION(unpack_block) {
    const auto size = Arguments().next<std::uint64_t>();
    const auto data = Arguments::data();
    constexpr std::size_t codes = damaci::Packed::codes_bytes;
    if (data.size() < codes) return Results::refuse(damaci::Packed::unsound);
    const auto outcomes = damaci::Block(data.first<codes>(), data.subspan(codes), size).unpack();
    if (!outcomes) return Results::refuse(damaci::Packed::unsound);
    Results().put_bytes(*outcomes);
    return Results::size();
}

// ---- tables that are made

// u8 ruleset, material -> u64
DAMACI_FUNCTION(builder_size) {
    Arguments arguments;
    const auto ruleset = arguments.next<std::uint8_t>();
    Results().put(damaci::Builder::size(ruleset, read_material(arguments)));
    return Results::size();
}

// u8 ruleset, u8 one-each, u32 kings-only moves -> u32 handle
DAMACI_FUNCTION(builder_open) {
    Arguments arguments;
    const auto ruleset = arguments.next<std::uint8_t>();
    const auto one_each = static_cast<damaci::OneEach>(arguments.next<std::uint8_t>());
    const int kings_only_moves = arguments.count();
    Results().put(builders.add(std::make_unique<damaci::Builder>(ruleset, one_each, kings_only_moves, 1)));
    return Results::size();
}

// u32 handle ->
DAMACI_FUNCTION(builder_close) {
    builders.remove(Arguments().next<std::uint32_t>());
    return 0;
}

// u32 handle, material; the packed outcomes ->
DAMACI_FUNCTION(builder_load) {
    return with_builder([](damaci::Builder& builder, const damaci::Material& material) {
        if (!builder.load(material, Arguments::data(), never_interrupted))
            return Results::refuse(damaci::Packed::unsound);
        return 0;
    });
}

// u32 handle, material ->
DAMACI_FUNCTION(builder_drop) {
    return with_builder([](damaci::Builder& builder, const damaci::Material& material) {
        builder.drop(material);
        return 0;
    });
}

// u32 handle, material ->
DAMACI_FUNCTION(builder_solve) {
    return with_builder([](damaci::Builder& builder, const damaci::Material& material) {
        builder.solve(material, never_interrupted);
        return 0;
    });
}

// u32 handle, material -> u64
DAMACI_FUNCTION(builder_mistakes) {
    return with_made([](damaci::Builder& builder, const damaci::Material& material) {
        Results().put(builder.count_mistakes(material, never_interrupted));
        return Results::size();
    });
}

// u32 handle, material -> the packed outcomes
DAMACI_FUNCTION(builder_packed) {
    return with_made([](const damaci::Builder& builder, const damaci::Material& material) {
        Results().put_bytes(builder.packed(material));
        return Results::size();
    });
}

// u32 handle, material -> u64 won, u64 drawn, u64 lost, u32 plies of the longest win
DAMACI_FUNCTION(builder_counts) {
    return with_made([](const damaci::Builder& builder, const damaci::Material& material) {
        const damaci::OutcomeCounts counts = builder.counts(material);
        Results results;
        results.put(counts.won);
        results.put(counts.drawn);
        results.put(counts.lost);
        results.put_count(static_cast<std::size_t>(counts.longest_win));
        return Results::size();
    });
}
