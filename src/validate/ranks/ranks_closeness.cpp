// Validation of closeness on ranks: the check of one machine, by rank 0.
#include <vector>

#include "comm/bring_to_first.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/one_d/whole_graph.hpp"
#include "strider/closeness.hpp"

namespace strider {
namespace {

/// What rank 0 found, as it travels.
struct ClosenessFinding {
  std::uint64_t num_violations;
  std::uint64_t num_searched;
  GlobalVertex vertex;
  ClosenessRule rule;
};

}  // namespace

ClosenessValidation validate_closeness(const DistGraph& graph, const DistClosenessResult& result,
                                       const ClosenessOptions& options) {
  const comm::Communicator& comm = graph.state()->comm();
  const Graph whole = detail::gather_whole_graph(comm, *graph.state()->one_d(), 1);
  const auto vertices = comm::bring_to_first<GlobalVertex>(comm, result.vertices);
  const auto values = comm::bring_to_first<double>(comm, result.values.span());
  ClosenessValidation validation;
  comm::try_on_all_ranks(comm, [&] {
    if (comm.rank() != 0) return;
    std::vector<double> scores(whole.num_vertices(), -1);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (vertices[i] < scores.size()) scores[vertices[i]] = values[i];
    }
    validation = validate_closeness(whole, scores, result.error, options);
  });
  ClosenessFinding finding{validation.violations.size(), validation.num_searched, 0, {}};
  if (!validation.passed()) {
    finding.vertex = validation.violations.front().vertex;
    finding.rule = validation.violations.front().rule;
  }
  comm.broadcast(std::span<ClosenessFinding>(&finding, 1), 0);
  comm::try_on_all_ranks(comm, [&] {
    if (comm.rank() == 0) return;
    validation.num_searched = finding.num_searched;
    if (finding.num_violations == 0) return;
    validation.violations.push_back({finding.rule, finding.vertex, "found by rank 0"});
  });
  return validation;
}

}  // namespace strider
