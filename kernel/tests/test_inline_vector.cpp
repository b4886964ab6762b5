// The list that moves to the heap when its inline storage is full.

#include "check.hpp"
#include "inline_vector.hpp"

namespace damaci {
namespace {

TEST(a_list_outgrows_its_place) {
    InlineVector<int, 2> numbers;
    for (int i = 0; i < 1000; ++i)
        numbers.push_back(i);
    for (std::size_t i = 0; i < 1000; ++i)
        CHECK(numbers[i] == static_cast<int>(i));
    CHECK(numbers.end() - numbers.begin() == 1000);
}

TEST(a_list_is_cut_short_and_grows_again) {
    InlineVector<int, 2> numbers;
    for (int i = 0; i < 5; ++i)
        numbers.push_back(i);
    numbers.truncate(3);
    CHECK(numbers.size() == 3 && numbers[2] == 2);
    numbers.clear();
    CHECK(numbers.empty());
    numbers.push_back(7);
    CHECK(numbers.size() == 1 && numbers[0] == 7);
}

} // namespace
} // namespace damaci
