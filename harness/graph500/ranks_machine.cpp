// The benchmark on ranks. Counts what a search claims on blocks of vertices, apart from the
// search's own partition.
#include <array>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "graph500/machine.hpp"
#include "graph500/ranks.hpp"
#include "graph500/search_keys.hpp"
#include "ranks/edges/degree_survey.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

/// Ends of tuples at the vertices of this rank's block, self-loops not counted.
struct TupleEnds {
  detail::OwnerMap blocks;
  Array<std::uint64_t> ends;
};

/// What all searches need.
struct Context {
  const Cluster& cluster;
  TupleEnds tuples;
  std::optional<DistValidator> validator;
  [[nodiscard]] const comm::Communicator& comm() const { return cluster.state()->comm(); }
};

/// Vertices reached and tuples traversed, by what the search says of each vertex.
template <class Depth, class Result, class DepthOf>
detail::TreeBlock<Depth> count_claim(const Context& context, const Result& result,
                                     DepthOf&& depth_of, Depth unreached, Graph500Search& search) {
  detail::TreeBlock<Depth> tree = detail::to_tree_block<Depth>(
      context.comm(), context.tuples.blocks, result.parents(),
      [&](std::size_t v) { return result.vertex(v); }, depth_of);
  std::array<std::uint64_t, 2> sums{};
  for (std::size_t v = 0; v < tree.size(); ++v) {
    if (tree.depths[v] == unreached) continue;
    ++sums[0];
    sums[1] += context.tuples.ends[v];
  }
  context.comm().all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
  search.reached = sums[0];
  search.edges_traversed = sums[1] / 2;
  return tree;
}
void count_claim(const Context& context, const DistBfsResult& result, Graph500Search& search) {
  const detail::TreeBlock<Level> tree = count_claim<Level>(
      context, result,
      [levels = result.levels()](std::size_t v) { return levels[static_cast<Vertex>(v)]; },
      kUnreached, search);
  std::vector<std::uint64_t>& by_level = search.vertices_per_level;
  by_level.assign(result.num_levels(), 0);
  for (const Level level : tree.depths) {
    if (level < by_level.size()) ++by_level[level];
  }
  context.comm().all_reduce(std::span(by_level), comm::Reduction::kSum);
}
void count_claim(const Context& context, const DistSsspResult<float>& result,
                 Graph500Search& search) {
  static_cast<void>(count_claim<float>(
      context, result, [&](std::size_t v) { return result.distances()[v]; },
      kInfiniteDistance<float>, search));
}

/// The searches of a kernel.
template <class Solver, class Result>
class DistSearches : public Graph500Searches {
 public:
  DistSearches(Solver solver, Context& context) : solver_(std::move(solver)), context_(context) {}

  void run(GlobalVertex root) override { solver_.run(root, result_); }
  void count(Graph500Search& search) override {
    search.seconds = result_.seconds();
    search.traffic = result_.traffic();
    count_claim(context_, result_, search);
  }
  void validate(Graph500Search& search) override {
    const auto checked = context_.validator->validate(result_);
    search.edges_validated = checked.edges_traversed;
    for (const auto& violation : checked.violations) {
      search.violations.push_back(violation.message);
    }
  }

 private:
  Solver solver_;
  Context& context_;
  Result result_;
};
using DistBfs = DistSearches<DistBfsSolver, DistBfsResult>;
using DistSssp = DistSearches<DistSsspSolver<float>, DistSsspResult<float>>;

class DistMachine : public Graph500Machine {
 public:
  DistMachine(const Cluster& cluster, const DistGraph500Options& options)
      : context_{cluster, {}, {}},
        options_(options),
        parameters_{.scale = options.protocol.scale, .edge_factor = options.protocol.edge_factor} {
    if (runs_sssp()) parameters_.weights.kind = WeightKind::kUniformReal;
  }

  void synchronize() override { context_.cluster.barrier(); }
  double slowest(double seconds) override { return context_.cluster.maximum(seconds); }

