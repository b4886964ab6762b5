// Games as text: they are read if they are certainly correct; invalid text is left to Python, and does no harm.

#include "check.hpp"
#include "pdn_words.hpp"
#include "positions.hpp"

#include <string>

namespace damaci {
namespace {

constexpr const Ruleset& R = RULESET;

std::optional<std::string> read(std::string_view text) {
    const auto list = [](const Position& position, MoveList& moves) { generate<R>(position, moves); };
    WordWriter writer(R, Side::white);
    WrittenGame<decltype(list), WordWriter&> game(R, start_position<R>(), text, false, list, writer);
    const auto result = game.read();
    if (result) CHECK(!writer.words().empty());
    return result ? std::optional<std::string>(*result) : std::nullopt;
}

std::string square_name(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

// A game of random moves that ends before the first capture.
std::string random_game(std::mt19937_64& random, int plies) {
    std::string text;
    Position position = start_position<R>();
    MoveList moves;
    for (int ply = 0; ply < plies; ++ply) {
        generate<R>(position, moves);
        if (moves.empty() || moves[0].is_capture()) break;
        const Move move = moves[random() % moves.size()];
        if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
        text += square_name(move.origin) + "-" + square_name(move.target) + " ";
        position = play(position, move);
    }
    return text;
}

TEST(games_are_read) {
    std::mt19937_64 random(8);
    for (int round = 0; round < 20; ++round) {
        const std::string moves = random_game(random, 12);
        CHECK(read(moves + "*") == "*");
        CHECK(read(moves + "{a comment} $1 1/2-1/2") == "1/2-1/2");
    }
}

TEST(nothing_and_unfinished_texts) {
    for (const char* text : {"",   " ",           "*",     "[",      "[Event \"", "[Event \"\\", "{",   "(",    ")",
                             "$",  "$9999999999", ";",     "a",      "a3",        "a3-",         "a3x", "a3-a", "1",
                             "1.", "a9-a4",       "h3h4h", "a3-a4(", "((((",      "(!",          "(!?)"})
        CHECK(!read(text));
}

TEST(torn_games_do_no_harm) {
    std::mt19937_64 random(9);
    const std::string game = "[Event \"a\\\"b\"] " + random_game(random, 12) + "(a3-a4) {why} $3 1-0";
    for (std::size_t length = 0; length < game.size(); ++length)
        read(std::string(game.data(), length)); // a copy, so that a step beyond the end is seen
}

TEST(rubbish_does_no_harm) {
    constexpr std::string_view letters = "abcdefgh12345678-x.!?(){}[]\"\\;$%* 0/\n\t\xff";
    std::mt19937_64 random(10);
    for (int round = 0; round < 3'000; ++round) {
        std::string text = round % 2 == 0 ? "" : random_game(random, 6);
        for (int i = 0; i < round % 40; ++i)
            text.insert(random() % (text.size() + 1), 1, letters[random() % letters.size()]);
        read(text);
    }
}

TEST(chains_of_captures_that_nobody_can_make) {
    std::mt19937_64 random(11);
    MoveList legal;
    for (int round = 0; round < 500; ++round) {
        const Position position = random_position<R>(random, 4 + round % 20);
        generate<R>(position, legal);
        WrittenMove written{{}, round % 2 == 0 ? 'x' : '\0'};
        for (int i = 0; i < 2 + round % 8; ++i)
            written.squares.push_back(static_cast<Square>(random() % 64));
        const auto found = MoveFinder(R, position, legal, written).find();
        CHECK(!found || std::find(legal.begin(), legal.end(), found->move) != legal.end());
    }
}

} // namespace
} // namespace damaci
