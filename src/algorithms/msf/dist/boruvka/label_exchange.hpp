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
  /// wants; so labels travel without a word on whose they are. All are home numbers of their
  /// owner. Collective. Throws MemoryError on all ranks.
  void exchange_wanted(const std::vector<std::vector<std::uint32_t>>& told);

  /// Gets the labels of all columns: owners tell those of the vertices in `outside`, a bitmap of
  /// own vertices, whose number is `count`; all others have the label `common`. Collective. Throws
  /// MemoryError on all ranks.
  void exchange_outside(const Bitmap& outside, std::uint64_t common);

 private:
  std::size_t write_outside(int to, const Bitmap& outside, std::span<std::byte> message) const;
  void read_outside(int from, std::span<const std::byte> message);

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const HomeNumbers& homes_;
  Array<std::uint64_t> labels_;
  Bitmap wanted_;  // by column
};

}  // namespace strider::detail
