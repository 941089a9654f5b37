// From a problem and a device to a plan of the runner.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/gpu/engine.hpp"
#include "strider/device.hpp"
#include "strider/device_betweenness.hpp"

namespace strider::detail {

// --- options (options.cpp)

/// Throws UsageError where one is out of range.
void check_device_options(const DeviceBetweennessOptions& options);
void check_device_betweenness_options(const BetweennessOptions& options,
                                      const DeviceBetweennessOptions& device_options);
/// Of searches by lengths, and of sampled paths, besides: the method must be kAuto.
void check_device_options_by_lengths(const DeviceBetweennessOptions& options);
void check_device_sampling_options(const DeviceBetweennessOptions& options);

/// Throws UsageError where lengths are for the host only: of 128 bits, or zero.
void require_device_lengths(const ArcLengths& lengths);

// --- plans

/// What is asked of which device; all of it outlives what is made from it.
struct DeviceQuestion {
  const Device& device;
  /// The problem's graph on the device; null: it is put there.
  const DeviceObject* graph;
  const BcProblem& problem;
  const DeviceBetweennessOptions& options;
};

[[nodiscard]] std::unique_ptr<DeviceBcProblem> put_problem(Workspace& workspace,
                                                           const DeviceQuestion& question,
                                                           SourceWalk walk);

/// How many of something fit into `room` bytes, where each takes as much as the one before; 0: not
/// one.
template <class Bytes>
[[nodiscard]] std::uint64_t most_that_fit(std::uint64_t room, const Bytes& bytes_of) {
  const std::uint64_t one = bytes_of(1);
  return one > room ? 0 : 1 + (room - one) / std::max<std::uint64_t>(1, bytes_of(2) - one);
}

/// A way to search (plans.cpp). Scores depend, in their last bits, on whether there are batches and
/// on levels, and on nothing else of it.
struct DeviceWay {
  SourceWalk walk = SourceWalk::kByQueues;
  /// A block each; beside batches, for those that are deeper than they have levels.
  std::uint32_t sources_at_once = 1;
  /// Of 32 sources, at once; 0: a block searches from each source.
  std::uint32_t batches = 0;
  /// That batches have room for, with rows of doubles; 0: there are too many for batches.
  std::uint32_t levels = 0;
  /// The same with rows of floats; 0: these are not used.
  std::uint32_t float_levels = 0;
  /// Of the graph, where there are batches.
  LongRowCounts long_out = {};
  LongRowCounts long_in = {};
};

/// The way that suits the question, in `room` bytes of the device's memory, where `batch` sources
/// are summed up before their sums are fetched. Where there is no room for as many sources at once
/// as the options ask for, or for one, it is the way that takes least. Throws UsageError, and
/// MemoryError of the host's memory.
[[nodiscard]] DeviceWay choose_way(const DeviceQuestion& question, std::uint64_t room,
                                   std::size_t batch);
/// The same with a block a source, whatever suits.
[[nodiscard]] DeviceWay way_by_blocks(const DeviceQuestion& question, std::uint64_t room,
                                      std::size_t batch);

/// What searches a way.
struct DeviceEngines {
  std::unique_ptr<DeviceBcProblem> problem;
  std::unique_ptr<DeviceSourceSearch> by_block;
  std::unique_ptr<DeviceBcEngine> doubles;
  std::unique_ptr<DeviceBcEngine> floats;

  [[nodiscard]] DeviceBcEngine& first() const {
    return floats != nullptr ? *floats : doubles != nullptr ? *doubles : *by_block;
  }
};
[[nodiscard]] std::shared_ptr<DeviceEngines> declare_engines(Workspace& workspace,
                                                             const DeviceQuestion& question,
                                                             const DeviceWay& way);
/// "betweenness from 3 sources at once"
[[nodiscard]] std::string purpose_of(const DeviceWay& way);

/// The plan of a way whose memory has been taken, of batches of `batch` sources.
[[nodiscard]] BcPlan plan_of(const DeviceQuestion& question, const DeviceWay& way,
                             std::shared_ptr<DeviceEngines> engines, std::size_t batch);
/// The same with all that comes before: what does not fit is refused before a source has been
/// searched from. Throws UsageError, MemoryError.
[[nodiscard]] BcPlan plan_on_device(const DeviceQuestion& question);

/// Sources that are added up on the device before the sums are fetched.
[[nodiscard]] std::size_t device_batch(const BcProblem& problem);

/// Bytes that a problem of these sizes, by hops, takes of the device's memory at least, with its
/// graph.
[[nodiscard]] std::uint64_t least_bytes(const Device& device, const BcSizes& sizes,
                                        DeviceBetweennessMethod method);

/// The memory of a device, for Workspace.
struct FreeMemoryOf {
  static constexpr MemoryPlace kPlace = MemoryPlace::kDevice;
  const Device& device;
  void require(std::uint64_t bytes, const std::string& purpose) const;
};

}  // namespace strider::detail
