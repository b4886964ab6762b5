// All positions that can be reached, numbered.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "position.hpp"

using Number = std::uint32_t;

constexpr std::size_t most_positions = 250'000'000;

// Numbers positions in the order in which they are added. A position and its mirror image are one.
class Positions {
  public:
    Positions() : table_(1 << 16, nobody) {}

    void add(const Position& position) {
        const Position one = either(position);
        const std::size_t place = find(one);
        if (table_[place] != nobody) return;
        if (size() >= most_positions) throw std::length_error("more positions than this program may keep");
        table_[place] = static_cast<Number>(size());
        positions_.push_back(one);
        if (size() * 3 > table_.size() * 2) grow();
    }

    Number at(const Position& position) const { return table_[find(either(position))]; }
    Position operator[](std::size_t number) const { return positions_[number]; }
    std::size_t size() const { return positions_.size(); }

  private:
    static constexpr Number nobody = ~Number{0};
    std::vector<Position> positions_;
    std::vector<Number> table_;

    std::size_t find(const Position& position) const {
        const std::size_t last = table_.size() - 1;
        std::size_t place = hash(position) & last;
        while (table_[place] != nobody && positions_[table_[place]] != position)
            place = (place + 1) & last;
        return place;
    }

    static std::size_t hash(const Position& position) {
        const std::uint64_t low = (position.own | std::uint64_t{position.enemy} << 32) * 0x9e3779b97f4a7c15;
        const std::uint64_t mixed = (low ^ low >> 29 ^ position.kings) * 0xbf58476d1ce4e5b9;
        return mixed >> 24;
    }

    void grow() {
        table_.assign(table_.size() * 2, nobody);
        for (std::size_t number = 0; number < size(); ++number)
            table_[find(positions_[number])] = static_cast<Number>(number);
    }
};
