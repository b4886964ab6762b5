// Written moves and games, for Python.

#include "binding.hpp"
#include "pdn_words.hpp"
#include "replay.hpp"
#include "written_game.hpp"

#include <nanobind/stl/optional.h>

namespace damaci {

namespace {

std::optional<std::string_view> read_game(const RuledPosition& start, std::string_view text, bool last_three_kings) {
    Silent silent;
    return play_through(start, text, last_three_kings, silent);
}

using PyTranscript = std::pair<std::vector<std::string>, std::vector<std::pair<std::size_t, std::string_view>>>;

std::optional<PyTranscript> transcribe(const RuledPosition& start, std::string_view text, bool last_three_kings) {
    Transcriber transcriber(start.rules());
    if (!play_through(start, text, last_three_kings, transcriber)) return std::nullopt;
    return PyTranscript{std::move(transcriber.transcript.moves), std::move(transcriber.transcript.remarks)};
}

std::optional<std::string> write_words(const RuledPosition& start, std::string_view text, bool last_three_kings) {
    WordWriter writer(start.rules(), start.board.turn);
    if (!play_through(start, text, last_three_kings, writer)) return std::nullopt;
    return writer.words();
}

using PyPly = std::tuple<RuledPosition, std::uint64_t, std::string, Bitboard, int, int, int, int>;

std::optional<std::vector<PyPly>> replay(const RuledPosition& start, std::string_view line, const nb::dict& endings,
                                         bool last_three_kings, bool touch_move) {
    Terms terms = read_endings(endings);
    terms.last_three_kings = last_three_kings;
    const auto list = [&](const Position& position, MoveList& moves) { list_moves({start.ruleset, position}, moves); };
    Replay game(start.rules(), start.board, terms, touch_move, list);
    if (!game.play(line)) return std::nullopt;
    std::vector<PyPly> plies;
    plies.reserve(game.plies.size());
    for (Ply& ply : game.plies) {
        plies.emplace_back(RuledPosition{start.ruleset, ply.after}, ply.key, std::move(ply.text), ply.promoted,
                           ply.quiet_plies, ply.reversible_plies, ply.kings_only_plies, ply.occurrences);
    }
    return plies;
}

} // namespace

void bind_movetext(nb::class_<RuledPosition>& position) {
    position.def("read_game", &read_game, "text"_a, "last_three_kings"_a = false)
        .def("replay", &replay, "line"_a, "endings"_a, "last_three_kings"_a = false, "touch_move"_a = false)
        .def("transcribe", &transcribe, "text"_a, "last_three_kings"_a = false)
        .def("write_words", &write_words, "text"_a, "last_three_kings"_a = false);
}

} // namespace damaci
