// Written moves and games, for Python.

#include "binding.hpp"
#include "transcript.hpp"

#include <nanobind/stl/optional.h>

namespace damaci {

namespace {

template <class Listener>
std::optional<std::string_view> play_through(const RuledPosition& start, std::string_view text, bool last_three_kings,
                                             Listener listener) {
    const auto list = [&](const Position& position, MoveList& moves) { list_moves({start.ruleset, position}, moves); };
    return WrittenGame(start.rules(), start.board, text, last_three_kings, list, listener).read();
}

std::optional<std::string_view> read_game(const RuledPosition& start, std::string_view text, bool last_three_kings) {
    return play_through(start, text, last_three_kings, Silent{});
}

using PyTranscript = std::pair<std::vector<std::string>, std::vector<std::pair<std::size_t, std::string_view>>>;

std::optional<PyTranscript> transcribe(const RuledPosition& start, std::string_view text, bool last_three_kings,
                                       bool as_json) {
    Transcript transcript;
    const Transcriber transcriber(start.rules(), as_json, transcript);
    if (!play_through(start, text, last_three_kings, transcriber)) return std::nullopt;
    return PyTranscript{std::move(transcript.moves), std::move(transcript.remarks)};
}

} // namespace

void bind_movetext(nb::class_<RuledPosition>& position) {
    position.def("read_game", &read_game, "text"_a, "last_three_kings"_a = false)
        .def("transcribe", &transcribe, "text"_a, "last_three_kings"_a = false, "as_json"_a = false);
}

} // namespace damaci
