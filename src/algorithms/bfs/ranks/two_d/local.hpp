// Where the work of one rank in a search on a grid is done, and how it is reported.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bfs/ranks/engine.hpp"
#include "algorithms/bfs/ranks/two_d/local_search.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/two_d/graph_2d.hpp"

namespace strider::detail {

struct TwoDSettings;

/// Where the work of a rank is done.
class LocalFactory2d {
 public:
  virtual ~LocalFactory2d() = default;
  /// Bytes of the host's memory that make() takes.
  [[nodiscard]] virtual std::uint64_t predict_bytes(const Graph2d& graph) const = 0;
  /// Bytes of the device's that make() and messages take.
  [[nodiscard]] virtual std::uint64_t predict_device_bytes(const Graph2d& graph,
                                                           const TwoDSettings& settings) const = 0;
  /// `graph` outlives what it makes, and so does this. Throws MemoryError. Does not communicate.
  [[nodiscard]] virtual std::unique_ptr<LocalSearch2d> make(const Graph2d& graph,
                                                            const TwoDSettings& settings) const = 0;
};

struct TwoDSettings {
  DistBfsSettings search;
  comm::Encoding encoding = comm::Encoding::kAuto;
  /// Null: on the cores of the machine.
  std::shared_ptr<const LocalFactory2d> local = nullptr;
};

/// Bytes that the search below takes.
[[nodiscard]] std::uint64_t predict_host_search_2d_bytes(const Graph2d& graph);

/// On the cores of the machine, settings.search.threads of them. `graph` outlives the search.
/// Throws MemoryError.
[[nodiscard]] std::unique_ptr<LocalSearch2d> make_host_search_2d(const Graph2d& graph,
                                                                 const TwoDSettings& settings);

}  // namespace strider::detail
