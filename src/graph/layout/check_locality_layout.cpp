#include "graph/layout/check_locality_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// A bag of positions, compared by count and by a sum of hashes.
struct Bag {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  void add(Vertex position) {
    ++count;
    sum += mix64(position);
  }
  friend bool operator==(const Bag&, const Bag&) = default;
};

/// Each step relies on those before it, in the order of run().
class LocalityLayoutCheck {
 public:
  LocalityLayoutCheck(const LocalityLayout& layout, const Graph& graph, const std::string& origin,
                      int threads)
      : layout_(layout), graph_(graph), csr_(graph.out()), origin_(origin), threads_(threads) {}

  void run_bounds() const {
    check_ranges();
    check_component_order();
    check_overflow();
    check_entries();
  }

  void run() {
    run_bounds();
    check_positions();
    check_preorder();
    check_tree_edges();
    number_components();
    check_rows();
    check_counts();
  }

 private:
  void check_ranges() const {
    const Vertex n = layout_.num_vertices;
    const Vertex core = layout_.num_core;
    parallel_chunks(n, threads_, [&](std::size_t begin, std::size_t end, int) {
      bool in_range = true;
      for (std::size_t v = begin; v < end; ++v) {
        in_range = in_range && layout_.position_of[v] < n && layout_.vertex_at[v] < n;
      }
      for (std::size_t p = std::max<std::size_t>(begin, core); p < end; ++p) {
        in_range = in_range && layout_.tree_parents[p - core] < p;
      }
      require(in_range, "a position or a parent is out of range");
    });
  }

