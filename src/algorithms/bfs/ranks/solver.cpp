// The public face of distributed breadth-first search: chooses the engine, times it, adds up what
// ranks know.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/engine.hpp"
#include "algorithms/bfs/ranks/locals.hpp"
#include "algorithms/bfs/ranks/one_d/search.hpp"
#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "graph/sources.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/search/path_to.hpp"
#include "ranks/search/run_search.hpp"
#include "ranks/search/wire_encoding.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

detail::DistBfsSettings settings_of(const DistBfsOptions& options) {
  using Direction = detail::DistBfsSettings::Direction;
  if (!(options.tuning.alpha > 0) || !(options.tuning.beta > 0)) {
    throw UsageError(fmt::format("alpha and beta must be positive, got {} and {}",
                                 options.tuning.alpha, options.tuning.beta));
  }
  return {.direction = options.direction == DistDirection::kTopDown
                           ? Direction::kTopDown
                           : Direction::kDirectionOptimizing,
          .threads = resolve_threads(options.threads),
          .alpha = options.tuning.alpha,
          .beta = options.tuning.beta,
          .trace = options.trace};
}

detail::SwitchFactors factors_of(std::string_view subgraph, const DelegateSwitch& factors) {
  for (const double factor : {factors.to_backward, factors.to_forward}) {
    if (!std::isfinite(factor) || factor < 0) {
      throw UsageError(fmt::format("{}: a factor must be at least 0, got {}", subgraph, factor));
    }
  }
  return {factors.to_backward, factors.to_forward};
}

detail::DelegateBfsSettings delegate_settings_of(const DistBfsOptions& options,
                                                 comm::Encoding encoding) {
  if (options.ranks_per_node < 0) {
    throw UsageError(
        fmt::format("ranks_per_node must be at least 0, got {}", options.ranks_per_node));
  }
  const bool may_go_backward = options.direction == DistDirection::kDirectionOptimizing;
  if (!may_go_backward && options.backward_workload != BackwardWorkload::kArcs) {
    throw UsageError("a search that is always top-down estimates no backward workload");
  }
  return {.search = settings_of(options),
          .reduction = options.reduction == MaskReduction::kBlocking
                           ? detail::MaskReduction::kBlocking
                           : detail::MaskReduction::kNonBlocking,
          .local_all_to_all = options.local_all_to_all == LocalAllToAll::kOn
                                  ? detail::LocalAllToAll::kOn
                                  : detail::LocalAllToAll::kOff,
          .uniquify =
              options.uniquify == Uniquify::kOn ? detail::Uniquify::kOn : detail::Uniquify::kOff,
          .encoding = encoding,
          .ranks_per_node = options.ranks_per_node,
          .dd = factors_of("dd", options.tuning.dd),
          .dn = factors_of("dn", options.tuning.dn),
          .nd = factors_of("nd", options.tuning.nd),
          .backward_workload = options.backward_workload};
}

/// Where `locals` are given, the work of ranks is theirs. Collective.
std::unique_ptr<detail::DistBfsEngine> declare_engine(detail::Workspace& workspace,
                                                      DistGraph::State& graph,
                                                      const DistBfsOptions& options,
                                                      const detail::DistBfsLocals& locals) {
  const comm::Communicator& comm = graph.comm();
  const auto search = comm::try_on_all_ranks(comm, [&] { return settings_of(options); });
  const comm::Encoding encoding = detail::encoding_of(comm, options);
  switch (graph.options.scheme) {
    case PartitionScheme::kAuto:
    case PartitionScheme::k1d:
      break;
    case PartitionScheme::k2d:
      return detail::make_two_d(
          workspace, comm, graph.two_d(),
          {.search = search, .encoding = encoding, .make_local = locals.two_d});
    case PartitionScheme::kDelegate: {
      auto settings =
          comm::try_on_all_ranks(comm, [&] { return delegate_settings_of(options, encoding); });
      settings.make_local = locals.delegate;
      return detail::make_delegate_bfs(workspace, comm, graph.delegate(), settings);
    }
  }
  return detail::make_one_d(workspace, comm, graph.one_d(),
                            {.common = search, .encoding = encoding, .make_local = locals.one_d});
}

/// What all ranks looked at for a level, where they count it.
void add_examined_arcs(const DistTraffic& traffic, std::span<BfsLevelTrace> trace) {
  if (!traffic.counts_arcs) return;
  const std::size_t levels = std::min(trace.size(), traffic.work_by_level.size());
  for (std::size_t level = 0; level < levels; ++level) {
    const double arcs = traffic.work_by_level[level].arcs_examined.sum;
    trace[level].arcs_examined = static_cast<std::uint64_t>(arcs);
  }
}

