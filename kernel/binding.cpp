// The kernel as a Python module, in the form that src/damaci/_kernel.pyi describes. The binding files are the only code
// that uses Python.

#include "binding.hpp"
#include "hash.hpp"
#include "paths.hpp"
#include "rule_words.hpp"

namespace damaci {

std::size_t find_ruleset(std::string_view name) {
    std::string known;
    for (std::size_t i = 0; i < AllRulesets::pointers.size(); ++i) {
        if (AllRulesets::pointers[i]->name == name) return i;
        known += (i == 0 ? "" : ", ") + std::string(AllRulesets::pointers[i]->name);
    }
    throw nb::value_error(("unknown ruleset '" + std::string(name) + "'; expected one of " + known).c_str());
}

OneEach read_one_each(std::string_view word) {
    if (const auto found = one_each_of(word)) return *found;
    throw nb::value_error(
        ("one_each is '" + std::string(word) + "'; expected never, at-once or unless-capture").c_str());
}

namespace {

using PyPath = std::pair<std::vector<Square>, std::vector<Square>>;

std::vector<PyPath> to_python(std::vector<Path> paths) {
    std::vector<PyPath> result;
    for (Path& path : paths)
        result.emplace_back(std::move(path.squares), std::move(path.jumps));
    return result;
}

Move find_legal(const RuledPosition& position, const PyMove& wanted) {
    MoveList moves;
    list_moves(position, moves);
    for (const Move& move : moves) {
        if (to_python(move) == wanted) return move;
    }
    const auto& [origin, target, captured] = wanted;
    throw nb::value_error(("(" + std::to_string(origin) + ", " + std::to_string(target) + ", " +
                           std::to_string(captured) + ") is not a legal move here")
                              .c_str());
}

void bind_rules(nb::module_& m) {
    m.def("rulesets", [] {
        std::vector<std::string_view> names;
        for (const Ruleset* ruleset : AllRulesets::pointers)
            names.push_back(ruleset->name);
        return names;
    });
    m.def(
        "movement",
        [](std::string_view name) {
            const Ruleset& ruleset = *AllRulesets::pointers[find_ruleset(name)];
            const auto names = [](Directions directions) {
                nb::list list;
                for_each_word(directions, [&](const char* word) { list.append(word); });
                return nb::tuple(list);
            };
            nb::list ranks;
            for_each_men_rank(ruleset, [&](int rank) { ranks.append(rank); });
            nb::dict movement;
            movement["name"] = ruleset.name;
            movement["dark_squares_only"] = ruleset.dark_squares_only;
            movement["men_ranks"] = nb::tuple(ranks);
            movement["man_moves"] = names(ruleset.man_moves);
            movement["man_captures"] = names(ruleset.man_captures);
            movement["king_moves"] = names(ruleset.king_moves);
            movement["king_captures"] = names(ruleset.king_captures);
            movement["king_landing"] = word(ruleset.king_landing);
            movement["removal"] = word(ruleset.removal);
            movement["choice"] = word(ruleset.choice);
            movement["priority"] = word(ruleset.priority);
            return movement;
        },
        "ruleset"_a);
}

RuledPosition make_position(std::string_view ruleset, Bitboard white_men, Bitboard white_kings, Bitboard black_men,
                            Bitboard black_kings, bool white_to_move) {
    const std::size_t found = find_ruleset(ruleset);
    const Position board{.white = white_men | white_kings,
                         .black = black_men | black_kings,
                         .kings = white_kings | black_kings,
                         .turn = white_to_move ? Side::white : Side::black};
    if ((white_men & white_kings) | (black_men & black_kings) | (board.white & board.black))
        throw nb::value_error("two pieces on one square: the four sets of pieces must not overlap");
    return {found, board};
}

std::vector<PyMove> moves(const RuledPosition& position) {
    MoveList moves;
    list_moves(position, moves);
    std::vector<PyMove> result;
    for (const Move& move : moves)
        result.push_back(to_python(move));
    return result;
}

int capture_count(const RuledPosition& position) {
    MoveList moves;
    list_moves(position, moves);
    int largest = 0;
    for (const Move& move : moves)
        largest = std::max(largest, std::popcount(move.captured));
    return largest;
}

std::vector<PyPath> paths(const RuledPosition& position, const PyMove& wanted, std::size_t limit) {
    const Move move = find_legal(position, wanted);
    if (!move.is_capture()) return {{{move.origin, move.target}, {}}};
    return to_python(PathFinder(position.rules(), position.board, limit).paths_of(move));
}

std::vector<PyPath> all_captures(const RuledPosition& position, std::size_t limit) {
    return to_python(PathFinder(position.rules(), position.board, limit).all());
}

RuledPosition play_checked(const RuledPosition& position, const PyMove& move) {
    return {position.ruleset, play(position.board, find_legal(position, move))};
}

// Throws ValueError for positions with so many pieces that the number of paths could overflow.
void check_countable_paths(const Position& board) {
    if (!can_count_paths(board)) throw nb::value_error("paths are counted where neither side has more than 16 pieces");
}

std::uint64_t count_perft(const RuledPosition& position, int depth, int threads, std::int64_t hash_megabytes,
                          bool paths) {
    at_least(0, depth, "depth");
    at_least(1, threads, "threads");
    const std::size_t table_size = table_megabytes(0, hash_megabytes);
    if (paths) check_countable_paths(position.board);
    const auto ctrl_c = [] {
        const nb::gil_scoped_acquire gil;
        return PyErr_CheckSignals() != 0;
    };
    std::uint64_t nodes = 0;
    {
        const nb::gil_scoped_release no_gil;
        std::optional<PerftTable> table;
        if (table_size > 0) table.emplace(table_size);
        nodes = perft_on_threads({.ruleset = position.ruleset,
                                  .root = position.board,
                                  .depth = depth,
                                  .threads = threads,
                                  .counted = paths ? Counted::paths : Counted::moves,
                                  .table = table ? &*table : nullptr},
                                 ctrl_c);
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return nodes;
}

RuledPosition promote_all(const RuledPosition& position, bool white) {
    RuledPosition promoted = position;
    promoted.board.kings |= position.board.of(white ? Side::white : Side::black);
    return promoted;
}

void bind_position(nb::module_& m) {
    nb::class_<RuledPosition> position(m, "Position", nb::is_final());
    position
        .def(nb::new_(&make_position), "ruleset"_a, "white_men"_a, "white_kings"_a, "black_men"_a, "black_kings"_a,
             "white_to_move"_a)
        .def_prop_ro("ruleset", [](const RuledPosition& p) { return p.rules().name; })
        .def_prop_ro("white_men", [](const RuledPosition& p) { return p.men(Side::white); })
        .def_prop_ro("white_kings", [](const RuledPosition& p) { return p.kings(Side::white); })
        .def_prop_ro("black_men", [](const RuledPosition& p) { return p.men(Side::black); })
        .def_prop_ro("black_kings", [](const RuledPosition& p) { return p.kings(Side::black); })
        .def_prop_ro("white_to_move", [](const RuledPosition& p) { return p.board.turn == Side::white; })
        .def_prop_ro("key", [](const RuledPosition& p) { return hash(p.board); })
        .def("moves", &moves)
        .def("capture_count", &capture_count)
        .def("paths", &paths, "move"_a, "limit"_a = 1000)
        .def("all_captures", &all_captures, "limit"_a = 1000)
        .def("play", &play_checked, "move"_a)
        .def("perft", &count_perft, "depth"_a, "threads"_a = 1, "hash_megabytes"_a = 0, "paths"_a = false)
        .def("promote_all", &promote_all, "white"_a)
        .def(
            "__eq__", [](const RuledPosition& a, const RuledPosition& b) { return a == b; }, nb::is_operator())
        .def("__hash__", [](const RuledPosition& p) { return hash(p.board) + p.ruleset; });
    bind_movetext(position);
}

#ifndef DAMACI_BUILD_V3
// Whether the module for x86-64-v3 was built and this processor supports it.
bool supports_v3() {
#ifdef DAMACI_HAS_V3
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}
#endif

void bind_module(nb::module_& m) {
#ifdef DAMACI_BUILD_V3
    m.attr("BUILD") = "x86-64-v3";
#else
    m.attr("BUILD") = "baseline";
    m.def("supports_v3", &supports_v3);
#endif
    bind_rules(m);
    bind_position(m);
    bind_searcher(m);
    bind_batch(m);
    bind_tablebase(m);
    bind_parts(m);
}

} // namespace
} // namespace damaci

NB_MODULE(DAMACI_MODULE, m) {
    nanobind::set_leak_warnings(false); // objects that Python still holds at exit are not leaks
    damaci::bind_module(m);
}
