// Moves and whole games as people write them (src/damaci/board/movetext.py and src/damaci/notation/pdn describe the
// forms). Only texts that are certainly correct are read; Python reads the others again, and reports errors and where
// they are.
#pragma once

#include "jumps.hpp"
#include "movegen.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace damaci {

// The squares named by a move text, and the sign between them: '-', 'x', or 0 for none.
struct WrittenMove {
    std::vector<Square> squares;
    char sign = 0;
};

// The pieces that a piece captures when it lands on exactly these squares in turn; nothing if it cannot.
inline Bitboard captured_by_landings(const Jumps& jumps, Bitboard enemy, std::span<const Square> landings) {
    Chain chain = jumps.begin(enemy);
    for (const Square wanted : landings) {
        std::optional<Chain> next;
        jumps.for_each(chain, [&](Square, const Chain& after) {
            if (after.at == wanted) next = after;
        });
        if (!next) return 0;
        chain = *next;
    }
    return enemy ^ chain.enemy;
}

// A capture in progress, with the squares on which the piece has been.
struct Route {
    Chain chain;
    std::vector<Square> squares;
    bool sole = true; // no other route captures the same pieces in the same order and ends on the same square
};

// The routes of a piece that captures exactly the pieces on these squares in turn: one for each square and direction in
// which it can end.
inline std::vector<Route> routes_by_captures(const Jumps& jumps, Bitboard enemy, Square origin,
                                             std::span<const Square> victims) {
    std::vector<Route> routes{{jumps.begin(enemy), {origin}}};
    for (const Square wanted : victims) {
        std::vector<Route> next;
        for (const Route& route : routes) {
            jumps.for_each(route.chain, [&](Square victim, const Chain& after) {
                if (victim != wanted) return;
                const auto same = [&](const Route& each) {
                    return each.chain.at == after.at && each.chain.last == after.last;
                };
                const auto known = std::find_if(next.begin(), next.end(), same);
                if (known != next.end()) {
                    known->sole = false;
                    return;
                }
                next.push_back({after, route.squares, route.sole});
                next.back().squares.push_back(after.at);
            });
        }
        routes = std::move(next);
    }
    return routes;
}

// The legal move that a text denotes.
struct MeantMove {
    Move move;
    std::vector<Square> path; // the squares that the text names; empty if it names only the first and last
    bool sole = true;         // the text denotes only this path
};

// Finds the legal move that a text denotes, if there is exactly one.
class MoveFinder {
  public:
    MoveFinder(const Ruleset& rules, const Position& position, const MoveList& legal, const WrittenMove& written)
        : rules_(rules), position_(position), legal_(legal), written_(written) {}

    std::optional<MeantMove> find() const {
        const std::vector<Move> alike = with_these_ends();
        if (alike.size() == 1) return MeantMove{alike.front(), {}};
        // If one legal move is a capture, all are.
        if (legal_.empty() || !legal_[0].is_capture() || written_.sign == '-') return std::nullopt;
        if (std::optional<MeantMove> landing = find_by_landings()) return landing;
        if (!alike.empty()) return std::nullopt;
        return find_by_captures();
    }

  private:
    Square origin() const { return written_.squares.front(); }
    std::span<const Square> after_first() const { return std::span(written_.squares).subspan(1); }
    Bitboard enemy() const { return position_.of(other(position_.turn)); }
    bool is_legal(const Move& move) const { return std::find(legal_.begin(), legal_.end(), move) != legal_.end(); }

    Move move_to(Square target, Bitboard captured) const {
        return {captured, static_cast<std::uint8_t>(origin()), static_cast<std::uint8_t>(target)};
    }

    // The legal moves between the two squares, of the kind that the sign requires.
    std::vector<Move> with_these_ends() const {
        std::vector<Move> found;
        if (written_.squares.size() != 2) return found;
        for (const Move& move : legal_) {
            if (move.origin != origin() || move.target != written_.squares.back()) continue;
            const char other_sign = move.is_capture() ? '-' : 'x';
            if (written_.sign != other_sign) found.push_back(move);
        }
        return found;
    }

    std::optional<MeantMove> find_by_landings() const {
        const Jumps jumps(rules_, position_, origin());
        const Move move = move_to(written_.squares.back(), captured_by_landings(jumps, enemy(), after_first()));
        if (!move.is_capture() || !is_legal(move)) return std::nullopt;
        return MeantMove{move, written_.squares};
    }

    std::optional<MeantMove> find_by_captures() const {
        const Jumps jumps(rules_, position_, origin());
        Bitboard captured = 0;
        for (const Square victim : after_first())
            captured |= bit(victim);
        std::optional<MeantMove> found;
        for (Route& route : routes_by_captures(jumps, enemy(), origin(), after_first())) {
            const Move move = move_to(route.chain.at, captured);
            if (!is_legal(move)) continue;
            if (found && found->move != move) return std::nullopt;
            const bool sole = route.sole && !found;
            found = MeantMove{move, std::move(route.squares), sole};
        }
        return found;
    }

    const Ruleset& rules_;
    const Position& position_;
    const MoveList& legal_;
    const WrittenMove& written_;
};

// A move of a written game, with the data that is known when it is played.
struct PlayedMove {
    const Position& before;
    const MoveList& legal; // the moves that `before` has
    const MeantMove& meant;
    const Position& after;
};

// A listener for games that are only checked.
struct Silent {
    bool played(const PlayedMove&) const { return true; }
    void remarked(std::string_view) const {}
};

