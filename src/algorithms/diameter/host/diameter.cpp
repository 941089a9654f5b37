// Diameters of graphs on one machine.
#include "strider/diameter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/diameter/component_runs.hpp"
#include "algorithms/diameter/host/all_searches.hpp"
#include "base/workspace.hpp"
#include "graph/transpose.hpp"

namespace strider {
namespace detail {
namespace {

/// Searches by all threads, for which the solver lays the graph out once they are many.
class GraphSearch : public LevelSearch {
 public:
  GraphSearch(const Graph& graph, int threads)
      : LevelSearch(BfsSolver(graph, {.threads = threads})) {}
};

/// A search by one thread, of as much work as the component has.
class QueueSearch {
 public:
  using Distance = Level;

  QueueSearch(const Graph& graph, int /*threads*/)
      : graph_(graph), levels_(take_array<Array<Level>>(graph.num_vertices(), "the diameter")) {
    std::ranges::fill(levels_, kUnreached);
  }
  Level run(Vertex source) {
    for (const Vertex v : queue_) levels_[v] = kUnreached;
    queue_.assign(1, source);
    levels_[source] = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const Vertex u = queue_[i];
      for (const Vertex v : graph_.out().neighbors(u)) {
        if (levels_[v] != kUnreached) continue;
        levels_[v] = levels_[u] + 1;
        queue_.push_back(v);
      }
    }
    return levels_[queue_.back()];
  }
  [[nodiscard]] std::size_t num_reached() const { return queue_.size(); }
  [[nodiscard]] Level distance(Vertex v) const { return levels_[v]; }

 private:
  Graph graph_;
  Array<Level> levels_;
  std::vector<Vertex> queue_;
};

/// Along arcs and against them, which are the same in an undirected graph.
template <class Search>
class BothWays {
 public:
  BothWays(const Graph& graph, int threads) : forward_(graph, threads) {
    if (!graph.is_directed()) return;
    backward_.emplace(reversed(graph, threads), threads);
  }
  [[nodiscard]] Search& forward() { return forward_; }
  [[nodiscard]] Search& backward() { return backward_ ? *backward_ : forward_; }
  /// Whether each vertex of a weakly connected component reaches all others.
  [[nodiscard]] bool are_strongly_connected(std::span<const Vertex> vertices) {
    const auto reaches_all = [&](Search& search) {
      search.run(vertices.front());
      return search.num_reached() == vertices.size();
    };
    return reaches_all(forward()) && reaches_all(backward());
  }

 private:
  Search forward_;
  std::optional<Search> backward_;
};

/// Of one search: of fewer arcs it ends sooner than threads begin and wait for each other.
int threads_of_a_search(const Graph& graph, int threads) {
  constexpr EdgeIndex kFewArcs = 1U << 20U;
  return graph.num_arcs() < kFewArcs ? 1 : threads;
}

class DiameterOnTheHost {
 public:
  DiameterOnTheHost(const Graph& graph, const DiameterOptions& options, int threads)
      : graph_(graph),
        options_(options),
        threads_(threads),
        runs_(graph.num_vertices(), options, threads_of_a_search(graph, threads)),
        large_(graph, threads_of_a_search(graph, threads)) {}

  void run(std::span<const Vertex> members) {
    if (is_small(members, graph_.num_vertices())) {
      if (!small_) small_.emplace(graph_, threads_);
      run(members, *small_);
    } else {
      run(members, large_);
    }
  }
  [[nodiscard]] DiameterResult result() && { return std::move(runs_).result(); }

 private:
  template <class Search>
  void run(std::span<const Vertex> members, BothWays<Search>& search) {
    BoundRules rules = BoundRules::kUndirected;
    if (graph_.is_directed()) {
      rules = search.are_strongly_connected(members) ? BoundRules::kStronglyConnected
                                                     : BoundRules::kNone;
      constexpr bool kIsLarge = std::is_same_v<Search, GraphSearch>;
      if (kIsLarge && rules == BoundRules::kNone && options_.most_searches == 0) {
        return search_from_all(members);
      }
    }
    runs_.run(members, busiest(graph_, members), rules, search.forward(), search.backward());
  }

  void search_from_all(std::span<const Vertex> members) {
    DiameterFacts<Level> facts = search_all(graph_, members, runs_.bounds(), options_, threads_);
    GraphSearch& search = large_.forward();
    search.run(static_cast<Vertex>(facts.ends[0]));
    facts.ends[1] =
        *std::ranges::find(members, facts.diameter, [&](Vertex v) { return search.distance(v); });
    runs_.add(facts);
  }

  const Graph& graph_;
  const DiameterOptions& options_;
  int threads_;
  ComponentRuns<Level> runs_;
  BothWays<GraphSearch> large_;
  std::optional<BothWays<QueueSearch>> small_;
};

}  // namespace
}  // namespace detail

DiameterResult diameter(const Graph& graph, const DiameterOptions& options) {
  using namespace detail;
  const int threads = resolve_threads(options.threads);
  const ComponentMembers members(graph, threads);
  DiameterOnTheHost search(graph, options, threads);
  for (const Component& component : members.chosen(options.scope)) {
    search.run(members.of(component));
  }
  return std::move(search).result();
}

}  // namespace strider
