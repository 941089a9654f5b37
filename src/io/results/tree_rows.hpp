// The rows of a tree in a result file, one by one: the same bytes whoever writes them.
#pragma once

#include <cstdint>
#include <string>

#include "strider/labels.hpp"
#include "strider/results.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"

namespace strider {

/// A vertex and what a search says of it. `parent` means nothing where it was not reached.
template <class Depth>
struct TreeRow {
  GlobalVertex vertex;
  GlobalVertex parent;
  Depth depth;  ///< level or distance
  bool is_reached;
};

/// "vertex level parent".
class BfsRows {
 public:
  using Depth = Level;
  /// `labels` outlive it.
  BfsRows(const Labels& labels, ResultFormat format) : labels_(labels), format_(format) {}

  /// What stands before the rows of all vertices. Throws UsageError where labels do not fit the
  /// format.
  [[nodiscard]] std::string head(std::uint64_t num_vertices) const;
  void append(const TreeRow<Level>& row, std::string& out) const;

 private:
  const Labels& labels_;
  ResultFormat format_;
};

/// "vertex distance parent"; W is the type of the weights.
template <class W>
class SsspRows {
 public:
  using Depth = SsspDistance<W>;
  SsspRows(const Labels& labels, ResultFormat format) : labels_(labels), format_(format) {}

  [[nodiscard]] std::string head(std::uint64_t num_vertices) const;
  /// Throws UsageError where a distance does not fit an .npy file exactly.
  void append(const TreeRow<Depth>& row, std::string& out) const;

 private:
  void append_npy(const TreeRow<Depth>& row, std::string& out) const;

  const Labels& labels_;
  ResultFormat format_;
};

extern template class SsspRows<float>;
extern template class SsspRows<double>;
extern template class SsspRows<std::uint32_t>;

}  // namespace strider
