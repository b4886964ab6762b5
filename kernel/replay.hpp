// Plays through everything that happened on the board of a game, as src/damaci/play/line.py writes it, and checks it:
// moves, moves taken back, touched pieces. Only texts that are certainly correct are played; Python plays the others
// again, and reports errors and where they are.
#pragma once

#include "hash.hpp"
#include "movetext.hpp"
#include "search/terms.hpp"
#include "transcript.hpp"

#include <unordered_map>

namespace damaci {

// A ply that was not taken back, with the counts of the draw rules (src/damaci/game/draws.py).
struct Ply {
    Position after;
    std::uint64_t key = 0;
    std::string text{};    // the shortest text that denotes only this move
    Bitboard promoted = 0; // the square of a man that has become a king
    int quiet_plies = 0;
    int reversible_plies = 0;
    int kings_only_plies = 0;
    int occurrences = 1;
};

// `list(position, moves)` fills in the legal moves.
template <class List>
class Replay {
  public:
    Replay(const Ruleset& rules, const Position& start, const Terms& terms, bool touch_move, List list)
        : rules_(rules), terms_(terms), touch_move_(touch_move), list_(list), start_{.after = start} {
        start_.key = hash(start);
        seen_[start_.key] = 1;
    }

    // Plays tokens that are separated by spaces: a move as its squares and, after an x, the captured ones
    // (f3f5d5xf4e5); <12: back to the position after 12 plies; !e3: the piece on e3 is touched. Returns false if this
    // is impossible.
    bool play(std::string_view line) {
        while (!line.empty()) {
            const std::size_t end = std::min(line.find(' '), line.size());
            if (!token(line.substr(0, end))) return false;
            line.remove_prefix(std::min(end + 1, line.size()));
        }
        return true;
    }

    std::vector<Ply> plies; // those that were not taken back

  private:
    static constexpr int nothing = -1;

    const Ply& last() const { return plies.empty() ? start_ : plies.back(); }

    bool token(std::string_view text) {
        if (text.starts_with('<')) return take_back(text.substr(1));
        if (text.starts_with('!')) return touch(text.substr(1));
        return move(text);
    }

    static std::optional<Square> square(std::string_view text, std::size_t at) {
        if (at + 2 > text.size() || text[at] < 'a' || text[at] > 'h' || text[at + 1] < '1' || text[at + 1] > '8')
            return std::nullopt;
        return 8 * (text[at + 1] - '1') + (text[at] - 'a');
    }

    static std::optional<std::vector<Square>> squares(std::string_view text) {
        std::vector<Square> found;
        for (std::size_t at = 0; at < text.size(); at += 2) {
            const auto next = square(text, at);
            if (!next) return std::nullopt;
            found.push_back(*next);
        }
        return found;
    }

    bool take_back(std::string_view number) {
        std::size_t count = 0;
        for (const char digit : number) {
            if (digit < '0' || digit > '9' || count > plies.size()) return false;
            count = 10 * count + static_cast<std::size_t>(digit - '0');
        }
        if (number.empty() || count >= plies.size()) return false;
        for (; plies.size() > count; plies.pop_back())
            --seen_[plies.back().key];
        touched_ = nothing;
        return true;
    }

    bool touch(std::string_view text) {
        const auto found = square(text, 0);
        if (!found || text.size() != 2 || !touch_move_ || is_over(last())) return false;
        list_(last().after, legal_);
        const auto starts_there = [&](const Move& each) { return each.origin == *found; };
        if (touched_ != nothing || std::none_of(legal_.begin(), legal_.end(), starts_there)) return false;
        touched_ = static_cast<int>(*found);
        return true;
    }

    bool move(std::string_view text) {
        const std::size_t sign = std::min(text.find('x'), text.size());
        const auto path = squares(text.substr(0, sign));
        const auto jumps = squares(text.substr(std::min(sign + 1, text.size())));
        if (!path || !jumps || path->size() < 2 || is_over(last())) return false;
        Bitboard captured = 0;
        for (const Square each : *jumps)
            captured |= bit(each);
        if (static_cast<std::size_t>(std::popcount(captured)) != jumps->size()) return false;
        const Move move{captured, static_cast<std::uint8_t>(path->front()), static_cast<std::uint8_t>(path->back())};
        if (touched_ != nothing && touched_ != static_cast<int>(path->front())) return false;
        const Position before = last().after;
        list_(before, legal_);
        if (std::find(legal_.begin(), legal_.end(), move) == legal_.end()) return false;
        add(before, move);
        return true;
    }

    void add(const Position& before, const Move& move) {
        const Ply& from = last();
        const Bitboard men = before.of(before.turn) & ~before.kings;
        const bool is_man = (men & bit(move.origin)) != 0;
        Ply ply{.after = damaci::play(before, move, terms_)};
        ply.key = hash(ply.after);
        ply.text = write_move(rules_, {before, legal_, {move, {}}, ply.after});
        const Bitboard moved = (before.kings & bit(move.origin)) != 0 ? bit(move.target) : 0;
        ply.promoted = ply.after.kings & ~(before.kings | moved);
        ply.quiet_plies = move.is_capture() || is_man ? 0 : from.quiet_plies + 1;
        ply.reversible_plies = is_irreversible(before, move, ply.after, is_man) ? 0 : from.reversible_plies + 1;
        ply.kings_only_plies = king_against_king(before) && !move.is_capture() ? from.kings_only_plies + 1 : 0;
        ply.occurrences = ++seen_[ply.key];
        plies.push_back(std::move(ply));
        touched_ = nothing;
    }

    static int men(const Position& position, Side side) { return std::popcount(position.of(side) & ~position.kings); }

    static bool is_irreversible(const Position& before, const Move& move, const Position& after, bool is_man) {
        const bool advanced = is_man && move.origin / 8 != move.target / 8;
        return move.is_capture() || advanced || men(before, Side::white) != men(after, Side::white) ||
               men(before, Side::black) != men(after, Side::black);
    }

    static bool king_against_king(const Position& position) {
        return std::popcount(position.white) == 1 && std::popcount(position.black) == 1 &&
               position.kings == (position.white | position.black);
    }

    // Whether the game has ended by a draw rule. A side without pieces or moves needs no check: it has no legal move.
    bool is_over(const Ply& ply) {
        return (terms_.kings_only_moves > 0 && ply.kings_only_plies >= terms_.kings_only_moves) ||
               (terms_.repetitions > 0 && ply.occurrences >= terms_.repetitions) ||
               (terms_.no_progress_moves > 0 && ply.quiet_plies >= 2 * terms_.no_progress_moves) || one_each(ply.after);
    }

    bool one_each(const Position& position) {
        if (terms_.one_each == OneEach::never || std::popcount(position.white) != 1 ||
            std::popcount(position.black) != 1)
            return false;
        if (terms_.one_each == OneEach::at_once) return true;
        list_(position, legal_);
        return legal_.empty() || !legal_[0].is_capture();
    }

    const Ruleset& rules_;
    Terms terms_;
    bool touch_move_;
    List list_;
    Ply start_;
    std::unordered_map<std::uint64_t, int> seen_; // how often each position has occurred, by its key
    int touched_ = nothing;
    MoveList legal_;
};

} // namespace damaci
