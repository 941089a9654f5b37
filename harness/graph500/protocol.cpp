#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "graph500/graph500.hpp"
#include "graph500/search_keys.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

/// Seconds of wall-clock time since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

void check(const Graph500Options& options) {
  constexpr int kLargestScale = 31;  // 2^32 vertices are one too many
  constexpr int kMostRoots = 1 << 20;
  if (options.scale < 1 || options.scale > kLargestScale) {
    throw UsageError(fmt::format("graph500: scale is {}; it must be 1 to {} on one machine",
                                 options.scale, kLargestScale));
  }
  if (options.roots < 1 || options.roots > kMostRoots) {
    throw UsageError(fmt::format("graph500: {} search keys asked for; there must be 1 to {}",
                                 options.roots, kMostRoots));
  }
}

/// Ends of tuples at each vertex, self-loops not counted: half their sum over a component is the
/// number of its tuples.
Array<EdgeIndex> tuple_degrees(const EdgeList& list) {
  Array<EdgeIndex> degrees(list.num_vertices, 0);
  for (const auto& [source, target] : list.edges) {
    if (source == target) continue;
    ++degrees[source];
    ++degrees[target];
  }
  return degrees;
}

class Protocol {
 public:
  explicit Protocol(const Graph500Options& options)
      : options_(options), parameters_{.scale = options.scale, .edge_factor = options.edge_factor} {
    check(options);
    options_.bfs.threads = options.threads;
  }

  Graph500Report run() {
    report_.scale = options_.scale;
    report_.edge_factor = options_.edge_factor;
    report_.validated = options_.validation == Graph500Validation::kEachSearch;
    EdgeList tuples = generation();
    degrees_ = tuple_degrees(tuples);
    BfsSolver solver = construction(std::move(tuples));
    if (report_.validated) tuples_ = generate(parameters_, options_.threads);
    searches(solver);
    return std::move(report_);
  }

 private:
  EdgeList generation() {
    progress("generation", 0);
    const Stopwatch watch;
    EdgeList tuples = generate(parameters_, options_.threads);
    report_.generation_seconds = watch.seconds();
    return tuples;
  }

  /// Kernel 1. Ends with a solver that is ready to search.
  BfsSolver construction(EdgeList tuples) {
    progress("construction", 0);
    const Stopwatch watch;
    const Graph graph = build_graph(std::move(tuples), {.threads = options_.threads});
    const double built = watch.seconds();
    progress("preparation", 0);
    const Stopwatch preparation;
    PreparedGraph prepared =
        options_.bfs.method == BfsMethod::kAuto
            ? prepare(graph, {.layout = options_.layout, .threads = options_.threads})
            : PreparedGraph(graph);
    report_.layout = prepared.layout();
    report_.preparation_seconds = preparation.seconds();
    BfsSolver solver(std::move(prepared), options_.bfs);
    report_.construction_seconds = built + preparation.seconds();
    report_.num_vertices = graph.num_vertices();
    report_.num_edges = graph.num_edges();
    keys_ = sample_search_keys(parameters_, graph, options_.roots);
    report_.roots = static_cast<int>(keys_.size());
    return solver;
  }

  /// Kernel 2, from every key.
  void searches(BfsSolver& solver) {
    BfsResult result;
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      progress("searches", static_cast<double>(k) / static_cast<double>(keys_.size()));
      report_.bfs.searches.push_back(search(solver, keys_[k], result));
    }
    progress("searches", 1);
    std::vector<double> seconds;
    std::vector<double> edges;
    std::vector<double> validation;
    for (const Graph500Search& search : report_.bfs.searches) {
      seconds.push_back(search.seconds);
      edges.push_back(static_cast<double>(search.edges_traversed));
      validation.push_back(search.validation_seconds);
    }
    report_.edges = statistics_of(edges);
    report_.bfs.time = statistics_of(seconds);
    report_.bfs.teps = rate_statistics_of(edges, seconds);
    report_.bfs.validate = statistics_of(validation);
  }

  Graph500Search search(BfsSolver& solver, Vertex root, BfsResult& result) {
    Graph500Search search;
    search.root = root;
    const Stopwatch watch;
    solver.run(root, result);
    const std::span<const Vertex> parents = result.parents();
    const LevelView levels = result.levels();
    search.seconds = watch.seconds();
    count(levels, search);
    if (!report_.validated) return search;
    const Stopwatch validation;
    BfsValidation checked = validate_bfs(tuples_, root, parents, levels, options_.threads);
    search.validation_seconds = validation.seconds();
    search.violations = std::move(checked.violations);
    search.edges_validated = checked.edges_traversed;
    return search;
  }

  /// What the search claims: vertices a level, and the tuples among them.
  void count(const LevelView& levels, Graph500Search& search) const {
    EdgeIndex ends = 0;
    for (Vertex v = 0; v < levels.size(); ++v) {
      const Level level = levels[v];
      // A level that no vertex can have is left for the validation to find.
      if (level == kUnreached || level >= levels.size()) continue;
      if (level >= search.vertices_per_level.size()) search.vertices_per_level.resize(level + 1);
      ++search.vertices_per_level[level];
      ++search.reached;
      ends += degrees_[v];
    }
    search.edges_traversed = ends / 2;
  }

  void progress(std::string_view phase, double fraction) const {
    if (options_.progress) options_.progress(phase, fraction);
  }

  Graph500Options options_;
  KroneckerParameters parameters_;
  Graph500Report report_;
  Array<EdgeIndex> degrees_;
  EdgeList tuples_;  // empty where nothing is validated
  std::vector<Vertex> keys_;
};

}  // namespace

Graph500Report run_graph500(const Graph500Options& options) {
  return Protocol(options).run();
}

}  // namespace strider
