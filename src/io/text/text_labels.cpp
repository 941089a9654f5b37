#include "io/text/text_labels.hpp"

#include <cstring>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"

namespace strider {

void TextLabels::add(std::string_view word) {
  if (words_.size() == kMaxVertices) {
    throw InputError(
        "there are more labels than the 4294967295 vertices that one machine supports");
  }
  if (words_.size() == words_.capacity()) {
    // Both tables double, and the old ones are there until the new ones are filled.
    constexpr std::uint64_t kWordBytes = sizeof(std::string_view) + 2 * sizeof(Entry);
    require_memory(saturating_mul(words_.size(), 2 * kWordBytes), "the labels of vertices");
  }
  words_.push_back(word);
}

Labels TextLabels::labels() const {
  constexpr const char* kLabels = "the labels of vertices";
  auto offsets = detail::take_array<Array<std::uint64_t>>(words_.size() + 1, kLabels);
  offsets[0] = 0;
  for (std::size_t v = 0; v < words_.size(); ++v) offsets[v + 1] = offsets[v] + words_[v].size();
  auto arena = detail::take_array<Array<char>>(offsets[words_.size()], kLabels);
  for (std::size_t v = 0; v < words_.size(); ++v) {
    if (!words_[v].empty()) {
      std::memcpy(arena.data() + offsets[v], words_[v].data(), words_[v].size());
    }
  }
  return Labels::text(std::move(arena), std::move(offsets));
}

Labels TextLabels::numbers_or_words() const {
  auto numbers = detail::take_array<Array<std::uint64_t>>(words_.size(), "the labels of vertices");
  bool is_range = true;
  for (std::size_t v = 0; v < words_.size(); ++v) {
    const std::string_view word = words_[v];
    const auto number = parse_number(word);
    if (!number || (word.size() > 1 && word.front() == '0')) return labels();
    numbers[v] = *number;
    is_range &= *number >= v && *number - v == numbers[0];
  }
  if (words_.empty()) return {};
  return is_range ? Labels::dense(numbers[0]) : Labels::sparse(std::move(numbers));
}

}  // namespace strider
