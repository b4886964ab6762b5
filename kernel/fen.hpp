// Positions as FEN (described in src/damaci/board/fen.py): every position is written, but only FENs in the written form
// are read, with the sides in either order. Python reads all other forms, and reports errors.
#pragma once

#include "position.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace damaci {

inline void append_square(std::string& text, Square square) {
    text += static_cast<char>('a' + square % 8);
    text += static_cast<char>('1' + square / 8);
}

// The pieces of one side, from a8 along the ranks to h1, K before a king.
inline void append_side(std::string& text, Bitboard pieces, Bitboard kings) {
    const std::size_t begin = text.size();
    for (int rank = 7; rank >= 0; --rank) {
        for_each_square(pieces & rank_1 << (8 * rank), [&](Square square) {
            if (text.size() > begin) text += ',';
            if ((kings & bit(square)) != 0) text += 'K';
            append_square(text, square);
        });
    }
}

inline void append_fen(std::string& text, const Position& position) {
    text += position.turn == Side::white ? "W:W" : "B:W";
    append_side(text, position.white, position.kings);
    text += ":B";
    append_side(text, position.black, position.kings);
}

class FenReader {
  public:
    explicit FenReader(std::string_view text) : text_(text) {}

    // Nothing if the text is not a FEN in the written form. Whether the position is valid is not checked.
    std::optional<Position> read() {
        const std::optional<Side> turn = side();
        if (!turn || !accept(':')) return std::nullopt;
        position_.turn = *turn;
        const std::optional<Side> first = side();
        if (!first || !pieces(*first) || !accept(':')) return std::nullopt;
        if (side() != other(*first) || !pieces(other(*first))) return std::nullopt;
        accept('.');
        if (at_ != text_.size()) return std::nullopt;
        return position_;
    }

  private:
    // The character at an offset from the current one; 0 after the end.
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    bool accept(char character) {
        if (peek() != character) return false;
        ++at_;
        return true;
    }

    std::optional<Side> side() {
        if (accept('W')) return Side::white;
        if (accept('B')) return Side::black;
        return std::nullopt;
    }

    bool pieces(Side side) {
        if (peek() == '\0' || peek() == ':' || peek() == '.') return true;
        do {
            if (!piece(side)) return false;
        } while (accept(','));
        return true;
    }

    bool piece(Side side) {
        const bool is_king = accept('K');
        const int file = peek() - 'a';
        const int rank = peek(1) - '1';
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return false;
        at_ += 2;
        const Bitboard square = bit(8 * rank + file);
        if ((position_.occupied() & square) != 0) return false;
        (side == Side::white ? position_.white : position_.black) |= square;
        if (is_king) position_.kings |= square;
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Position position_;
};

} // namespace damaci
