// The kernel over arrays of positions, for NumPy.

#include "binding_weights.hpp"
#include "eval/evaluate.hpp"
#include "fen.hpp"
#include "hash.hpp"
#include "parallel.hpp"

#include <nanobind/ndarray.h>

#include <cstdlib>
#include <optional>
#include <span>
#include <string>

namespace damaci {
namespace {

constexpr std::size_t sets = 4; // a position's white men, white kings, black men, black kings

using Boards = nb::ndarray<const Bitboard, nb::shape<-1, sets>, nb::c_contig, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// An array of zeros that is returned to NumPy.
template <class T>
class Zeros {
  public:
    explicit Zeros(std::size_t rows, std::size_t columns = 1)
        : rows_(rows), columns_(columns),
          data_(static_cast<T*>(std::calloc(std::max<std::size_t>(rows * columns, 1), sizeof(T)))) {
        if (data_ == nullptr) throw std::bad_alloc();
        owner_ = nb::capsule(data_, [](void* data) noexcept { std::free(data); });
    }

    // Row i; the row after the last one is the end.
    T* operator[](std::size_t i) const { return data_ + i * columns_; }

    nb::object column() const { return nb::cast(nb::ndarray<nb::numpy, T>(data_, {rows_}, owner_)); }
    nb::object table() const { return nb::cast(nb::ndarray<nb::numpy, T>(data_, {rows_, columns_}, owner_)); }

  private:
    std::size_t rows_;
    std::size_t columns_;
    T* data_;
    nb::capsule owner_;
};

Position load(const Bitboard* board, bool white_to_move) {
    return {.white = board[0] | board[1],
            .black = board[2] | board[3],
            .kings = board[1] | board[3],
            .turn = white_to_move ? Side::white : Side::black};
}

void store(const Position& position, Bitboard* board, bool* white_to_move) {
    board[0] = position.white & ~position.kings;
    board[1] = position.white & position.kings;
    board[2] = position.black & ~position.kings;
    board[3] = position.black & position.kings;
    *white_to_move = position.turn == Side::white;
}

// The arguments of one call. Its work runs without Python's lock and stops early at Ctrl-C.
class Call {
  public:
    Call(std::string_view ruleset, const Boards& boards, const Column<bool>& white_to_move, int threads)
        : size(boards.shape(0)), ruleset_(find_ruleset(ruleset)), boards_(boards.data()),
          white_to_move_(white_to_move.data()), threads_(threads) {
        expect_as_many(white_to_move.shape(0), "turns");
        if (threads < 1)
            throw nb::value_error(("threads is " + std::to_string(threads) + "; expected 1 or more").c_str());
    }

    void expect_as_many(std::size_t count, const char* what) const {
        if (count == size) return;
        const auto text = std::to_string(count) + " " + what + " for " + std::to_string(size) + " positions";
        throw nb::value_error(text.c_str());
    }

    // Calls f(i, position, stop) for every position.
    template <class F>
    void run(F f) const {
        const auto work = [&](std::size_t i, const StopFlag& stop) {
            f(i, RuledPosition{ruleset_, load(boards_ + sets * i, white_to_move_[i])}, stop);
        };
        {
            const nb::gil_scoped_release no_gil;
            for_each_index(size, threads_, work, ctrl_c);
        }
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
    }

    const std::size_t size;

  private:
    static bool ctrl_c() {
        const nb::gil_scoped_acquire gil;
        return PyErr_CheckSignals() != 0;
    }

    std::size_t ruleset_;
    const Bitboard* boards_;
    const bool* white_to_move_;
    int threads_;
};

// The order in which moves are numbered: by origin, target and captured squares.
void list_in_order(const RuledPosition& position, MoveList& moves) {
    list_moves(position, moves);
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        if (a.origin != b.origin) return a.origin < b.origin;
        return a.target != b.target ? a.target < b.target : a.captured < b.captured;
    });
}

// The index at which each position's moves begin among all moves, and at the end the number of all moves.
Zeros<std::int64_t> move_offsets(const Call& call) {
    Zeros<std::int64_t> offsets(call.size + 1);
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag& stop) {
        *offsets[i + 1] = static_cast<std::int64_t>(perft(position, 1, stop));
    });
    for (std::size_t i = 0; i < call.size; ++i)
        *offsets[i + 1] += *offsets[i];
    return offsets;
}

std::size_t total(const Call& call, const Zeros<std::int64_t>& offsets) {
    return static_cast<std::size_t>(*offsets[call.size]);
}

// Calls f(index among all moves, position, move) for every move of every position.
template <class F>
void for_each_move(const Call& call, const Zeros<std::int64_t>& offsets, F f) {
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag&) {
        MoveList moves;
        list_in_order(position, moves);
        const auto first = static_cast<std::size_t>(*offsets[i]);
        for (std::size_t n = 0; n < moves.size(); ++n)
            f(first + n, position.board, moves[n]);
    });
}

nb::object every_move(const Call& call) {
    const Zeros<std::int64_t> offsets = move_offsets(call);
    const std::size_t count = total(call, offsets);
    const Zeros<std::uint8_t> origin(count);
    const Zeros<std::uint8_t> target(count);
    const Zeros<Bitboard> captured(count);
    for_each_move(call, offsets, [&](std::size_t at, const Position&, const Move& move) {
        *origin[at] = move.origin;
        *target[at] = move.target;
        *captured[at] = move.captured;
    });
    return nb::make_tuple(offsets.column(), origin.column(), target.column(), captured.column());
}

