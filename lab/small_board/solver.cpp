// Solves turkish on a small board from the start, exactly. It shares no code with the kernel.
//
// solver FILES RANKS MEN prints the results, under each reading of the rule for one piece each, as one object of JSON.
// MEN are White's squares at the start, as a set; Black's are on the same files.
//
// solver FILES RANKS reads lines of "own enemy kings" and answers each with its moves, "from-to-captured".
//
// Sets of squares are numbers: bit 0 is the corner from which squares are counted, first along the rank. The side to
// move goes up.
//
// All positions that can be reached are numbered (mirror images and exchanged colours once). Then wins and losses are
// derived backwards, the shortest first; what remains is a draw. At the end, every outcome is derived once more from
// the moves.

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iostream>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using Bits = std::uint32_t;
using Number = std::uint32_t;

constexpr int half_bits = 12;
constexpr int most_squares = 2 * half_bits;
constexpr std::size_t most_positions = 250'000'000;

enum Step { up, right, down, left };

int files;
int ranks;
int squares;

Bits bit(int square) {
    return Bits{1} << square;
}

// The next square in a direction, or -1 at the edge.
int next(int square, int step) {
    const int file = square % files;
    switch (step) {
        case up:
            return square + files < squares ? square + files : -1;
        case down:
            return square >= files ? square - files : -1;
        case right:
            return file + 1 < files ? square + 1 : -1;
        default:
            return file > 0 ? square - 1 : -1;
    }
}

bool is_last_rank(int square) {
    return square >= squares - files;
}

// The side to move is `own` and goes up; `kings` are those of both sides.
struct Position {
    Bits own = 0;
    Bits enemy = 0;
    Bits kings = 0;

    auto operator<=>(const Position&) const = default;
};

struct Move {
    int from = 0;
    int to = 0;
    Bits captured = 0;

    bool operator==(const Move&) const = default;
};

// ---- moves ----------------------------------------------------------------------------------------------------------

class Generator {
  public:
    // The legal moves of a position.
    const std::vector<Move>& moves(const Position& position) {
        moves_.clear();
        most_ = 0;
        for (int from = 0; from < squares; ++from)
            if (position.own & bit(from)) capture_from(position, from);
        if (most_ == 0)
            for (int from = 0; from < squares; ++from)
                if (position.own & bit(from)) slide_from(position, from);
        return moves_;
    }

    // Whether the side to move can capture. Valid after `moves`, like `has_moves`.
    bool captures() const { return most_ > 0; }
    bool has_moves() const { return !moves_.empty(); }

  private:
    std::vector<Move> moves_;
    int most_ = 0;
    int from_ = 0;
    bool king_ = false;
    Bits own_ = 0;

    void slide_from(const Position& position, int from) {
        const bool king = position.kings & bit(from);
        const Bits taken = position.own | position.enemy;
        for (int step : {up, right, down, left}) {
            if (step == down && !king) continue;
            for (int to = next(from, step); to >= 0 && !(taken & bit(to)); to = king ? next(to, step) : -1)
                moves_.push_back({from, to, 0});
        }
    }

    void capture_from(const Position& position, int from) {
        from_ = from;
        king_ = position.kings & bit(from);
        own_ = position.own & ~bit(from);
        capture(position.enemy, from, 0, -1);
    }

    // Goes on capturing from `square`. `captured` are no longer on the board; `last` is the direction of the last jump.
    void capture(Bits enemy, int square, Bits captured, int last) {
        if (captured) add({from_, square, captured});
        for (int step : {up, right, down, left}) {
            const bool reverses = last >= 0 && step == (last + 2) % 4;
            if (!reverses && (king_ || step != down)) jump(enemy, square, captured, step);
        }
    }

    void jump(Bits enemy, int square, Bits captured, int step) {
        const Bits taken = own_ | enemy;
        int over = next(square, step);
        while (king_ && over >= 0 && !(taken & bit(over)))
            over = next(over, step);
        if (over < 0 || !(enemy & bit(over))) return;
        for (int to = next(over, step); to >= 0 && !(taken & bit(to)); to = king_ ? next(to, step) : -1)
            capture(enemy & ~bit(over), to, captured | bit(over), step);
    }

