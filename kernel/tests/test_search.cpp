// Properties of every search, whatever its evaluation of a position is.

#include "check.hpp"
#include "positions.hpp"
#include "search/team.hpp"

#include <future>
#include <stdexcept>

namespace damaci {
namespace {

constexpr const Ruleset& R = RULESET;

constexpr Terms terms{.one_each = OneEach::at_once, .repetitions = 3, .no_progress_moves = 15};

Report search(const Request& request, Table& table) {
    std::atomic<bool> stop = false;
    table.begin_search();
    return Team<R>(request, table, stop).run();
}

Request request_for(const Position& position, Limits limits) {
    Request request;
    request.position = position;
    request.terms = terms;
    request.limits = limits;
    return request;
}

bool is_legal(const Position& position, const Move& move) {
    MoveList moves;
    generate<R>(position, moves);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

void check_line(Position position, const Line& line) {
    for (const Move& move : line.moves) {
        CHECK(is_legal(position, move));
        if (!is_legal(position, move)) return;
        position = play(position, move, terms);
    }
}

// The order of lines, best first: quick wins, centimen, slow losses.
int rank(const Score& score) {
    if (score.kind == Score::Kind::win) return won_value - score.number;
    if (score.kind == Score::Kind::loss) return score.number - won_value;
    return score.number;
}

void check_report(const Position& position, const Report& report, std::size_t most_lines) {
    MoveList moves;
    generate<R>(position, moves);
    CHECK(report.lines.size() == std::min(most_lines, moves.size()));
    for (std::size_t i = 0; i < report.lines.size(); ++i) {
        CHECK(!report.lines[i].moves.empty());
        check_line(position, report.lines[i]);
        for (std::size_t j = 0; j < i; ++j) {
            CHECK(report.lines[i].moves[0] != report.lines[j].moves[0]);
            CHECK(rank(report.lines[j].score) >= rank(report.lines[i].score));
        }
    }
}

TEST(lines_are_legal_and_in_order) {
    std::mt19937_64 random(1);
    Table table(1);
    for (int game = 0; game < 3; ++game) {
        walk<R>(random, start_position<R>(), 100, [&](const Position& position) {
            check_report(position, search(request_for(position, {.depth = 3, .lines = 3}), table), 3);
        });
        walk<R>(random, random_position<R>(random, 10), 10, [&](const Position& position) {
            check_report(position, search(request_for(position, {.depth = 3, .lines = 2}), table), 2);
        });
    }
}

TEST(a_search_that_is_stopped_within_a_depth_has_a_legal_line) {
    std::mt19937_64 random(2);
    Table table(1);
    for (int game = 0; game < 3; ++game)
        walk<R>(random, start_position<R>(), 100, [&](const Position& position) {
            const std::uint64_t nodes = 20 + random() % 2000;
            check_report(position, search(request_for(position, {.nodes = nodes}), table), 1);
        });
}

TEST(a_search_can_be_repeated) {
    const Request request = request_for(start_position<R>(), {.depth = 7});
    Table table(1);
    const Report first = search(request, table);
    table.clear();
    const Report second = search(request, table);
    CHECK(first.depth == 7 && first.nodes == second.nodes);
    CHECK(first.lines[0].moves == second.lines[0].moves);
}

TEST(threads_search_together) {
    Table table(1);
    std::mt19937_64 random(2);
    walk<R>(random, start_position<R>(), 40, [&](const Position& position) {
        check_report(position, search(request_for(position, {.depth = 5, .threads = 3}), table), 1);
        check_report(position, search(request_for(position, {.depth = 4, .lines = 3, .threads = 2}), table), 3);
    });
}

// A win or loss that is near is found with any number of threads.
TEST(threads_prove_what_one_proves) {
    Table table(1);
    std::mt19937_64 random(3);
    int proven = 0;
    for (int i = 0; i < 120; ++i) {
        const Position position = random_position<R>(random, 8);
        table.clear();
        const Report alone = search(request_for(position, {.depth = 6}), table);
        if (alone.lines.empty() || alone.lines[0].score.number > 5 ||
            std::abs(rank(alone.lines[0].score)) < proven_value)
            continue;
        table.clear();
        const Report together = search(request_for(position, {.depth = 6, .threads = 3}), table);
        CHECK(rank(together.lines[0].score) == rank(alone.lines[0].score));
        ++proven;
    }
    CHECK(proven > 10);
}

TEST(limits_end_a_search) {
    Table table(1);
    for (const int threads : {1, 3}) {
        Request request = request_for(start_position<R>(), {.nodes = 20'000, .threads = threads});
        const std::uint64_t nodes = search(request, table).nodes;
        CHECK(threads == 1 ? nodes == 20'000 : nodes > 15'000 && nodes <= 20'000);
        request = request_for(start_position<R>(), {.seconds = 0.05, .threads = threads});
        check_report(request.position, search(request, table), 1);
    }
}

#if DAMACI_HAS_THREADS // and exceptions, which exist only with threads

TEST(a_search_can_be_stopped_while_threads_share_it) {
    Table table(1);
    for (int i = 0; i < 10; ++i) {
        const Request request = request_for(start_position<R>(), {.threads = 3});
        std::atomic<bool> stop = false;
        auto report = std::async(std::launch::async, [&] { return Team<R>(request, table, stop).run(); });
        std::this_thread::sleep_for(std::chrono::milliseconds(20 + i));
        stop = true;
        check_report(request.position, report.get(), 1);
    }
}

TEST(a_caller_can_throw_while_threads_share_a_search) {
    Table table(1);
    for (int i = 1; i <= 3; ++i) {
        Request request = request_for(start_position<R>(), {.threads = 3});
        int polls = 0;
        request.poll = [&] {
            if (++polls == i) throw std::runtime_error("enough");
        };
        bool thrown = false;
        try {
            search(request, table);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        CHECK(thrown && polls == i);
    }
}

TEST(a_caller_can_end_a_search_by_throwing) {
    Table table(1);
    Request request = request_for(start_position<R>(), {.threads = 3});
    int depths = 0;
    request.on_depth = [&](const Report&) {
        if (++depths == 3) throw std::runtime_error("enough");
    };
    bool thrown = false;
    try {
        search(request, table);
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown && depths == 3);
}

#endif

TEST(a_win_is_seen) {
    Table table(1);
    // From d4 over e5 or d5, whichever way men capture, the last enemy is taken.
    constexpr Square victim = R.man_captures.contains(Direction::forward) ? 35 : 36;
    const Position position{.white = bit(27) | bit(9), .black = bit(victim)};
    const Report report = search(request_for(position, {.depth = 4}), table);
    CHECK(report.lines[0].score.kind == Score::Kind::win && report.lines[0].score.number == 1);
}

TEST(a_side_that_cannot_move_has_no_lines) {
    Table table(1);
    CHECK(search(request_for({.black = 1}, {.depth = 4}), table).lines.empty());
}

} // namespace
} // namespace damaci
