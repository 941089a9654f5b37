// What a rank does in searches from several sources side by side, between two messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "algorithms/bc/ranks/partitioned/betweenness_query.hpp"
#include "base/workspace.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// The largest batch: the bits of a mask.
inline constexpr unsigned kMaxBatchSize = 64;

/// By rank, one message behind the other.
using MessageSpans = std::span<const std::span<const std::byte>>;

/// The steps of BatchedSearch, of one rank. Messages are those of another of the same kind, and lie
/// in the host's memory; there is room for most_message_bytes(). All may throw what went wrong on
/// this rank.
class LocalBatch {
 public:
  virtual ~LocalBatch() = default;

  /// Forgets the searches before, and makes sources [first, first + count) of the query level 0,
  /// as far as this rank owns them.
  virtual void begin(std::uint64_t first, unsigned count) = 0;
  /// From own vertices of `level`, the last that was closed, to their neighbours. Writes parts of
  /// counts for the owners of these, bytes[r] for rank r. Returns how many own vertices there are
  /// on the level, those of several searches once.
  virtual std::uint64_t expand(std::size_t level, std::byte* to,
                               std::span<std::uint64_t> bytes) = 0;
  /// What others wrote; then own vertices that were reached are the next level.
  virtual void take_parts(MessageSpans messages) = 0;

  /// Coefficients of own vertices one level after `level`, for those who wrote parts.
  virtual void write_coefficients(std::size_t level, std::byte* to,
                                  std::span<std::uint64_t> bytes) = 0;
  /// What owners wrote. Until forget(), accumulate() sees vertices one level after `level`.
  virtual void take_coefficients(std::size_t level, MessageSpans messages) = 0;
  /// Dependencies of own vertices of `level`, added to `sums`, one an own vertex or arc: at once,
  /// or by settle().
  virtual void accumulate(std::size_t level, std::span<double> sums) = 0;
  virtual void forget(std::size_t level) = 0;

  /// Of what accumulate() had to add, `sums` have everything then.
  virtual void settle(std::span<double> sums) = 0;
  /// Since begin(): arcs of own vertices reached; by source index, what the own vertices from level
  /// 1 on count as targets, where ends of paths count.
  [[nodiscard]] virtual std::uint64_t arcs() = 0;
  virtual void add_weights_reached(std::span<double> by_source) = 0;
};

/// Who does the work of ranks: all of one kind.
struct LocalBatches {
  /// Declares what searches from `batch_size` sources side by side work in; graph and query outlive
  /// what is made.
  std::function<std::unique_ptr<LocalBatch>(Workspace&, const Graph1d&, const BetweennessQuery&,
                                            unsigned batch_size)>
      make;
  /// What this rank's device has; null for hosts.
  std::function<DeviceRoom()> room;
};

}  // namespace strider::detail
