// The public face of distributed spanning forests.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "algorithms/msf/ranks/engine.hpp"
#include "base/name_table.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "graph/weight_sum.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/dist_msf.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<DistMsfMethod>({
    {DistMsfMethod::kAuto, "auto"},
    {DistMsfMethod::kGhs, "ghs"},
});

void require_in_range(const GhsOptions& options) {
  const auto refuse = [](std::string_view name, auto value, std::string_view range) {
    throw UsageError(fmt::format("{} must be {}, got {}", name, range, value));
  };
  constexpr double kLeastFactor = 1.25;
  constexpr double kMostFactor = 64;
  if (!(options.hash_factor >= kLeastFactor && options.hash_factor <= kMostFactor)) {
    refuse("hash_factor", options.hash_factor, "from 1.25 to 64");
  }
  constexpr std::uint32_t kLeastBytes = 64;
  constexpr std::uint32_t kMostBytes = std::uint32_t{1} << 26U;
  if (options.aggregation_bytes < kLeastBytes || options.aggregation_bytes > kMostBytes) {
    refuse("aggregation_bytes", options.aggregation_bytes, "from 64 to 2^26");
  }
  if (options.ranks_per_node > static_cast<std::uint32_t>(std::numeric_limits<int>::max())) {
    refuse("ranks_per_node", options.ranks_per_node, "less than 2^31");
  }
  const auto require_turns = [&](std::string_view name, std::uint32_t turns) {
    if (turns == 0) refuse(name, turns, "at least 1");
  };
  require_turns("flush_frequency", options.flush_frequency);
  require_turns("queue_frequency", options.queue_frequency);
  require_turns("test_frequency", options.test_frequency);
  require_turns("finish_frequency", options.finish_frequency);
}

template <class W>
void require_fitting(const DistGraph::State& graph) {
  if (graph.is_directed()) throw UsageError("spanning forests need an undirected graph");
  if (graph.options.scheme != PartitionScheme::k1d) {
    throw UsageError("spanning forests need the partition 1d");
  }
  const detail::WeightType type = graph.weight_type;
  const bool unit = type == detail::WeightType::kNone && std::is_same_v<W, std::uint32_t>;
  if (!unit && type != detail::weight_type_of<W>()) {
    throw UsageError("the graph has no weights, or weights of another type than the forest");
  }
}

template <class W>
std::unique_ptr<detail::DistMsfEngine<W>> make_engine(DistGraph::State& graph,
                                                      DistMsfOptions options) {
  const comm::Communicator& comm = graph.comm();
  comm::try_on_all_ranks(comm, [&] {
    require_fitting<W>(graph);
    require_in_range(options.ghs);
    options.threads = resolve_threads(options.threads);
  });
  const auto weighted = graph.weighted_one_d<W>();
  return options.method == DistMsfMethod::kGhs ? detail::make_ghs<W>(comm, weighted, options)
                                               : detail::make_dist_auto<W>(comm, weighted, options);
}

/// What single ranks counted becomes what all did. Collective.
void add_up(const comm::Communicator& comm, DistMsfProfile& profile) {
  const auto sum = [&](std::uint64_t& value) {
    value = comm.all_reduce(value, comm::Reduction::kSum);
  };
  for (DistMsfProfile::Part& part : profile.parts) {
    part.seconds = comm.all_reduce(part.seconds, comm::Reduction::kSum) / comm.size();
  }
  for (DistMsfProfile::Messages& messages : profile.messages) {
    sum(messages.sent);
    sum(messages.wired);
    sum(messages.bytes);
  }
  sum(profile.postponed);
  sum(profile.settled_edges);
}

/// Collective.
template <class W>
MsfWeight<W> total_weight(const comm::Communicator& comm, std::span<const GlobalMsfEdge<W>> edges) {
  WeightSum<W> mine;
  for (const GlobalMsfEdge<W>& edge : edges) mine.add(edge.weight);
  std::vector<WeightSum<W>> sums;
  comm::try_on_all_ranks(comm, [&] { sums.resize(static_cast<std::size_t>(comm.size())); });
  comm.all_gather(mine, std::span(sums));
  WeightSum<W> total;
  for (const WeightSum<W>& sum : sums) total.add(sum);
  return total.value();
}

}  // namespace