// Reads the PDN of one game and plays through it. `list(position, moves)` fills in the legal moves. The listener is
// called for each move, and may end the reading by returning false; and for each remark: a comment, a NAG, a strength
// sign, a bracket.
template <class List, class Listener = Silent>
class WrittenGame {
  public:
    WrittenGame(const Ruleset& rules, const Position& start, std::string_view text, bool last_three_kings, List list,
                Listener listener = {})
        : rules_(rules), text_(text), last_three_kings_(last_three_kings), list_(list), listener_(listener),
          branches_{{start, start}} {}

    // The result at the end of the text, empty if it has none; nothing if not everything is certainly correct.
    std::optional<std::string_view> read() {
        while (at_ < text_.size()) {
            if (!token()) return std::nullopt;
        }
        if (branches_.size() > 1 || branches_[0].ply == 0) return std::nullopt;
        return result_;
    }

  private:
    struct Branch {
        Position position;
        Position before; // the position before the last move, where its variations begin
        int ply = 0;
    };
    static constexpr std::size_t deepest = 100;
    static constexpr int largest_nag = 255;

    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_file(char c) { return c >= 'a' && c <= 'h'; }
    static bool is_shout(char c) { return c == '!' || c == '?'; }

    // The character at an offset from the current one; 0 after the end.
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    bool token() {
        switch (peek()) {
            case ' ':
            case '\t':
            case '\n':
            case '.':
                ++at_;
                return true;
            case '[':
                return tag();
            case '{':
                return comment('}');
            case ';':
                return comment('\n');
            case '%':
                return skip_to('\n');
            case '$':
                return nag();
            case '(':
                return open();
            case ')':
                return close();
            default:
                return is_file(peek()) ? move() : number() || result();
        }
    }

    // Skips up to and including a character, or to the end.
    bool skip_to(char last) {
        const std::size_t found = text_.find(last, at_);
        at_ = found == text_.npos ? text_.size() : found + 1;
        return true;
    }

    // A comment that ends with a character, or with the text.
    bool comment(char last) {
        const std::size_t begin = at_;
        skip_to(last);
        listener_.remarked(text_.substr(begin, at_ - begin));
        return true;
    }

    bool tag() {
        skip_to('"');
        while (at_ < text_.size() && peek() != '"')
            at_ += peek() == '\\' ? 2 : 1;
        return skip_to(']');
    }

    bool nag() {
        const std::size_t begin = at_++;
        int number = 0;
        for (; is_digit(peek()); ++at_)
            number = std::min(10 * number + (peek() - '0'), largest_nag + 1);
        listener_.remarked(text_.substr(begin, at_ - begin));
        return number <= largest_nag && branches_.back().ply > 0;
    }

    bool open() {
        listener_.remarked(text_.substr(at_++, 1));
        const Branch& branch = branches_.back();
        if (branch.ply == 0 || branches_.size() > deepest) return false;
        const Position before = branch.before;
        branches_.push_back({before, before});
        return true;
    }

    bool close() {
        listener_.remarked(text_.substr(at_++, 1));
        if (branches_.size() == 1 || branches_.back().ply == 0) return false;
        branches_.pop_back();
        return true;
    }

    bool number() {
        std::size_t digits = 0;
        while (is_digit(peek(digits)))
            ++digits;
        if (digits == 0 || peek(digits) != '.') return false;
        at_ += digits;
        return true;
    }

    bool result() {
        for (const std::string_view known : {"1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1"}) {
            if (text_.substr(at_, known.size()) != known) continue;
            at_ += known.size();
            result_ = known;
            return branches_.size() == 1;
        }
        return false;
    }

    bool move() {
        if (!read_squares()) return false;
        Branch& branch = branches_.back();
        list_(branch.position, legal_);
        const auto found = MoveFinder(rules_, branch.position, legal_, written_).find();
        if (!found) return false;
        branch.before = branch.position;
        branch.position = play(branch.position, found->move);
        if (last_three_kings_) branch.position = with_last_three_as_kings(branch.position);
        ++branch.ply;
        if (!listener_.played({branch.before, legal_, *found, branch.position})) return false;
        strength();
        return true;
    }

    // ! and ? in any number, or the same in brackets.
    void strength() {
        const std::size_t bracket = peek() == '(' ? 1 : 0;
        std::size_t length = bracket;
        while (is_shout(peek(length)))
            ++length;
        if (length == bracket || (bracket == 1 && peek(length) != ')')) return;
        listener_.remarked(text_.substr(at_ + bracket, length - bracket));
        at_ += length + bracket;
    }

    // A hyphen between two squares, or an x before every square after the first, or nothing.
    bool read_squares() {
        written_.squares.clear();
        written_.sign = is_file(peek(2)) ? '\0' : peek(2);
        if (written_.sign != '\0' && written_.sign != '-' && written_.sign != 'x') return false;
        const std::size_t step = written_.sign == '\0' ? 0 : 1;
        do {
            if (!written_.squares.empty()) at_ += step;
            if (!is_file(peek()) || peek(1) < '1' || peek(1) > '8') return false;
            written_.squares.push_back(8 * (peek(1) - '1') + (peek() - 'a'));
            at_ += 2;
        } while (step == 0 ? is_file(peek()) : peek() == written_.sign);
        const bool ends = !is_file(peek()) && !is_digit(peek()) && peek() != '-' && peek() != 'x';
        const std::size_t most = written_.sign == '-' ? 2 : 64;
        return ends && written_.squares.size() >= 2 && written_.squares.size() <= most;
    }

    const Ruleset& rules_;
    std::string_view text_;
    bool last_three_kings_;
    List list_;
    Listener listener_;
    std::size_t at_ = 0;
    std::vector<Branch> branches_; // the line being read and those that it interrupts
    std::string_view result_;
    WrittenMove written_;
    MoveList legal_;
};

} // namespace damaci
