// Where the work of one rank in a 1D search is done.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bfs/ranks/one_d/local_search.hpp"
#include "algorithms/bfs/ranks/one_d/search.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Where the work of a rank is done.
class LocalFactory1d {
 public:
  virtual ~LocalFactory1d() = default;
  /// Bytes of the host's memory that make() takes.
  [[nodiscard]] virtual std::uint64_t predict_bytes(const Graph1d& graph) const = 0;
  /// Bytes of the device's that make() and messages take.
  [[nodiscard]] virtual std::uint64_t predict_device_bytes(const Graph1d& graph,
                                                           const OneDSettings& settings) const = 0;
  /// `graph` outlives what it makes, and so does this. Throws MemoryError. Does not communicate.
  [[nodiscard]] virtual std::unique_ptr<Local1d> make(const Graph1d& graph,
                                                      const OneDSettings& settings) const = 0;
};

}  // namespace strider::detail