std::string_view dist_msf_method_name(DistMsfMethod method) {
  return kMethods.name_of(method);
}

std::optional<DistMsfMethod> dist_msf_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}

template <class W>
struct DistMsfResult<W>::State {
  std::shared_ptr<Cluster::State> cluster;  // outlives the rest
  detail::DistForest<W> forest;
  MsfWeight<W> weight{};
  std::uint64_t num_edges = 0;
  std::uint64_t num_trees = 0;
  double seconds = 0;  // of the slowest rank
  DistTraffic traffic;
};

template <class W>
DistMsfResult<W>::DistMsfResult() : state_(std::make_unique<State>()) {}
template <class W>
DistMsfResult<W>::DistMsfResult(DistMsfResult&&) noexcept = default;
template <class W>
DistMsfResult<W>& DistMsfResult<W>::operator=(DistMsfResult&&) noexcept = default;
template <class W>
DistMsfResult<W>::~DistMsfResult() = default;

template <class W>
MsfWeight<W> DistMsfResult<W>::weight() const {
  return state_->weight;
}
template <class W>
std::uint64_t DistMsfResult<W>::num_edges() const {
  return state_->num_edges;
}
template <class W>
std::uint64_t DistMsfResult<W>::num_trees() const {
  return state_->num_trees;
}
template <class W>
double DistMsfResult<W>::seconds() const {
  return state_->seconds;
}
template <class W>
const DistTraffic& DistMsfResult<W>::traffic() const {
  return state_->traffic;
}
template <class W>
const DistMsfProfile& DistMsfResult<W>::profile() const {
  return state_->forest.profile;
}
template <class W>
std::span<const GlobalMsfEdge<W>> DistMsfResult<W>::edges() const {
  return state_->forest.edges;
}

template <class W>
struct DistMsfSolver<W>::State {
  std::shared_ptr<DistGraph::State> graph;
  std::unique_ptr<detail::DistMsfEngine<W>> engine;
};

template <class W>
DistMsfSolver<W>::DistMsfSolver(const DistGraph& graph, const DistMsfOptions& options)
    : state_(std::make_unique<State>()) {
  state_->graph = graph.state();
  state_->engine = make_engine<W>(*state_->graph, options);
}
template <class W>
DistMsfSolver<W>::DistMsfSolver(DistMsfSolver&&) noexcept = default;
template <class W>
DistMsfSolver<W>& DistMsfSolver<W>::operator=(DistMsfSolver&&) noexcept = default;
template <class W>
DistMsfSolver<W>::~DistMsfSolver() = default;

template <class W>
DistMsfResult<W> DistMsfSolver<W>::run() {
  DistMsfResult<W> result;
  run(result);
  return result;
}

template <class W>
void DistMsfSolver<W>::run(DistMsfResult<W>& result) {
  const comm::Communicator& comm = state_->graph->comm();
  auto& record = *result.state_;
  record.cluster = state_->graph->cluster;
  std::vector<GlobalMsfEdge<W>>& edges = record.forest.edges;
  std::uint64_t rounds = 0;
  detail::measure_on_ranks(comm, record, [&] {
    state_->engine->run(record.forest);
    const auto before = [](const auto& a, const auto& b) {
      return a.u != b.u ? a.u < b.u : a.v < b.v;
    };
    if (!std::is_sorted(edges.begin(), edges.end(), before)) {
      std::sort(edges.begin(), edges.end(), before);
    }
    rounds = comm.traffic().collective_rounds();
  });
  add_up(comm, record.forest.profile);
  record.forest.profile.collective_rounds = comm.all_reduce(rounds, comm::Reduction::kMax);
  record.weight = total_weight<W>(comm, edges);
  record.num_edges = comm.all_reduce(std::uint64_t{edges.size()}, comm::Reduction::kSum);
  record.num_trees = state_->graph->num_vertices - record.num_edges;
}

template class DistMsfResult<float>;
template class DistMsfResult<double>;
template class DistMsfResult<std::uint32_t>;
template class DistMsfSolver<float>;
template class DistMsfSolver<double>;
template class DistMsfSolver<std::uint32_t>;

}  // namespace strider
