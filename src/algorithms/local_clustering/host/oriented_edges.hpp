// The edges of a graph, each once, led from the end of lower degree to that of higher degree: then
// no vertex has more than sqrt(2 m) of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Self-loops are left out, parallel edges are one.
class OrientedEdges {
 public:
  /// Throws MemoryError.
  OrientedEdges(const Graph& graph, int threads)
      : out_(graph.out()), in_(graph.is_directed() ? graph.in(threads) : Csr()) {
    const Vertex n = graph.num_vertices();
    Workspace workspace;
    workspace.declare("the numbers of neighbours", degrees_, n);
    workspace.declare("where rows begin", offsets_, n + std::size_t{1});
    workspace.take("the edges by degree", HostMemory());
    offsets_[n] = 0;
    for_each_row(threads, [&](Vertex v, std::span<const Neighbor> row) {
      degrees_[v] = static_cast<Vertex>(row.size());
    });
    for_each_row(threads, [&](Vertex v, std::span<const Neighbor> row) {
      offsets_[v] = static_cast<EdgeIndex>(
          std::ranges::count_if(row, [&](const Neighbor& u) { return leads_to(v, u.vertex); }));
    });
    const EdgeIndex num_edges = exclusive_scan(offsets_.span(), threads);
    workspace.declare("edges", targets_, num_edges);
    workspace.declare("their arcs", arcs_, graph.is_directed() ? num_edges : 0);
    workspace.take("the edges by degree", HostMemory());
    for_each_row(threads, [&](Vertex v, std::span<const Neighbor> row) {
      EdgeIndex place = offsets_[v];
      for (const Neighbor& u : row) {
        if (!leads_to(v, u.vertex)) continue;
        targets_[place] = u.vertex;
        if (!arcs_.empty()) arcs_[place] = u.arcs;
        ++place;
      }
    });
  }

  [[nodiscard]] Vertex num_vertices() const { return static_cast<Vertex>(degrees_.size()); }
  /// Neighbours of `v`, whichever way edges lead.
  [[nodiscard]] Vertex degree(Vertex v) const { return degrees_[v]; }
  /// Ascending.
  [[nodiscard]] std::span<const Vertex> row(Vertex v) const {
    return targets_.span().subspan(offsets_[v], offsets_[v + std::size_t{1}] - offsets_[v]);
  }
  /// How many arcs entry i of the row of `v` stands for: 1 where they are not counted.
  [[nodiscard]] std::uint64_t arcs(Vertex v, std::size_t i) const {
    return arcs_.empty() ? 1 : arcs_[offsets_[v] + i];
  }

 private:
  struct Neighbor {
    Vertex vertex;
    std::uint8_t arcs;
  };

  [[nodiscard]] bool leads_to(Vertex v, Vertex u) const {
    return std::pair(degrees_[v], v) < std::pair(degrees_[u], u);
  }
  /// The neighbours of `v` in one direction, ascending, each once, behind those in `row`.
  static void append(const Csr& csr, Vertex v, std::vector<Neighbor>& row) {
    const auto begin = static_cast<std::ptrdiff_t>(row.size());
    for (const Vertex u : csr.neighbors(v)) {
      if (u != v) row.push_back({u, 1});
    }
    if (!std::ranges::is_sorted(row.begin() + begin, row.end(), {}, &Neighbor::vertex)) {
      std::ranges::sort(row.begin() + begin, row.end(), {}, &Neighbor::vertex);
    }
    const auto is_same = [](const Neighbor& a, const Neighbor& b) { return a.vertex == b.vertex; };
    row.erase(std::unique(row.begin() + begin, row.end(), is_same), row.end());
  }
  /// body(v, neighbours of v), ascending, in parallel.
  template <class Body>
  void for_each_row(int threads, const Body& body) const {
    constexpr std::size_t kRows = 512;
    const std::size_t n = degrees_.size();
    parallel_for(
        0, (n + kRows - 1) / kRows, threads,
        [&](std::size_t chunk) {
          std::vector<Neighbor> row;
          for (std::size_t i = chunk * kRows; i < std::min(n, (chunk + 1) * kRows); ++i) {
            const auto v = static_cast<Vertex>(i);
            row.clear();
            append(out_, v, row);
            if (in_.num_vertices() > 0) {
              const auto middle = static_cast<std::ptrdiff_t>(row.size());
              append(in_, v, row);
              merge(row, middle);
            }
            body(v, row);
          }
        },
        1);
  }
  static void merge(std::vector<Neighbor>& row, std::ptrdiff_t middle) {
    std::ranges::inplace_merge(row, row.begin() + middle, {}, &Neighbor::vertex);
    std::size_t size = 0;
    for (const Neighbor& neighbor : row) {
      if (size > 0 && row[size - 1].vertex == neighbor.vertex) {
        ++row[size - 1].arcs;
      } else {
        row[size++] = neighbor;
      }
    }
    row.resize(size);
  }

  Csr out_;
  Csr in_;  ///< of directed graphs
  Array<Vertex> degrees_;
  Array<EdgeIndex> offsets_;
  Array<Vertex> targets_;
  Array<std::uint8_t> arcs_;  ///< of directed graphs
};

}  // namespace strider::detail
