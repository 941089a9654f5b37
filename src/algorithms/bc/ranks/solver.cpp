// The public face of betweenness on ranks: which way of sharing, and what all ranks learn of it.
#include <fmt/format.h>

#include <exception>
#include <utility>

#include "algorithms/bc/checkpoint_file.hpp"
#include "algorithms/bc/ranks/device_searches.hpp"
#include "algorithms/bc/ranks/engine.hpp"
#include "base/memory.hpp"
#include "base/name_table.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/results/score_result.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr auto kShares = detail::name_table<BcShare>({
    {BcShare::kAuto, "auto"},
    {BcShare::kReplicated, "replicated"},
    {BcShare::kPartitioned, "partitioned"},
});

bool by_weights(const DistGraph::State& graph, const DistBetweennessOptions& options) {
  return options.lengths == PathLengths::kWeights && graph.weight_type != detail::WeightType::kNone;
}

/// What only those can do that hold the whole graph.
bool asks_for_whole_graph(const DistBetweennessOptions& options) {
  return options.lengths == PathLengths::kWeights || options.method != BetweennessMethod::kAuto ||
         options.precision != BetweennessPrecision::kDouble ||
         (options.of == BetweennessOf::kEdges && !options.run.checkpoint.path.empty());
}

/// Where `devices` is given, the work of ranks is theirs.
using Devices = std::optional<detail::DeviceSearches>;

/// The same on all ranks. Collective.
BcShare choose_share(const comm::Communicator& comm, const detail::Graph1d& graph,
                     const DistBetweennessOptions& options, const Devices& devices) {
  if (options.share != BcShare::kAuto) return options.share;
  if (options.tuning.batch_size > 0) return BcShare::kPartitioned;
  if (asks_for_whole_graph(options)) return BcShare::kReplicated;
  const std::uint64_t needed = detail::shared_sources_bytes(comm, graph, options);
  // What there is has to be read, which may fail.
  const std::uint64_t available =
      comm::try_on_all_ranks(comm, [] { return available_memory_bytes(); });
  const bool fits = needed <= available;
  const bool all_fit = comm.all_reduce(std::uint32_t{fits}, comm::Reduction::kMin) != 0 &&
                       (!devices || devices->hold_the_graph(comm, graph, options));
  return all_fit ? BcShare::kReplicated : BcShare::kPartitioned;
}

/// Collective.
detail::DistBcScores search_replicated(DistGraph::State& graph,
                                       const DistBetweennessOptions& options,
                                       const Devices& devices) {
  const comm::Communicator& comm = graph.comm();
  // Numbers that ranks keep for one another are not asked for.
  const Labels* const known = graph.input ? graph.input->names.labels() : nullptr;
  const Labels labels = known != nullptr ? *known : Labels();
  const detail::PlanMaker on_host;
  const detail::PlanMaker& plans = devices ? devices->plans : on_host;
  if (!by_weights(graph, options)) {
    return detail::search_replicated(comm, *graph.one_d(), options, labels, plans);
  }
  const auto search = [&]<class W>(W) {
    return detail::search_replicated(comm, *graph.weighted_one_d<W>(), options, labels, plans);
  };
  switch (graph.weight_type) {
    case detail::WeightType::kFloat:
      return search(float{});
    case detail::WeightType::kDouble:
      return search(double{});
    default:
      return search(std::uint32_t{});
  }
}

/// Of a graph that auto shares, as the ranks' devices have no room for all of it. Where they have
/// none for its parts either, the error tells the way that takes less. Collective.
detail::DistBcScores search_partitioned_by_auto(const comm::Communicator& comm,
                                                const detail::Graph1d& graph,
                                                const DistBetweennessOptions& options,
                                                const detail::DeviceSearches& devices) {
  std::exception_ptr failure;
  std::uint64_t needed_by_parts = 0;
  try {
    return detail::search_partitioned(comm, graph, options, devices.batch);
  } catch (const MemoryError& of_parts) {
    failure = std::current_exception();
    needed_by_parts = of_parts.needed_bytes();
  } catch (...) {
    failure = std::current_exception();
  }
  // A rank whose own memory is gone may have another error than those that it reported.
  const auto lacks_memory = static_cast<std::uint32_t>(needed_by_parts > 0 ? 1 : 0);
  if (comm.all_reduce(lacks_memory, comm::Reduction::kMin) != 0) {
    try {
      devices.require_the_graph(comm, graph, options);
    } catch (const MemoryError& of_whole) {
      if (of_whole.needed_bytes() < needed_by_parts) throw;
    }
  }
  std::rethrow_exception(failure);
}

/// Collective.
detail::DistBcScores search_partitioned(const comm::Communicator& comm,
                                        const detail::Graph1d& graph,
                                        const DistBetweennessOptions& options,
                                        const Devices& devices) {
  const bool by_auto = options.share == BcShare::kAuto && options.tuning.batch_size == 0;
  if (by_auto && devices) return search_partitioned_by_auto(comm, graph, options, *devices);
  return devices ? detail::search_partitioned(comm, graph, options, devices->batch)
                 : detail::search_partitioned(comm, graph, options);
}

/// What all ranks know of a result from one of their parts.
void set_owners(const DistGraph::State& graph, DistBetweennessResult::State& record) {
  record.cluster = graph.cluster;
  record.owners = graph.one_d()->owners;
  record.rank = graph.comm().rank();
}

}  // namespace

