// Numbers for words.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "strider/labels.hpp"

namespace strider {

/// Numbers words in the order of their first appearance. The words must outlive it.
class TextLabels {
 public:
  /// The number of `word`, a new one where it is new. Throws InputError past kMaxVertices.
  Vertex number(std::string_view word) {
    const auto [entry, added] = numbers_.try_emplace(word, static_cast<Vertex>(words_.size()));
    if (added) add(word);
    return entry->second;
  }
  /// Gives `word` a number if it is new; whether it is.
  [[nodiscard]] bool add_new(std::string_view word) {
    const Vertex next = size();
    return number(word) == next;
  }
  [[nodiscard]] std::optional<Vertex> find(std::string_view word) const {
    const auto found = numbers_.find(word);
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
  }
  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(words_.size()); }
  /// A copy of the words.
  [[nodiscard]] Labels labels() const;
  /// Numbers if all words are numbers, otherwise a copy of the words: "007" is a word.
  [[nodiscard]] Labels numbers_or_words() const;

 private:
  using Entry = std::pair<std::string_view, Vertex>;

  void add(std::string_view word);

  tsl::robin_map<std::string_view, Vertex> numbers_;
  std::vector<std::string_view> words_;
};

}  // namespace strider
