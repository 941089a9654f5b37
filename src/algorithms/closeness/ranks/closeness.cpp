// Closeness on ranks that own rows: batches of 64 sources, a word of searches a vertex, which all
// ranks search together, level by level (graph/batched_bfs.hpp has the listing of one machine):
//
//   pull, where edges lead both ways and the level has many arcs:
//     broadcast the words of owners to ghosts; for own v that some search has not seen, for
//     neighbours u: next[v] |= frontier[u], until all have seen v
//   push else: for own u of the frontier, for neighbours v, ghosts too: next[v] |= frontier[u]
//     reduce the words of ghosts to owners
//   next[v] &= ~seen[v]; seen[v] |= next[v]; add up what is found
//
// 8 bytes a ghost and a level travel.
#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "algorithms/closeness/distance_sums.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "graph/edge_map.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/error.hpp"

namespace strider {
namespace detail {
namespace {

using Word = std::uint64_t;
constexpr std::size_t kSources = 64;

/// As of one machine: arcs of a level that is pushed are fewer than the graph's divided by this.
constexpr EdgeIndex kPushCost = 8;

struct Pull {
  const Word* own;
  const Word* seen;
  Word* next;
  Word all;

  struct Value {
    Word wanted;
    Word met;
  };
  [[nodiscard]] Value begin(Vertex v) const { return {all & ~seen[v], 0}; }
  [[nodiscard]] static bool cond(const Value& value) { return value.wanted != 0; }
  bool add(Value& value, Vertex u) const {
    value.met |= own[u];
    return (value.wanted & ~value.met) == 0;
  }
  void apply(Vertex v, const Value& value) const { next[v] = value.wanted & value.met; }
};

class SearchOnRanks {
 public:
  SearchOnRanks(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
                const DistanceSums& sums, int threads)
      : comm_(comm),
        graph_(graph),
        sums_(sums),
        threads_(threads),
        ghosts_(workspace, comm, graph) {
    const Vertex num_ids = std::max(graph.local_ids.size(), graph.num_rows());
    workspace.declare("the searches that have seen a vertex", seen_, graph.num_rows());
    workspace.declare("the frontiers of searches", own_, num_ids);
    workspace.declare("the frontiers of searches", next_, num_ids);
    workspace.declare("the vertices reached", reached_, graph.num_rows());
    workspace.declare("the sums of distances", weights_, graph.num_rows());
    workspace.when_taken([this] {
      std::ranges::fill(reached_, 0U);
      std::ranges::fill(weights_, std::uint64_t{0});
    });
  }

  /// Adds the distances from up to kSources sources. Collective.
  void add(std::span<const GlobalVertex> sources) {
    EdgeIndex arcs = 0;
    comm::try_on_all_ranks(comm_, [&] { arcs = begin(sources); });
    const Word all = sources.size() == kSources ? ~Word{0} : (Word{1} << sources.size()) - 1;
    for (Level level = 1;; ++level) {
      arcs = comm_.all_reduce(arcs, comm::Reduction::kSum);
      if (arcs == 0) return;
      const bool pulls =
          graph_.directedness == Directedness::kUndirected && arcs > graph_.num_arcs / kPushCost;
      ExceptionCatcher caught;
      if (pulls) {
        ghosts_.broadcast<Word>(
            graph_, [&](Vertex v) { return own_[v]; },
            [&](Vertex ghost, Word word) { own_[ghost] = word; });
        caught.run([&] { pull(all); });
      } else {
        caught.run([&] { push(); });
        ghosts_.reduce<Word>(
            graph_, [&](Vertex ghost) { return next_[ghost]; },
            [&](Vertex v, Word word) { next_[v] |= word; });
      }
      caught.run([&] { arcs = settle(level); });
      comm::try_on_all_ranks(comm_, [&] { caught.rethrow(); });
      std::swap(own_, next_);
    }
  }

  /// The last call: takes no more. Throws MemoryError on this rank only.
  void write(std::span<const GlobalVertex> drawn, DistClosenessResult& result) {
    result.vertices.resize(graph_.num_rows());
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      const GlobalVertex vertex = graph_.global_of(local_vertex(v));
      result.vertices[v] = vertex;
      result.values[v] =
          sums_.score(weights_[v], reached_[v], std::ranges::binary_search(drawn, vertex));
    }
  }

