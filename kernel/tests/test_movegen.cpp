// Compares the generator of one ruleset with a simple enumeration of paths, and its parts with one another. Also tests
// positions that no game reaches, and that would overflow a generator without limits.

#include "check.hpp"
#include "paths.hpp"
#include "perft_threads.hpp"
#include "positions.hpp"

#include <set>
#include <tuple>

namespace damaci {
namespace {

constexpr const Ruleset& R = RULESET;

using Moves = std::set<Move>;

Moves generated(const Position& position) {
    MoveList moves;
    generate<R>(position, moves);
    const Moves set(moves.begin(), moves.end());
    CHECK(set.size() == moves.size());
    return set;
}

// Whether one path is the beginning of another that is one jump longer.
bool goes_on(const Path& path, const std::vector<Path>& paths) {
    return std::any_of(paths.begin(), paths.end(), [&](const Path& other) {
        return other.jumps.size() == path.jumps.size() + 1 &&
               std::equal(path.squares.begin(), path.squares.end(), other.squares.begin());
    });
}

Move move_of(const Path& path) {
    Move move{0, static_cast<std::uint8_t>(path.squares.front()), static_cast<std::uint8_t>(path.squares.back())};
    for (const Square square : path.jumps)
        move.captured |= bit(square);
    return move;
}

// Every path of a legal capture, found by listing all paths and leaving out those that the rules forbid.
std::vector<Path> legal_paths(const Position& position) {
    const std::vector<Path> paths = PathFinder(R, position, 1'000'000).all();
    std::size_t most = 0;
    for (const Path& path : paths)
        most = std::max(most, path.jumps.size());
    std::vector<Path> legal;
    std::copy_if(paths.begin(), paths.end(), std::back_inserter(legal), [&](const Path& path) {
        return R.choice == Choice::maximum ? path.jumps.size() == most : !goes_on(path, paths);
    });
    const auto by_king = [&](const Path& path) { return (position.kings & bit(path.squares[0])) != 0; };
    if (R.priority != Priority::none && std::any_of(legal.begin(), legal.end(), by_king))
        std::erase_if(legal, [&](const Path& path) { return !by_king(path); });
    return legal;
}

std::uint64_t count_moves_of(const Position& position) {
    return position.turn == Side::white ? count_moves<R, Side::white>(position) : count_moves<R, Side::black>(position);
}

void check_position(const Position& position) {
    const Moves moves = generated(position);
    const std::vector<Path> paths = legal_paths(position);
    Moves captures;
    for (const Path& path : paths)
        captures.insert(move_of(path));
    const bool capturing = !captures.empty();
    CHECK(capturing == can_capture<R>(position, position.turn));
    if (capturing) CHECK(moves == captures);
    for (const Move& move : moves)
        CHECK(move.is_capture() == capturing);
    CHECK(count_moves_of(position) == moves.size());

    MoveList list;
    CHECK(generate_captures<R>(position, list) == capturing);
    CHECK(list.size() == captures.size());

    std::size_t found = 0, counted = 0;
    for (const Move& move : captures) {
        found += PathFinder(R, position, 1'000'000).paths_of(move).size();
        counted += PathCounter(R, position, move).count();
    }
    CHECK(found == paths.size() && counted == paths.size());
}

TEST(random_positions_have_the_moves_that_paths_allow) {
    std::mt19937_64 random(2);
    for (int round = 0; round < 200; ++round)
        check_position(random_position<R>(random, 2 + round % 22));
}

TEST(games_have_the_moves_that_paths_allow) {
    std::mt19937_64 random(3);
    for (int game = 0; game < 3; ++game)
        walk<R>(random, start_position<R>(), 80, check_position);
}

// ---- counting
// ----------------------------------------------------------------------------------------------------------

std::uint64_t plain_perft(const Position& position, int depth) {
    if (depth == 0) return 1;
    MoveList moves;
    generate<R>(position, moves);
    std::uint64_t nodes = 0;
    for (const Move& move : moves)
        nodes += plain_perft(play(position, move), depth - 1);
    return nodes;
}

TEST(replies_are_counted_as_if_played) {
    const StopFlag go_on = false;
    const auto check = [&](const Position& position) {
        CHECK(perft<R>(position, 2, nullptr, go_on) == plain_perft(position, 2));
    };
    std::mt19937_64 random(4);
    for (int game = 0; game < 4; ++game) {
        walk<R>(random, start_position<R>(), 100, check);
        walk<R>(random, random_position<R>(random, 8), 20, check);
    }
    for (int round = 0; round < 400; ++round) // among them positions with many kings
        check(random_position<R>(random, 4 + round % 16));
}

// Counts from depth 1 on; all programs that agree on the rules have the same.
std::vector<std::uint64_t> known_counts() {
    if (R.name == "world") return {22, 484, 11422, 228972};
    if (R.name == "bulgarian") return {7, 49, 302, 1469, 7361, 36768, 179740, 845931};
    if (R.name == "armenian") return {22, 484, 12174, 268670};
    return {8, 64, 708, 7538, 85090, 931312};
}

TEST(perft_from_the_start) {
    const StopFlag go_on = false;
    PerftTable table(1);
    CHECK(perft<R>(start_position<R>(), 0, nullptr, go_on) == 1);
    int depth = 0;
    for (const std::uint64_t count : known_counts()) {
        ++depth;
        CHECK(perft<R>(start_position<R>(), depth, nullptr, go_on) == count);
        CHECK(perft<R>(start_position<R>(), depth, &table, go_on) == count);
        CHECK(path_perft<R>(start_position<R>(), depth, &table, go_on) == count); // no capture has two paths yet
    }
}

TEST(threads_share_a_perft) {
    const auto never = [] { return false; };
    const int depth = static_cast<int>(known_counts().size());
    PerftTable table(1);
    for (const int threads : {1, 3}) {
        PerftRequest request{.ruleset = 0, .root = start_position<R>(), .depth = depth, .threads = threads};
        CHECK(perft_on_threads<R>(request, never) == known_counts().back());
        request.table = &table;
        CHECK(perft_on_threads<R>(request, never) == known_counts().back());
        request.counted = Counted::paths;
        request.table = nullptr;
        CHECK(perft_on_threads<R>(request, never) == known_counts().back());
    }
    CHECK(perft_on_threads<R>({.ruleset = 0, .root = start_position<R>(), .depth = 0}, never) == 1);
    CHECK(perft_on_threads<R>({.ruleset = 0, .root = {}, .depth = 5, .threads = 2}, never) == 0);
}

#if DAMACI_HAS_THREADS // without threads, the callback is not called meanwhile

TEST(a_perft_can_be_interrupted) {
    int asked = 0;
    perft_on_threads<R>({.ruleset = 0, .root = start_position<R>(), .depth = 40, .threads = 2},
                        [&] { return ++asked == 2; });
    CHECK(asked == 2);
}

#endif

TEST(keys_tell_positions_apart) {
    std::mt19937_64 random(5);
    std::set<std::uint64_t> keys;
    std::set<std::tuple<Bitboard, Bitboard, Bitboard, Side>> positions;
    for (int game = 0; game < 30; ++game) {
        walk<R>(random, start_position<R>(), 100, [&](const Position& position) {
            positions.emplace(position.white, position.black, position.kings, position.turn);
            keys.insert(hash(position));
        });
    }
    CHECK(positions.size() > 500);
    CHECK(keys.size() == positions.size());
}

// ---- extremes
// ----------------------------------------------------------------------------------------------------------

void check_sane(const Position& position) {
    MoveList moves;
    generate<R>(position, moves);
    for (const Move& move : moves) {
        const Position next = play(position, move);
        CHECK((next.white & next.black) == 0);
        CHECK((next.kings & ~next.occupied()) == 0);
        CHECK(std::popcount(next.occupied()) == std::popcount(position.occupied()) - std::popcount(move.captured));
    }
    CHECK(count_moves_of(position) == moves.size());
}

void check_both_sides(Position position) {
    for (const Side turn : {Side::white, Side::black}) {
        position.turn = turn;
        check_sane(position);
    }
}

TEST(empty_and_full_boards) {
    constexpr Bitboard everything = ~Bitboard{0}, half = 0x00000000ffffffff;
    check_both_sides({});
    for (const Bitboard kings : {Bitboard{0}, everything}) {
        check_both_sides({.white = everything, .kings = kings});
        check_both_sides({.black = everything, .kings = kings});
        check_both_sides({.white = half, .black = ~half, .kings = kings});
        check_both_sides({.white = dark_squares, .black = ~dark_squares, .kings = kings});
        check_both_sides({.white = half, .kings = kings & half});
        check_both_sides({.white = 1, .black = everything ^ 1, .kings = kings});
    }
}

// Includes men on squares where they may not stand: the kernel accepts any sets of pieces.
TEST(crowds_of_every_size) {
    std::mt19937_64 random(6);
    for (int pieces = 1; pieces <= 128; pieces += 5) {
        Position position = random_position<R>(random, pieces);
        position.kings &= random();
        check_sane(position);
    }
}

// Columns of pieces with gaps: a king can go through them in so many ways that a search without memory would not end.
TEST(a_maze_is_left_again) {
    Bitboard maze = 0;
    for (const int file : {1, 3, 5})
        maze |= (file_a << file) & 0x00ffffffffffff00;
    const Position position{.white = 1, .black = maze, .kings = 1};
    check_sane(position);
    MoveList moves;
    generate<R>(position, moves);
    for (const Move& move : moves) {
        if (!move.is_capture()) continue;
        const std::vector<Path> paths = PathFinder(R, position, 10).paths_of(move);
        CHECK(!paths.empty());
        for (const Path& path : paths)
            CHECK(move_of(path) == move);
    }
}

// A ring of four pieces around which a king can go, in any directions in which it captures.
TEST(a_king_may_end_where_it_began) {
    constexpr bool orthogonal = R.king_captures.contains(Direction::right);
    constexpr Bitboard ring = orthogonal ? bit(10) | bit(19) | bit(26) | bit(17) // from b2 over c2, d3, c4, b3
                                         : bit(18) | bit(20) | bit(36) | bit(34);
    constexpr Square home = orthogonal ? 9 : 11; // from d2 over e3, e5, c5, c3
    const Position position{.white = bit(home), .black = ring, .kings = bit(home)};
    const Moves moves = generated(position);
    const auto round = std::find_if(moves.begin(), moves.end(), [](const Move& move) { return move.target == home; });
    CHECK(round != moves.end() && round->captured == ring);
    if (round == moves.end()) return;
    const Position next = play(position, *round);
    CHECK(next.white == bit(home) && next.kings == bit(home) && next.black == 0);
}

} // namespace
} // namespace damaci
