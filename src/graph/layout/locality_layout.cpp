#include "graph/layout/locality_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/layout/block_order.hpp"
#include "graph/layout/prune.hpp"
#include "graph/layout/sections.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Words that a row of `degree` neighbours takes in LocalityLayout::overflow.
constexpr std::uint64_t overflow_words(Vertex degree) {
  return degree <= LocalityRow::kWidth ? 0 : degree - (LocalityRow::kWidth - 1) + 1ULL;
}

/// A vertex of a tree, and the position of its parent.
struct Hanging {
  Vertex vertex;
  Vertex parent;
};

/// Builds one layout, step by step in the order of build().
class LocalityLayoutBuilder {
 public:
  LocalityLayoutBuilder(const Graph& graph, int threads)
      : graph_(graph), csr_(graph.out()), threads_(threads), n_(graph.num_vertices()) {}

  std::shared_ptr<const LocalityLayout> build() {
    position_of_ = take_array<Array<Vertex>>(n_, kPurpose);
    vertex_at_ = take_array<Array<Vertex>>(n_, kPurpose);
    pruning_ = prune_trees(csr_, threads_);
    place_core();
    reserve_overflow();
    write_rows();
    place_trees();
    sum_components();

    LocalityLayout layout;
    layout.num_vertices = n_;
    layout.num_core = pruning_.num_core;
    layout.position_of = std::move(position_of_);
    layout.vertex_at = std::move(vertex_at_);
    layout.rows = std::move(rows_);
    layout.overflow = std::move(overflow_);
    layout.tree_parents = std::move(tree_parents_);
    layout.components = Array<LocalityLayout::Component>::copy_of(components_);
    return std::make_shared<const LocalityLayout>(std::move(layout));
  }

 private:
  static constexpr const char* kPurpose = "laying the graph out in blocks";

  void place_core() {
    auto placed = take_array<Array<std::uint8_t>>(n_, kPurpose);
    parallel_chunks(n_, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        placed[v] = pruning_.is_core(static_cast<Vertex>(v)) ? 0 : 1;
      }
    });
    const BlockOrder order = order_in_blocks(csr_, placed.span(), pruning_.num_core);
    parallel_chunks(pruning_.num_core, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) place(order.to_old[i], static_cast<Vertex>(i));
    });
    components_.reserve(order.component_begins.size());
    for (const Vertex begin : order.component_begins) components_.push_back({begin, 0, 0});
  }

  void place(Vertex v, Vertex position) {
    vertex_at_[position] = v;
    position_of_[v] = position;
  }

  /// Finds where in the overflow the rows of each share begin, and makes room for all of it.
  void reserve_overflow() {
    share_overflow_.assign(static_cast<std::size_t>(threads_) + 1, 0);
    parallel_chunks(pruning_.num_core, threads_, [&](std::size_t begin, std::size_t end, int t) {
      std::uint64_t words = 0;
      for (std::size_t i = begin; i < end; ++i) {
        words += overflow_words(pruning_.core_degree[vertex_at_[i]]);
      }
      share_overflow_[static_cast<std::size_t>(t) + 1] = words;
    });
    for (std::size_t t = 1; t < share_overflow_.size(); ++t) {
      share_overflow_[t] += share_overflow_[t - 1];
    }
    const std::uint64_t words = share_overflow_.back();
    if (words > LocalityLayout::kMaxVertices) {
      throw UsageError(
          fmt::format("locality layout: {} neighbours do not fit its rows of {}; the graph is too "
                      "dense for it: use the layout degree",
                      words, LocalityRow::kWidth));
    }
    overflow_ = take_array<Array<std::uint32_t>>(words, kPurpose);
  }

  /// Fills the rows of the core, and on the way collects what hangs off each.
  void write_rows() {
    rows_ = take_array<Array<LocalityRow>>(pruning_.num_core, kPurpose);
    std::vector<std::vector<Hanging>> found(static_cast<std::size_t>(threads_));
    parallel_chunks(pruning_.num_core, threads_, [&](std::size_t begin, std::size_t end, int t) {
      const auto thread = static_cast<std::size_t>(t);
      auto next_overflow = static_cast<std::uint32_t>(share_overflow_[thread]);
      sequential_for(begin, end, [&](std::size_t i) {
        next_overflow = write_row(static_cast<Vertex>(i), next_overflow);
        collect_children(static_cast<Vertex>(i), found[thread]);
      });
    });
    for (const auto& part : found) roots_.insert(roots_.end(), part.begin(), part.end());
  }

  /// Returns the first free word of the overflow after it.
  std::uint32_t write_row(Vertex position, std::uint32_t next_overflow) {
    const Vertex u = vertex_at_[position];
    const Vertex degree = pruning_.core_degree[u];
    LocalityRow& row = rows_[position];
    row.entries.fill(position);
    std::uint32_t* rest = nullptr;
    if (overflow_words(degree) > 0) {
      row.entries.back() = LocalityRow::kOverflow | next_overflow;
      rest = overflow_.data() + next_overflow;
      *rest++ = degree - static_cast<Vertex>(LocalityRow::kWidth - 1);
    }
    const std::size_t in_row = rest == nullptr ? LocalityRow::kWidth : LocalityRow::kWidth - 1;
    std::size_t count = 0;
    for (const Vertex v : csr_.neighbors(u)) {
      if (v == u || !pruning_.is_core(v)) continue;
      if (count < in_row) {
        row.entries[count++] = position_of_[v];
      } else {
        *rest++ = position_of_[v];
      }
    }
    return next_overflow + static_cast<std::uint32_t>(overflow_words(degree));
  }

  /// Appends the vertices that hang off the one at `position`.
  void collect_children(Vertex position, std::vector<Hanging>& children) const {
    const Vertex u = vertex_at_[position];
    for (const Vertex v : csr_.neighbors(u)) {
      if (v != u && !pruning_.is_core(v) && pruning_.toward_core[v] == u) {
        children.push_back({v, position});
      }
    }
  }

  /// One tree after the other, each vertex before its children.
  void place_trees() {
    tree_parents_ = take_array<Array<Vertex>>(n_ - pruning_.num_core, kPurpose);
    Vertex next = pruning_.num_core;
    std::vector<Hanging> stack;
    sequential_for(0, roots_.size(), [&](std::size_t i) {
      stack.push_back(roots_[i]);
      while (!stack.empty()) {
        const Hanging hanging = stack.back();
        stack.pop_back();
        tree_parents_[next - pruning_.num_core] = hanging.parent;
        place(hanging.vertex, next);
        collect_children(next++, stack);
      }
    });
  }

  /// Vertices and edges of each component.
  void sum_components() {
    if (components_.size() == 1) {
      components_[0].num_vertices = n_;
      components_[0].num_edges = graph_.num_edges();
      return;
    }
    auto component = take_array<Array<Vertex>>(n_, kPurpose);  // by position
    for (std::size_t c = 0; c < components_.size(); ++c) {
      const Vertex end =
          c + 1 < components_.size() ? components_[c + 1].core_begin : pruning_.num_core;
      std::fill(component.begin() + components_[c].core_begin, component.begin() + end,
                static_cast<Vertex>(c));
    }
    for (Vertex p = pruning_.num_core; p < n_; ++p) {
      component[p] = component[tree_parents_[p - pruning_.num_core]];
    }
    // An edge is seen from both ends, a self-loop once: so that one is counted twice.
    sequential_for(0, n_, [&](std::size_t p) {
      LocalityLayout::Component& mine = components_[component[p]];
      const auto row = csr_.neighbors(vertex_at_[p]);
      ++mine.num_vertices;
      mine.num_edges += row.size();
      if (graph_.num_self_loops() > 0) {
        mine.num_edges += static_cast<EdgeIndex>(std::count(row.begin(), row.end(), vertex_at_[p]));
      }
    });
    for (LocalityLayout::Component& c : components_) c.num_edges /= 2;
  }

  const Graph& graph_;
  const Csr& csr_;
  const int threads_;
  const Vertex n_;
  Pruning pruning_;
  Array<Vertex> position_of_;
  Array<Vertex> vertex_at_;
  std::vector<std::uint64_t> share_overflow_;
  Array<std::uint32_t> overflow_;
  Array<LocalityRow> rows_;
  std::vector<Hanging> roots_;
  Array<Vertex> tree_parents_;
  std::vector<LocalityLayout::Component> components_;
};

}  // namespace

