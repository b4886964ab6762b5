// Numbers all positions of one material, or of one part of it.
//
// The men's squares are ranked first, then the kings' squares among the remaining ones. If the board is symmetric, only
// one of each pair of mirror images is numbered: the one in which the first group of pieces, as a bitboard, is the
// smaller number.
#pragma once

#include "combinations.hpp"
#include "ranks.hpp"
#include "view.hpp"

#include <optional>
#include <vector>

namespace damaci {

// The squares on which pieces can stand, as the side to move sees them.
struct Geometry {
    Bitboard board, own_men, enemy_men;
    bool has_mirror;

    // The squares of men, which have not reached the last rank. If the first rank is empty at the start, no man ever
    // stands there.
    static constexpr Geometry of(const Ruleset& rules) {
        const Bitboard board = rules.dark_squares_only ? dark_squares : ~Bitboard{0};
        const Bitboard first = (rules.men_ranks & 1) != 0 ? 0 : rank_1;
        const Bitboard last = rank_1 << 56;
        const Bitboard men = board & ~last & ~first;
        return {board, men, turned(men), !rules.dark_squares_only};
    }
};

class Index {
    struct Class {
        std::uint32_t number;
        bool is_reversed, is_symmetric;
    };

  public:
    // `ranks`: for a part, the ranks of its men.
    Index(const Ruleset& rules, const Material& material, const std::optional<Ranks>& ranks = std::nullopt)
        : geometry_(Geometry::of(rules)), counts_{count(material.own_men), count(material.enemy_men),
                                                  count(material.own_kings), count(material.enemy_kings)} {
        if (ranks) men_ = {RankedMen(ranks->own, geometry_.own_men), RankedMen(ranks->enemy, geometry_.enemy_men)};
        while (leading_ < counts_.size() && counts_[leading_] == 0)
            ++leading_;
        while (counts_[last_] == 0)
            --last_;
        for (std::size_t group = leading_; group < counts_.size(); ++group)
            ways_[group] = count_ways(group);
        number_leading();
        size_ = leaders_.size();
        for (std::size_t group = leading_ + 1; group < counts_.size(); ++group)
            size_ *= ways_[group];
    }

    std::uint64_t size() const { return size_; }

    // The number of a position, and how it was found.
    struct Place {
        std::uint64_t number;
        bool is_reversed;  // its mirror image has the number
        bool is_symmetric; // the mirror image has a number of its own, or is the same position
    };

    // Numbers the positions of a material that have the same men.
    class Stem {
      public:
        Stem(const Index& index, Bitboard own_men, Bitboard enemy_men) : index_(index) {
            if (index.leading_ > 1) return;
            const Bitboard leader = index.leading_ == 0 ? own_men : enemy_men;
            class_ = index.class_of(leader);
            if (class_.is_reversed) {
                own_men = mirrored(own_men);
                enemy_men = mirrored(enemy_men);
            }
            number_ = class_.number;
            if (index.leading_ == 0 && enemy_men != 0)
                number_ = number_ * index.ways_[1] + index.rank_in(1, enemy_men, own_men);
            occupied_ = own_men | enemy_men;
        }

        Place place(Bitboard own_kings, Bitboard enemy_kings) const {
            if (index_.leading_ > 1) return place_of_kings(own_kings, enemy_kings);
            if (class_.is_reversed) {
                own_kings = mirrored(own_kings);
                enemy_kings = mirrored(enemy_kings);
            }
            std::uint64_t number = number_;
            const Bitboard board = index_.geometry_.board & ~occupied_;
            if (own_kings != 0) number = number * index_.ways_[2] + rank_of(own_kings, board);
            if (enemy_kings != 0) number = number * index_.ways_[3] + rank_of(enemy_kings, board & ~own_kings);
            return {number, class_.is_reversed, class_.is_symmetric};
        }

      private:
        Place place_of_kings(Bitboard own_kings, Bitboard enemy_kings) const {
            const Class leader = index_.class_of(own_kings);
            if (leader.is_reversed) {
                own_kings = mirrored(own_kings);
                enemy_kings = mirrored(enemy_kings);
            }
            const std::uint64_t rank = rank_of(enemy_kings, index_.geometry_.board & ~own_kings);
            return {leader.number * index_.ways_[3] + rank, leader.is_reversed, leader.is_symmetric};
        }

        const Index& index_;
        Class class_{};
        std::uint64_t number_ = 0;
        Bitboard occupied_ = 0;
    };

    // Whether men can stand on these squares in a game.
    bool has_men(Bitboard own_men, Bitboard enemy_men) const {
        return (own_men & ~geometry_.own_men) == 0 && (enemy_men & ~geometry_.enemy_men) == 0;
    }

    // A position's number; nothing if a man stands on a rank that is not counted.
    std::optional<std::uint64_t> number(const View& view) const {
        if (!has_men(view.own_men, view.enemy_men)) return std::nullopt;
        return Stem(*this, view.own_men, view.enemy_men).place(view.own_kings, view.enemy_kings).number;
    }

    // Whether the mirror image of a numbered position has a number of its own, or is the same position.
    bool is_symmetric(const View& view) const {
        const Bitboard leaders = group(view, leading_);
        return geometry_.has_mirror && mirrored(leaders) == leaders;
    }

    // The position with a number; nothing for the few numbers without a position.
    std::optional<View> view(std::uint64_t number) const {
        const std::uint64_t rank = number % ways_[last_];
        Sets sets{};
        if (!find_line(number / ways_[last_], sets)) return std::nullopt;
        if (!find_set(last_, rank, sets[0] | sets[1] | sets[2] | sets[3], sets[last_])) return std::nullopt;
        return view_of(sets);
    }

