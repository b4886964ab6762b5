// The rulesets: how pieces move and capture, one constexpr struct each. Everything else in the kernel is a template
// over these, so adding a ruleset takes only its struct and one name in AllRulesets. Draw rules are not here: they
// belong to the game.
//
// Sources, cited by name: [EN] "Türk Daması" rules v4.0 by A. Zeybek, in English; [TR] the same in Turkish;
// [HG] HGware's description of Dama; [AW] "Checkers Around the World", Turkish checkers; [BG] the Bulgarian rules of
// Дама; [AM] Wikipedia, "Armenian draughts", Rules (as of 2026-11).
#pragma once

#include "bitboard.hpp"

#include <string_view>

namespace damaci {

// Where a king lands behind the piece it takes.
enum class Landing : std::uint8_t { any_behind, right_behind };
// When captured pieces leave the board.
enum class Removal : std::uint8_t { at_once, after_move };
// Which captures may be chosen: those that take the most pieces, or any (a chain that has begun must be finished in
// both cases).
enum class Choice : std::uint8_t { maximum, any };
// Whether kings must capture rather than men: never, whenever a king can capture, or when king and man both reach the
// maximum.
enum class Priority : std::uint8_t { none, king_first, king_among_equals };

struct Ruleset {
    std::string_view name;
    bool dark_squares_only;
    std::uint8_t men_ranks; // bit n: the owner's men fill its rank n + 1 at the start
    Directions man_moves;   // directions as the owner sees them
    Directions man_captures;
    Directions king_moves;
    Directions king_captures;
    Landing king_landing;
    Removal removal;
    Choice choice;
    Priority priority;

