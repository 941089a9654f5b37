// The labels of the fragments that other ranks' vertices are in, from their owners.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/msf/dist/boruvka/vertex_names.hpp"
#include "comm/communicator.hpp"
#include "dist/one_d/graph_1d.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {

class LabelExchange {
 public:
  /// Both outlive this. Throws MemoryError on this rank alone.
  LabelExchange(const comm::Communicator& comm, const Graph1d& graph, const HomeNumbers& homes);
  /// Bytes that the constructor takes.
  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph);

  /// By column. The owner fills in those of own vertices.
  [[nodiscard]] std::span<std::uint64_t> labels() { return labels_.span(); }
  [[nodiscard]] std::span<const std::uint64_t> labels() const { return labels_.span(); }

  /// The label of a column will be asked for by exchange_wanted().
  void want(Vertex column) { wanted_.set(column); }
  /// Gets the labels of the wanted columns. told[r]: the own vertices, ascending, that rank r
  /// wants; so labels travel without a word on whose they are. Collective. Throws MemoryError on
  /// all ranks.
  void exchange_wanted(const std::vector<std::vector<std::uint32_t>>& told);

  /// What owners tell of the vertices in a set.
  enum class Told : std::uint8_t { kWhich, kLabels };
  /// Puts the other ranks' vertices in `set`, a bitmap by column: those that are in their owners'
  /// sets; kLabels gets their labels, too. Collective. Throws MemoryError on all ranks.
  void exchange_set(Bitmap& set, Told told);

 private:
  [[nodiscard]] std::size_t most_bytes(int to, std::size_t own_members, unsigned label_bytes) const;
  std::size_t write_set(int to, const Bitmap& set, unsigned label_bytes,
                        std::span<std::byte> message) const;
  void read_set(int from, std::span<const std::byte> message, unsigned label_bytes, Bitmap& set);

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const HomeNumbers& homes_;
  Array<std::uint64_t> labels_;
  Bitmap wanted_;  // by column
};

}  // namespace strider::detail
