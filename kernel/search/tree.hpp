// The search of the tree below the root: alpha-beta with a null window around the principal variation. Each thread has
// its own object; the objects share the table, the history and the budget, and help each other at nodes.
//
// Captures are forced, so a node has either only captures or only quiet moves. Captures are followed to their end at
// any depth, and no side may pass.
#pragma once

#include "../eval/evaluate.hpp"
#include "../movegen.hpp"
#include "../tablebase/tables.hpp"
#include "budget.hpp"
#include "crew.hpp"
#include "reductions.hpp"
#include "stuck.hpp"
#include "table.hpp"
#include "trail.hpp"

namespace damaci {

template <const Ruleset& R>
class Tree {
  public:
    // `salt` separates the table's entries under different rules.
    Tree(const Position& root, Trail trail, const Terms& terms, Evaluation<R> evaluation, const Tables* tables,
         Table& table, std::uint64_t salt, Budget& budget, Crew& crew, History& history, const Parameters& parameters)
        : terms_(terms), evaluate_(evaluation), tables_(tables), table_(table), salt_(salt), budget_(budget),
          crew_(crew), history_(history), parameters_(parameters), trail_(std::move(trail)), frames_(max_ply + 2),
          sums_(max_ply + 1) {
        frames_[0].position = root;
        trail_.reserve(max_ply + 2);
    }

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    bool stopped() const { return stopped_; }

    // Before this is called, the search does not stop, so that there is always a result.
    void allow_stopping() { may_stop_ = true; }

    // Helps the other threads until the budget is spent.
    void help() {
        allow_stopping();
        while (!is_called_off())
            help_below(nullptr);
    }

    // The value of a move at the root for the side that makes it, from a search of this many plies after it. The value
    // is meaningless once the search is stopped.
    Value search_root_move(const Move& move, Value alpha, Value beta, int depth) {
        return search_move(0, frames_[0].position, move, alpha, beta, depth);
    }

    // The principal variation after the last root move, if its value was inside the window.
    const std::vector<Move>& line() const { return frames_[1].line; }

  private:
    Value search_move(int ply, const Position& before, const Move& move, Value alpha, Value beta, int depth) {
        Frame& child = frames_[ply + 1];
        child.position = play(before, move, terms_);
        // Close to the leaves, nothing looks for the key of a position that cannot be a repetition.
        const std::uint64_t key = depth > 0 || !is_irreversible(before, move) ? hash(child.position) : 0;
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
        if (trail_.is_drawn(frame.position)) return terms_.draw_value(frame.position.turn);
        if (ply == max_ply) return evaluate(frame.position, ply);
        alpha = std::max(alpha, loss_at(ply));
        beta = std::min(beta, win_at(ply + 1));
        if (alpha >= beta) return alpha;

        const bool capturing = can_capture<R>(frame.position, frame.position.turn);
        if (!capturing && is_stuck<R>(frame.position)) return loss_at(ply);
        if (trail_.is_drawn_for_mover(frame.position, capturing)) return terms_.draw_value(frame.position.turn);
        if (const auto value = capturing ? std::nullopt : look_up(frame.position, ply)) return *value;
        if (depth <= 0 && !capturing) {
            // What a threat costs can only lower a value that is below the window already.
            const Value value = evaluate(frame.position, ply);
            if (depth < 0 || value <= alpha || !is_threatened(frame.position)) return value;
        }

        // The evaluation comes first because the table's entry is still on its way from memory.
        const bool may_stand = depth > 0 && beta - alpha == 1 && !capturing && !is_proven(beta);
        const Value standing = may_stand ? evaluate(frame.position, ply) : 0;
        // If only captures are left, the table would cost more than it saves.
        const auto known = depth > 0 ? table_.find(frame.key) : std::nullopt;
        if (known && beta - alpha == 1 && settles(*known, ply, beta, depth)) return from_table(known->value, ply);
        if (may_stand) {
            if (is_good_enough(frame.position, standing, beta, depth)) return beta;
            if (standing >= beta && is_likely_good_enough(ply, beta, depth)) return beta;
            if (stopped_) return 0;
        }
        list_moves(frame, capturing);
        return search_moves(ply, alpha, beta, depth, known ? known->move : Picker::no_move);
    }

    Value evaluate(const Position& position, int ply) {
        return evaluate_(position, sums_[static_cast<std::size_t>(ply)]);
    }

