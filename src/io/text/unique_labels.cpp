#include "io/text/unique_labels.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "io/text/scan.hpp"
#include "strider/array.hpp"

namespace strider {
namespace {

/// Labels that are numbers, in the order of vertices: a range stays dense.
Labels number_labels(Array<std::uint64_t> numbers) {
  bool is_range = true;
  for (std::size_t v = 0; v < numbers.size(); ++v)
    is_range &= numbers[v] >= v && numbers[v] - v == numbers[0];
  return is_range ? Labels::dense(numbers[0]) : Labels::sparse(std::move(numbers));
}

}  // namespace

std::optional<Labels> unique_labels(std::span<const std::string> texts,
                                    std::vector<std::string>& notes) {
  const auto missing = std::count(texts.begin(), texts.end(), std::string());
  if (static_cast<std::size_t>(missing) == texts.size()) return std::nullopt;
  std::vector<std::string_view> sorted(texts.begin(), texts.end());
  std::sort(sorted.begin(), sorted.end());
  if (missing > 0 || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    notes.emplace_back(missing > 0
                           ? "some nodes have no label: the ids of the nodes are the labels"
                           : "some nodes share a label: the ids of the nodes are the labels");
    return std::nullopt;
  }
  Array<std::uint64_t> numbers(texts.size());
  for (std::size_t v = 0; v < texts.size(); ++v) {
    const auto number = parse_number(texts[v]);
    // "007" is a name.
    if (!number || std::to_string(*number) != texts[v])
      return Labels::text({texts.begin(), texts.end()});
    numbers[v] = *number;
  }
  return number_labels(std::move(numbers));
}

}  // namespace strider
