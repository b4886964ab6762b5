// The moves that threads may take from each other's nodes.

#include "check.hpp"
#include "search/crew.hpp"

#include <future>

namespace damaci {
namespace {

const Trail trail({}, {}, 0, {});

// A node with three moves, of which the first has been searched.
struct Node {
    Node() {
        for (std::uint8_t target = 1; target <= 3; ++target)
            frame.moves.push_back({.captured = 0, .origin = 0, .target = target});
        frame.picker.rank(frame.position, frame.moves, 0, history);
        frame.picker.next();
    }

    History history;
    Frame frame;
};

TEST(each_move_is_taken_once) {
    Node node;
    Split split(nullptr, node.frame, trail, 2, 10, 11, 5, {7, 0});
    const auto second = split.next(), third = split.next();
    CHECK(second && second->earlier == 1 && second->alpha == 10);
    CHECK(third && third->earlier == 2 && third->place != second->place && third->place != 0);
    CHECK(!split.next() && !split.has_tasks() && !split.is_over());
}

TEST(a_better_move_raises_what_the_next_has_to_beat) {
    Node node;
    Split split(nullptr, node.frame, trail, 2, 10, 50, 5, {10, 0});
    const auto second = split.next();
    const Move answer{.captured = 0, .origin = 9, .target = 10};
    split.finish(*second, 20, {answer});
    CHECK(split.best().value == 20 && split.best().place == second->place);
    CHECK((node.frame.line == std::vector{node.frame.moves[second->place], answer}));
    const auto third = split.next();
    CHECK(third->alpha == 20);
    split.finish(*third, 15, {});
    CHECK(split.best().value == 20 && node.frame.line.size() == 2);
}

TEST(a_refuted_node_has_no_more_moves) {
    Node node;
    Split split(nullptr, node.frame, trail, 2, 10, 11, 5, {7, 0});
    const auto second = split.next();
    split.finish(*second, 11, {});
    CHECK(split.is_over() && !split.has_tasks() && !split.next());
}

TEST(what_is_below_a_refuted_node_is_over) {
    Node high, low, other;
    Split above(nullptr, high.frame, trail, 2, 10, 11, 9, {7, 0});
    Split below(&above, low.frame, trail, 4, 10, 11, 7, {7, 0});
    const Split beside(nullptr, other.frame, trail, 2, 10, 11, 9, {7, 0});
    CHECK(below.is_below(&above) && below.is_below(nullptr) && !above.is_below(&below) && !beside.is_below(&above));
    above.end();
    CHECK(below.is_over() && !below.next() && !beside.is_over());
}

TEST(who_has_nothing_to_do_joins_where_most_is_to_do) {
    Node high, low;
    Crew crew(2);
    Split above(nullptr, high.frame, trail, 2, 10, 11, 9, {7, 0});
    Split below(&above, low.frame, trail, 4, 10, 11, 7, {7, 0});
    const unsigned before = crew.news();
    const Crew::Opened first(crew, above), second(crew, below);
    CHECK(crew.news() != before);
    CHECK(Crew::Joined(crew, nullptr).split() == &above);
    CHECK(Crew::Joined(crew, &below).split() == &below);
    while (crew.next(above)) {
    }
    CHECK(Crew::Joined(crew, nullptr).split() == &below);
    while (crew.next(below)) {
    }
    CHECK(Crew::Joined(crew, nullptr).split() == nullptr);
}

#if DAMACI_HAS_THREADS

TEST(a_node_stays_until_its_helpers_have_left) {
    Node node;
    Crew crew(2);
    std::atomic<bool> left = false;
    std::future<void> helper;
    {
        Split split(nullptr, node.frame, trail, 2, 10, 11, 9, {7, 0});
        const Crew::Opened opened(crew, split);
        std::promise<void> joined;
        helper = std::async(std::launch::async, [&] {
            const Crew::Joined at(crew, nullptr);
            joined.set_value();
            while (!split.is_over())
                std::this_thread::yield();
            left = true;
        });
        joined.get_future().wait();
        CHECK(crew.is_helped(split));
    }
    CHECK(left);
}

#endif

TEST(one_thread_shares_nothing) {
    const Node node;
    CHECK(!Crew(1).may_split(node.frame, 20));
    CHECK(Crew(2).may_split(node.frame, 20) && !Crew(2).may_split(node.frame, 1));
}

} // namespace
} // namespace damaci
