// Attributes of edges that may be their weights, as formats with names for them have.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/scan.hpp"
#include "strider/array.hpp"
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
  void add(std::string_view name, std::size_t edge, ScannedWeight weight);

  /// Called with an edge that has no weight, although others have one.
  using Fail = std::function<void(std::size_t edge)>;
  /// Takes the most usual of the attributes that all edges have into `result`: whether there are
  /// weights, the weights if the options want them, and a note on a choice that could surprise.
  /// Throws what `fail` throws if only some edges have an attribute, and none is had by all.
  void choose(std::size_t num_edges, const Fail& fail, int threads, InputEdges& result) const;

 private:
  struct Values {
    std::vector<std::size_t> edges;
    std::vector<double> weights;
    bool fit_uint32 = true;
  };

  const ReadOptions& options_;
  std::map<std::string, Values, std::less<>> values_;
};

}  // namespace strider
