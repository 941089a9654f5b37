// Paths between a vertex and those before it in an order, which share no edge.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// The adjacency entries that leave each vertex, and those that arrive; and an order of the
/// vertices: those that vertex 0 reaches, as a breadth-first search does, then all others, which
/// have one place.
class OrderedArcs {
 public:
  /// Of a graph that outlives this. Ready once the workspace has been taken, which throws
  /// InterruptedError. O(n + m).
  OrderedArcs(Workspace& workspace, const Graph& graph) : out_(graph.out()) {
    const std::size_t n = out_.num_vertices();
    workspace.declare("where edges arrive", starts_, n + 2);
    workspace.declare("the edges that arrive", tails_, out_.num_arcs());
    workspace.declare("their numbers", arcs_, out_.num_arcs());
    workspace.declare("the places of vertices", places_, n);
    workspace.declare("the vertices by place", queue_, n);
    workspace.when_taken([this] {
      gather_arrivals();
      order();
    });
  }
  OrderedArcs(const OrderedArcs&) = delete;
  OrderedArcs& operator=(const OrderedArcs&) = delete;
  ~OrderedArcs() = default;

  [[nodiscard]] Vertex num_vertices() const { return out_.num_vertices(); }
  [[nodiscard]] EdgeIndex num_arcs() const { return out_.num_arcs(); }
  [[nodiscard]] bool is_before(Vertex a, Vertex b) const { return places_[a] < places_[b]; }

  /// body(head, arc) and body(tail, arc), until it returns true; returns whether it did.
  template <class F>
  bool any_leaving(Vertex v, F&& body) const {
    EdgeIndex arc = out_.offsets()[v];
    return std::ranges::any_of(out_.neighbors(v), [&](Vertex head) { return body(head, arc++); });
  }
  template <class F>
  bool any_arriving(Vertex v, F&& body) const {
    for (EdgeIndex i = starts_[v]; i < starts_[v + std::size_t{1}]; ++i) {
      if (body(tails_[i], arcs_[i])) return true;
    }
    return false;
  }

 private:
  void gather_arrivals() {
    const std::size_t n = num_vertices();
    std::ranges::fill(starts_, EdgeIndex{0});
    // Of vertex v at v + 2, then at v + 1, from where filling moves it to the start of the next.
    sequential_for(0, num_arcs(), [&](std::size_t arc) { ++starts_[out_.targets()[arc] + 2UL]; });
    sequential_for(2, n + 2, [&](std::size_t i) { starts_[i] += starts_[i - 1]; });
    sequential_for(0, n, [&](std::size_t u) {
      for (EdgeIndex arc = out_.offsets()[u]; arc < out_.offsets()[u + 1]; ++arc) {
        const EdgeIndex place = starts_[out_.targets()[arc] + 1UL]++;
        tails_[place] = static_cast<Vertex>(u);
        arcs_[place] = arc;
      }
    });
  }
  void order() {
    std::ranges::fill(places_, kNoVertex);
    Vertex count = 0;
    const auto add = [&](Vertex v) {
      places_[v] = count;
      queue_[count++] = v;
    };
    add(0);
    for (Vertex i = 0; i < count; ++i) {
      if (i % 65536 == 0) throw_if_stopped();
      for (const Vertex v : out_.neighbors(queue_[i])) {
        if (places_[v] == kNoVertex) add(v);
      }
    }
  }

  const Csr& out_;
  Array<EdgeIndex> starts_;  // of the arrivals of each vertex
  Array<Vertex> tails_;
  Array<EdgeIndex> arcs_;
  Array<Vertex> places_;
  Array<Vertex> queue_;
};

/// From a vertex to those before it, or from those to it.
enum class Way : std::uint8_t { kFrom, kTo };

/// Finds paths, one after another, each as a shortest one of those that are left; a path may go
/// back along an edge of another one, which then loses it. Each thread has its own.
class PathSearch {
 public:
  /// Ready once the workspace has been taken.
  PathSearch(Workspace& workspace, const OrderedArcs& arcs) : arcs_(arcs) {
    workspace.declare("the edges of paths", used_, arcs.num_arcs());
    workspace.declare("what a search reaches", is_reached_, arcs.num_vertices());
    workspace.declare("its queue", queue_, arcs.num_vertices());
    workspace.declare("from where it reaches vertices", from_, arcs.num_vertices());
    workspace.declare("along which edges", along_, arcs.num_vertices());
    workspace.when_taken([this] {
      std::ranges::fill(used_, 0U);
      std::ranges::fill(is_reached_, std::uint8_t{0});
    });
  }
  PathSearch(const PathSearch&) = delete;
  PathSearch& operator=(const PathSearch&) = delete;
  ~PathSearch() = default;

  struct Found {
    std::uint64_t paths;
    std::uint64_t looks;  ///< at edges
  };
  /// Up to `most_paths` between v and vertices before it; fewer where it has looked at more than
  /// `most_looks` edges. Throws InterruptedError.
  Found find(Vertex v, Way way, std::uint64_t most_paths, std::uint64_t most_looks) {
    if (++current_ == 0) {
      std::ranges::fill(used_, 0U);
      current_ = 1;
    }
    looks_ = 0;
    std::uint64_t paths = 0;
    while (paths < most_paths && looks_ <= most_looks && add_path(v, way)) ++paths;
    return {paths, looks_};
  }

 private:
  bool add_path(Vertex v, Way way) {
    count_ = 0;
    reach(v, v, 0);
    Vertex end = kNoVertex;
    for (Vertex i = 0; i < count_ && end == kNoVertex; ++i) {
      if (i % 65536 == 0) throw_if_stopped();
      const Vertex u = queue_[i];
      // An edge of a path is open against the way of the path.
      const auto ends_along = [&](Vertex w, EdgeIndex arc, bool is_with_path) {
        ++looks_;
        if (is_reached_[w] != 0 || (used_[arc] == current_) == is_with_path) return false;
        reach(w, u, arc);
        if (!arcs_.is_before(w, v)) return false;
        end = w;
        return true;
      };
      static_cast<void>(arcs_.any_leaving(u, [&](Vertex w, EdgeIndex arc) {
        return ends_along(w, arc, way == Way::kFrom);
      }) || arcs_.any_arriving(u, [&](Vertex w, EdgeIndex arc) {
        return ends_along(w, arc, way == Way::kTo);
      }));
    }
    for (Vertex i = 0; i < count_; ++i) is_reached_[queue_[i]] = 0;
    if (end == kNoVertex) return false;
    for (Vertex w = end; w != v; w = from_[w]) {
      std::uint32_t& used = used_[along_[w]];
      used = used == current_ ? 0 : current_;
    }
    return true;
  }
  void reach(Vertex v, Vertex from, EdgeIndex along) {
    is_reached_[v] = 1;
    from_[v] = from;
    along_[v] = along;
    queue_[count_++] = v;
  }

  const OrderedArcs& arcs_;
  Array<std::uint32_t> used_;  // by arc: in which search last
  Array<std::uint8_t> is_reached_;
  Array<Vertex> queue_;
  Array<Vertex> from_;
  Array<EdgeIndex> along_;
  Vertex count_ = 0;
  std::uint32_t current_ = 0;
  std::uint64_t looks_ = 0;
};

}  // namespace strider::detail
