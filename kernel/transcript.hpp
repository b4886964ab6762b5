// A whole game as texts: its moves in the shortest unambiguous form or as JSON objects, and the remarks between them.
#pragma once

#include "fen.hpp"
#include "movetext.hpp"
#include "paths.hpp"

#include <cstdint>
#include <utility>

namespace damaci {

struct Transcript {
    std::vector<std::string> moves;                                // in the order of the text, variations included
    std::vector<std::pair<std::size_t, std::string_view>> remarks; // each with the number of moves before it
};

// The squares of the first way in which a legal move can be played.
inline std::vector<Square> path_of(const Ruleset& rules, const Position& position, const Move& move) {
    if (!move.is_capture()) return {move.origin, move.target};
    return PathFinder(rules, position, 1).paths_of(move).front().squares;
}

// `d3-d4`; `f3xb7`, or every landing square when several legal captures have these ends.
inline std::string write_move(const Ruleset& rules, const PlayedMove& played) {
    const Move& move = played.meant.move;
    const auto has_same_ends = [&](const Move& each) {
        return each.origin == move.origin && each.target == move.target;
    };
    const auto alike = std::count_if(played.legal.begin(), played.legal.end(), has_same_ends);
    std::vector<Square> squares{move.origin, move.target};
    if (alike > 1) squares = path_of(rules, played.before, move);
    std::string text;
    for (const Square square : squares) {
        if (!text.empty()) text += move.is_capture() ? 'x' : '-';
        append_square(text, square);
    }
    return text;
}

inline void append_names(std::string& json, const std::vector<Square>& squares) {
    json += '[';
    for (const Square square : squares) {
        json += json.back() == '[' ? "\"" : ", \"";
        append_square(json, square);
        json += '"';
    }
    json += ']';
}

// The captured squares by file, then rank: the order of their names.
inline std::vector<Square> by_name(Bitboard captured) {
    std::vector<Square> squares;
    for_each_square(captured, [&](Square square) { squares.push_back(square); });
    std::sort(squares.begin(), squares.end(),
              [](Square a, Square b) { return std::pair(a % 8, a / 8) < std::pair(b % 8, b / 8); });
    return squares;
}

// A move as a JSON object without the closing brace, because remarks may follow.
inline std::string write_json(const Ruleset& rules, const PlayedMove& played) {
    const Move& move = played.meant.move;
    const bool path_given = !played.meant.path.empty();
    std::string json = "{\"text\": \"" + write_move(rules, played) + "\", \"from\": \"";
    append_square(json, move.origin);
    json += "\", \"to\": \"";
    append_square(json, move.target);
    json += "\", \"captured\": ";
    append_names(json, by_name(move.captured));
    json += ", \"path\": ";
    append_names(json, path_given ? played.meant.path : path_of(rules, played.before, move));
    json += ", \"fen\": \"";
    append_fen(json, played.after);
    json += '"';
    return json;
}

// Makes a transcript while a game is read.
class Transcriber {
  public:
    explicit Transcriber(const Ruleset& rules) : rules_(rules) {}

    // If a text does not determine the path of a capture, Python chooses it.
    bool played(const PlayedMove& played) {
        if (!played.meant.sole) return false;
        transcript.moves.push_back(write_json(rules_, played));
        return true;
    }

    void remarked(std::string_view remark) { transcript.remarks.emplace_back(transcript.moves.size(), remark); }

    Transcript transcript;

  private:
    const Ruleset& rules_;
};

} // namespace damaci
