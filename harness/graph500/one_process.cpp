// The benchmark in one process.
#include "graph500/one_process.hpp"

#include <optional>
#include <utility>

#include "graph500/graph500.hpp"
#include "graph500/machine.hpp"
#include "graph500/search_keys.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

/// What searches are counted and checked by.
struct Tuples {
  /// Ends of tuples at each vertex, self-loops not counted: half their sum over a component is the
  /// number of its tuples.
  Array<EdgeIndex> degrees;
  EdgeList list;  // empty where nothing is validated
};

Array<EdgeIndex> tuple_degrees(const EdgeList& list) {
  Array<EdgeIndex> degrees(list.num_vertices, 0);
  for (const auto& [source, target] : list.edges) {
    if (source == target) continue;
    ++degrees[source];
    ++degrees[target];
  }
  return degrees;
}

template <class Validation>
void note(const Validation& checked, Graph500Search& search) {
  search.edges_validated = checked.edges_traversed;
  for (const auto& violation : checked.violations) search.violations.push_back(violation.message);
}

class Bfs : public Graph500Searches {
 public:
  Bfs(BfsSolver solver, TreePlace place, int threads, const Tuples& tuples)
      : solver_(std::move(solver)), place_(place), threads_(threads), tuples_(tuples) {}

  void run(GlobalVertex root) override {
    solver_.run(static_cast<Vertex>(root), result_);
    if (place_ == TreePlace::kHost) fetch();
  }
  void count(Graph500Search& search) override {
    fetch();
    EdgeIndex ends = 0;
    for (Vertex v = 0; v < levels_.size(); ++v) {
      const Level level = levels_[v];
      // A level that no vertex can have is left for the validation to find.
      if (level == kUnreached || level >= levels_.size()) continue;
      if (level >= search.vertices_per_level.size()) search.vertices_per_level.resize(level + 1);
      ++search.vertices_per_level[level];
      ++search.reached;
      ends += tuples_.degrees[v];
    }
    search.edges_traversed = ends / 2;
  }
  void validate(Graph500Search& search) override {
    note(validate_bfs(tuples_.list, static_cast<Vertex>(search.root), parents_, levels_, threads_),
         search);
  }

 private:
  void fetch() {
    parents_ = result_.parents();
    levels_ = result_.levels();
  }

  BfsSolver solver_;
  TreePlace place_;
  int threads_;
  const Tuples& tuples_;
  BfsResult result_;
  std::span<const Vertex> parents_;
  LevelView levels_;
};

class Sssp : public Graph500Searches {
 public:
  Sssp(SsspSolver<float> solver, TreePlace place, int threads, const Tuples& tuples)
      : solver_(std::move(solver)), place_(place), threads_(threads), tuples_(tuples) {}

  [[nodiscard]] SsspLayout layout() const { return solver_.layout(); }
  void run(GlobalVertex root) override {
    solver_.run(static_cast<Vertex>(root), result_);
    if (place_ == TreePlace::kHost) fetch();
  }
  void count(Graph500Search& search) override {
    fetch();
    EdgeIndex ends = 0;
    for (Vertex v = 0; v < distances_.size(); ++v) {
      if (distances_[v] == kInfiniteDistance<float>) continue;
      ++search.reached;
      ends += tuples_.degrees[v];
    }
    search.edges_traversed = ends / 2;
  }
  void validate(Graph500Search& search) override {
    note(validate_sssp<float>(tuples_.list, static_cast<Vertex>(search.root), parents_, distances_,
                              {.threads = threads_}),
         search);
  }

 private:
  void fetch() {
    distances_ = result_.distances();
    parents_ = result_.parents();
  }

  SsspSolver<float> solver_;
  TreePlace place_;
  int threads_;
  const Tuples& tuples_;
  SsspResult<float> result_;
  std::span<const Vertex> parents_;
  std::span<const float> distances_;
};

