// Search of a graph laid out in blocks, for road networks, meshes and grids.
//
//   from one source, without a depth (host/auto.cpp takes another method else):
//   root = source; while root is in a tree hanging off the core: root = its neighbour toward it
//   visited = {root}; frontier = (root)
//   for each level, from the source's distance to root on, while the frontier is not empty:
//     each thread, for each u of its chunk of the frontier, in order:
//       write u's entry; append those of its neighbours that are not visited, and mark them
//     frontier = what the threads have appended, one after the other
//   each thread, for each of its share of the trees, from the core outward:
//     each vertex: one level past its parent; but those from the source to root: the other way
//
// Invariant: when level L begins, all vertices of the core at distance <= L are marked, and the
// entries of those at distance < L are final. O(n + m) work, and one flag a thread and level to
// synchronize.
//
// Trees: their vertices have one way to the core, so that a search of only the core says
// everything; Riken's Graph500 code has the same option.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/host/barrier_free_frontier.hpp"
#include "algorithms/bfs/host/entry_translator.hpp"
#include "algorithms/bfs/host/locality_expander.hpp"
#include "base/parallel.hpp"
#include "base/team.hpp"

namespace strider::detail {
namespace {

// Entries and marks are shared out by whole cache lines.
constexpr std::size_t kLineEntries = 64;

/// Neighbours in the longest row of the core.
EdgeIndex max_core_degree(const LocalityLayout& layout) {
  EdgeIndex most = LocalityRow::kWidth;
  for (std::size_t i = 0; i < layout.overflow.size(); i += layout.overflow[i] + std::size_t{1}) {
    most = std::max<EdgeIndex>(most, layout.overflow[i] + LocalityRow::kWidth - 1);
  }
  return most;
}

/// Only the rows of the core are looked at, all of them.
void count_core_arcs(const LocalityLayout& layout, const LevelView& levels,
                     std::vector<BfsLevelTrace>& trace) {
  for (BfsLevelTrace& level : trace) level.arcs_examined = 0;
  for (Vertex position = 0; position < layout.num_core; ++position) {
    const Level level = levels[layout.vertex_at[position]];
    if (level != kUnreached) *trace[level].arcs_examined += layout.core_degree(position);
  }
}

class BlockOrdered final : public BfsEngine {
 public:
  BlockOrdered(PreparedGraph graph, const BfsOptions& options)
      : graph_(std::move(graph)),
        layout_(*graph_.locality_layout()),
        threads_(options.threads),
        trace_(options.trace),
        unvisited_(layout_.num_core),
        frontier_(threads_, layout_.num_core, max_core_degree(layout_)),
        tree_levels_(static_cast<std::size_t>(threads_)),
        translator_(std::make_shared<const EntryTranslator>(layout_.position_of, threads_)) {}

  void search(const BfsQuery& query, BfsTree& tree) override {
    const Vertex source = query.sources.front();
    if (tree.entries.size() != layout_.num_vertices) {
      tree.entries = Array<std::uint64_t>(layout_.num_vertices);
    }
    entries_ = tree.entries.data();
    const Vertex root = walk_to_core(source);
    const std::size_t component = layout_.component_of(root);
    const auto root_level = static_cast<Level>(path_.size());
    const Vertex root_parent = path_.empty() ? source : layout_.vertex_at[path_.back()];
    const std::uint64_t first[] = {Discovery::make(root, root_parent)};
    frontier_.start(first, root_level, kUnreached, trace_ == BfsTrace::kLevels);

    tree_levels_.assign(static_cast<std::size_t>(threads_), {});
    parallel_team(threads_, [&](Member& member) {
      clear(component, member);
      member.wait();
      if (member.is_first()) unvisited_[root] = 0;
      const LocalityExpander expander(layout_, unvisited_.data(), entries_);
      bool searched = false;
      member.attempt(
          [&] { searched = frontier_.run(expander, member.thread(), member.threads()); });
      if (searched) fill_trees(member);
    });

    tree.num_levels = frontier_.end_level();
    for (const TreeLevels& mine : tree_levels_) {
      tree.num_levels = std::max(tree.num_levels, mine.end);
    }
    tree.num_reached = layout_.components[component].num_vertices;
    tree.num_edges_reached = layout_.components[component].num_edges;
    if (trace_ == BfsTrace::kLevels) write_trace(root_level, tree);
    tree.translator = translator_;
    tree.translated = false;
  }
  [[nodiscard]] Layout layout() const override { return Layout::kLocality; }

 private:
  // The level after the last that a thread has given to a vertex of a tree.
  struct alignas(64) TreeLevels {
    Level end = 0;
  };

