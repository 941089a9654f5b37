// How many arcs searches with delegates look at on Kronecker graphs, by each estimate of the
// backward workload (Pan, Pearce and Owens 2018, section IV-B): the levels of a search are gone
// through once more, each subgraph the way that the estimate chooses.
//
//   mpirun -n P delegate_directions SCALE [threshold|auto] [searches]
//
// A line of comma-separated values for each way of choosing on rank 0, under a line of their names.
// Means of a search: arcs of all ranks, and subgraphs of ranks that a level searched backward.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/delegate/host/subgraph.hpp"
#include "comm/environment.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "searches.hpp"
#include "strider/generate.hpp"

namespace {

using namespace strider;
using namespace strider::detail;

/// A way of choosing directions.
struct Rule {
  const char* name;
  enum class Way : std::uint8_t { kForward, kEstimated, kFewest } way;
  BackwardWorkload workload = BackwardWorkload::kArcs;
  std::array<SwitchFactors, 3> factors = {};  // of dd, dn, nd
};

constexpr SwitchFactors kOurs{0.02, 0.002};
constexpr std::array kRules{
    Rule{"forward only", Rule::Way::kForward},
    Rule{"arcs, 0.02", Rule::Way::kEstimated, BackwardWorkload::kArcs, {kOurs, kOurs, kOurs}},
    Rule{"vertices, 0.02",
         Rule::Way::kEstimated,
         BackwardWorkload::kVertices,
         {kOurs, kOurs, kOurs}},
    Rule{"vertices, the paper's factors",
         Rule::Way::kEstimated,
         BackwardWorkload::kVertices,
         {SwitchFactors{0.5, 0}, SwitchFactors{0.05, 0}, SwitchFactors{1e-7, 0}}},
    Rule{"the fewer arcs", Rule::Way::kFewest},
};

/// Arcs looked at by subgraph, dd, dn, nd and nn; then how many went backward.
using Counts = std::array<std::uint64_t, 5>;

Array<Word> empty_set(std::size_t size) {
  Array<Word> set((size + 63) / 64);
  std::fill(set.begin(), set.end(), Word{0});
  return set;
}

/// The levels of a search, level by level, as a rank has them.
class Replay {
 public:
  Replay(const comm::Communicator& world, const GraphDelegate& graph) : g_(graph) {
    Workspace workspace;
    out_ = std::make_unique<SearchedSubgraphs>(workspace, graph);
    take_on_all_ranks(world, workspace, "subgraphs");
  }

  /// Of levels by own vertex and by delegate.
  Counts count(const LevelView& levels, std::span<const Level> of_delegates, Level num_levels,
               const Rule& rule) {
    out_->restart();
    Counts counts{};
    Array<Word> visited = empty_set(g_.num_local);
    Array<Word> delegates_visited = empty_set(g_.num_delegates);
    for (Level level = 0; level < num_levels; ++level) {
      Array<Word> frontier = empty_set(g_.num_delegates);
      std::uint64_t size = 0;
      for (std::uint32_t d = 0; d < g_.num_delegates; ++d) {
        if (of_delegates[d] != level) continue;
        set_bit(frontier.data(), d);
        set_bit(delegates_visited.data(), d);
        ++size;
      }
      window_.clear();
      for (std::uint32_t v = 0; v < g_.num_local; ++v) {
        if (levels[v] != level || g_.delegate_of(local_vertex(v)) != kNoDelegate) continue;
        set_bit(visited.data(), v);
        window_.push_back(v);
      }
      const FrontierDelegates delegates{frontier.span(), size, g_.num_delegates};
      const FrontierVertices normals{window_, window_.size(), g_.num_local};
      // What dd finds, nd does not look for.
      Array<Word> known = empty_set(g_.num_delegates);
      std::copy(delegates_visited.begin(), delegates_visited.end(), known.begin());
      for_each_found(g_.dd, delegates, known);
      visit(out_->dd, out_->dd, delegates,
            {delegates_visited, delegates_visited, delegates_visited}, {0, rule}, counts);
      visit(out_->dn, out_->nd, delegates, {visited, visited, delegates_visited}, {1, rule},
            counts);
      visit(out_->nd, out_->dn, normals, {delegates_visited, known, visited}, {2, rule}, counts);
      counts[3] += normals.arcs(g_.nn);
    }
    return counts;
  }

