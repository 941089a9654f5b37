#include "io/text/declared_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text/scan.hpp"
#include "io/text/text_labels.hpp"

namespace strider {

void fail_declared_twice(const char* at, std::string_view node) {
  fail_at(at, fmt::format("{} is declared a second time", node));
}

void fail_undeclared(const char* at, std::string_view node) {
  fail_at(at, fmt::format("{} of this edge is not declared", node));
}

std::optional<Labels> unique_labels(std::span<const std::string> texts, std::string_view ids,
                                    std::vector<std::string>& notes) {
  const auto take_ids = [&](std::string_view why) {
    notes.push_back(fmt::format("{}: the {} of the nodes are the labels", why, ids));
    return std::nullopt;
  };
  const auto missing = std::ranges::count(texts, std::string());
  if (static_cast<std::size_t>(missing) == texts.size()) return std::nullopt;
  if (missing > 0) return take_ids("some nodes have no label");
  TextLabels labels;
  for (const std::string& text : texts) {
    if (!labels.add_new(text)) {
      return take_ids(fmt::format("the label {} is not unique", in_quotes(text)));
    }
  }
  return labels.numbers_or_words();
}

void note_labels_of(std::string_view attribute, std::vector<std::string>& notes) {
  notes.push_back(
      fmt::format("the attribute {} of the nodes is read as their labels", in_quotes(attribute)));
}

}  // namespace strider
