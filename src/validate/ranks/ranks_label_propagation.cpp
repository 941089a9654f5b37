// Validation of label propagation on ranks, as validate/label_propagation.cpp, along the graph as
// it is partitioned: which of parallel edges count is decided there.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/most_frequent.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/halo.hpp"
#include "strider/error.hpp"
#include "strider/label_propagation.hpp"

namespace strider {

LabelPropagationValidation validate_label_propagation(const DistGraph& graph,
                                                      const DistLabelPropagationResult& claim,
                                                      const LabelPropagationOptions& options) {
  using namespace detail;
  const comm::Communicator& comm = graph.state()->comm();
  const Graph1d& part = *graph.state()->one_d();
  std::vector<GlobalVertex> expected;  // by local id
  std::vector<GlobalVertex> next;
  Workspace workspace;
  std::optional<GhostMap> ghosts;
  comm::try_on_all_ranks(comm, [&] {
    if (claim.vertices.size() != part.num_rows() || claim.values.size() != part.num_rows()) {
      throw UsageError(fmt::format("validation: got {} labels for {} vertices", claim.values.size(),
                                   part.num_rows()));
    }
    ghosts.emplace(workspace, comm, part);
    expected.resize(std::max(part.local_ids.size(), part.num_rows()));
    next.resize(part.num_rows());
    workspace.take("the validation of label propagation", HostMemory());
    for (Vertex v = 0; v < part.num_rows(); ++v) expected[v] = part.global_of(local_vertex(v));
  });
  std::uint64_t changes = 1;
  for (std::uint32_t i = 0; changes > 0 && i < options.iterations; ++i) {
    ghosts->broadcast<GlobalVertex>(
        part, [&](Vertex v) { return expected[v]; },
        [&](Vertex ghost, GlobalVertex label) { expected[ghost] = label; });
    changes = comm::try_on_all_ranks(comm, [&] {
      std::uint64_t mine = 0;
      std::vector<GlobalVertex> around;
      for (Vertex v = 0; v < part.num_rows(); ++v) {
        around.clear();
        for (const Vertex u : part.rows.neighbors(v)) around.push_back(expected[u]);
        next[v] = around.empty() ? expected[v] : most_frequent(around, expected[v]);
        mine += next[v] != expected[v] ? 1 : 0;
      }
      std::ranges::copy(next, expected.begin());
      return mine;
    });
    changes = comm.all_reduce(changes, comm::Reduction::kSum);
  }
  LabelPropagationValidation found;
  GlobalVertex first = kNoGlobalVertex;
  for (Vertex v = 0; v < part.num_rows(); ++v) {
    const GlobalVertex vertex = part.global_of(local_vertex(v));
    if (claim.vertices[v] == vertex && claim.values[v] == expected[v]) continue;
    ++found.num_wrong;
    first = std::min(first, vertex);
  }
  found.num_wrong = comm.all_reduce(found.num_wrong, comm::Reduction::kSum);
  first = comm.all_reduce(first, comm::Reduction::kMin);
  comm::try_on_all_ranks(comm, [&] {
    if (found.num_wrong == 0) return;
    found.violations.push_back({LabelPropagationRule::kMostFrequent, first,
                                fmt::format("vertex {} has another label", first)});
  });
  return found;
}

}  // namespace strider
