// Validation of betweenness on ranks: the check of one machine, by rank 0.
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/one_d/whole_graph.hpp"
#include "strider/dist_bc.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Which are vertices has been checked by those who found the scores.
std::optional<std::vector<Vertex>> narrowed(
    const std::optional<std::vector<GlobalVertex>>& vertices) {
  if (!vertices) return std::nullopt;
  std::vector<Vertex> narrow;
  for (const GlobalVertex v : *vertices) narrow.push_back(static_cast<Vertex>(v));
  return narrow;
}

BetweennessOptions options_of_one_machine(const DistBetweennessOptions& options) {
  return {.of = options.of,
          .scale = options.scale,
          .endpoints = options.endpoints,
          .precision = options.precision,
          .sources = narrowed(options.sources),
          .targets = narrowed(options.targets),
          .samples = options.samples,
          .run = {.threads = options.run.threads}};
}

/// Of all ranks, rank by rank, on rank 0; nothing on others. Collective.
Array<double> all_scores(const comm::Communicator& comm, const DistBetweennessResult& result) {
  std::vector<double> own;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came;
  comm::try_on_all_ranks(comm, [&] {
    own.assign(result.scores().begin(), result.scores().end());
    for (const GlobalEdgeScore& edge : result.edges()) own.push_back(edge.score);
    counts.assign(static_cast<std::size_t>(comm.size()), 0);
    came = counts;
    counts[0] = own.size();
  });
  return comm::checked_all_to_all(comm, std::span<const double>(own), counts, std::span(came),
                                  comm::Receivers::kSome);
}

/// What rank 0 found, as it travels.
struct Finding {
  double total;
  double expected_total;
  std::uint64_t num_violations;
  BetweennessRule first_rule;
};

}  // namespace

BetweennessValidation validate_betweenness(const DistGraph& graph,
                                           const DistBetweennessResult& result,
                                           const DistBetweennessOptions& options) {
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const int threads = comm::try_on_all_ranks(comm, [&] {
    if (options.lengths == PathLengths::kWeights) {
      throw UsageError("validation: only scores by hops can be validated, not scores by weight");
    }
    return resolve_threads(options.run.threads);
  });
  const Graph whole = detail::gather_whole_graph(comm, *state.one_d(), threads);
  const Array<double> scores = all_scores(comm, result);
  BetweennessValidation validation;
  comm::try_on_all_ranks(comm, [&] {
    if (comm.rank() != 0) return;
    validation = validate_betweenness(whole, scores.span(), options_of_one_machine(options));
  });
  Finding finding{
      validation.total, validation.expected_total, validation.violations.size(),
      validation.passed() ? BetweennessRule::kScores : validation.violations.front().rule};
  comm.broadcast(std::span<Finding>(&finding, 1), 0);
  comm::try_on_all_ranks(comm, [&] {
    if (comm.rank() == 0) return;
    validation.total = finding.total;
    validation.expected_total = finding.expected_total;
    if (finding.num_violations > 0) {
      validation.violations.push_back({finding.first_rule, 0, "found by rank 0"});
    }
  });
  return validation;
}

}  // namespace strider