    void add(const Move& move) {
        const int count = std::popcount(move.captured);
        if (count < most_) return;
        if (count > most_) moves_.clear();
        most_ = count;
        if (std::ranges::find(moves_, move) == moves_.end()) moves_.push_back(move);
    }
};

// ---- positions ------------------------------------------------------------------------------------------------------

int flipped(int square) {
    return square % files + squares - files - square / files * files;
}

int mirrored(int square) {
    return square - square % files + files - 1 - square % files;
}

// The images of all sets of squares, by the halves of the sets.
class Images {
  public:
    void fill(int image_of(int)) {
        for (int square = 0; square < squares; ++square)
            for (Bits half = 0; half < images_[0].size(); ++half)
                if (half & bit(square % half_bits)) images_[square / half_bits][half] |= bit(image_of(square));
    }

    Bits operator()(Bits set) const { return images_[0][set % bit(half_bits)] | images_[1][set >> half_bits]; }

  private:
    std::array<std::array<Bits, 1 << half_bits>, 2> images_{};
};

Images flip;
Images mirror;

// The position after a move, seen by the other side.
Position play(const Position& position, const Move& move) {
    const bool king = (position.kings & bit(move.from)) || is_last_rank(move.to);
    const Bits own = (position.own & ~bit(move.from)) | bit(move.to);
    const Bits enemy = position.enemy & ~move.captured;
    Bits kings = position.kings & ~move.captured & ~bit(move.from);
    if (king) kings |= bit(move.to);
    return {flip(enemy), flip(own), flip(kings)};
}

// The same position for a position and its mirror image.
Position either(const Position& position) {
    return std::min(position, {mirror(position.own), mirror(position.enemy), mirror(position.kings)});
}

// ---- all positions --------------------------------------------------------------------------------------------------

// Numbers positions in the order in which they are added. A position and its mirror image are one.
class Positions {
  public:
    Positions() : table_(1 << 16, nobody) {}

    void add(const Position& position) {
        const Position one = either(position);
        const std::size_t place = find(one);
        if (table_[place] != nobody) return;
        if (size() >= most_positions) throw std::length_error("more positions than this program may keep");
        table_[place] = static_cast<Number>(size());
        positions_.push_back(one);
        if (size() * 3 > table_.size() * 2) grow();
    }

    Number at(const Position& position) const { return table_[find(either(position))]; }
    Position operator[](std::size_t number) const { return positions_[number]; }
    std::size_t size() const { return positions_.size(); }

  private:
    static constexpr Number nobody = ~Number{0};
    std::vector<Position> positions_;
    std::vector<Number> table_;

    std::size_t find(const Position& position) const {
        const std::size_t last = table_.size() - 1;
        std::size_t place = hash(position) & last;
        while (table_[place] != nobody && positions_[table_[place]] != position)
            place = (place + 1) & last;
        return place;
    }

    static std::size_t hash(const Position& position) {
        const std::uint64_t low = (position.own | std::uint64_t{position.enemy} << 32) * 0x9e3779b97f4a7c15;
        const std::uint64_t mixed = (low ^ low >> 29 ^ position.kings) * 0xbf58476d1ce4e5b9;
        return mixed >> 24;
    }

    void grow() {
        table_.assign(table_.size() * 2, nobody);
        for (std::size_t number = 0; number < size(); ++number)
            table_[find(positions_[number])] = static_cast<Number>(number);
    }
};

// ---- the positions before and after each position -------------------------------------------------------------------

class Graph {
  public:
    explicit Graph(const Position& start) {
        positions.add(start);
        for (std::size_t number = 0; number < positions.size(); ++number)
            each_after(positions[number], [this](const Position& after) { positions.add(after); });
        std::cerr << positions.size() << " positions\n";
        link();
        std::cerr << before_.size() << " moves\n";
    }

    Positions positions;
    std::vector<std::uint8_t> moves; // the number of moves of each position

    template <class Visit>
    void each_before(Number number, Visit visit) const {
        for (Number at = begin_[number]; at < begin_[number + 1]; ++at)
            visit(before_[at]);
    }

    std::size_t all_moves() const { return before_.size(); }

  private:
    Generator generator_;
    std::vector<Number> begin_; // where the positions before each position begin
    std::vector<Number> before_;