  void check_positions() const {
    const Vertex n = layout_.num_vertices;
    parallel_chunks(n, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        const Vertex position = layout_.position_of[v];
        require(position < n && layout_.vertex_at[position] == v,
                "its positions are not a permutation of the vertices");
      }
    });
  }

  /// The parent of a vertex of a tree is in the core, or on the way there from the position before.
  void check_preorder() const {
    const Vertex core = layout_.num_core;
    for (Vertex p = core; p < layout_.num_vertices; ++p) {
      const Vertex parent = layout_.tree_parents[p - core];
      require(parent < p, "a tree does not lead to the core");
      if (parent < core) continue;
      // Every step leaves a vertex that no later one is a child of: O(n) in all.
      Vertex before = p - 1;
      while (before > parent) before = layout_.tree_parents[before - core];
      require(before == parent, "a tree is not in preorder");
    }
  }

  void check_tree_edges() const {
    const Vertex core = layout_.num_core;
    parallel_for(0, layout_.num_vertices - core, threads_, [&](std::size_t i) {
      const auto row = csr_.neighbors(layout_.vertex_at[core + i]);
      const Vertex parent = layout_.vertex_at[layout_.tree_parents[i]];
      require(std::find(row.begin(), row.end(), parent) != row.end(),
              "a tree has an edge that the graph does not have");
    });
  }

  void check_component_order() const {
    const auto components = layout_.components.span();
    if (layout_.num_vertices == 0) {
      require(components.empty(), "it has components, but the graph has no vertices");
      return;
    }
    const bool ascend =
        std::adjacent_find(components.begin(), components.end(), [](const auto& a, const auto& b) {
          return a.core_begin >= b.core_begin;
        }) == components.end();
    require(components.front().core_begin == 0 && ascend &&
                components.back().core_begin < layout_.num_core,
            "its components are out of order");
    for (const auto& component : components) {
      require(component.num_vertices <= layout_.num_vertices &&
                  component.num_edges <= graph_.num_edges(),
              "a component has a wrong number of vertices or edges");
    }
  }

  void number_components() {
    const auto components = layout_.components.span();
    component_ = take_array<Array<Vertex>>(layout_.num_vertices, "checking a layout");
    for (std::size_t c = 0; c < components.size(); ++c) {
      std::fill(component_.begin() + components[c].core_begin,
                component_.begin() + layout_.component_core_end(c), static_cast<Vertex>(c));
    }
    for (Vertex p = layout_.num_core; p < layout_.num_vertices; ++p) {
      component_[p] = component_[layout_.tree_parents[p - layout_.num_core]];
    }
  }

  /// The rests of rows lie one after the other, in the order of the rows.
  void check_overflow() const {
    std::uint64_t next = 0;
    for (const LocalityRow& row : layout_.rows) {
      if (!row.overflows()) continue;
      require(row.overflow_position() == next && next < layout_.overflow.size(),
              "its overflow is out of order");
      next += 1 + std::uint64_t{layout_.overflow[next]};
    }
    require(next == layout_.overflow.size(), "the length of its overflow does not match its rows");
  }

  /// A search prepares only the component that it begins in.
  void check_entries() const {
    parallel_chunks(layout_.num_core, threads_, [&](std::size_t begin, std::size_t end, int) {
      std::size_t component = layout_.component_of(static_cast<Vertex>(begin));
      for (auto p = static_cast<Vertex>(begin); p < end; ++p) {
        if (p == layout_.component_core_end(component)) ++component;
        const Vertex first = layout_.components[component].core_begin;
        const Vertex count = layout_.component_core_end(component) - first;
        bool inside = true;
        for_each_entry(p, [&](Vertex entry) { inside = inside && entry - first < count; });
        require(inside, "a row has a neighbour in another component");
      }
    });
  }

  /// A row of the core names the neighbours within the core, which are of the same component.
  void check_rows() {
    std::atomic<std::uint64_t> core_arcs = 0;
    parallel_for(0, layout_.num_core, threads_, [&](std::size_t i) {
      const auto p = static_cast<Vertex>(i);
      Bag listed;
      for_each_entry(p, [&](Vertex entry) {
        if (entry != p) listed.add(entry);
      });
      const Vertex u = layout_.vertex_at[p];
      Bag expected;
      for (const Vertex v : csr_.neighbors(u)) {
        const Vertex position = layout_.position_of[v];
        if (v != u && position < layout_.num_core) expected.add(position);
      }
      require(listed == expected, "a row does not hold the neighbours of its vertex");
      core_arcs.fetch_add(listed.count, std::memory_order_relaxed);
    });
    // With that, no edge but those of the core, of the trees and the self-loops is left.
    const std::uint64_t tree_arcs = 2 * std::uint64_t{layout_.num_vertices - layout_.num_core};
    require(core_arcs + tree_arcs + graph_.num_self_loops() == graph_.num_arcs(),
            "it does not hold all edges of the graph");
  }

  template <class F>
  void for_each_entry(Vertex position, F&& visit) const {
    const LocalityRow& row = layout_.rows[position];
    std::for_each(row.entries.begin(), row.entries.end() - 1, visit);
    if (!row.overflows()) {
      visit(row.entries.back());
      return;
    }
    const std::uint32_t* rest = layout_.overflow.data() + row.overflow_position();
    std::for_each(rest + 1, rest + 1 + *rest, visit);
  }

  void check_counts() const {
    Array<LocalityLayout::Component> counted(layout_.components.size(), {0, 0, 0});
    for (Vertex p = 0; p < layout_.num_vertices; ++p) {
      LocalityLayout::Component& mine = counted[component_[p]];
      const auto row = csr_.neighbors(layout_.vertex_at[p]);
      ++mine.num_vertices;
      // An edge is seen from both ends, a self-loop once: that is counted twice.
      mine.num_edges += row.size();
      if (graph_.num_self_loops() > 0) {
        mine.num_edges +=
            static_cast<EdgeIndex>(std::count(row.begin(), row.end(), layout_.vertex_at[p]));
      }
    }
    for (std::size_t c = 0; c < counted.size(); ++c) {
      require(counted[c].num_vertices == layout_.components[c].num_vertices &&
                  counted[c].num_edges / 2 == layout_.components[c].num_edges,
              "a component has a wrong number of vertices or edges");
    }
  }

  void require(bool holds, const char* fault) const {
    if (!holds) {
      throw InputError(
          origin_, 0,
          fmt::format("the locality layout does not match its graph: {}; prepare the graph again",
                      fault));
    }
  }

  const LocalityLayout& layout_;
  const Graph& graph_;
  const Csr& csr_;
  const std::string& origin_;
  const int threads_;
  Array<Vertex> component_;  // by position
};

}  // namespace

void check_locality_layout_bounds(const LocalityLayout& layout, const Graph& graph,
                                  const std::string& origin, int threads) {
  LocalityLayoutCheck(layout, graph, origin, threads).run_bounds();
}

void check_locality_layout(const LocalityLayout& layout, const Graph& graph,
                           const std::string& origin, int threads) {
  LocalityLayoutCheck(layout, graph, origin, threads).run();
}

}  // namespace strider::detail