    // Consecutive numbers whose positions differ only in the last group of pieces form a line.
    std::uint64_t lines() const { return size_ / ways_[last_]; }
    std::uint64_t line_length() const { return ways_[last_]; }

    // Calls f(number, view) for each position of a line.
    template <class F>
    void for_each_of_line(std::uint64_t line, F&& f) const {
        Sets sets{};
        if (!find_line(line, sets)) return;
        const Bitboard occupied = sets[0] | sets[1] | sets[2] | sets[3];
        if (is_by_rank(last_)) return for_each_of_ranked_men(line, sets, occupied, f);
        const Bitboard squares = domain(last_, occupied);
        const std::uint64_t sets_count = choose[static_cast<std::size_t>(std::popcount(squares))][counts_[last_]];
        const std::uint64_t first = line * ways_[last_];
        sets[last_] = first_set(counts_[last_], squares);
        for (std::uint64_t rank = 0; rank < sets_count; ++rank) {
            if (rank > 0) sets[last_] = next_set(sets[last_], squares);
            f(first + rank, view_of(sets));
        }
    }

    // The number of positions that a number stands for: the position, and its mirror image unless that has its own
    // number.
    int weight(std::uint64_t number) const {
        for (std::size_t next = leading_ + 1; next < counts_.size(); ++next)
            number /= ways_[next];
        return geometry_.has_mirror && mirrored(leaders_[number]) != leaders_[number] ? 2 : 1;
    }

  private:
    using Sets = std::array<Bitboard, 4>;

    Class class_of(Bitboard leader) const { return classes_[rank_in(leading_, leader, 0)]; }

    bool is_by_rank(std::size_t group) const { return group < 2 && !men_.empty(); }

    std::uint64_t rank_in(std::size_t group, Bitboard set, Bitboard occupied) const {
        return is_by_rank(group) ? men_[group].number(set) : rank_of(set, domain(group, occupied));
    }

    // The set of a group with this rank. Returns false if there is none.
    bool find_set(std::size_t group, std::uint64_t rank, Bitboard occupied, Bitboard& set) const {
        if (is_by_rank(group)) {
            set = men_[group].set(rank);
            return (set & occupied) == 0;
        }
        const Bitboard squares = domain(group, occupied);
        if (rank >= choose[static_cast<std::size_t>(std::popcount(squares))][counts_[group]]) return false;
        set = unrank(rank, counts_[group], squares);
        return true;
    }

    template <class F>
    void for_each_of_ranked_men(std::uint64_t line, Sets& sets, Bitboard occupied, F&& f) const {
        for (std::uint64_t rank = 0; rank < ways_[last_]; ++rank) {
            if (find_set(last_, rank, occupied, sets[last_])) f(line * ways_[last_] + rank, view_of(sets));
        }
    }

    static View view_of(const Sets& sets) { return {sets[0], sets[2], sets[1], sets[3]}; }

    // All groups of a line except the last. Returns false if a group has no set of this rank.
    bool find_line(std::uint64_t line, Sets& sets) const {
        std::array<std::uint64_t, 4> ranks{};
        for (std::size_t next = last_; --next > leading_;) {
            ranks[next] = line % ways_[next];
            line /= ways_[next];
        }
        sets[leading_] = leaders_[line];
        Bitboard occupied = sets[leading_];
        for (std::size_t next = leading_ + 1; next < last_; ++next) {
            if (!find_set(next, ranks[next], occupied, sets[next])) return false;
            occupied |= sets[next];
        }
        return true;
    }

    static std::size_t count(int pieces) { return static_cast<std::size_t>(pieces); }

    void number_leading() {
        classes_.resize(ways_[leading_]);
        for (std::uint64_t rank = 0; rank < classes_.size(); ++rank) {
            Bitboard set = 0;
            find_set(leading_, rank, 0, set);
            const Bitboard image = geometry_.has_mirror ? mirrored(set) : set;
            if (image < set) continue;
            const auto number = static_cast<std::uint32_t>(leaders_.size());
            classes_[rank_in(leading_, image, 0)] = {number, true, false};
            classes_[rank] = {number, false, geometry_.has_mirror && image == set};
            leaders_.push_back(set);
        }
    }

    static Bitboard group(const View& view, std::size_t group) {
        return std::array{view.own_men, view.enemy_men, view.own_kings, view.enemy_kings}[group];
    }

    Bitboard domain(std::size_t group, Bitboard occupied) const {
        return std::array{geometry_.own_men, geometry_.enemy_men, geometry_.board, geometry_.board}[group] & ~occupied;
    }

    // An upper bound of the ranks of a group. It is exact unless the squares of own men and enemy men differ.
    std::uint64_t count_ways(std::size_t group) const {
        if (is_by_rank(group)) return men_[group].size();
        std::size_t taken = 0;
        for (std::size_t earlier = 0; earlier < group; ++earlier)
            taken += counts_[earlier];
        if (group == 1 && geometry_.own_men != geometry_.enemy_men) taken = 0;
        return choose[static_cast<std::size_t>(std::popcount(domain(group, 0))) - taken][counts_[group]];
    }

    Geometry geometry_;
    std::array<std::size_t, 4> counts_; // own men, enemy men, own kings, enemy kings
    std::array<std::uint64_t, 4> ways_{};
    std::size_t leading_ = 0, last_ = 3; // the first and the last group that have pieces; they differ
    std::uint64_t size_ = 0;
    std::vector<RankedMen> men_;    // for a part: own and enemy men
    std::vector<Class> classes_;    // by the leading group's rank
    std::vector<Bitboard> leaders_; // the sets that are numbered
};

} // namespace damaci
