// The search as the world outside sees it: one table, one search at a time, any ruleset.
#pragma once

#include "deepening.hpp"
#include "report.hpp"

#include <functional>
#include <memory>
#include <thread>

namespace damaci {

struct SearchRequest {
    std::size_t ruleset = 0; // its place in AllRulesets
    Position position;
    std::vector<std::uint64_t> history; // keys of the positions before, since the last irreversible move, oldest first
    int quiet_plies = 0;                // since the last capture or man's move
    Endings endings;
    Limits limits;
    std::function<void(const Report&)> on_depth; // both on the calling thread; either may throw to end the search
    std::function<void()> poll;                  // called some twenty times a second
};

class Searcher {
  public:
    explicit Searcher(std::size_t megabytes) : table_(megabytes) {}

    Report search(const SearchRequest& request) {
        stop_ = false;
        table_.begin_search();
        return AllRulesets::visit(request.ruleset, [&]<const Ruleset& R>() { return search<R>(request); });
    }

    // From any thread. Depth 1 is finished nevertheless.
    void stop() { stop_ = true; }

    void clear() { table_.clear(); }

  private:
    static constexpr int deepest = 120;

    // Threads that search the same root beside the calling one and leave what they find in the table.
    class Helpers {
      public:
        explicit Helpers(Budget& budget) : budget_(budget) {}
        ~Helpers() {
            budget_.stop();
            for (std::thread& thread : threads_) thread.join();
        }
        template <class F>
        void start(F work) {
            threads_.emplace_back(std::move(work));
        }

      private:
        Budget& budget_;
        std::vector<std::thread> threads_;
    };

    template <const Ruleset& R>
    Report search(const SearchRequest& request) {
        const Limits& limits = request.limits;
        const int last_depth = limits.depth > 0 ? std::min(limits.depth, deepest) : deepest;
        const Trail trail(request.position, request.history, request.quiet_plies, request.endings);
        Budget budget(limits, stop_, request.poll);

        std::vector<std::unique_ptr<Tree<R>>> trees;
        for (int i = 0; i < std::max(limits.threads, 1); ++i)
            trees.push_back(std::make_unique<Tree<R>>(request.position, trail, table_, salt(request), budget));

        Report report;
        const auto count = [&] {
            report.nodes = 0;
            for (const auto& tree : trees) report.nodes += tree->nodes();
            report.seconds = budget.elapsed();
        };
        {
            Helpers helpers(budget);
            for (std::size_t i = 1; i < trees.size(); ++i) {
                helpers.start([&, i] {
                    trees[i]->allow_stopping();
                    const int first_depth = 1 + static_cast<int>(i % 2);
                    Deepening<R>(*trees[i], request.position, 1).run(first_depth, last_depth, [](auto&&...) {});
                });
            }
            Deepening<R> deepening(*trees[0], request.position, limits.lines);
            deepening.run(1, last_depth, [&](int depth, std::span<const Candidate> best) {
                report.depth = depth;
                report.lines.clear();
                for (const Candidate& each : best) report.lines.push_back(line<R>(each, request.position, trail));
                count();
                if (request.on_depth) request.on_depth(report);
            });
        }
        count();
        return report;
    }

    template <const Ruleset& R>
    static Line line(const Candidate& candidate, Position position, Trail trail) {
        for (const Move& move : candidate.line) {
            const Position before = position;
            position = play(before, move);
            trail.push(before, move, hash(position));
        }
        const bool drawn = trail.is_drawn_by_rules(position, can_capture<R>(position, position.turn));
        return {Score::of(candidate.value, drawn), candidate.line};
    }

    // What the table knows under one ruleset and its draws is worth nothing under another.
    static std::uint64_t salt(const SearchRequest& request) {
        const Endings& endings = request.endings;
        std::uint64_t salt = request.ruleset + 1;
        for (const int rule : {static_cast<int>(endings.one_each), endings.kings_only_moves, endings.repetitions,
                               endings.no_progress_moves})
            salt = (salt + static_cast<std::uint64_t>(rule)) * 0x9e3779b97f4a7c15;
        return salt ^ salt >> 32;
    }

    Table table_;
    std::atomic<bool> stop_ = false;
};

} // namespace damaci
