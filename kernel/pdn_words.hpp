// The words of a game's PDN as src/damaci/notation/pdn/writer.py writes them, before they are arranged in lines.
#pragma once

#include "transcript.hpp"

#include <array>

namespace damaci {

// A space within a word, at which a line may not be broken. Python treats it as whitespace, so no comment contains it.
constexpr char unbreakable = '\x1f';

// The length in bytes of the whitespace at a place of a UTF-8 text, as Python's str.split() defines it; 0 for none.
inline std::size_t whitespace_at(std::string_view text, std::size_t at) {
    constexpr std::string_view ascii = " \t\n\v\f\r\x1c\x1d\x1e\x1f";
    // U+0085, U+00A0; U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000
    constexpr std::array<std::string_view, 19> others{
        "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82", "\xe2\x80\x83",
        "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87", "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a",
        "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
    if (ascii.find(text[at]) != ascii.npos) return 1;
    if (text[at] != '\xc2' && text[at] != '\xe1' && text[at] != '\xe2' && text[at] != '\xe3') return 0;
    for (const std::string_view other : others) {
        if (text.substr(at).starts_with(other)) return other.size();
    }
    return 0;
}

// A comment with single spaces, without its braces or semicolon.
inline std::string plain_comment(std::string_view comment) {
    const std::size_t brackets = comment.front() == '{' ? 2 : 1;
    comment = comment.substr(1, comment.size() - brackets);
    std::string plain;
    bool space_due = false;
    std::size_t at = 0;
    while (at < comment.size()) {
        const std::size_t space = whitespace_at(comment, at);
        if (space > 0) {
            space_due = !plain.empty();
            at += space;
            continue;
        }
        if (space_due) plain += ' ';
        space_due = false;
        plain += comment[at++];
    }
    return plain;
}

// Whether a line may be broken before this part of a comment. It may not be broken before % or [, because other
// programs would read the new line as a remark or a tag, or within a command such as [%clk 0:10:00].
inline bool may_break_before(std::string_view part) {
    constexpr int reach = 79; // a command ends within so many characters
    if (part.starts_with('%') || part.starts_with('[')) return false;
    int passed = 0;
    for (const char c : part) {
        if (c == ']') return false;
        if (c == '[') return true;
        const bool begins_character = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
        if (begins_character) ++passed;
        if (passed > reach) return true;
    }
    return true;
}

// A plain comment as it is written: in braces, or to the end of the line if it contains a closing brace.
inline std::string write_comment(const std::string& comment) {
    const bool has_brace = comment.find('}') != comment.npos;
    std::string words(has_brace ? "; " : "{");
    words += comment;
    words += has_brace ? '\n' : '}';
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (words[at] != ' ') continue;
        if (has_brace || !may_break_before(std::string_view(words).substr(at + 1))) words[at] = unbreakable;
    }
    return words;
}

// The number of a NAG: `$14`, or a strength such as `!?`. A longer strength means the same as its first and last sign.
inline std::string nag_number(std::string_view nag) {
    if (nag.front() == '$') {
        const std::size_t digits = nag.find_first_not_of('0', 1);
        return digits == nag.npos ? "0" : std::string(nag.substr(digits));
    }
    constexpr std::array<std::string_view, 6> strengths{"!", "?", "!!", "??", "!?", "?!"};
    std::string signs(nag);
    if (signs.size() > 2) signs = {nag.front(), nag.back()};
    const auto found = std::find(strengths.begin(), strengths.end(), signs);
    return std::to_string(found - strengths.begin() + 1);
}

// Writes the words while a game is read: moves with their numbers, and after each move its NAGs, its comments and its
// variations, in this order.
class WordWriter {
  public:
    WordWriter(const Ruleset& rules, Side first_mover)
        : rules_(rules), lines_{{.ply = first_mover == Side::white ? 0 : 1}} {}

    bool played(const PlayedMove& played) {
        lines_.back().move(write_move(rules_, played));
        return true;
    }

    void remarked(std::string_view remark) {
        switch (remark.front()) {
            case '{':
            case ';':
                lines_.back().comment(plain_comment(remark));
                break;
            case '(':
                lines_.push_back({.ply = lines_.back().ply - 1});
                break;
            case ')':
                close();
                break;
            default:
                lines_.back().nags += " $";
                lines_.back().nags += nag_number(remark);
        }
    }

    // The words of the game that was read, with a space between any two.
    std::string words() {
        lines_.front().finish_move();
        return lines_.front().words.substr(1);
    }

  private:
    // The part of a line that has been written, and the remarks on its last move. Each word has a space before it.
    struct Line {
        int ply; // that of the next move; White's plies are even
        bool number_due = true;
        bool has_moves = false;
        std::string words{};
        std::string nags{};
        std::string comments{};
        std::string variations{};

        void move(const std::string& text) {
            finish_move();
            words += ' ';
            if (ply % 2 == 0 || number_due) {
                words += std::to_string(ply / 2 + 1);
                words += ply % 2 == 0 ? "." : "...";
                words += unbreakable;
            }
            words += text;
            number_due = false;
            has_moves = true;
            ++ply;
        }

        void comment(const std::string& plain) {
            if (plain.empty()) return;
            std::string& place = has_moves ? comments : words;
            place += ' ';
            place += write_comment(plain);
        }

        void finish_move() {
            number_due = number_due || !comments.empty() || !variations.empty();
            for (std::string* part : {&nags, &comments, &variations}) {
                words += *part;
                part->clear();
            }
        }
    };

    void close() {
        if (lines_.size() == 1) return; // the reader refuses this
        Line variation = std::move(lines_.back());
        lines_.pop_back();
        variation.finish_move();
        std::string& variations = lines_.back().variations;
        variations += " (";
        variations.append(variation.words, std::min<std::size_t>(1, variation.words.size()));
        variations += ')';
    }

    const Ruleset& rules_;
    std::vector<Line> lines_; // the line being read and those that it interrupts
};

} // namespace damaci
