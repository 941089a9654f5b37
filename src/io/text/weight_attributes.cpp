#include "io/text/weight_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "io/column_names.hpp"
#include "strider/error.hpp"

namespace strider {

bool WeightAttributes::may_be_weight(std::string_view name) const {
  if (options_.weight_column.empty()) return weight_name_rank(name).has_value();
  return options_.weight_column != "none" && name == options_.weight_column;
}

bool WeightAttributes::must_be_number(std::string_view name) const {
  return name == "weight" || name == options_.weight_column;
}

void WeightAttributes::add(std::string_view name, std::size_t edge, double weight) {
  auto found = values_.find(name);
  if (found == values_.end()) found = values_.emplace(name, Values{}).first;
  Values& values = found->second;
  if (!values.edges.empty() && values.edges.back() == edge) return;
  values.edges.push_back(edge);
  values.weights.push_back(weight);
}

void WeightAttributes::pass_over(std::string_view name) {
  // Numbers of the edges themselves.
  if (name.empty() || name == "id" || name == "key" || passed_over_.contains(name)) return;
  passed_over_.emplace(name);
}

void WeightAttributes::tell_unread(InputFacts& facts) const {
  if (passed_over_.empty()) return;
  facts.has_unread_numbers = true;
  if (!options_.weight_column.empty() || options_.weights == ReadWeights::kNo) return;
  std::vector<std::string> names;
  for (const std::string& name : passed_over_) names.push_back(in_quotes(name));
  facts.notes.push_back(
      names.size() == 1
          ? fmt::format("the attribute {} is not read; --weight-attribute chooses a weight",
                        names[0])
          : fmt::format("the attributes {} are not read; --weight-attribute chooses a weight",
                        join_names(names)));
}

std::optional<std::vector<double>> WeightAttributes::choose(std::size_t num_edges, const Fail& fail,
                                                            InputFacts& facts) && {
  const auto rank = [](const auto& entry) { return weight_name_rank(entry.first).value_or(0); };
  auto* chosen = static_cast<decltype(&*values_.begin())>(nullptr);
  for (auto& entry : values_) {
    if (entry.second.edges.size() != num_edges) continue;
    if (chosen == nullptr || rank(entry) < rank(*chosen)) chosen = &entry;
  }
  const bool named = !options_.weight_column.empty() && options_.weight_column != "none";
  if (chosen == nullptr) {
    if (named && values_.empty() && num_edges > 0) {
      throw UsageError(
          fmt::format("--weight-attribute {}: no edge has this attribute", options_.weight_column));
    }
    if (values_.empty() || options_.weights == ReadWeights::kNo) {
      tell_unread(facts);
      return std::nullopt;
    }
    const auto best = std::min_element(values_.begin(), values_.end(),
                                       [&](auto& a, auto& b) { return rank(a) < rank(b); });
    if (!must_be_number(best->first)) {
      facts.has_unread_numbers = true;
      facts.notes.push_back(
          fmt::format("the attribute {} is not read as the weight: some edges do not have it",
                      in_quotes(best->first)));
      return std::nullopt;
    }
    std::size_t without = 0;
    for (const std::size_t edge : best->second.edges) without += edge == without ? 1 : 0;
    fail(without);
    return std::nullopt;
  }
  if (!named && chosen->first != "weight") {
    facts.notes.push_back(
        fmt::format("the attribute {} is read as the weight; --weight-attribute chooses another "
                    "one, or none",
                    in_quotes(chosen->first)));
  }
  return std::move(chosen->second.weights);
}

}  // namespace strider
