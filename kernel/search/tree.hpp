// The search of the tree below the root: alpha-beta with a null window around the principal variation. One object is
// one thread's; several share the table and the budget.
//
// Captures are forced, so a node has either nothing but captures or nothing but quiet moves: captures are followed to
// their end at any depth, and no side may pass.
#pragma once

#include "../eval/evaluate.hpp"
#include "../movegen.hpp"
#include "../tablebase/tables.hpp"
#include "budget.hpp"
#include "picker.hpp"
#include "reductions.hpp"
#include "stuck.hpp"
#include "table.hpp"
#include "trail.hpp"

namespace damaci {

template <const Ruleset& R>
class Tree {
  public:
    // `salt` keeps what the table knows under these rules apart from what it knows under others.
    Tree(const Position& root, Trail trail, const Terms& terms, Evaluation<R> evaluation, const Tables* tables,
         Table& table, std::uint64_t salt, Budget& budget)
        : terms_(terms), evaluate_(evaluation), tables_(tables), table_(table), salt_(salt), budget_(budget),
          trail_(std::move(trail)), frames_(max_ply + 2) {
        frames_[0].position = root;
    }

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    bool stopped() const { return stopped_; }

    // Until then it does not stop, so that there is always something to tell.
    void allow_stopping() { may_stop_ = true; }

    // What follows is for a depth: it is stopped as well when `reached` comes to that depth, which others have then
    // searched.
    void begin(int depth, const std::atomic<int>& reached) {
        depth_ = depth;
        reached_ = &reached;
        stopped_ = false;
    }

    // The value of a move at the root for the side that makes it, looking so many plies further. Meaningless once
    // stopped.
    Value search_root_move(const Move& move, Value alpha, Value beta, int depth) {
        return search_move(0, move, alpha, beta, depth);
    }

    // How the game goes on after the last root move, if its value was inside the window.
    const std::vector<Move>& line() const { return frames_[1].line; }

  private:
    struct Frame {
        Position position;
        std::uint64_t key = 0;
        std::vector<Move> line;
        MoveList moves;
        Picker picker;
    };

    Value search_move(int ply, const Move& move, Value alpha, Value beta, int depth) {
        const Position& before = frames_[ply].position;
        Frame& child = frames_[ply + 1];
        child.position = play(before, move, terms_);
        const std::uint64_t key = hash(child.position);
        child.key = key ^ salt_;
        if (depth > 0) table_.prefetch(child.key);
        trail_.push(before, move, key);
        const Value value = -search(ply + 1, -beta, -alpha, depth);
        trail_.pop();
        return value;
    }

    Value search(int ply, Value alpha, Value beta, int depth) {
        Frame& frame = frames_[ply];
        frame.line.clear();
        count_node();
        if (stopped_) return 0;
        if (trail_.is_drawn(frame.position)) return draw_value;
        if (ply == max_ply) return evaluate_(frame.position);
        alpha = std::max(alpha, loss_at(ply));
        beta = std::min(beta, win_at(ply + 1));
        if (alpha >= beta) return alpha;

        const bool capturing = can_capture<R>(frame.position, frame.position.turn);
        if (!capturing && is_stuck<R>(frame.position)) return loss_at(ply);
        if (trail_.is_drawn_for_mover(frame.position, capturing)) return draw_value;
        if (const auto value = capturing ? std::nullopt : look_up(frame.position, ply)) return *value;
        if (depth <= 0 && !capturing && (depth < 0 || !is_threatened(frame.position))) return evaluate_(frame.position);

        // The table would cost more than it saves where only captures are left.
        const auto known = depth > 0 ? table_.find(frame.key) : std::nullopt;
        if (known && beta - alpha == 1 && settles(*known, ply, beta, depth)) return from_table(known->value, ply);
        if (beta - alpha == 1 && !capturing && !is_proven(beta)) {
            const Value standing = evaluate_(frame.position);
            if (is_good_enough(frame.position, standing, beta, depth)) return beta;
            if (standing >= beta && is_likely_good_enough(ply, beta, depth)) return beta;
            if (stopped_) return 0;
        }
        generate<R>(frame.position, frame.moves);
        return search_moves(ply, alpha, beta, depth, known ? known->move : Picker::no_move);
    }

    // The value of a quiet position by the endgame tables. They know no counting of moves: where that matters, they are
    // silent.
    std::optional<Value> look_up(const Position& position, int ply) const {
        const int pieces = std::popcount(position.occupied());
        if (tables_ == nullptr || pieces > tables_->most_pieces()) return std::nullopt;
        if (pieces == 2 && terms_.kings_only_moves > 0) return std::nullopt;
        const auto outcome = tables_->template probe<R>(position);
        if (!outcome) return std::nullopt;
        if (*outcome == drawn) return draw_value;
        if (!trail_.is_far_from_draw(plies(*outcome))) return std::nullopt;
        return is_win(*outcome) ? win_at(ply + plies(*outcome)) : loss_at(ply + plies(*outcome));
    }

    // Whether the side to move stands so far above beta, with nothing threatened, that the last plies hardly change it.
    static bool is_good_enough(const Position& position, Value standing, Value beta, int depth) {
        constexpr int last_plies = 4;
        constexpr Value change_a_ply = 50;
        return depth > 0 && depth <= last_plies && standing - change_a_ply * depth >= beta && !is_threatened(position);
    }