    friend constexpr bool operator==(const Ruleset&, const Ruleset&) = default;
};

// Whether two rulesets differ at most in their names.
constexpr bool move_alike(const Ruleset& a, Ruleset b) {
    b.name = a.name;
    return a == b;
}

namespace directions {
inline constexpr Directions forward_and_sideways{Direction::forward, Direction::right, Direction::left};
inline constexpr Directions diagonally_forward{Direction::forward_right, Direction::forward_left};
inline constexpr Directions all_but_backward{Direction::forward, Direction::forward_right, Direction::right,
                                             Direction::left, Direction::forward_left};
inline constexpr Directions orthogonal{Direction::forward, Direction::right, Direction::backward, Direction::left};
inline constexpr Directions diagonal{Direction::forward_right, Direction::backward_right, Direction::backward_left,
                                     Direction::forward_left};
inline constexpr Directions all{Direction::forward,        Direction::forward_right, Direction::right,
                                Direction::backward_right, Direction::backward,      Direction::backward_left,
                                Direction::left,           Direction::forward_left};
} // namespace directions

inline constexpr std::uint8_t ranks_2_and_3 = 0b0110;
inline constexpr std::uint8_t ranks_1_to_3 = 0b0111;

inline constexpr Ruleset turkish{
    .name = "turkish",
    .dark_squares_only = false,                       // [EN] Initial Layout
    .men_ranks = ranks_2_and_3,                       // [EN] Initial Layout
    .man_moves = directions::forward_and_sideways,    // [EN] Moves of the Pawn
    .man_captures = directions::forward_and_sideways, // [EN] Moves of the Pawn; on the last rank too: rule 5, example 7
    .king_moves = directions::orthogonal,             // [EN] Moves of the Dama
    .king_captures = directions::orthogonal,          // [EN] Moves of the Dama; never back: examples 3 and 4
    .king_landing = Landing::any_behind,              // [EN] example 3; [TR] Örnek 3
    .removal = Removal::at_once,                      // [EN] example 3: the last leg crosses a square emptied before
    .choice = Choice::maximum,                        // [EN] rules 1-3, examples 1, 2, 9 and 10
    .priority = Priority::none,                       // [EN] rule 3, example 8
};

inline constexpr Ruleset hgware{
    .name = "hgware",
    .dark_squares_only = false,                       // [HG] features
    .men_ranks = ranks_2_and_3,                       // [HG] features: the first ranks stay empty
    .man_moves = directions::forward_and_sideways,    // [HG] movement of regular pieces
    .man_captures = directions::forward_and_sideways, // [HG] capturing for regular pieces: a man until the move ends
    .king_moves = directions::orthogonal,             // [HG] movement of Dama pieces
    .king_captures = directions::orthogonal,          // [HG] capturing for Dama pieces; never back
    .king_landing = Landing::any_behind,              // [HG] capturing for Dama pieces
    .removal = Removal::at_once,                      // [HG] silent: as in the federation's rules
    .choice = Choice::maximum,                        // [HG] compulsory maximum captures
    .priority = Priority::none,                       // [HG] compulsory maximum captures
};

inline constexpr Ruleset world{
    .name = "world",
    .dark_squares_only = false,                   // [AW] starting position 2
    .men_ranks = ranks_2_and_3,                   // [AW] starting position 2
    .man_moves = directions::all_but_backward,    // [AW] moves and captures 1
    .man_captures = directions::all_but_backward, // [AW] moves and captures 5
    .king_moves = directions::all,                // [AW] king moves 1
    .king_captures = directions::all,             // [AW] king moves 1-2; never back: moves and captures 7
    .king_landing = Landing::right_behind,        // [AW] king moves 2
    .removal = Removal::at_once,                  // [AW] moves and captures 4
    .choice = Choice::maximum,                    // [AW] moves and captures 3, king moves 3-4
    .priority = Priority::none,                   // [AW] moves and captures 3
};

inline constexpr Ruleset bulgarian{
    .name = "bulgarian",
    .dark_squares_only = true,                      // [BG] the set-up, figure 1
    .men_ranks = ranks_1_to_3,                      // [BG] the set-up: twelve a side
    .man_moves = directions::diagonally_forward,    // [BG] the set-up, figure 2
    .man_captures = directions::diagonally_forward, // [BG] Залавяне: a zigzag, but forward only
    .king_moves = directions::diagonal,             // [BG] Царица
    .king_captures = directions::diagonal,          // [BG] Царица
    .king_landing = Landing::right_behind,          // [BG] Царица
    .removal = Removal::after_move,                 // [BG] Залавяне, figure 3
    .choice = Choice::any,                          // [BG] Залавяне: any jump, but the chain is finished
    .priority = Priority::king_first,               // [BG] Царица, figure 4b
};

// [AM] Tama: the Turkish game, but quiet moves go diagonally too while captures stay orthogonal.
inline constexpr Ruleset armenian{
    .name = "armenian",
    .dark_squares_only = false,                       // as turkish
    .men_ranks = ranks_2_and_3,                       // as turkish
    .man_moves = directions::all_but_backward,        // [AM] a man: straight ahead, diagonally ahead, sideways
    .man_captures = directions::forward_and_sideways, // as turkish
    .king_moves = directions::all,                    // [AM] a king: like a queen of chess
    .king_captures = directions::orthogonal,          // as turkish
    .king_landing = Landing::any_behind,              // as turkish
    .removal = Removal::at_once,                      // as turkish
    .choice = Choice::maximum,                        // as turkish
    .priority = Priority::none,                       // as turkish
};

// The Turkish game, but among captures that reach the maximum, a king's have priority. No printed source is known.
inline constexpr Ruleset kenyan{
    .name = "kenyan",
    .dark_squares_only = false,                       // as turkish
    .men_ranks = ranks_2_and_3,                       // as turkish
    .man_moves = directions::forward_and_sideways,    // as turkish
    .man_captures = directions::forward_and_sideways, // as turkish
    .king_moves = directions::orthogonal,             // as turkish
    .king_captures = directions::orthogonal,          // as turkish
    .king_landing = Landing::any_behind,              // as turkish
    .removal = Removal::at_once,                      // as turkish
    .choice = Choice::maximum,                        // as turkish
    .priority = Priority::king_among_equals,          // the one difference
};

template <const Ruleset&... all>
struct RulesetList {
    static constexpr std::array<const Ruleset*, sizeof...(all)> pointers{&all...};

    // Calls f.operator()<ruleset>() for the n-th ruleset, or for an earlier one whose pieces move in the same way and
    // that is therefore already compiled. This leads from a choice at run time to specialised code.
    template <class F>
    static constexpr decltype(auto) visit(std::size_t n, F&& f) {
        return visit_from<0>(n, f);
    }

  private:
    template <std::size_t i, class F>
    static constexpr decltype(auto) visit_from(std::size_t n, F& f) {
        if constexpr (i + 1 < pointers.size()) {
            if (n != i) return visit_from<i + 1>(n, f);
        }
        return f.template operator()<*pointers[first_alike(i)]>();
    }

    static constexpr std::size_t first_alike(std::size_t n) {
        std::size_t i = 0;
        while (!move_alike(*pointers[i], *pointers[n]))
            ++i;
        return i;
    }
};

using AllRulesets = RulesetList<turkish, hgware, world, bulgarian, armenian, kenyan>;

} // namespace damaci