 private:
  struct Sets {
    const Array<Word>& visited;  ///< when the direction is chosen
    const Array<Word>& known;    ///< when the subgraph is searched
    const Array<Word>& parents;
  };
  struct Place {
    std::size_t subgraph;
    const Rule& rule;
  };

  static void for_each_found(const SmallRows& rows, const FrontierDelegates& frontier,
                             Array<Word>& found) {
    for (std::size_t w = 0; w < frontier.members.size(); ++w) {
      for_each_member(frontier.members[w], w, [&](std::uint32_t row) {
        for (const std::uint32_t column : rows.row(row)) set_bit(found.data(), column);
      });
    }
  }

  /// Rows of `reversed` that are not known look for the first parent.
  static std::uint64_t looked_at_backward(const Subgraph& reversed, const Sets& sets) {
    std::uint64_t arcs = 0;
    for (std::size_t w = 0; w < reversed.sources.size(); ++w) {
      for_each_member(reversed.sources[w] & ~sets.known[w], w, [&](std::uint32_t row) {
        for (const std::uint32_t column : reversed.rows.row(row)) {
          ++arcs;
          if (test_bit(sets.parents.data(), column)) break;
        }
      });
    }
    return arcs;
  }

  template <class Frontier>
  static void visit(Subgraph& forward, const Subgraph& reversed, const Frontier& frontier,
                    const Sets& sets, const Place& place, Counts& counts) {
    if (frontier.size == 0) return;
    const std::uint64_t arcs = frontier.arcs(forward.rows);
    const std::uint64_t back = looked_at_backward(reversed, sets);
    if (place.rule.way == Rule::Way::kEstimated) {
      choose_direction(forward, reversed, frontier, reversed.count_outside(sets.visited),
                       place.rule.workload, place.rule.factors[place.subgraph]);
    } else {
      forward.backward = place.rule.way == Rule::Way::kFewest && back < arcs;
    }
    counts[place.subgraph] += forward.backward ? back : arcs;
    counts[4] += forward.backward ? 1 : 0;
  }

  const GraphDelegate& g_;
  std::unique_ptr<SearchedSubgraphs> out_;
  std::vector<Vertex> window_;
};

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment;
  const comm::Communicator world = environment.world();
  const KroneckerParameters parameters{.scale = argc > 1 ? std::atoi(argv[1]) : 16};
  std::optional<std::uint64_t> threshold;
  if (argc > 2 && std::string(argv[2]) != "auto") threshold = std::strtoull(argv[2], nullptr, 10);
  const int searches = argc > 3 ? std::atoi(argv[3]) : 16;
  const auto source = make_source(parameters, world.rank(), world.size());
  const auto graph = std::make_shared<const GraphDelegate>(
      build_graph_delegate(world, *source, {.threshold = threshold}));
  Workspace workspace;
  const auto engine = make_delegate_bfs(workspace, world, graph, {});
  take_on_all_ranks(world, workspace, "a search");
  Replay replay(world, *graph);
  std::array<Counts, kRules.size()> sums{};
  micro::search_from_keys(world, *engine, parameters, searches, [&](const micro::Searched& search) {
    const LevelView levels = search.tree.levels();
    std::vector<Level> of_delegates(graph->num_delegates, kUnreached);
    for (const GraphDelegate::Own& own : graph->own_delegates) {
      of_delegates[index(own.delegate)] = levels[index(own.vertex)];
    }
    world.all_reduce(std::span(of_delegates), comm::Reduction::kMin);
    for (std::size_t i = 0; i < kRules.size(); ++i) {
      Counts counts = replay.count(levels, of_delegates, search.tree.num_levels, kRules[i]);
      world.all_reduce(std::span<std::uint64_t>(counts), comm::Reduction::kSum);
      for (std::size_t k = 0; k < counts.size(); ++k) sums[i][k] += counts[k];
    }
  });
  if (world.rank() != 0) return 0;
  std::printf("scale,ranks,threshold,directions,dd,dn,nd,nn,all,backward\n");
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    const auto mean = [&](std::uint64_t sum) { return static_cast<double>(sum) / searches; };
    const Counts& c = sums[i];
    std::printf("%d,%d,%llu,\"%s\",%.0f,%.0f,%.0f,%.0f,%.0f,%.1f\n", parameters.scale, world.size(),
                static_cast<unsigned long long>(graph->threshold), kRules[i].name, mean(c[0]),
                mean(c[1]), mean(c[2]), mean(c[3]), mean(c[0] + c[1] + c[2] + c[3]), mean(c[4]));
  }
  return 0;
}
