#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <optional>
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
    options_.sssp.threads = options.threads;
    options_.sssp.target.reset();
    options_.sssp.cutoff = SsspOptions{}.cutoff;
    if (runs_sssp()) parameters_.weights.kind = WeightKind::kUniformReal;
  }

  Graph500Report run() {
    report_.kernels = options_.kernels;
    report_.scale = options_.scale;
    report_.edge_factor = options_.edge_factor;
    report_.validated = options_.validation == Graph500Validation::kEachSearch;
    EdgeList tuples = generation();
    degrees_ = tuple_degrees(tuples);
    construction(std::move(tuples));
    if (report_.validated) tuples_ = generate(parameters_, options_.threads);
    if (bfs_) {
      BfsResult result;
      search_all("searches", report_.bfs, [&](Vertex root) { return search(root, result); });
    }
    if (sssp_) {
      SsspResult<float> result;
      search_all("shortest paths", report_.sssp,
                 [&](Vertex root) { return search_paths(root, result); });
    }
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

  /// Kernel 1. Ends with solvers that are ready to search.
  void construction(EdgeList tuples) {
    progress("construction", 0);
    const Stopwatch watch;
    const AnyGraph any = build_any_graph(std::move(tuples), {.threads = options_.threads});
    const Graph& graph = topology(any);
    const double built = watch.seconds();
    progress("preparation", 0);
    const Stopwatch preparation;
    if (runs_bfs()) {
      PreparedGraph prepared =
          options_.bfs.method == BfsMethod::kAuto
              ? prepare(graph, {.layout = options_.layout, .threads = options_.threads})
              : PreparedGraph(graph);
      report_.layout = prepared.layout();
      bfs_.emplace(std::move(prepared), options_.bfs);
    }
    if (runs_sssp()) {
      sssp_.emplace(std::get<WeightedGraph<float>>(any), options_.sssp);
      report_.sssp_layout = sssp_->layout();
    }
    report_.preparation_seconds = preparation.seconds();
    report_.construction_seconds = built + report_.preparation_seconds;
    report_.num_vertices = graph.num_vertices();
    report_.num_edges = graph.num_edges();
    keys_ = sample_search_keys(parameters_, graph, options_.roots);
    report_.roots = static_cast<int>(keys_.size());
  }

  /// Kernel 2 or 3, from every key.
  template <class Search>
  void search_all(std::string_view phase, Graph500Kernel& kernel, Search&& search_from) {
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      progress(phase, static_cast<double>(k) / static_cast<double>(keys_.size()));
      kernel.searches.push_back(search_from(keys_[k]));
    }
    progress(phase, 1);
    std::vector<double> seconds;
    std::vector<double> edges;
    std::vector<double> validation;
    for (const Graph500Search& search : kernel.searches) {
      seconds.push_back(search.seconds);
      edges.push_back(static_cast<double>(search.edges_traversed));
      validation.push_back(search.validation_seconds);
    }
    report_.edges = statistics_of(edges);
    kernel.time = statistics_of(seconds);
    kernel.teps = rate_statistics_of(edges, seconds);
    kernel.validate = statistics_of(validation);
  }

  Graph500Search search(Vertex root, BfsResult& result) {
    Graph500Search search;
    search.root = root;
    const Stopwatch watch;
    bfs_->run(root, result);
    const std::span<const Vertex> parents = result.parents();
    const LevelView levels = result.levels();
    search.seconds = watch.seconds();
    count(levels, search);
    if (!report_.validated) return search;
    const Stopwatch validation;
    const BfsValidation checked = validate_bfs(tuples_, root, parents, levels, options_.threads);
    search.validation_seconds = validation.seconds();
    note(checked, search);
    return search;
  }

  Graph500Search search_paths(Vertex root, SsspResult<float>& result) {
    Graph500Search search;
    search.root = root;
    const Stopwatch watch;
    sssp_->run(root, result);
    const std::span<const float> distances = result.distances();
    const std::span<const Vertex> parents = result.parents();
    search.seconds = watch.seconds();
    EdgeIndex ends = 0;
    for (Vertex v = 0; v < distances.size(); ++v) {
      if (distances[v] == kInfiniteDistance<float>) continue;
      ++search.reached;
      ends += degrees_[v];
    }
    search.edges_traversed = ends / 2;
    if (!report_.validated) return search;
    const Stopwatch validation;
    const SsspValidation checked =
        validate_sssp<float>(tuples_, root, parents, distances, {.threads = options_.threads});
    search.validation_seconds = validation.seconds();
    note(checked, search);
    return search;
  }

  template <class Validation>
  static void note(const Validation& checked, Graph500Search& search) {
    search.edges_validated = checked.edges_traversed;
    for (const auto& violation : checked.violations) {
      search.violations.push_back(violation.message);
    }
  }

  [[nodiscard]] bool runs_bfs() const { return options_.kernels != Graph500Kernels::kSssp; }
  [[nodiscard]] bool runs_sssp() const { return options_.kernels != Graph500Kernels::kBfs; }

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
  std::optional<BfsSolver> bfs_;
  std::optional<SsspSolver<float>> sssp_;
};

}  // namespace

Graph500Report run_graph500(const Graph500Options& options) {
  return Protocol(options).run();
}

}  // namespace strider
