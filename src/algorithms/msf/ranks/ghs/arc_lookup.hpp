// Which arc a message came by (Mazeev, Semenov and Simonov 2016, section 3.3).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "algorithms/msf/ranks/ghs/named_arcs.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "partition/divider.hpp"
#include "strider/array.hpp"

namespace strider::detail::ghs {

/// Arcs of the consecutive vertices first .. last-1 of a rank, as one thread has them. An arc is
/// its place among them, below 2^32 - 1.
class ArcBlock {
 public:
  ArcBlock(const NamedArcs& arcs, std::uint32_t first, std::uint32_t last)
      : first_vertex_(arcs.first_vertex + first),
        offsets_(arcs.offsets.span().subspan(first, last - first + std::size_t{1})),
        neighbors_(arcs.neighbors.span().subspan(offsets_.front(), num_arcs())),
        names_(arcs.names.span().subspan(offsets_.front(), num_arcs())) {}

  [[nodiscard]] std::uint32_t num_vertices() const {
    return static_cast<std::uint32_t>(offsets_.size() - 1);
  }
  [[nodiscard]] std::uint64_t num_arcs() const { return offsets_.back() - offsets_.front(); }
  /// In the input's numbers.
  [[nodiscard]] std::uint32_t vertex(std::uint32_t v) const { return first_vertex_ + v; }
  [[nodiscard]] std::uint32_t index_of(std::uint32_t vertex) const {
    return vertex - first_vertex_;
  }
  [[nodiscard]] std::uint32_t begin(std::uint32_t v) const {
    return static_cast<std::uint32_t>(offsets_[v] - offsets_.front());
  }
  [[nodiscard]] std::uint32_t end(std::uint32_t v) const { return begin(v + 1); }
  [[gnu::always_inline]] void prefetch_row(std::uint32_t v) const {
    prefetch_to_read(&offsets_[v]);
  }
  [[gnu::always_inline]] void prefetch_arc(std::uint32_t arc) const {
    prefetch_to_read(&neighbors_[arc]);
  }
  [[nodiscard]] std::uint32_t neighbor(std::uint32_t arc) const { return neighbors_[arc]; }
  [[nodiscard]] const EdgeName& name(std::uint32_t arc) const { return names_[arc]; }

 private:
  std::uint32_t first_vertex_;
  std::span<const std::uint64_t> offsets_;
  std::span<const std::uint32_t> neighbors_;
  std::span<const EdgeName> names_;
};

// Each finds the arc from `v`, a vertex of the block, to `neighbor`, which there is. likely() is
// the arc that find() will look at first; ask_for() brings what likely() needs into the cache.

/// Through the row of v. O(degree).
class LinearLookup {
 public:
  LinearLookup(Workspace& /*workspace*/, const ArcBlock& arcs, const GhsOptions& /*options*/)
      : arcs_(arcs) {}
  [[gnu::always_inline]] void ask_for(std::uint32_t v, std::uint32_t /*neighbor*/) const {
    arcs_.prefetch_row(v);
  }
  [[nodiscard]] std::uint32_t likely(std::uint32_t v, std::uint32_t /*neighbor*/) const {
    return arcs_.begin(v);
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t v, std::uint32_t neighbor) const {
    std::uint32_t arc = arcs_.begin(v);
    while (arcs_.neighbor(arc) != neighbor) ++arc;
    return arc;
  }