    // ProbCut: whether a much shallower search ends so far above beta that the deep one would not end below. (Passing
    // the move instead, as in chess, proves nothing here: having to move is often what loses.)
    bool is_likely_good_enough(int ply, Value beta, int depth) {
        constexpr int shallowest = 4;
        constexpr Value margin_a_ply = 12;
        if (depth < shallowest) return false;
        const Value raised = beta + margin_a_ply * depth;
        return search(ply, raised - 1, raised, depth * 2 / 5) >= raised && !stopped_;
    }

    // The plies left after a move. A single reply costs nothing; at the end of the depth captures cost nothing, and
    // quiet moves out of a threat are looked at once.
    static int depth_after(const MoveList& moves, int depth) {
        if (depth <= 0) return moves[0].is_capture() ? depth : -1;
        return moves.size() == 1 ? depth : depth - 1;
    }

    Value search_moves(int ply, Value alpha, Value beta, int depth, std::size_t known) {
        Frame& frame = frames_[ply];
        const Value floor = alpha;
        Value best = -infinite_value;
        std::size_t best_place = 0;
        frame.picker.rank(frame.position, frame.moves, known, history_);
        for (std::size_t place; best < beta && (place = frame.picker.next()) != Picker::no_move;) {
            const Value value = search_next(ply, frame.moves[place], alpha, beta, depth);
            if (stopped_) return 0;
            if (value <= best) continue;
            best = value;
            best_place = place;
            if (value <= alpha) continue;
            alpha = value;
            remember_line(ply, frame.moves[place]);
        }
        if (depth <= 0) return best;
        if (best >= beta) learn(frame, depth);
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        store(frame.key, to_table(best, ply), bound, depth, best_place);
        return best;
    }

    // The first move gets the whole window at once; the others have to show first that they are better.
    Value search_next(int ply, const Move& move, Value alpha, Value beta, int depth) {
        const Frame& frame = frames_[ply];
        const int full = depth_after(frame.moves, depth);
        const std::size_t earlier = frame.picker.tried() - 1;
        if (earlier == 0) return search_move(ply, move, alpha, beta, full);
        const int less = is_reducible(frame.position, move, depth) ? reduction(depth, earlier) : 0;
        Value value = search_move(ply, move, alpha, alpha + 1, full - less);
        if (value > alpha && less > 0) value = search_move(ply, move, alpha, alpha + 1, full);
        if (value > alpha && value < beta) value = search_move(ply, move, alpha, beta, full);
        return value;
    }

    static bool is_reducible(const Position& position, const Move& move, int depth) {
        const bool promotes = (last_rank(position.turn) & bit(move.target) & ~position.kings) != 0;
        return depth >= 3 && !move.is_capture() && !promotes;
    }

    // Whether the side to move would lose something if it could pass.
    static bool is_threatened(const Position& position) { return can_capture<R>(position, other(position.turn)); }

    void count_node() {
        constexpr std::uint64_t nodes_a_check = 1024;
        if (stopped_) return;
        const std::uint64_t nodes = this->nodes() + 1;
        nodes_.store(nodes, std::memory_order_relaxed);
        if (!may_stop_) return;
        if (nodes % nodes_a_check == 0) budget_.check();
        stopped_ = budget_.is_spent(nodes) || reached_->load(std::memory_order_relaxed) >= depth_;
    }

    void remember_line(int ply, const Move& move) {
        const std::vector<Move>& rest = frames_[ply + 1].line;
        std::vector<Move>& line = frames_[ply].line;
        line.assign(1, move);
        line.insert(line.end(), rest.begin(), rest.end());
    }

    // The last move tried has refuted the one before it; the others should have come later.
    void learn(const Frame& frame, int depth) {
        if (frame.moves[0].is_capture()) return;
        const std::size_t last = frame.picker.tried() - 1;
        for (std::size_t i = 0; i < last; ++i)
            history_.blame(frame.position.turn, frame.moves[frame.picker.tried(i)], depth);
        history_.praise(frame.position.turn, frame.moves[frame.picker.tried(last)], depth);
    }

    // ---- the table: there, wins and losses are counted from the node, here from the root

    static Value to_table(Value value, int ply) {
        return !is_proven(value) ? value : value > 0 ? value + ply : value - ply;
    }
    static Value from_table(Value value, int ply) {
        return !is_proven(value) ? value : value > 0 ? value - ply : value + ply;
    }

    // Whether what is known makes a search of this depth with a null window below beta needless.
    bool settles(const TableEntry& known, int ply, Value beta, int depth) const {
        const Value value = from_table(known.value, ply);
        const Bound useless = value >= beta ? Bound::upper : Bound::lower;
        const Bound unproven = value > 0 ? Bound::upper : Bound::lower;
        const bool proven = is_proven(value) && known.bound != unproven;
        const int plies = proven ? won_value - std::abs(known.value) : known.depth;
        return known.bound != useless && (proven || known.depth >= depth) && trail_.is_far_from_draw(plies);
    }

    void store(std::uint64_t key, Value value, Bound bound, int depth, std::size_t move) {
        constexpr int deepest = 127;
        TableEntry entry{};
        entry.value = value;
        entry.move = static_cast<std::uint16_t>(move);
        entry.depth = static_cast<std::int8_t>(std::min(depth, deepest));
        entry.bound = bound;
        table_.store(key, entry);
    }

    Terms terms_;
    Evaluation<R> evaluate_;
    const Tables* tables_;
    Table& table_;
    std::uint64_t salt_;
    Budget& budget_;
    std::atomic<std::uint64_t> nodes_ = 0; // others read it
    bool may_stop_ = false, stopped_ = false;
    int depth_ = 0;
    const std::atomic<int>* reached_ = nullptr;
    Trail trail_;
    History history_;
    std::vector<Frame> frames_;
};

} // namespace damaci
