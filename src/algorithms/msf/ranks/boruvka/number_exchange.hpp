// Which fragments the vertices that a rank names are in: those of other ranks from their owners.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/boruvka/fragment_numbers.hpp"
#include "algorithms/msf/ranks/boruvka/ordered_names.hpp"
#include "comm/two_level_exchange.hpp"
#include "graph/bitmap.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// This rank's own numbers for the fragments that it has edges to, by local id. Ranks identify a
/// fragment by its fragment id, the global id in rank order of one of its vertices.
class NumberExchange {
 public:
  /// All outlive this. Throws MemoryError on this rank only.
  NumberExchange(const comm::TwoLevelExchange& exchange, const Graph1d& graph,
                 const GlobalIds& global_ids);
  /// Bytes that the constructor takes.
  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph);

  /// Forgets all fragments; there will be `most` at most. Throws MemoryError.
  void restart(std::size_t most) { table_.emplace(global_ids_.count(), most); }
  /// The number of the fragment of that fragment id.
  [[nodiscard]] Vertex number_of(std::uint64_t fragment_id) { return table_->number(fragment_id); }
  [[nodiscard]] std::uint64_t fragment_id(Vertex number) const {
    return table_->fragment_id(number);
  }
  /// How many fragments have numbers.
  [[nodiscard]] Vertex count() const { return table_->count(); }

  /// By local id. The owner of vertices fills in theirs.
  [[nodiscard]] std::span<Vertex> numbers() { return numbers_.span(); }
  [[nodiscard]] std::span<const Vertex> numbers() const { return numbers_.span(); }

  /// The number of a local id will be asked for by exchange_wanted().
  void want(Vertex local_id) { wanted_.set(local_id); }
  /// Gets the numbers of the wanted local ids. `fragment_ids`: those of the own vertices that other
  /// ranks want, counts[r] of them for rank r, its vertices ascending; so fragment ids travel
  /// without a word on whose they are. Collective. Throws MemoryError on all ranks.
  void exchange_wanted(std::span<const std::uint64_t> fragment_ids,
                       std::span<const std::uint64_t> counts);

  /// What owners tell of the vertices in a set.
  enum class Reported : std::uint8_t { kWhich, kFragmentIds };
  /// Puts the other ranks' vertices in `set`, a bitmap by local id: those that are in their owners'
  /// sets; kFragmentIds gets their numbers, too. Collective. Throws MemoryError on all ranks.
  void exchange_set(Bitmap& set, Reported reported);

 private:
  [[nodiscard]] std::size_t most_bytes(int to, std::size_t own_members, unsigned id_bytes) const;
  std::size_t write_set(int to, const Bitmap& set, unsigned id_bytes,
                        std::span<std::byte> message) const;
  void read_set(int from, std::span<const std::byte> message, unsigned id_bytes, Bitmap& set);

  const comm::TwoLevelExchange& exchange_;
  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const GlobalIds& global_ids_;
  std::optional<FragmentNumbers> table_;
  Array<Vertex> numbers_;
  Bitmap wanted_;  // by local id
};

}  // namespace strider::detail