std::size_t LocalityLayout::component_of(Vertex core_position) const {
  const auto after = std::upper_bound(
      components.begin(), components.end(), core_position,
      [](Vertex position, const Component& component) { return position < component.core_begin; });
  return static_cast<std::size_t>(after - components.begin()) - 1;
}

std::uint64_t LocalityLayout::bytes() const {
  return position_of.span().size_bytes() + vertex_at.span().size_bytes() +
         rows.span().size_bytes() + overflow.span().size_bytes() +
         tree_parents.span().size_bytes() + components.span().size_bytes();
}

std::shared_ptr<const LocalityLayout> make_locality_layout(const Graph& graph, int threads) {
  if (graph.num_vertices() > LocalityLayout::kMaxVertices) {
    throw UsageError(fmt::format(
        "locality layout: the graph has {} vertices, but the layout supports at most {}",
        graph.num_vertices(), LocalityLayout::kMaxVertices));
  }
  return LocalityLayoutBuilder(graph, threads).build();
}

LayoutSections to_sections(const LocalityLayout& layout) {
  LayoutSections sections;
  sections.add_scalar("num_vertices", layout.num_vertices);
  sections.add_scalar("num_core", layout.num_core);
  sections.add_array("position_of", layout.position_of);
  sections.add_array("vertex_at", layout.vertex_at);
  sections.add_array("rows", layout.rows);
  sections.add_array("overflow", layout.overflow);
  sections.add_array("preorder_parents", layout.tree_parents);
  sections.add_array("components", layout.components);
  return sections;
}

std::shared_ptr<const LocalityLayout> locality_layout_from_sections(const LayoutSections& sections,
                                                                    const Graph& graph) {
  const Vertex n = graph.num_vertices();
  LocalityLayout layout;
  layout.num_vertices = static_cast<Vertex>(sections.scalar("num_vertices", n));
  layout.num_core = static_cast<Vertex>(sections.scalar("num_core", n));
  if (layout.num_vertices != n) {
    throw InputError(sections.origin(), 0,
                     fmt::format("the locality layout has {} vertices, but the graph has {}",
                                 layout.num_vertices, n));
  }
  layout.position_of = sections.array<Vertex>("position_of", n);
  layout.vertex_at = sections.array<Vertex>("vertex_at", n);
  layout.rows = sections.array<LocalityRow>("rows", layout.num_core);
  layout.overflow = sections.array<std::uint32_t>("overflow");
  layout.tree_parents = sections.array<Vertex>("preorder_parents", n - layout.num_core);
  layout.components = sections.array<LocalityLayout::Component>("components");
  if (n > 0 && layout.components.empty()) {
    throw InputError(sections.origin(), 0,
                     "the locality layout has no components: prepare the graph again");
  }
  return std::make_shared<const LocalityLayout>(std::move(layout));
}

}  // namespace strider::detail