std::string_view bc_share_name(BcShare share) {
  return kShares.name_of(share);
}

std::optional<BcShare> bc_share_from_name(std::string_view name) {
  return kShares.from_name(name);
}

namespace {

/// Collective.
DistBetweennessResult run_betweenness(DistGraph::State& state, const DistBetweennessOptions& asked,
                                      const Devices& devices) {
  const comm::Communicator& comm = state.comm();
  DistBetweennessOptions options = comm::try_on_all_ranks(comm, [&] {
    if (state.options.scheme != PartitionScheme::k1d) {
      throw UsageError("betweenness on ranks needs the partition 1d");
    }
    DistBetweennessOptions mine = asked;
    mine.run.threads = resolve_threads(asked.run.threads);
    if (mine.tuning.batch_size > 0 && mine.share == BcShare::kReplicated) {
      throw UsageError("batch_size applies only to a partitioned graph, not to a replicated one");
    }
    if (comm.rank() == 0) detail::require_no_other_file(mine.run.checkpoint);
    return mine;
  });
  // Lengths of 1 each are hops.
  if (!by_weights(state, options)) options.lengths = PathLengths::kHops;
  comm.barrier();
  comm.traffic().restart();
  const Timer timer;
  const BcShare share = choose_share(comm, *state.one_d(), options, devices);
  detail::DistBcScores scores = share == BcShare::kReplicated
                                    ? search_replicated(state, options, devices)
                                    : search_partitioned(comm, *state.one_d(), options, devices);
  const double seconds = timer.seconds() - scores.prepare_seconds;
  DistTraffic traffic = detail::sum_traffic(comm);
  const double prepare_seconds = comm.all_reduce(scores.prepare_seconds, comm::Reduction::kMax);
  const double slowest = comm.all_reduce(seconds, comm::Reduction::kMax);
  return comm::try_on_all_ranks(comm, [&] {
    DistBetweennessResult result;
    DistBetweennessResult::State& record = result.state();
    set_owners(state, record);
    record.share = share;
    record.batch_size = scores.batch_size;
    record.of = options.of;
    record.num_sources = scores.num_sources;
    record.edges_traversed = state.is_directed() ? scores.arcs : scores.arcs / 2;
    record.prepare_seconds = prepare_seconds;
    record.seconds = scores.earlier_seconds + slowest;
    record.traffic = std::move(traffic);
    record.scores = std::move(scores.scores);
    record.edges = std::move(scores.edges);
    return result;
  });
}

/// What is none of devices'.
void require_of_devices(const DistBetweennessOptions& options,
                        const DeviceBetweennessOptions& device_options, bool by_weights) {
  if (by_weights) {
    throw UsageError(
        "lengths: ranks with devices compute betweenness by hops only: leave the device out, or "
        "use one process");
  }
  if (options.method != BetweennessMethod::kAuto) {
    throw UsageError("method: set the method in the device options");
  }
  if (options.share != BcShare::kPartitioned && options.tuning.batch_size == 0) return;
  if (device_options.method != DeviceBetweennessMethod::kAuto) {
    throw UsageError("method: devices support only auto on a partitioned graph");
  }
  if (device_options.tuning.sources_at_once > 0) {
    throw UsageError("sources_at_once does not apply to a partitioned graph: use batch_size");
  }
}

}  // namespace

DistBetweennessResult betweenness(const DistGraph& graph, const DistBetweennessOptions& options) {
  return run_betweenness(*graph.state(), options, std::nullopt);
}

DistBetweennessResult betweenness(const DistGraph& graph, const Device& device,
                                  const DistBetweennessOptions& options,
                                  const DeviceBetweennessOptions& device_options) {
  DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const DistBetweennessOptions shared = comm::try_on_all_ranks(comm, [&] {
    require_of_devices(options, device_options, by_weights(state, options));
    DistBetweennessOptions mine = options;
    // A method by name is one of the whole graph.
    if (device_options.method != DeviceBetweennessMethod::kAuto) {
      mine.share = BcShare::kReplicated;
    }
    return mine;
  });
  // Without devices in this build there is none to be given.
  if constexpr (STRIDER_BUILT_WITH_DEVICES != 0) {
    return run_betweenness(state, shared,
                           detail::searches_on_devices(comm, device, device_options));
  }
  return {};
}

BetweennessResult betweenness_of_whole(const DistGraph& graph, const Graph& whole, BetweennessOf of,
                                       int threads) {
  return detail::search_in_order(graph.state()->comm(), whole,
                                 {.of = of, .run = {.threads = threads}});
}

DistBetweennessResult scatter_scores(const DistGraph& graph, std::span<const double> scores) {
  const DistGraph::State& state = *graph.state();
  return comm::try_on_all_ranks(state.comm(), [&] {
    if (state.options.scheme != PartitionScheme::k1d || scores.size() != state.num_vertices) {
      throw UsageError(fmt::format(
          "got {} scores for {} vertices: the partition must be 1d, with one score per vertex",
          scores.size(), state.num_vertices));
    }
    DistBetweennessResult result;
    DistBetweennessResult::State& record = result.state();
    set_owners(state, record);
    record.share = BcShare::kReplicated;
    record.scores = Array<double>(result.num_owned());
    for (std::size_t v = 0; v < record.scores.size(); ++v) {
      record.scores[v] = scores[result.vertex(v)];
    }
    return result;
  });
}

}  // namespace strider
