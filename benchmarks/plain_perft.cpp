// A perft for comparison, for turkish rules, as a good programmer would first write it. Bitboards are turned so that
// the side to move always moves up, men that can capture are found by shifts, and kings' moves by a table of rays and
// bit scans. Captures are in a list without repeats, and quiet moves at the last ply are counted rather than listed. It
// shares no code with the kernel.
//
// Reads lines of "white black kings turn depth" (sets of squares in hexadecimal, turn w or b), and answers each with
// "nodes seconds", the seconds of processor time.

#include <array>
#include <bit>
#include <cstdint>
#include <ctime>
#include <iostream>

using Bits = std::uint64_t;

constexpr Bits file_a = 0x0101010101010101, file_h = file_a << 7;
enum { up, right, down, left };
constexpr int steps[] = {8, 1, -8, -1};

struct Rays {
    std::array<std::array<Bits, 64>, 4> of{};
    constexpr Rays() {
        constexpr int file_steps[] = {0, 1, 0, -1}, rank_steps[] = {1, 0, -1, 0};
        for (int direction = 0; direction < 4; ++direction)
            for (int square = 0; square < 64; ++square) {
                int file = square % 8 + file_steps[direction], rank = square / 8 + rank_steps[direction];
                for (; file >= 0 && file < 8 && rank >= 0 && rank < 8;
                     file += file_steps[direction], rank += rank_steps[direction])
                    of[direction][square] |= Bits{1} << (8 * rank + file);
            }
    }
};
constexpr Rays rays;

struct Board {
    Bits own, enemy, kings; // the side to move goes up
};

struct Capture {
    Bits from, to, captured;
};

struct Captures {
    Capture list[1024];
    int size = 0, best = 0;

    void add(const Capture& capture, int count) {
        if (count < best) return;
        if (count > best) size = 0;
        best = count;
        for (int i = 0; i < size; ++i)
            if (list[i].from == capture.from && list[i].to == capture.to && list[i].captured == capture.captured)
                return;
        if (size < 1024) list[size++] = capture;
    }
};

Bits flip(Bits squares) {
    return __builtin_bswap64(squares);
}
int first(int direction, Bits blockers) {
    return direction == up || direction == right ? std::countr_zero(blockers) : 63 - std::countl_zero(blockers);
}
// The empty squares from `square` up to the next piece.
Bits free_run(int direction, int square, Bits occupied) {
    const Bits blockers = rays.of[direction][square] & occupied;
    if (!blockers) return rays.of[direction][square];
    const int blocker = first(direction, blockers);
    return rays.of[direction][square] & ~rays.of[direction][blocker] & ~(Bits{1} << blocker);
}

void man_chains(Bits from, int square, int last, Bits occupied, Bits enemy, Bits captured, int count, Captures& found) {
    for (int direction : {up, right, left}) {
        if (last >= 0 && direction == (last ^ 2)) continue;
        const Bits here = Bits{1} << square;
        Bits over, to;
        if (direction == up) {
            over = here << 8, to = here << 16;
        } else if (direction == right) {
            over = (here & ~file_h) << 1, to = (over & ~file_h) << 1;
        } else {
            over = (here & ~file_a) >> 1, to = (over & ~file_a) >> 1;
        }
        if (!(over & enemy) || !to || (to & occupied)) continue;
        found.add({from, to, captured | over}, count + 1);
        man_chains(from, std::countr_zero(to), direction, occupied ^ over, enemy ^ over, captured | over, count + 1,
                   found);
    }
}

void king_chains(Bits from, int square, int last, Bits occupied, Bits enemy, Bits captured, int count,
                 Captures& found) {
    for (int direction = 0; direction < 4; ++direction) {
        if (last >= 0 && direction == (last ^ 2)) continue;
        const Bits blockers = rays.of[direction][square] & occupied;
        if (!blockers) continue;
        const int victim = first(direction, blockers);
        const Bits over = Bits{1} << victim;
        if (!(over & enemy)) continue;
        for (Bits landings = free_run(direction, victim, occupied); landings; landings &= landings - 1) {
            const int to = std::countr_zero(landings);
            found.add({from, Bits{1} << to, captured | over}, count + 1);
            king_chains(from, to, direction, occupied ^ over, enemy ^ over, captured | over, count + 1, found);
        }
    }
}