  /// Leaves in path_ the positions from the source up to, without it, the vertex of the core that
  /// its tree hangs off; returns that.
  Vertex walk_to_core(Vertex source) {
    path_.clear();
    Vertex position = layout_.position_of[source];
    while (position >= layout_.num_core) {
      path_.push_back(position);
      position = layout_.tree_parents[position - layout_.num_core];
    }
    return position;
  }

  /// No mark in the source's component; no entries in the core outside of it.
  void clear(std::size_t component, const Member& member) {
    const Vertex begin = layout_.components[component].core_begin;
    const Vertex end = layout_.component_core_end(component);
    const Range inside = member.chunk(end - begin, kLineEntries);
    std::fill_n(unvisited_.data() + begin + inside.begin, inside.end - inside.begin,
                std::uint8_t{1});
    const Range before = member.chunk(begin, kLineEntries);
    std::fill_n(entries_ + before.begin, before.end - before.begin, TreeEntry::kUnreachedEntry);
    const Range after = member.chunk(layout_.num_core - end, kLineEntries);
    std::fill_n(entries_ + end + after.begin, after.end - after.begin, TreeEntry::kUnreachedEntry);
  }

  /// Fills whole trees, about as many vertices on each member; that of the source on one.
  void fill_trees(const Member& member) {
    const Vertex core = layout_.num_core;
    const Range chunk = member.chunk(layout_.num_vertices - core, kLineEntries);
    const Vertex begin = layout_.next_tree(core + static_cast<Vertex>(chunk.begin));
    const Vertex end = layout_.next_tree(core + static_cast<Vertex>(chunk.end));
    Level& end_level = tree_levels_[static_cast<std::size_t>(member.thread())].end;
    const bool has_source = !path_.empty() && begin <= path_.back() && path_.back() < end;
    end_level = has_source ? hang_with_source(begin, end) : hang(begin, end);
  }

  /// As hang(), but for the vertices from the source to the core: the parent of each is the one
  /// before it on that way.
  Level hang_with_source(Vertex begin, Vertex end) {
    Level end_level = 0;
    Vertex next = begin;
    for (std::size_t hops = path_.size(); hops-- > 0;) {
      end_level = std::max(end_level, hang(next, path_[hops]));
      const Vertex parent = path_[hops == 0 ? 0 : hops - 1];
      entries_[path_[hops]] = TreeEntry::pack(layout_.vertex_at[parent], static_cast<Level>(hops));
      next = path_[hops] + 1;
    }
    return std::max(end_level, hang(next, end));
  }

  /// Puts the vertices of trees at [begin, end) one level past their parents.
  Level hang(Vertex begin, Vertex end) {
    const Vertex* const parents = layout_.tree_parents.data();
    const Vertex* const vertex_at = layout_.vertex_at.data();
    Level end_level = 0;
    for (Vertex p = begin; p < end; ++p) {
      const Vertex parent = parents[p - layout_.num_core];
      const Level level = TreeEntry::level(entries_[parent]);
      const bool reached = level != kUnreached;
      entries_[p] =
          reached ? TreeEntry::pack(vertex_at[parent], level + 1) : TreeEntry::kUnreachedEntry;
      end_level = std::max(end_level, reached ? level + 2 : 0);
    }
    return end_level;
  }

  /// The levels of the core have their time; those that only trees have are filled in with all
  /// others, and get none.
  void write_trace(Level root_level, BfsTree& tree) const {
    tree.trace.resize(tree.num_levels);
    for (Level level = 0; level < tree.num_levels; ++level) {
      tree.trace[level] = {level, 0, 0, BfsDirection::kTopDown, 0};
    }
    tree.count_trace = [graph = graph_](const LevelView& levels, auto& trace) {
      count_by_level(graph.graph(), levels, trace);
      count_core_arcs(*graph.locality_layout(), levels, trace);
    };
    const std::vector<double>& seconds = frontier_.level_seconds();
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      tree.trace[root_level + i].seconds = seconds[i];
    }
  }

  PreparedGraph graph_;
  const LocalityLayout& layout_;
  int threads_;
  BfsTrace trace_;
  Array<std::uint8_t> unvisited_;  // by position
  BarrierFreeFrontier frontier_;
  std::vector<Vertex> path_;
  std::vector<TreeLevels> tree_levels_;
  std::shared_ptr<const EntryTranslator> translator_;
  std::uint64_t* entries_ = nullptr;
};

}  // namespace

std::unique_ptr<BfsEngine> make_block_ordered(PreparedGraph graph, const BfsOptions& options) {
  return std::make_unique<BlockOrdered>(std::move(graph), options);
}

}  // namespace strider::detail
