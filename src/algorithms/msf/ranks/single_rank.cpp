// One rank has the whole graph: its rows are the adjacency that the method of one machine takes.
#include <utility>

#include "algorithms/msf/canonical.hpp"
#include "algorithms/msf/engine.hpp"
#include "algorithms/msf/ranks/engine.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"

namespace strider::detail {
namespace {

/// The graph in the input's numbers. Shares the rows where the rank calls its vertices so, too.
template <class W>
WeightedGraph<W> whole_graph(const WeightedGraph1d<W>& part, int threads) {
  const Graph1d& graph = part.topology;
  const WeightedGraph<W> rows(Graph(graph.rows, Directedness::kUndirected, graph.num_self_loops),
                              part.weights);
  const Vertex n = graph.num_rows();
  bool is_same = true;
  for (Vertex v = 0; v < n && is_same; ++v) is_same = graph.global_of(local_vertex(v)) == v;
  if (is_same) return rows;
  Array<Vertex> to_new;
  Array<Vertex> to_old;
  Workspace workspace;
  workspace.declare("the new ones", to_new, n);
  workspace.declare("the old ones", to_old, n);
  workspace.take("the names of vertices", HostMemory());
  for (Vertex v = 0; v < n; ++v) {
    to_new[v] = static_cast<Vertex>(graph.global_of(local_vertex(v)));
    to_old[to_new[v]] = v;
  }
  return relabel(rows, Permutation{std::move(to_new), std::move(to_old)}, threads);
}

template <class W>
class SingleRank final : public DistMsfEngine<W> {
 public:
  SingleRank(const comm::Communicator& comm, const WeightedGraph<W>& graph,
             const DistMsfOptions& options)
      : comm_(comm),
        threads_(options.threads),
        engine_(make_single_pivot_filter_kruskal(
            graph, {.objective = options.objective, .threads = options.threads})),
        canonical_(graph, options.objective, options.threads) {}

  void run(DistForest<W>& forest) override {
    comm::try_on_all_ranks(comm_, [&] {
      timer_.start();
      engine_->run(found_);
      timer_.end(BoruvkaPart::kContract);
      (void)canonical_.write(found_, sorted_);
      forest.edges.resize(sorted_.size());
      parallel_chunks(sorted_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
          forest.edges[i] = {sorted_[i].u, sorted_[i].v, sorted_[i].weight};
        }
      });
      forest.profile = {};
      forest.profile.settled_edges = forest.edges.size();
      timer_.end(BoruvkaPart::kDeliver);
      timer_.write(forest.profile.parts);
    });
  }

 private:
  const comm::Communicator& comm_;
  int threads_;
  std::unique_ptr<MsfEngine<W>> engine_;
  CanonicalForest<W> canonical_;
  ForestEdges<W> found_;
  Array<MsfEdge<W>> sorted_;
  PartTimer timer_;
};

}  // namespace

template <class W>
std::unique_ptr<DistMsfEngine<W>> make_single_rank(const comm::Communicator& comm,
                                                   std::shared_ptr<const WeightedGraph1d<W>> graph,
                                                   const DistMsfOptions& options) {
  return comm::try_on_all_ranks(comm, [&]() -> std::unique_ptr<DistMsfEngine<W>> {
    return std::make_unique<SingleRank<W>>(comm, whole_graph(*graph, options.threads), options);
  });
}

template std::unique_ptr<DistMsfEngine<float>> make_single_rank(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<float>>,
    const DistMsfOptions&);
template std::unique_ptr<DistMsfEngine<double>> make_single_rank(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<double>>,
    const DistMsfOptions&);
template std::unique_ptr<DistMsfEngine<std::uint32_t>> make_single_rank(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<std::uint32_t>>,
    const DistMsfOptions&);

}  // namespace strider::detail
