// Distances by local id in the memory of a device, and the rows that have something to relax: what
// RankDeltaStepping is of a host, and the messages, which kernels write and read. Whatever the
// local ids of other ranks' vertices stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/sssp/ranks/rank_shape.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/message_memory.hpp"
#include "ranks_gpu/message_place.hpp"
#include "strider/device.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Vertices that this rank and another name to each other: place i of either's.
struct MessagePlaces {
  /// What a message calls the vertex of a place.
  enum class Name : std::uint8_t { kPlace, kLocalId, kListed };

  std::uint32_t count = 0;
  std::uint32_t universe = 0;                 ///< names are below
  std::uint32_t first_local_id = 0;           ///< of place 0, where local ids are none
  std::vector<std::uint32_t> local_ids = {};  ///< by place, ascending; empty: one after the other
  Name name = Name::kPlace;
  std::vector<std::uint32_t> names = {};  ///< by place, ascending, where they are listed
};
/// With one other rank.
struct MessagePeer {
  MessagePlaces theirs;  ///< vertices of the other rank that have local ids here
  MessagePlaces ours;    ///< own vertices that have local ids there
};

/// Bytes of the largest message to or from a peer, of distances of `value_bytes`; 0: none travels.
[[nodiscard]] std::size_t bound_of_paths(const MessagePeer& peer, std::size_t value_bytes,
                                         comm::Encoding encoding);

/// What the device's memory depends on.
struct RankPathsSizes {
  RankShape shape;
  std::uint64_t numbers = 0;        ///< listed local ids and names of all peers
  std::uint32_t most_listed = 0;    ///< places or names of a peer, or local ids to reduce
  std::uint64_t message_bytes = 0;  ///< of the largest message
  comm::Encoding encoding = comm::Encoding::kAuto;
  MessagePlace place = MessagePlace::kPinned;
};
[[nodiscard]] RankPathsSizes rank_paths_sizes(const RankShape& shape,
                                              std::span<const MessagePeer> peers,
                                              std::size_t value_bytes, comm::Encoding encoding,
                                              MessagePlace place);

template <class W>
struct RankPathsInput {
  Device device;
  RankShape shape;
  int rank = 0;
  double delta = 1;
  // Read only by make_rank_paths; of WeightedRows:
  std::span<const EdgeIndex> begins;
  std::span<const Vertex> local_ids;
  std::span<const W> weights;
  std::span<const MessagePeer> peers;  ///< by rank
  comm::Encoding encoding = comm::Encoding::kAuto;
  MessagePlace place = MessagePlace::kPinned;
  std::uint32_t block_threads = 256;
};

/// The members that RankDeltaStepping has, too, do what they do there. All may throw what went
/// wrong on the device.
template <class W>
class RankPaths {
 public:
  using Distance = SsspDistance<W>;
  static constexpr std::uint64_t kNoBucket = ~std::uint64_t{0};

  virtual ~RankPaths() = default;

  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> messages() const = 0;

  virtual void start(Distance bound) = 0;
  /// The source's row, on each rank that has one.
  virtual void put_source(Vertex row) = 0;
  /// kNoBucket where there is none. Throws comm::EncodingError where a message since named what is
  /// no vertex.
  [[nodiscard]] virtual std::uint64_t next_bucket() = 0;
  virtual void relax(std::uint64_t bucket) = 0;
  [[nodiscard]] virtual Distance beyond() const = 0;
  [[nodiscard]] virtual std::uint64_t settled_arcs() const = 0;
  virtual void continue_to(Distance bound) = 0;
  virtual void pull(double width) = 0;
  virtual void note_overflows() = 0;
  /// The first row that this found, or that a message brought an infinite distance to and has no
  /// other; kNoVertex where there is none.
  [[nodiscard]] virtual Vertex overflowed_row() = 0;

  // Messages, which lie in messages(). What is written is there once settle() returns.

  /// The distances of the peer's vertices that changed; returns the bytes.
  virtual std::size_t write_changed(int peer, std::span<std::byte> to) = 0;
  virtual void clear_changed() = 0;
  /// Distances that the peer found for own vertices.
  virtual void take_found(int peer, std::span<const std::byte> message) = 0;
  /// The distances of own vertices that the peer has local ids of, as far as they are reached.
  virtual std::size_t write_reached(int peer, std::span<std::byte> to) = 0;
  virtual void take_reached(int peer, std::span<const std::byte> message) = 0;

  // Local ids whose distances all ranks reduce.

  /// Whether a local id from `begin` on, a multiple of 64, to before `end` has changed.
  [[nodiscard]] virtual bool any_changed(Vertex begin, Vertex end) = 0;
  /// By words of 64 local ids, the first of which is `begin`, a multiple of 64.
  virtual void copy_changed(Vertex begin, std::span<std::uint64_t> to) = 0;
  virtual void get_distances(std::span<const std::uint32_t> local_ids, std::span<Distance> to) = 0;
  /// They have rows, which have something to relax where that lowers their distance.
  virtual void take_reduced(std::span<const std::uint32_t> local_ids,
                            std::span<const Distance> distances) = 0;

  // The search's end. As many as fit, from the first on:

  virtual void fetch_distances(std::span<Distance> by_row) = 0;
  virtual void fetch_parents(std::span<std::uint32_t> by_local_id) = 0;
  /// Ranks; nothing is said of vertices that are not reached.
  virtual void fetch_parent_ranks(std::span<std::uint32_t> by_own) = 0;
};

// predict_...: bytes of the device's memory, messages not included. make_...: throws UsageError
// where local ids are more than kernels count, MemoryError before memory is taken.
namespace on_cuda {
template <class W>
[[nodiscard]] std::uint64_t predict_rank_paths_bytes(const RankPathsSizes& sizes);
template <class W>
[[nodiscard]] std::unique_ptr<RankPaths<W>> make_rank_paths(const RankPathsInput<W>& input);
}  // namespace on_cuda
namespace on_simt {
template <class W>
[[nodiscard]] std::uint64_t predict_rank_paths_bytes(const RankPathsSizes& sizes);
template <class W>
[[nodiscard]] std::unique_ptr<RankPaths<W>> make_rank_paths(const RankPathsInput<W>& input);
}  // namespace on_simt

}  // namespace strider::detail