class OneProcess : public Graph500Machine {
 public:
  OneProcess(const Graph500Options& options, const Graph500Place& place)
      : options_(options),
        place_(place),
        parameters_{.scale = options.scale, .edge_factor = options.edge_factor} {
    options_.bfs.threads = options.threads;
    options_.sssp.threads = options.threads;
    options_.sssp.target.reset();
    options_.sssp.cutoff = SsspOptions{}.cutoff;
    if (runs_sssp()) parameters_.weights.kind = WeightKind::kUniformReal;
  }

  void generate() override { tuples_.list = strider::generate(parameters_, options_.threads); }
  void look_at_tuples() override { tuples_.degrees = tuple_degrees(tuples_.list); }
  void build() override {
    graph_ = build_any_graph(std::exchange(tuples_.list, {}), {.threads = options_.threads});
  }
  void prepare() override {
    const Graph& graph = topology(graph_);
    if (runs_bfs()) {
      ReadyBfs ready = place_.prepare_bfs(graph, options_);
      layout_ = ready.layout;
      bfs_.emplace(std::move(ready.solver), place_.tree, options_.threads, tuples_);
    }
    if (runs_sssp()) {
      sssp_.emplace(place_.prepare_sssp(std::get<WeightedGraph<float>>(graph_), options_),
                    place_.tree, options_.threads, tuples_);
    }
  }
  void describe(Graph500Report& report) override {
    report.layout = layout_;
    if (sssp_) report.sssp_layout = sssp_->layout();
    report.num_vertices = topology(graph_).num_vertices();
    report.num_edges = topology(graph_).num_edges();
  }
  std::vector<GlobalVertex> keys(int count) override {
    const Csr& adjacency = topology(graph_).out();
    std::uint64_t eligible = 0;
    for (Vertex v = 0; v < adjacency.num_vertices(); ++v) {
      eligible += adjacency.degree(v) > 0 ? 1 : 0;
    }
    return sample_search_keys(parameters_, eligible, count,
                              [&](std::span<const GlobalVertex> drawn) {
                                std::vector<std::uint8_t> has_edge;
                                for (const GlobalVertex v : drawn) {
                                  has_edge.push_back(adjacency.degree(static_cast<Vertex>(v)) > 0);
                                }
                                return has_edge;
                              });
  }
  /// The tuples are made anew, so that construction need not keep them.
  void prepare_validation() override { generate(); }
  Graph500Searches* bfs() override { return bfs_ ? &*bfs_ : nullptr; }
  Graph500Searches* sssp() override { return sssp_ ? &*sssp_ : nullptr; }

 private:
  [[nodiscard]] bool runs_bfs() const { return options_.kernels != Graph500Kernels::kSssp; }
  [[nodiscard]] bool runs_sssp() const { return options_.kernels != Graph500Kernels::kBfs; }

  Graph500Options options_;
  const Graph500Place& place_;
  KroneckerParameters parameters_;
  Tuples tuples_;
  AnyGraph graph_;
  Layout layout_ = Layout::kNone;
  std::optional<Bfs> bfs_;
  std::optional<Sssp> sssp_;
};

ReadyBfs prepare_bfs_on_host(const Graph& graph, const Graph500Options& options) {
  const bool has_layout = options.bfs.method == BfsMethod::kAuto;
  PreparedGraph prepared =
      has_layout ? prepare(graph, {.layout = options.layout, .threads = options.threads})
                 : PreparedGraph(graph);
  const Layout layout = prepared.layout();
  return {BfsSolver(std::move(prepared), options.bfs), layout};
}

SsspSolver<float> prepare_sssp_on_host(const WeightedGraph<float>& graph,
                                       const Graph500Options& options) {
  return SsspSolver<float>(graph, options.sssp);
}

}  // namespace

Graph500Report run_in_one_process(const Graph500Options& options, const Graph500Place& place) {
  constexpr int kLargestScale = 31;  // 2^32 vertices are one too many
  require_in_range(options, kLargestScale);
  OneProcess machine(options, place);
  return run_protocol(options, machine);
}

Graph500Report run_graph500(const Graph500Options& options) {
  return run_in_one_process(options, {.tree = TreePlace::kHost,
                                      .prepare_bfs = prepare_bfs_on_host,
                                      .prepare_sssp = prepare_sssp_on_host});
}

}  // namespace strider