    // The value of a quiet position by the endgame tables. The tables ignore rules that count moves, so they are not
    // used where such a rule may decide.
    std::optional<Value> look_up(const Position& position, int ply) const {
        const int pieces = std::popcount(position.occupied());
        if (tables_ == nullptr || pieces > tables_->most_pieces()) return std::nullopt;
        if (pieces == 2 && terms_.kings_only_moves > 0) return std::nullopt;
        const auto outcome = tables_->template probe<R>(position);
        if (!outcome) return std::nullopt;
        if (*outcome == drawn) return terms_.draw_value(position.turn);
        if (!trail_.is_far_from_draw(plies(*outcome))) return std::nullopt;
        return is_win(*outcome) ? win_at(ply + plies(*outcome)) : loss_at(ply + plies(*outcome));
    }

    // Whether the side to move is so far above beta, with nothing threatened, that the last plies hardly matter.
    bool is_good_enough(const Position& position, Value standing, Value beta, int depth) const {
        if (depth <= 0 || depth > parameters_.good_enough_depth) return false;
        return standing - parameters_.good_enough_margin * depth >= beta && !is_threatened(position);
    }

    // ProbCut: whether the value of a much shallower search is so far above beta that a deep search would not end
    // below beta. (Passing the move instead, as in chess, proves nothing here, because a side often loses by having to
    // move.)
    bool is_likely_good_enough(int ply, Value beta, int depth) {
        if (depth < parameters_.probcut_depth) return false;
        const Value raised = beta + parameters_.probcut_margin * depth;
        const int shallower = depth * parameters_.probcut_share / 100;
        return search(ply, raised - 1, raised, shallower) >= raised && !stopped_;
    }

    static void list_moves(Frame& frame, bool capturing) {
        if (capturing)
            generate_captures<R>(frame.position, frame.moves);
        else
            generate_quiet_moves<R>(frame.position, frame.moves);
    }

    // The plies left after a move. A single legal move costs no depth. At the end of the depth, captures cost no depth,
    // and quiet moves that answer a threat are searched once.
    static int depth_after(const MoveList& moves, int depth) {
        if (depth <= 0) return moves[0].is_capture() ? depth : -1;
        return moves.size() == 1 ? depth : depth - 1;
    }

    Value search_moves(int ply, Value alpha, Value beta, int depth, std::size_t known) {
        Frame& frame = frames_[ply];
        const Value floor = alpha;
        Best best;
        const bool prefetches = depth > 1;
        if (prefetches && known < frame.moves.size()) prefetch(frame.position, frame.moves[known]);
        frame.picker.rank(frame.position, frame.moves, known, history_);
        for (std::size_t place; best.value < beta && (place = frame.picker.next()) != Picker::no_move;) {
            if (prefetches) prefetch_next(frame);
            const Value value = search_next(ply, frame, {place, frame.picker.tried() - 1, alpha}, beta, depth);
            if (stopped_) return 0;
            if (value > best.value) best = {value, place};
            if (value > alpha) {
                alpha = value;
                frame.remember_line(place, frames_[ply + 1].line);
            }
            if (best.value < beta && crew_.may_split(frame, depth)) {
                Split split(split_, frame, trail_, ply, alpha, beta, depth, best);
                share(split);
                if (stopped_) return 0;
                best = split.best();
                break;
            }
        }
        if (depth <= 0) return best.value;
        if (best.value >= beta) learn(frame, best.place, depth);
        const Bound bound = best.value >= beta ? Bound::lower : best.value > floor ? Bound::exact : Bound::upper;
        store(frame.key, to_table(best.value, ply), bound, depth, best.place);
        return best.value;
    }

    // Entries of the table are requested from memory a move before they are needed.
    void prefetch_next(const Frame& frame) const {
        const std::size_t place = frame.picker.peek();
        if (place != Picker::no_move) prefetch(frame.position, frame.moves[place]);
    }
    void prefetch(const Position& before, const Move& move) const {
        table_.prefetch(hash(play(before, move, terms_)) ^ salt_);
    }

