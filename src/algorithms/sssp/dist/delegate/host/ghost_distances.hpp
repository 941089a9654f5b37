// Distances that a rank has found for vertices of other ranks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sssp/dist/delegate/host/bits.hpp"
#include "comm/encoding/valued_set.hpp"
#include "dist/graph_delegate.hpp"
#include "strider/sssp.hpp"

namespace strider::detail {

/// The smallest distance found for each ghost, and from which vertex of this rank. It is sent only
/// where it is smaller than what was sent before.
template <class W>
class GhostDistances {
 public:
  using Distance = SsspDistance<W>;

  GhostDistances(const GraphDelegate& graph, comm::Encoding encoding)
      : g_(graph),
        encoding_(encoding),
        distances_(graph.num_ghosts()),
        parents_(graph.num_ghosts()),
        is_changed_(graph.num_ghosts()) {}

  [[nodiscard]] std::uint32_t begin_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::uint32_t end_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank) + 1];
  }
  [[nodiscard]] std::size_t send_bound(int rank) const {
    const std::uint32_t count = end_of(rank) - begin_of(rank);
    return count == 0 ? 0 : comm::valued_bound<Distance>(g_.owners.size(rank), count, encoding_);
  }

  void start() {
    std::fill(distances_.begin(), distances_.end(), kInfiniteDistance<W>);
    is_changed_.clear();
    changed_.clear();
  }
  [[nodiscard]] bool is_reached(std::uint32_t ghost) const {
    return distances_[ghost] < kInfiniteDistance<W>;
  }
  void relax(std::uint32_t ghost, Distance distance, std::uint32_t parent) {
    if (!(distance < distances_[ghost])) return;
    distances_[ghost] = distance;
    parents_[ghost] = parent;
    note(ghost);
  }
  /// Sends the ghost's distance with the next exchange.
  void note(std::uint32_t ghost) {
    if (is_changed_.test(ghost)) return;
    is_changed_.set(ghost);
    changed_.push_back(ghost);
  }

  [[nodiscard]] bool any_changed() const { return !changed_.empty(); }
  /// What changed of one owner's since the last exchange; returns the message's bytes.
  std::size_t write(int owner, std::span<std::byte> to) {
    if (changed_.empty()) return 0;
    if (!std::is_sorted(changed_.begin(), changed_.end())) {
      std::sort(changed_.begin(), changed_.end());
    }
    ids_.clear();
    values_.clear();
    const auto end = std::lower_bound(changed_.begin(), changed_.end(), end_of(owner));
    for (auto it = std::lower_bound(changed_.begin(), changed_.end(), begin_of(owner)); it != end;
         ++it) {
      ids_.push_back(g_.ghost_vertices[*it]);
      values_.push_back(distances_[*it]);
    }
    return comm::encode_valued<Distance>(ids_, values_, g_.owners.size(owner), encoding_, to);
  }
  void finish_exchange() {
    for (const std::uint32_t ghost : changed_) is_changed_.reset(ghost);
    changed_.clear();
  }

  /// The vertices of this rank that gave those of `owner` their smallest distances.
  [[nodiscard]] std::vector<std::uint32_t> parents_of(
      int owner, std::span<const std::uint32_t> vertices) const {
    const auto begin = g_.ghost_vertices.begin() + begin_of(owner);
    const auto end = g_.ghost_vertices.begin() + end_of(owner);
    std::vector<std::uint32_t> parents;
    for (const std::uint32_t v : vertices) {
      const auto ghost = std::lower_bound(begin, end, v) - g_.ghost_vertices.begin();
      parents.push_back(parents_[static_cast<std::size_t>(ghost)]);
    }
    return parents;
  }

 private:
  const GraphDelegate& g_;
  comm::Encoding encoding_;
  Array<Distance> distances_;
  Array<std::uint32_t> parents_;
  Bits is_changed_;
  std::vector<std::uint32_t> changed_;  // since the last exchange
  std::vector<std::uint32_t> ids_;
  std::vector<Distance> values_;
};

}  // namespace strider::detail
