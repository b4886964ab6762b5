// Moves and whole games as people write them (src/damaci/board/movetext.py and src/damaci/notation/pdn say how), read
// only as far as they are surely right: what is not is read again in Python, which knows to say what is wrong, and
// where.
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

// What a piece captures when it lands on exactly these squares in turn; nothing if it cannot.
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

// Where a piece can end when it captures exactly those on these squares in turn.
inline Bitboard targets_by_captures(const Jumps& jumps, Bitboard enemy, std::span<const Square> victims) {
    std::vector<Chain> chains{jumps.begin(enemy)};
    for (const Square wanted : victims) {
        std::vector<Chain> next;
        for (const Chain& chain : chains) {
            jumps.for_each(chain, [&](Square victim, const Chain& after) {
                const auto same = [&](const Chain& each) { return each.at == after.at && each.last == after.last; };
                if (victim == wanted && std::none_of(next.begin(), next.end(), same)) next.push_back(after);
            });
        }
        chains = std::move(next);
    }
    Bitboard targets = 0;
    for (const Chain& chain : chains)
        targets |= bit(chain.at);
    return targets;
}

// The legal move that is meant, if it is just one.
inline std::optional<Move> meant(const Ruleset& rules, const Position& position, const MoveList& legal,
                                 const WrittenMove& written) {
    const auto& squares = written.squares;
    const auto is_legal = [&](const Move& move) { return std::find(legal.begin(), legal.end(), move) != legal.end(); };
    const auto move_to = [&](Square target, Bitboard captured) -> Move {
        return {captured, static_cast<std::uint8_t>(squares.front()), static_cast<std::uint8_t>(target)};
    };
    std::optional<Move> found;
    int alike = 0;
    for (const Move& move : legal) {
        if (squares.size() != 2 || move.origin != squares.front() || move.target != squares.back()) continue;
        if (written.sign == (move.is_capture() ? '-' : 'x')) continue;
        found = move;
        ++alike;
    }
    if (alike == 1) return found;
    if (legal.empty() || !legal[0].is_capture() || written.sign == '-') return std::nullopt; // all capture, or none

    const Jumps jumps(rules, position, squares.front());
    const Bitboard enemy = position.of(other(position.turn));
    const std::span<const Square> after_first = std::span(squares).subspan(1);
    const Move landing = move_to(squares.back(), captured_by_landings(jumps, enemy, after_first));
    if (landing.is_capture() && is_legal(landing)) return landing;
    if (alike != 0) return std::nullopt;
    Bitboard captured = 0;
    for (const Square victim : after_first)
        captured |= bit(victim);
    for_each_square(targets_by_captures(jumps, enemy, after_first), [&](Square target) {
        if (!is_legal(move_to(target, captured))) return;
        found = move_to(target, captured);
        ++alike;
    });
    return alike == 1 ? found : std::nullopt;
}

// The PDN of one game, played through. `list(position, moves)` fills in the legal moves.
template <class List>
class WrittenGame {
  public:
    WrittenGame(const Ruleset& rules, const Position& start, std::string_view text, bool last_three_kings, List list)
        : rules_(rules), text_(text), last_three_kings_(last_three_kings), list_(list), branches_{{start, start}} {}

    // The result that the text ends with, empty if with none; or nothing at all, when not everything is surely right.
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
        Position before; // the last move, where its variations begin
        int ply = 0;
    };
    static constexpr std::size_t deepest = 100;
    static constexpr int largest_nag = 255;

    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_file(char c) { return c >= 'a' && c <= 'h'; }
    static bool is_shout(char c) { return c == '!' || c == '?'; }

    // The character so far behind the present one; 0 behind the end.
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
                return skip_to('}');
            case ';':
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

    bool tag() {
        skip_to('"');
        while (at_ < text_.size() && peek() != '"')
            at_ += peek() == '\\' ? 2 : 1;
        return skip_to(']');
    }

    bool nag() {
        ++at_;
        int number = 0;
        for (; is_digit(peek()); ++at_)
            number = std::min(10 * number + (peek() - '0'), largest_nag + 1);
        return number <= largest_nag && branches_.back().ply > 0;
    }

    bool open() {
        ++at_;
        const Branch& branch = branches_.back();
        if (branch.ply == 0 || branches_.size() > deepest) return false;
        const Position before = branch.before;
        branches_.push_back({before, before});
        return true;
    }

    bool close() {
        ++at_;
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
        skip_shout();
        Branch& branch = branches_.back();
        list_(branch.position, legal_);
        const auto found = meant(rules_, branch.position, legal_, written_);
        if (!found) return false;
        branch.before = branch.position;
        branch.position = play(branch.position, *found);
        if (last_three_kings_) branch.position = with_last_three_as_kings(branch.position);
        ++branch.ply;
        return true;
    }

    // ! and ? in any number, or the same in brackets.
    void skip_shout() {
        const std::size_t bracket = peek() == '(' ? 1 : 0;
        std::size_t length = bracket;
        while (is_shout(peek(length)))
            ++length;
        if (length > bracket && (bracket == 0 || peek(length) == ')')) at_ += length + bracket;
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
    std::size_t at_ = 0;
    std::vector<Branch> branches_; // the line being read and those that it interrupts
    std::string_view result_;
    WrittenMove written_;
    MoveList legal_;
};

} // namespace damaci
