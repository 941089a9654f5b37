// The rows of a spanning forest in a result file, one by one: the same bytes whoever writes them.
#pragma once

#include <cstdint>
#include <string>

#include "strider/labels.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"

namespace strider {

/// "u v weight"; W is the type of the weights.
template <class W>
class MsfRows {
 public:
  /// `labels` outlive it.
  MsfRows(const Labels& labels, ResultFormat format) : labels_(labels), format_(format) {}

  /// What stands before the rows of all edges. Throws UsageError where the format has no forests,
  /// or labels do not fit it.
  [[nodiscard]] std::string head(std::uint64_t num_vertices, std::uint64_t num_edges) const;
  void append(GlobalVertex u, GlobalVertex v, W weight, std::string& out) const;

 private:
  const Labels& labels_;
  ResultFormat format_;
};

extern template class MsfRows<float>;
extern template class MsfRows<double>;
extern template class MsfRows<std::uint32_t>;

}  // namespace strider
