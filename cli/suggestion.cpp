#include "suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "strider/io.hpp"

namespace strider::cli {
namespace {

constexpr std::size_t kMostWork = 4'000'000;

std::string in_lower_case(std::string_view word) {
  std::string lower(word);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

}  // namespace

NearestWord::NearestWord(std::string_view given)
    : given_(in_lower_case(given)),
      limit_(std::max<std::size_t>(1, given.size() / 3)),
      work_left_(given.size() < 2 ? 0 : kMostWork) {}

bool NearestWord::look_at(std::string_view word) {
  const auto [shorter, longer] = std::minmax({given_.size(), word.size()});
  const bool may_be_near = longer - shorter <= limit_;
  const std::size_t work = 1 + (may_be_near ? given_.size() * word.size() : 0);
  if (work > work_left_) {
    work_left_ = 0;
    return false;
  }
  work_left_ -= work;
  if (!may_be_near) return true;
  const std::size_t distance = distance_to(word);
  if (distance > limit_ || (distance == limit_ && !nearest_.empty())) return true;
  nearest_ = word;
  limit_ = distance;
  return limit_ > 0;
}

/// Row by row over the letters of the word, of which the last three count.
std::size_t NearestWord::distance_to(std::string_view word) {
  const std::string other = in_lower_case(word);
  const std::size_t columns = given_.size() + 1;
  rows_.resize(3 * columns);
  std::size_t* before = rows_.data();
  std::size_t* last = before + columns;
  std::size_t* row = last + columns;
  for (std::size_t i = 0; i < columns; ++i) last[i] = i;
  for (std::size_t j = 0; j < other.size(); ++j) {
    row[0] = j + 1;
    for (std::size_t i = 0; i + 1 < columns; ++i) {
      const bool is_same = given_[i] == other[j];
      row[i + 1] = std::min({row[i] + 1, last[i + 1] + 1, last[i] + (is_same ? 0U : 1U)});
      const bool is_exchanged =
          i > 0 && j > 0 && given_[i] == other[j - 1] && given_[i - 1] == other[j];
      if (is_exchanged) row[i + 1] = std::min(row[i + 1], before[i - 1] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[columns - 1];
}

std::string NearestWord::suggestion() const {
  return nearest_.empty() ? "" : fmt::format("; did you mean {}?", nearest_);
}

std::string did_you_mean(std::string_view given, std::span<const std::string> words) {
  NearestWord nearest(given);
  for (const std::string& word : words) nearest.look_at(word);
  return nearest.suggestion();
}

std::string did_you_mean(std::string_view given, std::string_view list) {
  NearestWord nearest(given);
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    nearest.look_at(list.substr(0, end));
    list.remove_prefix(std::min(list.size(), list.find_first_not_of(", ", end)));
  }
  return nearest.suggestion();
}

std::string did_you_mean_format(std::string_view given, std::string_view list) {
  const auto format = file_format_from_path(fmt::format("graph.{}", given));
  return format ? fmt::format("; did you mean {}?", file_format_name(*format))
                : did_you_mean(given, list);
}

}  // namespace strider::cli