void captures(const Board& board, Captures& found) {
    const Bits occupied = board.own | board.enemy, empty = ~occupied;
    const Bits kings = board.own & board.kings, men = board.own ^ kings;
    Bits capturing = men & (board.enemy >> 8) & (empty >> 16);
    capturing |= men & ~file_h & ((board.enemy & ~file_h) >> 1) & (empty >> 2);
    capturing |= men & ~file_a & ((board.enemy & ~file_a) << 1) & (empty << 2);
    for (; capturing; capturing &= capturing - 1) {
        const Bits from = capturing & -capturing;
        man_chains(from, std::countr_zero(from), -1, occupied ^ from, board.enemy, 0, 0, found);
    }
    for (Bits left_over = kings; left_over; left_over &= left_over - 1) {
        const Bits from = left_over & -left_over;
        king_chains(from, std::countr_zero(from), -1, occupied ^ from, board.enemy, 0, 0, found);
    }
}

Bits king_steps(int square, Bits occupied) {
    return free_run(up, square, occupied) | free_run(right, square, occupied) | free_run(down, square, occupied) |
           free_run(left, square, occupied);
}

Board play(const Board& board, Bits from, Bits to, Bits captured) {
    const Bits own = (board.own ^ from) | to;
    Bits kings = board.kings & ~captured;
    kings = kings & from ? (kings ^ from) | to : kings | (to & 0xff00000000000000);
    return {flip(board.enemy & ~captured), flip(own), flip(kings)};
}

std::uint64_t perft(const Board& board, int depth) {
    if (depth == 0) return 1;
    Captures found;
    captures(board, found);
    std::uint64_t nodes = 0;
    if (found.size) {
        if (depth == 1) return static_cast<std::uint64_t>(found.size);
        for (int i = 0; i < found.size; ++i) {
            const Capture& capture = found.list[i];
            nodes += perft(play(board, capture.from, capture.to, capture.captured), depth - 1);
        }
        return nodes;
    }
    const Bits occupied = board.own | board.enemy, empty = ~occupied;
    const Bits kings = board.own & board.kings, men = board.own ^ kings;
    const Bits ups = (men << 8) & empty, rights = ((men & ~file_h) << 1) & empty,
               lefts = ((men & ~file_a) >> 1) & empty;
    if (depth == 1) {
        const int steps = std::popcount(ups) + std::popcount(rights) + std::popcount(lefts);
        nodes = static_cast<std::uint64_t>(steps);
        for (Bits rest = kings; rest; rest &= rest - 1)
            nodes += static_cast<std::uint64_t>(std::popcount(king_steps(std::countr_zero(rest), occupied)));
        return nodes;
    }
    for (Bits rest = ups; rest; rest &= rest - 1) {
        const Bits to = rest & -rest;
        nodes += perft(play(board, to >> 8, to, 0), depth - 1);
    }
    for (Bits rest = rights; rest; rest &= rest - 1) {
        const Bits to = rest & -rest;
        nodes += perft(play(board, to >> 1, to, 0), depth - 1);
    }
    for (Bits rest = lefts; rest; rest &= rest - 1) {
        const Bits to = rest & -rest;
        nodes += perft(play(board, to << 1, to, 0), depth - 1);
    }
    for (Bits rest = kings; rest; rest &= rest - 1) {
        const Bits from = rest & -rest;
        for (Bits targets = king_steps(std::countr_zero(from), occupied); targets; targets &= targets - 1)
            nodes += perft(play(board, from, targets & -targets, 0), depth - 1);
    }
    return nodes;
}

int main() {
    Bits white, black, kings;
    char turn;
    int depth;
    while (std::cin >> std::hex >> white >> black >> kings >> turn >> std::dec >> depth) {
        const Board board = turn == 'w' ? Board{white, black, kings} : Board{flip(black), flip(white), flip(kings)};
        const std::clock_t begin = std::clock();
        const std::uint64_t nodes = perft(board, depth);
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        std::cout << nodes << ' ' << seconds << std::endl;
    }
}
