// Attributes of edges that may be their weights, as formats with names for them have.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "strider/io.hpp"

namespace strider {

/// Collects the attributes with usual names of weights, or the one that the options name, and
/// chooses the weight when all edges are read.
class WeightAttributes {
 public:
  /// `options` must outlive it.
  explicit WeightAttributes(const ReadOptions& options) : options_(options) {}

  /// Whether an attribute of that name may be the weight.
  [[nodiscard]] bool may_be_weight(std::string_view name) const;
  /// Whether it is an error if its value is no number: it is "weight", or what the options name.
  [[nodiscard]] bool must_be_number(std::string_view name) const;
  /// Adds the value of an edge. The edges ascend; the first value of an edge counts.
  void add(std::string_view name, std::size_t edge, double weight);

  /// Tells of an attribute with numbers that cannot be the weight, since its name is unusual or not
  /// the one that the options name.
  void pass_over(std::string_view name);

  /// Called with an edge that has no weight, although others have one.
  using Fail = std::function<void(std::size_t edge)>;
  /// The values of the most usual of the attributes that all edges have, in the order of the edges;
  /// nullopt if there are no weights. Adds notes to `facts` on a choice that could surprise, and on
  /// numbers that are not read.
  /// Throws what `fail` throws if only some edges have an attribute, and none is had by all;
  /// UsageError if the options name one that no edge has.
  [[nodiscard]] std::optional<std::vector<double>> choose(std::size_t num_edges, const Fail& fail,
                                                          InputFacts& facts) &&;

 private:
  struct Values {
    std::vector<std::size_t> edges;
    std::vector<double> weights;
  };

  void tell_unread(InputFacts& facts) const;

  const ReadOptions& options_;
  std::set<std::string, std::less<>> passed_over_;
  std::map<std::string, Values, std::less<>> values_;
};

}  // namespace strider
