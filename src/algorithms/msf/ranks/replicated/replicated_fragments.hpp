// One round of Boruvka's method, of which every rank knows the outcome for all vertices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "comm/communicator.hpp"
#include "graph/bitmap.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Vertices hook themselves to the other ends of their first edges; what hangs together is a
/// fragment, numbered from 0 alike on all ranks. Vertices without edges are in none.
class ReplicatedFragments {
 public:
  /// Ranks own blocks of consecutive vertices, in the order of the ranks. Throws MemoryError.
  ReplicatedFragments(const comm::Communicator& comm, const OwnerMap& owners, int threads);
  /// Bytes that the constructor takes.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t num_vertices) {
    return 2 * num_vertices * sizeof(Vertex) + num_vertices / 5;
  }

  /// first_other: by own vertex the other end of its first edge, kNoVertex where it has none. Finds
  /// the fragments. Collective.
  void hook(std::span<const Vertex> first_other);
  /// Of all roots, after hook().
  [[nodiscard]] bool is_root(Vertex v) const {
    return (roots_[v / Bitmap::kWordBits] >> v % Bitmap::kWordBits & 1U) != 0;
  }

  /// By vertex; kNoVertex for those without edges.
  [[nodiscard]] std::span<const Vertex> of() const { return of_.span(); }
  [[nodiscard]] Vertex count() const { return count_; }

 private:
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(comm_.rank()); }
  void find_own_roots(Range own);
  void mark_own_roots(Range own);
  void number_own(Range own);

  const comm::Communicator& comm_;
  int threads_;
  std::vector<std::uint64_t> starts_;  // of the ranks' vertices
  std::vector<std::uint64_t> word_starts_;
  Array<Vertex> others_;  // other ends of first edges
  Array<Vertex> of_;      // roots first
  Array<Bitmap::Word> roots_;
  Array<Vertex> before_;  // by word of roots_: how many roots are before it
  Vertex count_ = 0;
};

}  // namespace strider::detail