 private:
  ArcBlock arcs_;
};

/// Through the row's arcs by neighbour, halving them. O(log degree), 4 bytes an arc.
class BinaryLookup {
 public:
  BinaryLookup(Workspace& workspace, const ArcBlock& arcs, const GhsOptions& /*options*/)
      : arcs_(arcs) {
    workspace.declare("arcs by neighbour", by_neighbor_, arcs.num_arcs());
    workspace.when_taken([this] { sort(); });
  }
  [[gnu::always_inline]] void ask_for(std::uint32_t v, std::uint32_t /*neighbor*/) const {
    arcs_.prefetch_row(v);
  }
  [[nodiscard]] std::uint32_t likely(std::uint32_t v, std::uint32_t /*neighbor*/) const {
    return arcs_.begin(v);
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t v, std::uint32_t neighbor) const {
    const auto row = by_neighbor_.span().subspan(arcs_.begin(v), arcs_.end(v) - arcs_.begin(v));
    return *std::lower_bound(
        row.begin(), row.end(), neighbor,
        [&](std::uint32_t arc, std::uint32_t wanted) { return arcs_.neighbor(arc) < wanted; });
  }

 private:
  void sort() {
    for (std::uint32_t arc = 0; arc < by_neighbor_.size(); ++arc) by_neighbor_[arc] = arc;
    for (std::uint32_t v = 0; v < arcs_.num_vertices(); ++v) {
      std::sort(
          by_neighbor_.begin() + arcs_.begin(v), by_neighbor_.begin() + arcs_.end(v),
          [&](std::uint32_t a, std::uint32_t b) { return arcs_.neighbor(a) < arcs_.neighbor(b); });
    }
  }

  ArcBlock arcs_;
  Array<std::uint32_t> by_neighbor_;
};

/// A table of all arcs at ((v << 32) | neighbor) modulo its size, linear probing (Knuth, volume 3,
/// section 6.4, algorithm L). O(1) expected, 4 bytes a place.
class HashLookup {
 public:
  HashLookup(Workspace& workspace, const ArcBlock& arcs, const GhsOptions& options)
      : arcs_(arcs), divider_(places(arcs.num_arcs(), options)) {
    workspace.declare("the table of arcs", table_, places(arcs.num_arcs(), options));
    workspace.when_taken([this] { enter_all(); });
  }
  [[gnu::always_inline]] void ask_for(std::uint32_t v, std::uint32_t neighbor) const {
    arcs_.prefetch_row(v);
    prefetch_to_read(&table_[first_place(v, neighbor)]);
  }
  [[nodiscard]] std::uint32_t likely(std::uint32_t v, std::uint32_t neighbor) const {
    return table_[first_place(v, neighbor)];
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t v, std::uint32_t neighbor) const {
    // Of arcs to the same neighbour, that of v lies in its row.
    const std::uint32_t begin = arcs_.begin(v);
    const std::uint32_t size = arcs_.end(v) - begin;
    for (std::uint64_t place = first_place(v, neighbor);; place = after(place)) {
      const std::uint32_t arc = table_[place];
      if (arc - begin < size && arcs_.neighbor(arc) == neighbor) return arc;
    }
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  void enter_all() {
    std::fill(table_.begin(), table_.end(), kNone);
    for (std::uint32_t v = 0; v < arcs_.num_vertices(); ++v) {
      for (std::uint32_t arc = arcs_.begin(v); arc < arcs_.end(v); ++arc) {
        std::uint64_t place = first_place(v, arcs_.neighbor(arc));
        while (table_[place] != kNone) place = after(place);
        table_[place] = arc;
      }
    }
  }
  /// An odd number, so that no bit of a vertex is lost.
  [[nodiscard]] static std::uint64_t places(std::uint64_t arcs, const GhsOptions& options) {
    return static_cast<std::uint64_t>(static_cast<double>(arcs) * options.hash_factor) | 1U;
  }
  [[nodiscard]] std::uint64_t first_place(std::uint32_t v, std::uint32_t neighbor) const {
    return divider_.divide(std::uint64_t{arcs_.vertex(v)} << 32U | neighbor).remainder;
  }
  [[nodiscard]] std::uint64_t after(std::uint64_t place) const {
    return place + 1 == table_.size() ? 0 : place + 1;
  }

  ArcBlock arcs_;
  Array<std::uint32_t> table_;
  Divider divider_;
};

}  // namespace strider::detail::ghs