nb::object every_successor(const Call& call) {
    const Zeros<std::int64_t> offsets = move_offsets(call);
    const Zeros<Bitboard> boards(total(call, offsets), sets);
    const Zeros<bool> white_to_move(total(call, offsets));
    for_each_move(call, offsets, [&](std::size_t at, const Position& position, const Move& move) {
        store(play(position, move), boards[at], white_to_move[at]);
    });
    return nb::make_tuple(boards.table(), white_to_move.column());
}

nb::object mask(const Call& call) {
    const Zeros<bool> mask(call.size, std::size_t{64} * 64);
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag&) {
        MoveList moves;
        list_moves(position, moves);
        for (const Move& move : moves)
            mask[i][64 * move.origin + move.target] = true;
    });
    return mask.table();
}

nb::object play_chosen(const Call& call, const Column<std::int64_t>& choice) {
    constexpr std::int64_t stay = -1;
    call.expect_as_many(choice.shape(0), "choices");
    const Zeros<Bitboard> boards(call.size, sets);
    const Zeros<bool> white_to_move(call.size);
    const Zeros<bool> possible(call.size);
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag&) {
        MoveList moves;
        list_in_order(position, moves);
        const std::int64_t chosen = choice.data()[i];
        const bool plays = chosen >= 0 && chosen < static_cast<std::int64_t>(moves.size());
        *possible[i] = plays || chosen == stay;
        const Position next = plays ? play(position.board, moves[static_cast<std::size_t>(chosen)]) : position.board;
        store(next, boards[i], white_to_move[i]);
    });
    return nb::make_tuple(boards.table(), white_to_move.column(), possible.column());
}

nb::object mobility(const Call& call) {
    const Zeros<bool> moving(call.size);
    const Zeros<bool> capturing(call.size);
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag&) {
        MoveList moves;
        list_moves(position, moves);
        *moving[i] = !moves.empty();
        *capturing[i] = !moves.empty() && moves[0].is_capture(); // then all moves are captures
    });
    return nb::make_tuple(moving.column(), capturing.column());
}

nb::object keys(const Call& call) {
    const Zeros<std::uint64_t> keys(call.size);
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag&) { *keys[i] = hash(position.board); });
    return keys.column();
}

nb::object count_perft(const Call& call, int depth) {
    if (depth < 0) throw nb::value_error(("depth is " + std::to_string(depth) + "; expected 0 or more").c_str());
    const Zeros<std::uint64_t> counts(call.size);
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag& stop) {
        *counts[i] = perft(position, depth, stop);
    });
    return counts.column();
}

std::optional<Network> read_network(const nb::object& weights) {
    if (weights.is_none()) return std::nullopt;
    const auto given = nb::cast<nb::bytes>(weights);
    return read_weights(given);
}

nb::object evaluate(const Call& call, const nb::object& weights) {
    const std::optional<Network> learned = read_network(weights);
    const Network* network = learned ? &*learned : nullptr;
    const Zeros<std::int32_t> values(call.size);
    call.run([&](std::size_t i, const RuledPosition& position, const StopFlag&) {
        *values[i] = position.visit([&]<const Ruleset & R>() { return Evaluation<R>(network)(position.board); });
    });
    return values.column();
}

// Positions from FENs in the form that Damacı writes; `read` says which FENs have it. Python reads the others.
nb::object read_fens(const nb::list& fens) {
    const Zeros<Bitboard> boards(fens.size(), sets);
    const Zeros<bool> white_to_move(fens.size());
    const Zeros<bool> read(fens.size());
    std::size_t i = 0;
    for (const nb::handle fen : fens) {
        std::string_view text;
        if (nb::try_cast(fen, text)) {
            const std::optional<Position> position = FenReader(text).read();
            *read[i] = position.has_value();
            if (position) store(*position, boards[i], white_to_move[i]);
        }
        ++i;
    }
    return nb::make_tuple(boards.table(), white_to_move.column(), read.column());
}

nb::list write_fens(const Boards& boards, const Column<bool>& white_to_move) {
    if (boards.shape(0) != white_to_move.shape(0)) throw nb::value_error("expected as many turns as boards");
    nb::list fens;
    std::string text;
    for (std::size_t i = 0; i < boards.shape(0); ++i) {
        text.clear();
        append_fen(text, load(boards.data() + sets * i, white_to_move.data()[i]));
        fens.append(nb::str(text.data(), text.size()));
    }
    return fens;
}

// Defines a function over positions in Python. Its arguments are the arrays of positions, followed by its own.
template <auto f, class... Own, class... Names>
void def(nb::module_& m, const char* name, const Names&... names) {
    m.def(
        name,
        [](std::string_view ruleset, const Boards& boards, const Column<bool>& white_to_move, Own... own, int threads) {
            return f(Call(ruleset, boards, white_to_move, threads), own...);
        },
        "ruleset"_a, "boards"_a, "white_to_move"_a, names..., "threads"_a = 1);
}

} // namespace

void bind_batch(nb::module_& m) {
    m.def("batch_read_fens", &read_fens, "fens"_a);
    m.def("batch_write_fens", &write_fens, "boards"_a, "white_to_move"_a);
    def<&every_move>(m, "batch_moves");
    def<&every_successor>(m, "batch_successors");
    def<&mask>(m, "batch_mask");
    def<&play_chosen, const Column<std::int64_t>&>(m, "batch_play", "choice"_a);
    def<&mobility>(m, "batch_mobility");
    def<&keys>(m, "batch_keys");
    def<&count_perft, int>(m, "batch_perft", "depth"_a);
    def<&evaluate, const nb::object&>(m, "batch_evaluate", "weights"_a.none());
}

} // namespace damaci