    // The first move gets the full window. The others get it only after a null window has shown that they are better.
    Value search_next(int ply, const Frame& frame, Task task, Value beta, int depth) {
        const auto [place, earlier, alpha] = task;
        const Position& before = frame.position;
        const Move& move = frame.moves[place];
        const int full = depth_after(frame.moves, depth);
        if (earlier == 0) return search_move(ply, before, move, alpha, beta, full);
        const int less = is_reducible(before, move, depth) ? reduction(depth, earlier, parameters_) : 0;
        Value value = search_move(ply, before, move, alpha, alpha + 1, full - less);
        if (value > alpha && less > 0) value = search_move(ply, before, move, alpha, alpha + 1, full);
        if (value > alpha && value < beta) value = search_move(ply, before, move, alpha, beta, full);
        return value;
    }

    bool is_reducible(const Position& position, const Move& move, int depth) const {
        const bool promotes = (last_rank(position.turn) & bit(move.target) & ~position.kings) != 0;
        return depth >= parameters_.reduction_depth && !move.is_capture() && !promotes;
    }

    // Whether the side to move would lose something if it could pass.
    static bool is_threatened(const Position& position) { return can_capture<R>(position, other(position.turn)); }

    void count_node() {
        // The numbers of nodes between two checks of the budget, and between two checks of the splits above this node.
        constexpr std::uint64_t nodes_a_check = 1024, nodes_a_look = 16;
        if (stopped_) return;
        const std::uint64_t nodes = this->nodes() + 1;
        nodes_.store(nodes, std::memory_order_relaxed);
        if (!may_stop_) return;
        if (nodes % nodes_a_check == 0) budget_.check();
        stopped_ = nodes % nodes_a_look == 0 ? is_called_off() : is_spent();
    }

    // Whether the search has to end.
    bool is_spent() {
        while (nodes() >= granted_ && !budget_.is_stopped())
            granted_ += budget_.grant();
        return budget_.is_stopped();
    }

    // Rewards the refuting move, and penalises the moves that were tried before it.
    void learn(const Frame& frame, std::size_t refutation, int depth) {
        if (frame.moves[0].is_capture()) return;
        const int weight = std::min(parameters_.history_weight * depth * depth, parameters_.history_most);
        for (std::size_t i = 0; frame.picker.tried(i) != refutation; ++i)
            history_.blame(frame.position.turn, frame.moves[frame.picker.tried(i)], weight);
        history_.praise(frame.position.turn, frame.moves[refutation], weight);
    }

    // ---- several threads

    // Searches the remaining moves of a node, together with idle threads.
    void share(Split& split) {
        {
            const Crew::Opened opened(crew_, split);
            work_on(split);
            while (crew_.is_helped(split))
                help_below(&split);
        }
        stopped_ = is_called_off();
    }

    // Works on a shared node below the given one, or on any shared node; waits if there is none.
    void help_below(const Split* above) {
        const unsigned news = crew_.news();
        const Crew::Joined joined(crew_, above);
        if (joined.split() == nullptr) return wait(news);
        const std::size_t length = trail_.size();
        trail_.follow(joined.split()->trail, joined.split()->trail_size);
        work_on(*joined.split());
        trail_.shorten(length);
        stopped_ = is_called_off();
    }

    void wait(unsigned news) {
        budget_.check();
        crew_.wait(news);
    }

    // Searches moves of the node until none is left.
    void work_on(Split& split) {
        const Split* const before = std::exchange(split_, &split);
        stopped_ = is_called_off();
        for (std::optional<Task> task; !stopped_ && (task = crew_.next(split));) {
            const Value value = search_next(split.ply, split.frame(), *task, split.beta, split.depth);
            if (!stopped_) crew_.finish(split, *task, value, frames_[split.ply + 1].line);
        }
        split_ = before;
    }

    // Whether the result of this search is no longer needed.
    bool is_called_off() { return is_spent() || (split_ != nullptr && split_->is_over()); }

    // ---- the table: in its entries, wins and losses are counted from the node; in the search, from the root

    static Value to_table(Value value, int ply) {
        return !is_proven(value) ? value : value > 0 ? value + ply : value - ply;
    }
    static Value from_table(Value value, int ply) {
        return !is_proven(value) ? value : value > 0 ? value - ply : value + ply;
    }

    // Whether the table's entry determines the result of a search of this depth with a null window below beta.
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
    std::uint64_t granted_ = 0;
    bool may_stop_ = false, stopped_ = false;
    Crew& crew_;
    History& history_;
    const Parameters& parameters_;
    const Split* split_ = nullptr; // the innermost split below which this thread is working
    Trail trail_;
    std::vector<Frame> frames_;
    std::vector<Network::Sums> sums_; // by ply: those for the position evaluated last
};

} // namespace damaci