/// An engine with its memory. Collective.
std::unique_ptr<detail::DistBfsEngine> make_engine(DistGraph::State& graph,
                                                   const DistBfsOptions& options,
                                                   const detail::DistBfsLocals& locals = {}) {
  detail::Workspace workspace;
  auto engine = declare_engine(workspace, graph, options, locals);
  detail::take_on_all_ranks(graph.comm(), workspace, "a search", locals.room);
  return engine;
}

}  // namespace

struct DistBfsSolver::State {
  std::shared_ptr<DistGraph::State> graph;
  std::unique_ptr<detail::DistBfsEngine> engine;
};

struct DistBfsResult::State : detail::SearchRecord<detail::DistBfsTree> {
  std::vector<GlobalVertex> sources;  ///< ascending, each once
};

DistBfsResult::DistBfsResult() : state_(std::make_unique<State>()) {}
DistBfsResult::DistBfsResult(DistBfsResult&&) noexcept = default;
DistBfsResult& DistBfsResult::operator=(DistBfsResult&&) noexcept = default;
DistBfsResult::~DistBfsResult() = default;

GlobalVertex DistBfsResult::source() const {
  return state_->source;
}
DistBfsQuery DistBfsResult::query() const {
  return {.sources = state_->sources, .depth = state_->tree.depth, .output = state_->tree.output};
}
std::uint64_t DistBfsResult::num_reached() const {
  return state_->tree.num_reached;
}
Level DistBfsResult::num_levels() const {
  return state_->tree.num_levels;
}
std::uint64_t DistBfsResult::num_edges_reached() const {
  return state_->num_edges_reached;
}
double DistBfsResult::seconds() const {
  return state_->seconds;
}
const DistTraffic& DistBfsResult::traffic() const {
  return state_->traffic;
}
std::span<const BfsLevelTrace> DistBfsResult::trace() const {
  return state_->tree.trace;
}
std::span<const DeviceVisitTime> DistBfsResult::device_visits() const {
  return state_->tree.device_visits;
}
std::size_t DistBfsResult::num_owned() const {
  return state_->tree.num_vertices();
}
GlobalVertex DistBfsResult::vertex(std::size_t local_id) const {
  return state_->owners.global(state_->rank, detail::local_vertex(local_id));
}
std::span<const GlobalVertex> DistBfsResult::parents() const {
  if (!state_->tree.has_parents()) return {};
  return std::as_const(state_->tree.parents).span();
}
LevelView DistBfsResult::levels() const {
  return state_->tree.levels();
}
std::vector<GlobalVertex> DistBfsResult::path_to(GlobalVertex target) const {
  return detail::path_to(*state_, parents(), target);
}
void DistBfsResult::set_parents(Array<GlobalVertex> parents) {
  if (parents.size() != num_owned()) {
    throw UsageError(fmt::format("{} parents for {} vertices", parents.size(), num_owned()));
  }
  state_->tree.parents = std::move(parents);
  state_->tree.output = BfsOutput::kTree;
}

DistBfsSolver::DistBfsSolver(const DistGraph& graph, const DistBfsOptions& options)
    : state_(std::make_unique<State>()) {
  state_->graph = graph.state();
  state_->engine = make_engine(*state_->graph, options);
}

DistBfsSolver::DistBfsSolver(const DistGraph& graph, const Device& device,
                             const DistBfsOptions& options, const DeviceBfsOptions& device_options)
    : state_(std::make_unique<State>()) {
  state_->graph = graph.state();
  // Without devices in this build there is none to be given.
  if constexpr (STRIDER_BUILT_WITH_DEVICES != 0) {
    const detail::DistBfsLocals locals =
        detail::device_locals(state_->graph->comm(), device, options, device_options);
    state_->engine = make_engine(*state_->graph, options, locals);
  }
}

DistBfsSolver::DistBfsSolver(DistBfsSolver&&) noexcept = default;
DistBfsSolver& DistBfsSolver::operator=(DistBfsSolver&&) noexcept = default;
DistBfsSolver::~DistBfsSolver() = default;

DistBfsResult DistBfsSolver::run(GlobalVertex source) {
  DistBfsResult result;
  run(source, result);
  return result;
}

void DistBfsSolver::run(GlobalVertex source, DistBfsResult& result) {
  run(DistBfsQuery{.sources = {&source, 1}}, result);
}

DistBfsResult DistBfsSolver::run(const DistBfsQuery& query) {
  DistBfsResult result;
  run(query, result);
  return result;
}

void DistBfsSolver::run(const DistBfsQuery& query, DistBfsResult& result) {
  const DistGraph::State& graph = *state_->graph;
  DistBfsResult::State& record = *result.state_;
  comm::try_on_all_ranks(
      graph.comm(), [&] { record.sources = detail::checked_sources(query, graph.num_vertices); });
  record.source = record.sources.front();
  record.tree.output = query.output;
  record.tree.device_visits.clear();
  DistBfsQuery sorted = query;
  sorted.sources = record.sources;
  detail::run_query(graph, *state_->engine, sorted, record);
  add_examined_arcs(record.traffic, record.tree.trace);
}

}  // namespace strider
