// Written moves and games for the WebAssembly module. All functions take a position, flags, and a text as the long
// argument.

#include "capi.hpp"
#include "pdn_words.hpp"
#include "replay.hpp"
#include "written_game.hpp"

namespace damaci::capi {
namespace {

struct Written {
    RuledPosition start;
    bool last_three_kings;

    static Written read() {
        Arguments arguments;
        const RuledPosition start = arguments.position();
        return {start, arguments.flag()};
    }

    template <class Listener>
    std::optional<std::string_view> play(Listener& listener) const {
        return play_through(start, Arguments::text(), last_three_kings, listener);
    }
};

void put_ply(Results& results, const Ply& ply) {
    results.put_position(ply.after);
    results.put(ply.key);
    results.put(ply.promoted);
    for (const int count : {ply.quiet_plies, ply.reversible_plies, ply.kings_only_plies, ply.occurrences})
        results.put_count(static_cast<std::size_t>(count));
    results.put_text(ply.text);
}

} // namespace
} // namespace damaci::capi

using namespace damaci::capi;

// position, u8 last three kings; text -> the result that the game ends with
DAMACI_FUNCTION(read_game) {
    damaci::Silent silent;
    const auto result = Written::read().play(silent);
    if (!result) return nothing;
    Results().put_plain(*result);
    return Results::size();
}

// the same -> u32 number of moves, each a text; u32 number of remarks, each the number of moves before it and a text
DAMACI_FUNCTION(transcribe) {
    const Written written = Written::read();
    damaci::Transcriber transcriber(written.start.rules());
    if (!written.play(transcriber)) return nothing;
    Results results;
    results.put_count(transcriber.transcript.moves.size());
    for (const std::string& move : transcriber.transcript.moves)
        results.put_text(move);
    results.put_count(transcriber.transcript.remarks.size());
    for (const auto& [moves, remark] : transcriber.transcript.remarks) {
        results.put_count(moves);
        results.put_text(remark);
    }
    return Results::size();
}

// the same -> the words
DAMACI_FUNCTION(write_words) {
    const Written written = Written::read();
    damaci::WordWriter writer(written.start.rules(), written.start.board.turn);
    if (!written.play(writer)) return nothing;
    Results().put_plain(writer.words());
    return Results::size();
}

// position, terms, u8 touch-move; text -> for each ply: position, key, promoted, four u32 counters, text
DAMACI_FUNCTION(replay) {
    Arguments arguments;
    const damaci::RuledPosition start = arguments.position();
    const damaci::Terms terms = arguments.terms();
    const auto list = [&](const damaci::Position& position, damaci::MoveList& moves) {
        list_moves({start.ruleset, position}, moves);
    };
    damaci::Replay game(start.rules(), start.board, terms, arguments.flag(), list);
    if (!game.play(Arguments::text())) return nothing;
    Results results;
    for (const damaci::Ply& ply : game.plies)
        put_ply(results, ply);
    return Results::size();
}
