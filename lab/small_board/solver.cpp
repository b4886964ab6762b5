// Solves turkish on a small board from the start, exactly. It shares no code with the kernel.
//
// solver FILES RANKS MEN prints the results, under each reading of the rule for one piece each, as one object of JSON.
// MEN are White's squares at the start, as a set; Black's are on the same files.
//
// solver FILES RANKS reads lines of "own enemy kings" and answers each with its moves, "from-to-captured".
//
// All positions that can be reached are numbered (mirror images and exchanged colours once), and their outcomes are
// derived. At the end, every outcome is derived once more from the moves.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "outcomes.hpp"

std::string name_of(int square, bool black) {
    const int rank = square / files;
    return std::string(1, static_cast<char>('a' + square % files)) +
           std::to_string(1 + (black ? ranks - 1 - rank : rank));
}

// How good a move is for the side that makes it, by the outcome after it: short wins first, long losses last.
int worth(Outcome after) {
    constexpr int more_than_any = 1 << 17;
    if (after == 0) return 0;
    return is_loss(after) ? more_than_any - after : after - more_than_any;
}

// The best moves of both sides. A line that draws ends where a position occurs again.
std::vector<std::string> best_line(Solver& solver, Position position) {
    std::vector<std::string> line;
    std::array<std::vector<Position>, 2> seen; // White's and Black's positions
    while (std::ranges::find(seen[line.size() % 2], position) == seen[line.size() % 2].end()) {
        seen[line.size() % 2].push_back(position);
        const std::vector<Move> moves = solver.moves(position);
        if (moves.empty()) break;
        const Move best = *std::ranges::max_element(
            moves, {}, [&](const Move& move) { return worth(solver.outcome(play(position, move))); });
        const bool black = line.size() % 2 == 1;
        line.push_back(name_of(best.from, black) + (best.captured ? "x" : "-") + name_of(best.to, black));
        position = play(position, best);
    }
    return line;
}

std::string told(Outcome outcome) {
    if (outcome == 0) return "draw";
    return (is_loss(outcome) ? "loss in " : "win in ") + std::to_string(outcome - 1);
}

// Prints the member of the object that has the results under one reading.
void tell(Solver solver, const Position& start, std::string_view name) {
    std::array<std::size_t, 3> counts{}; // draws, losses, wins
    int longest = 0;
    for (Outcome outcome : solver.outcomes()) {
        const bool won = outcome && !is_loss(outcome);
        ++counts[outcome ? 1 + won : 0];
        if (won) longest = std::max(longest, outcome - 1);
    }
    std::cout << "\"" << name << "\": {\"start\": \"" << told(solver.outcome(start)) << "\", \"won\": " << counts[2]
              << ", \"drawn\": " << counts[0] << ", \"lost\": " << counts[1] << ", \"longest\": " << longest
              << ", \"wrong\": " << solver.wrong() << ", \"line\": \"";
    for (std::string_view before = ""; const std::string& move : best_line(solver, start)) {
        std::cout << before << move;
        before = " ";
    }
    std::cout << "\"}, ";
    std::cerr << name << '\n';
}

void solve(Bits men) {
    const Position start{men, flip(men), 0};
    const Graph graph(start);
    std::cout << "{\"positions\": " << graph.positions.size() << ", \"moves\": " << graph.all_moves() << ", ";
    tell(Solver(graph, Reading::at_once), start, "at-once");
    tell(Solver(graph, Reading::unless_capture), start, "unless-capture");
    tell(Solver(graph, Reading::never), start, "never");
    std::cout << "\"seconds\": " << static_cast<double>(std::clock()) / CLOCKS_PER_SEC << "}\n";
}

void answer_moves() {
    Generator generator;
    for (Position position; std::cin >> position.own >> position.enemy >> position.kings;) {
        for (const Move& move : generator.moves(position))
            std::cout << move.from << '-' << move.to << '-' << move.captured << ' ';
        std::cout << '\n';
    }
}

void run(int count, char** arguments) {
    files = std::stoi(arguments[1]);
    ranks = std::stoi(arguments[2]);
    squares = files * ranks;
    if (squares > most_squares) throw std::length_error("more squares than this program may have");
    flip.fill(flipped);
    mirror.fill(mirrored);
    if (count == 3)
        answer_moves();
    else
        solve(static_cast<Bits>(std::stoul(arguments[3])));
}

int main(int count, char** arguments) {
    try {
        if (count < 3) throw std::invalid_argument("expected FILES RANKS [MEN]");
        run(count, arguments);
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
