// A graph that ranks share, on each of them, and its degrees.
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/one_d/whole_graph.hpp"

namespace strider {

std::span<const std::uint32_t> DistGraph::degrees() const {
  return state_->degrees.span();
}

Graph DistGraph::gather() const {
  const State& graph = *state_;
  const comm::Communicator& comm = graph.comm();
  if (graph.one_d() != nullptr) {
    return detail::gather_whole_graph(comm, *graph.one_d(), graph.threads);
  }
  const auto owners = comm::try_on_all_ranks(
      comm, [&] { return detail::OwnerMap::block(graph.num_vertices, comm.size()); });
  const detail::DistBuildOptions cleaned{.self_loops = graph.options.self_loops,
                                         .duplicates = graph.options.duplicates,
                                         .threads = graph.threads};
  return detail::gather_whole_graph(
      comm, detail::build_graph_1d(comm, graph.source(), owners, cleaned), graph.threads);
}

}  // namespace strider