    template <class Visit>
    void each_after(const Position position, Visit visit) {
        for (const Move& move : generator_.moves(position))
            visit(play(position, move));
    }

    void link() {
        begin_.assign(positions.size() + 1, 0);
        moves.assign(positions.size(), 0);
        std::uint64_t all = 0;
        each_move([&](Number from, Number to) {
            ++moves[from];
            ++begin_[to];
            ++all;
        });
        if (all > std::numeric_limits<Number>::max()) throw std::length_error("more moves than this program may keep");
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        before_.resize(begin_.back());
        each_move([this](Number from, Number to) { before_[--begin_[to]] = from; });
    }

    template <class Visit>
    void each_move(Visit visit) {
        for (Number number = 0; number < positions.size(); ++number)
            each_after(positions[number], [&](const Position& after) { visit(number, positions.at(after)); });
    }
};

// ---- solving --------------------------------------------------------------------------------------------------------

enum class Reading { at_once, unless_capture, never };

// 0 is a draw or not yet known; a loss in n plies is n + 1, which is odd; a win in n plies is n + 1, which is even.
using Outcome = std::uint16_t;

bool is_loss(Outcome outcome) {
    return outcome % 2 == 1;
}

class Solver {
  public:
    Solver(const Graph& graph, Reading reading)
        : graph_(graph), reading_(reading), outcomes_(graph.positions.size(), 0), left_(graph.moves) {
        for (Number number = 0; number < outcomes_.size(); ++number)
            if (left_[number] == 0 && !is_drawn(number)) know(number, 1);
        for (std::size_t at = 0; at < known_.size(); ++at)
            pass_on(known_[at]);
    }

    Outcome outcome(const Position& position) const { return outcomes_[graph_.positions.at(position)]; }
    const std::vector<Outcome>& outcomes() const { return outcomes_; }

    // The moves of a position; none if it is a draw by the rule for one piece each.
    const std::vector<Move>& moves(const Position& position) {
        static const std::vector<Move> none;
        const auto& found = generator_.moves(position);
        const bool one_each = std::popcount(position.own) == 1 && std::popcount(position.enemy) == 1;
        if (!one_each || reading_ == Reading::never) return found;
        return reading_ == Reading::at_once || !generator_.captures() ? none : found;
    }

    // The number of positions whose outcome does not follow from the outcomes after their moves.
    std::size_t wrong() {
        std::size_t count = 0;
        for (std::size_t number = 0; number < outcomes_.size(); ++number)
            count += outcomes_[number] != derived(graph_.positions[number]);
        return count;
    }

  private:
    const Graph& graph_;
    Reading reading_;
    Generator generator_;
    std::vector<Outcome> outcomes_;
    std::vector<std::uint8_t> left_; // moves after which the outcome is not a known win for the other side
    std::vector<Number> known_;

    // Whether the rule for one piece each makes it a draw.
    bool is_drawn(Number number) {
        const Position position = graph_.positions[number];
        if (std::popcount(position.own) != 1 || std::popcount(position.enemy) != 1) return false;
        return moves(position).empty() && graph_.moves[number] > 0;
    }

    void know(Number number, Outcome outcome) {
        outcomes_[number] = outcome;
        known_.push_back(number);
    }

    // Tells the positions before a position its outcome. The positions with the shortest outcomes come first.
    void pass_on(Number number) {
        const Outcome outcome = outcomes_[number];
        graph_.each_before(number, [&](Number before) {
            if (outcomes_[before] || is_drawn(before)) return;
            if (is_loss(outcome) || --left_[before] == 0) know(before, outcome + 1);
        });
    }

    Outcome derived(const Position& position) {
        Outcome win = 0;
        Outcome loss = 1;
        bool draws = false;
        const auto& all = moves(position);
        for (const Move& move : all) {
            const Outcome after = outcome(play(position, move));
            draws = draws || after == 0;
            if (is_loss(after))
                win = win ? std::min<Outcome>(win, after + 1) : after + 1;
            else
                loss = std::max<Outcome>(loss, after + 1);
        }
        if (win) return win;
        return draws || (all.empty() && generator_.has_moves()) ? 0 : loss;
    }
};

// ---- the results ----------------------------------------------------------------------------------------------------

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
