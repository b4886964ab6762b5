// The memory through which the WebAssembly module is called, and the rulesets as JSON.

#include "capi.hpp"
#include "rule_words.hpp"

#include <string>

namespace damaci::capi {

Exchange exchange;

namespace {

// Appends elements to a JSON list whose opening bracket has been written.
template <class Value>
void append(std::string& json, const Value& value) {
    if (json.back() != '[') json += ", ";
    if constexpr (std::is_integral_v<Value>) {
        json += std::to_string(value);
    } else {
        json += '"';
        json += value;
        json += '"';
    }
}

std::string list_words(Directions directions) {
    std::string json = "[";
    for_each_word(directions, [&](const char* word) { append(json, word); });
    return json + "]";
}

std::string list_ranks(const Ruleset& ruleset) {
    std::string json = "[";
    for_each_men_rank(ruleset, [&](int rank) { append(json, rank); });
    return json + "]";
}

void add(std::string& json, const char* key, const std::string& value) {
    if (json.back() != '{') json += ", ";
    json += std::string("\"") + key + "\": " + value;
}

std::string quoted(std::string_view text) {
    return '"' + std::string(text) + '"';
}

std::string describe(const Ruleset& ruleset) {
    std::string json = "{";
    add(json, "name", quoted(ruleset.name));
    add(json, "dark_squares_only", ruleset.dark_squares_only ? "true" : "false");
    add(json, "men_ranks", list_ranks(ruleset));
    add(json, "man_moves", list_words(ruleset.man_moves));
    add(json, "man_captures", list_words(ruleset.man_captures));
    add(json, "king_moves", list_words(ruleset.king_moves));
    add(json, "king_captures", list_words(ruleset.king_captures));
    add(json, "king_landing", quoted(word(ruleset.king_landing)));
    add(json, "removal", quoted(word(ruleset.removal)));
    add(json, "choice", quoted(word(ruleset.choice)));
    add(json, "priority", quoted(word(ruleset.priority)));
    return json + "}";
}

} // namespace
} // namespace damaci::capi

using namespace damaci::capi;

// The place of the arguments.
extern "C" DAMACI_EXPORT_AS(arguments) std::uint8_t* damaci_arguments() {
    return exchange.arguments.data();
}

// The place of the given number of bytes of long arguments.
extern "C" DAMACI_EXPORT_AS(data) std::uint8_t* damaci_data(std::uint32_t size) {
    exchange.data.resize(size);
    return exchange.data.data();
}

// The place of the last result.
extern "C" DAMACI_EXPORT_AS(results) const std::uint8_t* damaci_results() {
    return exchange.results.data();
}

extern "C" DAMACI_EXPORT_AS(results_size) std::uint32_t damaci_results_size() {
    return static_cast<std::uint32_t>(exchange.results.size());
}

// -> a list of JSON: the Movement of every ruleset, in order
DAMACI_FUNCTION(rulesets) {
    Results results;
    std::string separator = "[";
    for (const damaci::Ruleset* ruleset : damaci::AllRulesets::pointers) {
        results.put_plain(separator + describe(*ruleset));
        separator = ", ";
    }
    results.put_plain("]");
    return Results::size();
}
