// The threads of one search. The calling thread searches depth by depth and reports; the others help it.
#pragma once

#include "deepening.hpp"
#include "request.hpp"

#include <memory>

namespace damaci {

template <const Ruleset& R>
class Team {
  public:
    Team(const Request& request, Table& table, std::atomic<bool>& stop)
        : request_(request), trail_(request.position, request.history, request.quiet_plies, request.terms),
          budget_(request.limits, stop, request.poll, request.poll_seconds),
          crew_(usable_threads(request.limits.threads)) {
        const std::uint64_t salt = request.terms.hash() * (2 * request.ruleset + 1);
        for (int i = 0; i < usable_threads(request.limits.threads); ++i)
            trees_.push_back(std::make_unique<Tree<R>>(request.position, trail_, request.terms,
                                                       Evaluation<R>(request.network), request.tables, table, salt,
                                                       budget_, crew_, history_, request.parameters));
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    ~Team() { join(); }

    Report run() {
        MoveList moves;
        generate<R>(request_.position, moves);
        if (moves.empty()) return {};
        if (trail_.is_drawn_by_rules(request_.position, moves[0].is_capture())) return drawn(moves);
        for (std::size_t i = 1; i < trees_.size(); ++i)
            helpers_.emplace_back([this, i] { trees_[i]->help(); });
        Deepening<R>(*trees_[0], request_.position, request_.limits.lines, request_.parameters)
            .run(last_depth(), [this](int depth, std::span<const Candidate> best) { tell(depth, best); });
        join();
        count();
        return report_;
    }

  private:
    int last_depth() const {
        constexpr int deepest = 120;
        return request_.limits.depth > 0 ? std::min(request_.limits.depth, deepest) : deepest;
    }

    void join() {
        budget_.stop();
        for (Thread& helper : helpers_)
            helper.join();
        helpers_.clear();
    }

    // Used if the game is already over at the root.
    Report drawn(const MoveList& moves) const {
        Report report;
        report.depth = 1;
        const std::size_t lines = std::min(moves.size(), static_cast<std::size_t>(request_.limits.lines));
        for (std::size_t i = 0; i < lines; ++i)
            report.lines.push_back({{Score::Kind::draw, 0}, {moves[i]}});
        return report;
    }

    void tell(int depth, std::span<const Candidate> best) {
        report_.depth = depth;
        report_.lines.clear();
        for (const Candidate& each : best)
            report_.lines.push_back({Score::of(each.value, is_drawn(each)), each.line});
        count();
        if (request_.on_depth) request_.on_depth(report_);
    }

    void count() {
        report_.nodes = 0;
        for (const auto& tree : trees_)
            report_.nodes += tree->nodes();
        report_.seconds = budget_.elapsed();
    }

    bool is_drawn(const Candidate& candidate) const {
        return candidate.value == request_.terms.draw_value(request_.position.turn) && ends_drawn(candidate);
    }

    bool ends_drawn(const Candidate& candidate) const {
        Trail trail = trail_;
        Position position = request_.position;
        for (const Move& move : candidate.line) {
            const Position next = play(position, move, request_.terms);
            trail.push(position, move, hash(next));
            position = next;
        }
        return trail.is_drawn_by_rules(position, can_capture<R>(position, position.turn)) ||
               is_drawn_by_tables(position);
    }

    bool is_drawn_by_tables(const Position& position) const {
        return request_.tables != nullptr && request_.tables->template probe<R>(position) == damaci::drawn;
    }

    const Request& request_;
    Trail trail_;
    Budget budget_;
    Crew crew_;
    History history_;
    std::vector<std::unique_ptr<Tree<R>>> trees_;
    std::vector<Thread> helpers_;
    Report report_;
};

} // namespace damaci