  void generate() override {
    const comm::Communicator& comm = context_.comm();
    const std::uint64_t n = std::uint64_t{1} << static_cast<unsigned>(parameters_.scale);
    Array<GlobalEdge> edges;
    Array<float> weights;
    const Range chunk =
        static_chunk(generated_size(parameters_).num_edges, comm.rank(), comm.size());
    // Apart, so that no rank generates what another has no room for.
    comm::try_on_all_ranks(comm, [&] {
      const std::uint64_t tuple = sizeof(GlobalEdge) + (runs_sssp() ? sizeof(float) : 0);
      detail::NodeMemory(comm).require((chunk.end - chunk.begin) * tuple, "the tuples of a rank");
      edges = Array<GlobalEdge>(chunk.end - chunk.begin);
      if (runs_sssp()) weights = Array<float>(edges.size());
    });
    comm::try_on_all_ranks(comm, [&] {
      generate_slice(parameters_, {chunk.begin, chunk.end}, edges.span(), weights.span(),
                     options_.partition.threads);
    });
    Weights held;
    if (runs_sssp()) held = std::move(weights);
    input_.emplace(DistInput::from_edges(context_.cluster, n, Directedness::kUndirected,
                                         std::move(edges), std::move(held)));
  }
  void build() override {
    PartitionOptions partition = options_.partition;
    if (!runs_bfs()) partition.purpose = GraphPurpose::kShortestPaths;
    if (!runs_sssp()) partition.purpose = GraphPurpose::kLevels;
    graph_.emplace(context_.cluster, *input_, partition);
    if (runs_bfs()) graphs_.bfs = graph_;
    if (runs_sssp()) graphs_.sssp = graph_;
    if (runs_bfs() && runs_sssp() && graph_->scheme() == PartitionScheme::k2d) {
      // Matrices for levels have no weights. Devices search no paths on grids, and that they are
      // faster there on hosts is not known: so they run there where that was asked for.
      const bool on_grid = !options_.device && options_.partition.scheme == PartitionScheme::k2d;
      graphs_.sssp.emplace(
          context_.cluster, *input_,
          PartitionOptions{.scheme = on_grid ? PartitionScheme::k2d : PartitionScheme::k1d,
                           .grid = on_grid ? graph_->options().grid : std::string(),
                           .shuffle_seed = partition.shuffle_seed,
                           .threads = partition.threads,
                           .purpose = GraphPurpose::kShortestPaths});
    }
    input_.reset();
  }
  void prepare() override {
    if (runs_bfs()) {
      DistBfsSolver solver = bfs_solver();
      // Kernels are loaded when they are first used: that belongs to what makes searching ready.
      if (options_.device) static_cast<void>(solver.run(0));
      bfs_.emplace(std::move(solver), context_);
    }
    if (runs_sssp()) {
      DistSsspSolver<float> solver = sssp_solver();
      if (options_.device) static_cast<void>(solver.run(0));
      sssp_.emplace(std::move(solver), context_);
    }
    graph_->release_input();
    if (runs_sssp()) graphs_.sssp->release_input();
  }
  void describe(Graph500Report& report) override {
    report.processes = context_.cluster.size();
    report.num_vertices = graph_->num_vertices();
    report.num_edges = graph_->num_edges();
  }
  std::vector<GlobalVertex> keys(int count) override {
    const std::uint64_t eligible = graph_->num_vertices() - graph_->facts().isolated.value();
    return sample_search_keys(
        parameters_, eligible, count,
        [&](std::span<const GlobalVertex> drawn) { return graph_->have_edges(drawn); });
  }
  /// Counts tuples where nothing is validated, too: for the edges that searches traverse.
  void look_at_tuples() override {
    const comm::Communicator& comm = context_.comm();
    context_.tuples.blocks = detail::OwnerMap::block(input_->num_vertices(), comm.size());
    context_.tuples.ends = detail::count_ends(comm, *input_->state()->source,
                                              context_.tuples.blocks, options_.partition.threads);
  }
  /// Of tuples that are made anew, a chunk at a time.
  void prepare_validation() override {
    context_.validator.emplace(
        context_.cluster,
        DistInput::generate(context_.cluster, parameters_, options_.partition.threads),
        options_.partition.threads);
  }
  Graph500Searches* bfs() override { return bfs_ ? &*bfs_ : nullptr; }
  Graph500Searches* sssp() override { return sssp_ ? &*sssp_ : nullptr; }
  [[nodiscard]] const DistGraph500Graphs& graphs() const { return graphs_; }

 private:
  [[nodiscard]] bool runs_bfs() const {
    return options_.protocol.kernels != Graph500Kernels::kSssp;
  }
  [[nodiscard]] bool runs_sssp() const {
    return options_.protocol.kernels != Graph500Kernels::kBfs;
  }

  [[nodiscard]] DistBfsSolver bfs_solver() const {
    if (!options_.device) return DistBfsSolver(*graph_, options_.bfs);
    return {*graph_, *options_.device, options_.bfs, options_.device_bfs};
  }
  [[nodiscard]] DistSsspSolver<float> sssp_solver() const {
    if (!options_.device) return DistSsspSolver<float>(*graphs_.sssp, options_.sssp);
    return {*graphs_.sssp, *options_.device, options_.sssp};
  }

  Context context_;
  const DistGraph500Options& options_;
  KroneckerParameters parameters_;
  std::optional<DistInput> input_;
  std::optional<DistGraph> graph_;  // that of kernel 2, where it runs
  DistGraph500Graphs graphs_;
  std::optional<DistBfs> bfs_;
  std::optional<DistSssp> sssp_;
};

}  // namespace

Graph500Report run_graph500(const Cluster& cluster, const DistGraph500Options& options,
                            DistGraph500Graphs* graphs) {
  constexpr int kLargestScale = 40;
  DistGraph500Options own = options;
  comm::try_on_all_ranks(cluster.state()->comm(),
                         [&] { require_in_range(own.protocol, kLargestScale); });
  if (cluster.rank() != 0) own.protocol.progress = {};
  DistMachine machine(cluster, own);
  Graph500Report report = run_protocol(own.protocol, machine);
  if (graphs != nullptr) *graphs = machine.graphs();
  return report;
}

}  // namespace strider
