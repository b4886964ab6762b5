// The search for the WebAssembly module.

#include "capi.hpp"
#include "capi_tables.hpp"
#include "search/searcher.hpp"

namespace damaci::capi {
namespace {

// Functions of the module's owner. The first is called when the result holds a report; the second returns whether the
// search has to end.
extern "C" DAMACI_IMPORT_AS(report) void damaci_report(std::int32_t size);
extern "C" DAMACI_IMPORT_AS(is_stopped) std::int32_t damaci_is_stopped();

constexpr double seconds_a_look = 0.005; // between two checks whether the search is stopped

// A searcher, and the networks with which it evaluates.
class HeldSearcher {
  public:
    explicit HeldSearcher(std::size_t megabytes) : searcher_(megabytes) {}

    void learn(std::size_t ruleset, std::span<const std::uint8_t> weights) {
        learned_[ruleset] = std::make_unique<const Network>(std::as_bytes(weights));
    }

    void clear() { searcher_.clear(); }

    Report search(Request& request) {
        request.network = learned_[request.ruleset].get();
        request.poll = [this] {
            if (damaci_is_stopped() != 0) searcher_.stop();
        };
        request.poll_seconds = seconds_a_look;
        return searcher_.search(request);
    }

  private:
    Searcher searcher_;
    std::array<std::unique_ptr<const Network>, AllRulesets::pointers.size()> learned_;
};

Handles<HeldSearcher> searchers;

std::vector<std::uint64_t> read_history() {
    const auto bytes = Arguments::data();
    std::vector<std::uint64_t> keys(bytes.size() / sizeof(std::uint64_t));
    std::memcpy(keys.data(), bytes.data(), keys.size() * sizeof(std::uint64_t));
    return keys;
}

Request read_request(Arguments& arguments) {
    Request request;
    const RuledPosition position = arguments.position();
    request.ruleset = position.ruleset;
    request.position = position.board;
    request.terms = arguments.terms();
    request.limits.depth = arguments.count();
    request.limits.nodes = arguments.next<std::uint64_t>();
    request.limits.seconds = arguments.next<double>();
    request.limits.lines = arguments.count();
    request.limits.threads = arguments.count();
    request.quiet_plies = arguments.count();
    request.terms.set_contempt(position.board.turn, arguments.count());
    request.history = read_history();
    return request;
}

bool is_under_its_rules(const Tables& tables, const Request& request) {
    return tables.ruleset() == request.ruleset && tables.one_each() == request.terms.one_each &&
           !request.terms.last_three_kings;
}

std::int32_t put_report(const Report& report) {
    Results results;
    results.put_count(static_cast<std::size_t>(report.depth));
    results.put(report.nodes);
    results.put(report.seconds);
    for (const Line& line : report.lines) {
        results.put(static_cast<std::uint8_t>(line.score.kind));
        results.put(static_cast<std::int32_t>(line.score.number));
        results.put_count(line.moves.size());
        for (const Move& move : line.moves)
            results.put_move(move);
    }
    return Results::size();
}

} // namespace
} // namespace damaci::capi

using namespace damaci::capi;

// u32 megabytes -> u32 handle
DAMACI_FUNCTION(searcher_open) {
    const auto megabytes = Arguments().next<std::uint32_t>();
    Results().put(searchers.add(std::make_unique<HeldSearcher>(megabytes)));
    return Results::size();
}

// u32 handle ->
DAMACI_FUNCTION(searcher_close) {
    searchers.remove(Arguments().next<std::uint32_t>());
    return 0;
}

// u32 handle ->
DAMACI_FUNCTION(searcher_clear) {
    HeldSearcher* const searcher = searchers.find(Arguments().next<std::uint32_t>());
    if (searcher == nullptr) return Results::refuse(no_object);
    searcher->clear();
    return 0;
}

// u32 handle, u8 ruleset; the weights ->
DAMACI_FUNCTION(searcher_learn) {
    Arguments arguments;
    HeldSearcher* const searcher = searchers.find(arguments.next<std::uint32_t>());
    if (searcher == nullptr) return Results::refuse(no_object);
    const auto ruleset = arguments.next<std::uint8_t>();
    if (const auto problem = damaci::Network::problem_with(std::as_bytes(Arguments::data())))
        return Results::refuse(*problem);
    searcher->learn(ruleset, Arguments::data());
    return 0;
}

// u32 searcher, u32 tables or 0, position, terms, u32 depth, u64 nodes, f64 seconds, u32 lines, u32 threads, u32 quiet
// plies, u32 contempt; the keys of the history -> a report: u32 depth, u64 nodes, f64 seconds, and for each line u8
// kind of score, i32 number, u32 number of moves, the moves. After each depth, a report is sent to the module's owner.
DAMACI_FUNCTION(searcher_search) {
    Arguments arguments;
    HeldSearcher* const searcher = searchers.find(arguments.next<std::uint32_t>());
    const auto tables = arguments.next<std::uint32_t>();
    if (searcher == nullptr) return Results::refuse(no_object);
    damaci::Request request = read_request(arguments);
    if (const HeldTables* const held = held_tables.find(tables)) {
        if (!is_under_its_rules(held->tables(), request))
            return Results::refuse("the endgame tables were made under other rules");
        request.tables = &held->tables();
    }
    request.on_depth = [](const damaci::Report& report) { damaci_report(put_report(report)); };
    return put_report(searcher->search(request));
}
