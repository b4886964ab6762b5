// Numbers all positions of one material.
//
// The men's squares are ranked first, then the kings' among those left. Where the board is its own mirror image, of
// each pair of mirror images only one is numbered: that in which the first group of pieces has the lower rank.
#pragma once

#include "combinations.hpp"
#include "view.hpp"

#include <optional>
#include <vector>

namespace damaci {

// Where pieces can stand, as the side to move sees it.
struct Geometry {
    Bitboard board, own_men, enemy_men;
    bool has_mirror;

    // Men that have not reached the last rank. Where the first rank is empty at the start none ever stands there again.
    static constexpr Geometry of(const Ruleset& rules) {
        const Bitboard board = rules.dark_squares_only ? dark_squares : ~Bitboard{0};
        const Bitboard first = (rules.men_ranks & 1) != 0 ? 0 : rank_1;
        const Bitboard last = rank_1 << 56;
        const Bitboard men = board & ~last & ~first;
        return {board, men, turned(men), !rules.dark_squares_only};
    }
};

class Index {
  public:
    Index(const Ruleset& rules, const Material& material)
        : geometry_(Geometry::of(rules)), counts_{count(material.own_men), count(material.enemy_men),
                                                  count(material.own_kings), count(material.enemy_kings)} {
        while (leading_ < counts_.size() && counts_[leading_] == 0)
            ++leading_;
        for (std::size_t group = leading_; group < counts_.size(); ++group)
            ways_[group] = count_ways(group);
        number_leading();
        size_ = leaders_.size();
        for (std::size_t group = leading_ + 1; group < counts_.size(); ++group)
            size_ *= ways_[group];
    }

    std::uint64_t size() const { return size_; }

    // A position's number; nothing where a man stands on a rank that is not counted.
    std::optional<std::uint64_t> number(View view) const {
        if ((view.own_men & ~geometry_.own_men) != 0 || (view.enemy_men & ~geometry_.enemy_men) != 0)
            return std::nullopt;
        const std::uint64_t rank = rank_of(group(view, leading_), domain(leading_, 0));
        if (classes_[rank].reversed) view = view.mirror_image();
        std::uint64_t number = classes_[rank].number;
        Bitboard occupied = group(view, leading_);
        for (std::size_t next = leading_ + 1; next < counts_.size(); ++next) {
            if (counts_[next] == 0) continue;
            number = number * ways_[next] + rank_of(group(view, next), domain(next, occupied));
            occupied |= group(view, next);
        }
        return number;
    }

    // The position with a number; nothing where it is one of the few numbers without any.
    std::optional<View> view(std::uint64_t number) const {
        std::array<std::uint64_t, 4> ranks{};
        for (std::size_t next = counts_.size(); --next > leading_;) {
            ranks[next] = number % ways_[next];
            number /= ways_[next];
        }
        std::array<Bitboard, 4> sets{};
        sets[leading_] = leaders_[number];
        Bitboard occupied = sets[leading_];
        for (std::size_t next = leading_ + 1; next < counts_.size(); ++next) {
            const Bitboard squares = domain(next, occupied);
            if (ranks[next] >= choose[static_cast<std::size_t>(std::popcount(squares))][counts_[next]])
                return std::nullopt;
            sets[next] = unrank(ranks[next], counts_[next], squares);
            occupied |= sets[next];
        }
        return View{sets[0], sets[2], sets[1], sets[3]};
    }

    // How many positions a number stands for: itself, and its mirror image unless that has a number of its own.
    int weight(std::uint64_t number) const {
        for (std::size_t next = leading_ + 1; next < counts_.size(); ++next)
            number /= ways_[next];
        return geometry_.has_mirror && mirrored(leaders_[number]) != leaders_[number] ? 2 : 1;
    }

    // The mirror image, if it has a number of its own.
    std::optional<View> twin(const View& view) const {
        const Bitboard leaders = group(view, leading_);
        if (!geometry_.has_mirror || mirrored(leaders) != leaders) return std::nullopt;
        return view.mirror_image();
    }

  private:
    struct Class {
        std::uint32_t number;
        bool reversed;
    };

    static std::size_t count(int pieces) { return static_cast<std::size_t>(pieces); }

    void number_leading() {
        const Bitboard squares = domain(leading_, 0);
        const std::uint64_t all = choose[static_cast<std::size_t>(std::popcount(squares))][counts_[leading_]];
        classes_.resize(all);
        for (std::uint64_t rank = 0; rank < all; ++rank) {
            const Bitboard set = unrank(rank, counts_[leading_], squares);
            const std::uint64_t image = geometry_.has_mirror ? rank_of(mirrored(set), squares) : rank;
            if (image < rank) {
                classes_[rank] = {classes_[image].number, true};
            } else {
                classes_[rank] = {static_cast<std::uint32_t>(leaders_.size()), false};
                leaders_.push_back(set);
            }
        }
    }

    static Bitboard group(const View& view, std::size_t group) {
        return std::array{view.own_men, view.enemy_men, view.own_kings, view.enemy_kings}[group];
    }

    Bitboard domain(std::size_t group, Bitboard occupied) const {
        return std::array{geometry_.own_men, geometry_.enemy_men, geometry_.board, geometry_.board}[group] & ~occupied;
    }

    // An upper bound of the ranks of a group: all squares, where the men of both sides share them.
    std::uint64_t count_ways(std::size_t group) const {
        std::size_t taken = 0;
        for (std::size_t earlier = 0; earlier < group; ++earlier)
            taken += counts_[earlier];
        if (group == 1 && geometry_.own_men != geometry_.enemy_men) taken = 0;
        return choose[static_cast<std::size_t>(std::popcount(domain(group, 0))) - taken][counts_[group]];
    }

    Geometry geometry_;
    std::array<std::size_t, 4> counts_; // own men, enemy men, own kings, enemy kings
    std::array<std::uint64_t, 4> ways_{};
    std::size_t leading_ = 0; // the first group that has pieces
    std::uint64_t size_ = 0;
    std::vector<Class> classes_;    // by the leading group's rank
    std::vector<Bitboard> leaders_; // the sets that are numbered
};

} // namespace damaci