 private:
  EdgeIndex begin(std::span<const GlobalVertex> sources) {
    std::ranges::fill(seen_, Word{0});
    std::ranges::fill(own_, Word{0});
    EdgeIndex arcs = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const OwnedVertex source = graph_.owners.locate(sources[i]);
      if (source.rank != graph_.rank) continue;
      const std::uint32_t v = index(source.vertex);
      own_[v] |= Word{1} << i;
      seen_[v] = own_[v];
      arcs += graph_.rows.degree(v);
    }
    return arcs;
  }
  void pull(Word all) {
    parallel_workers(threads_, [&](Worker& worker) {
      gather(worker, graph_.rows, Pull{own_.data(), seen_.data(), next_.data(), all});
    });
  }
  void push() {
    parallel_workers(threads_, [&](Worker& worker) {
      worker.for_own_part(next_.size(), [&](std::size_t begin, std::size_t end) {
        std::fill(next_.begin() + begin, next_.begin() + end, Word{0});
      });
      worker.wait();
      worker.for_chunks(graph_.num_rows(), kRowsOfChunk, [&](std::size_t begin, std::size_t end) {
        for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
          if (own_[u] == 0) continue;
          for (const Vertex v : graph_.rows.neighbors(u)) {
            if ((own_[u] & ~load_relaxed(next_[v])) != 0) fetch_or_relaxed(next_[v], own_[u]);
          }
        }
      });
    });
  }
  /// The arcs of what was found.
  EdgeIndex settle(Level level) {
    EdgeIndex arcs = 0;
    const std::uint64_t weight = sums_.weight(level);
    parallel_chunks(graph_.num_rows(), threads_, [&](std::size_t begin, std::size_t end, int) {
      EdgeIndex mine = 0;
      for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
        next_[v] &= ~seen_[v];
        if (next_[v] == 0) continue;
        seen_[v] |= next_[v];
        const auto found = static_cast<std::uint32_t>(std::popcount(next_[v]));
        reached_[v] += found;
        weights_[v] += found * weight;
        mine += graph_.rows.degree(v);
      }
      fetch_add_relaxed(arcs, mine);
    });
    return arcs;
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const DistanceSums& sums_;
  int threads_;
  GhostMap ghosts_;
  Array<Word> seen_;  ///< by own vertex
  Array<Word> own_;   ///< by local id: of the level; of ghosts, while it is pulled
  Array<Word> next_;
  Array<std::uint32_t> reached_;
  Array<std::uint64_t> weights_;
};

/// All vertices, or those that were drawn, in batches. Collective.
void add_all(SearchOnRanks& search, const comm::Communicator& comm, const DistanceSums& sums,
             std::span<const GlobalVertex> drawn, const ClosenessOptions& options) {
  std::vector<GlobalVertex> batch;
  for (std::uint64_t first = 0; first < sums.num_sources(); first += kSources) {
    const std::uint64_t size = std::min<std::uint64_t>(kSources, sums.num_sources() - first);
    comm::try_on_all_ranks(comm, [&] {
      batch.clear();
      for (std::uint64_t i = first; i < first + size; ++i) {
        batch.push_back(drawn.empty() ? i : drawn[i]);
      }
    });
    search.add(batch);
    comm::try_on_all_ranks(comm, [&] {
      if (options.on_progress) options.on_progress(first + size, sums.num_sources());
    });
  }
}

}  // namespace
}  // namespace detail

DistClosenessResult closeness(const DistGraph& graph, const ClosenessOptions& options) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const std::shared_ptr<const Graph1d> part = state.one_d();
  Workspace workspace;
  DistClosenessResult result;
  std::optional<DistanceSums> sums;
  std::optional<SearchOnRanks> search;
  std::vector<GlobalVertex> drawn;
  comm::try_on_all_ranks(comm, [&] {
    if (part == nullptr) throw UsageError("closeness needs the partition 1d");
    const int threads = options.threads == 0 ? state.threads : resolve_threads(options.threads);
    sums.emplace(options, state.num_vertices);
    drawn = sums->draw<GlobalVertex>(options.seed);
    search.emplace(workspace, comm, *part, *sums, threads);
    workspace.declare("the scores", result.values, part->num_rows());
  });
  take_on_all_ranks(comm, workspace, "closeness", {});
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    add_all(*search, comm, *sums, drawn, options);
    comm::try_on_all_ranks(comm, [&] { search->write(drawn, result); });
  });
  result.num_sources = sums->num_sources();
  result.error = sums->error();
  return result;
}

}  // namespace strider
