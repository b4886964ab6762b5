// The public interface of the search: any ruleset, one search at a time, a transposition table kept between searches.
#pragma once

#include "team.hpp"

namespace damaci {

class Searcher {
  public:
    explicit Searcher(std::size_t megabytes) : table_(megabytes) {}

    // Completes depth 1 regardless of the limits. Without a legal move there are no lines.
    Report search(const Request& request) {
        stop_ = false;
        table_.begin_search();
        return AllRulesets::visit(request.ruleset,
                                  [&]<const Ruleset & R>() { return Team<R>(request, table_, stop_).run(); });
    }

    // Ends the running search; may be called from any thread.
    void stop() { stop_ = true; }

    void clear() { table_.clear(); }

  private:
    Table table_;
    std::atomic<bool> stop_ = false;
};

} // namespace damaci
