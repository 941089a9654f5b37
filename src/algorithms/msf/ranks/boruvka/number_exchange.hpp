// Which fragments the vertices that a rank names are in: those of other ranks from their owners.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/boruvka/ordered_names.hpp"
#include "algorithms/msf/ranks/boruvka/tag_numbers.hpp"
#include "comm/two_level_exchange.hpp"
#include "graph/bitmap.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Numbers of this rank's own for the fragments that it meets, by local id. Ranks call a fragment
/// by its tag, the home number of one of its vertices.
class NumberExchange {
 public:
  /// All outlive this. Throws MemoryError on this rank alone.
  NumberExchange(const comm::TwoLevelExchange& exchange, const Graph1d& graph,
                 const HomeNumbers& homes);
  /// Bytes that the constructor takes.
  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph);

  /// Forgets all fragments; there will be `most` at most. Throws MemoryError.
  void restart(std::size_t most) { table_.emplace(homes_.count(), most); }
  /// The number of the fragment of that tag.
  [[nodiscard]] Vertex number_of(std::uint64_t tag) { return table_->number(tag); }
  [[nodiscard]] std::uint64_t tag(Vertex number) const { return table_->tag(number); }
  /// How many fragments have numbers.
  [[nodiscard]] Vertex count() const { return table_->count(); }

  /// By local id. The owner of vertices fills in theirs.
  [[nodiscard]] std::span<Vertex> numbers() { return numbers_.span(); }
  [[nodiscard]] std::span<const Vertex> numbers() const { return numbers_.span(); }

  /// The number of a local id will be asked for by exchange_wanted().
  void want(Vertex local_id) { wanted_.set(local_id); }
  /// Gets the numbers of the wanted local ids. `tags`: those of the own vertices that other ranks
  /// want, counts[r] of them for rank r, its vertices ascending; so tags travel without a word on
  /// whose they are. Collective. Throws MemoryError on all ranks.
  void exchange_wanted(std::span<const std::uint64_t> tags, std::span<const std::uint64_t> counts);

  /// What owners tell of the vertices in a set.
  enum class Reported : std::uint8_t { kWhich, kTags };
  /// Puts the other ranks' vertices in `set`, a bitmap by local id: those that are in their owners'
  /// sets; kTags gets their numbers, too. Collective. Throws MemoryError on all ranks.
  void exchange_set(Bitmap& set, Reported reported);

 private:
  [[nodiscard]] std::size_t most_bytes(int to, std::size_t own_members, unsigned tag_bytes) const;
  std::size_t write_set(int to, const Bitmap& set, unsigned tag_bytes,
                        std::span<std::byte> message) const;
  void read_set(int from, std::span<const std::byte> message, unsigned tag_bytes, Bitmap& set);

  const comm::TwoLevelExchange& exchange_;
  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const HomeNumbers& homes_;
  std::optional<TagNumbers> table_;
  Array<Vertex> numbers_;
  Bitmap wanted_;  // by local id
};

}  // namespace strider::detail
