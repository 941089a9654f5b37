#include "ranks/facade/dist_graph.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "model/choose_partition.hpp"
#include "partition/grid.hpp"
#include "ranks/edges/degree_survey.hpp"
#include "ranks/edges/loop_counter.hpp"
#include "ranks/edges/unit_weights.hpp"
#include "ranks/edges/weight_type.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using detail::EdgeWeight;
using detail::GraphDelegate;

void require_fitting(const PartitionOptions& options) {
  const auto refuse = [](std::string_view what, std::string_view scheme) {
    throw UsageError(fmt::format("{} needs the partition {}", what, scheme));
  };
  const PartitionScheme scheme = options.scheme;
  if (!options.grid.empty() && scheme != PartitionScheme::k2d) refuse("a grid", "2d");
  if (options.delegate_threshold && scheme != PartitionScheme::kDelegate) {
    refuse("a delegate threshold", "delegate");
  }
  if (options.distribution != VertexDistribution::kAuto && scheme != PartitionScheme::k1d) {
    refuse("the distribution of vertices", "1d");
  }
  const bool keeps =
      options.self_loops == SelfLoops::kKeep || options.duplicates == Duplicates::kKeep;
  if (keeps && scheme != PartitionScheme::k1d) {
    throw UsageError("only the partition 1d can keep self-loops and duplicates");
  }
}

}  // namespace

DistGraph::State::State(const Cluster& of_cluster, const DistInput& of_input,
                        const PartitionOptions& of_options)
    : cluster(of_cluster.state()),
      input(of_input.state()),
      num_vertices(of_input.num_vertices()),
      directedness(of_input.directedness()),
      weight_type(of_input.state()->source->weight_type()),
      options(of_options) {
  const Timer timer;
  comm::try_on_all_ranks(comm(), [&] { threads = resolve_threads(options.threads); });
  if (options.scheme == PartitionScheme::kAuto) choose();
  comm::try_on_all_ranks(comm(), [&] { require_fitting(options); });
  build();
  take_stored_facts();
  facts.seconds = comm().all_reduce(timer.seconds(), comm::Reduction::kMax);
}

const detail::EdgeSource& DistGraph::State::source() const {
  if (!input) {
    comm::throw_on_all_ranks(
        comm(), std::make_exception_ptr(UsageError(
                    "the graph's input was released, so nothing more can be built from it")));
  }
  return *input->source;
}

void DistGraph::State::choose() {
  const bool asks_for_one_d = options.distribution != VertexDistribution::kAuto ||
                              options.self_loops == SelfLoops::kKeep ||
                              options.duplicates == Duplicates::kKeep;
  if (options.purpose == GraphPurpose::kForest) {
    options.scheme = PartitionScheme::k1d;
  } else if (!options.grid.empty()) {
    options.scheme = PartitionScheme::k2d;
  } else if (options.delegate_threshold) {
    options.scheme = PartitionScheme::kDelegate;
  } else if (asks_for_one_d) {
    options.scheme = PartitionScheme::k1d;
  } else {
    detail::PartitionFacts known{.num_vertices = source().num_vertices(),
                                 .num_edges = input->num_edges,
                                 .directedness = source().directedness(),
                                 .ranks = comm().size(),
                                 .purpose = options.purpose};
    known.machine.ranks_per_node = static_cast<int>(comm().all_reduce(
        static_cast<std::uint32_t>(comm().ranks_on_node()), comm::Reduction::kMax));
    // For few ranks a look at all edges does not pay off.
    if (known.ranks > detail::kFewRanks) {
      known.degrees = detail::survey_degrees(comm(), source(), threads);
    }
    auto choice = comm::try_on_all_ranks(comm(), [&] { return detail::choose_partition(known); });
    // Other processors may round what is predicted differently.
    comm().broadcast(std::span(&choice, 1), 0);
    options.scheme = choice.scheme;
    if (choice.scheme == PartitionScheme::kDelegate) options.delegate_threshold = choice.threshold;
    if (choice.scheme == PartitionScheme::k2d) options.grid = detail::grid_name(choice.grid);
  }
}

void DistGraph::State::build() {
  facts.edges_listed = input->num_edges;
  switch (options.scheme) {
    case PartitionScheme::kAuto:
    case PartitionScheme::k1d:
      build_one_d();
      return note_balance(one_d_->rows.num_arcs());
    case PartitionScheme::k2d:
      build_two_d();
      return note_balance(two_d_->by_source.num_entries());
    case PartitionScheme::kDelegate:
      build_delegate();
      return note_balance(delegate_->nn.columns.size() + delegate_->nd.columns.size() +
                          delegate_->dn.columns.size() + delegate_->dd.columns.size());
  }
}

void DistGraph::State::note_balance(std::uint64_t own_arcs) {
  const comm::UncountedScope uncounted(comm().traffic());
  const std::uint64_t sum = comm().all_reduce(own_arcs, comm::Reduction::kSum);
  const std::uint64_t most = comm().all_reduce(own_arcs, comm::Reduction::kMax);
  if (sum == 0) return;
  facts.balance = static_cast<double>(most) * comm().size() / static_cast<double>(sum);
}

/// A container knows what was removed when it was made.
void DistGraph::State::take_stored_facts() {
  const auto& stored = input->stored;
  if (!stored || !stored->is_as_asked(directedness, options.self_loops, options.duplicates)) return;
  facts.edges_listed = stored->report.edges_listed;
  facts.self_loops = stored->report.self_loops;
  facts.duplicates = stored->report.duplicates;
  facts.isolated = stored->report.isolated;
}

detail::WeightType DistGraph::State::built_weight_type() const {
  const bool unit = weight_type == detail::WeightType::kNone;
  const bool needs_weights =
      options.purpose == GraphPurpose::kShortestPaths || options.purpose == GraphPurpose::kForest;
  return unit && needs_weights ? detail::WeightType::kUint32 : weight_type;
}

detail::Shuffle DistGraph::State::shuffle() const {
  return options.shuffle_seed ? detail::Shuffle(num_vertices, *options.shuffle_seed)
                              : detail::Shuffle();
}

detail::OwnerMap DistGraph::State::one_d_owners() const {
  return options.distribution == VertexDistribution::kCyclic
             ? detail::OwnerMap::cyclic(num_vertices, comm().size(), shuffle())
             : detail::OwnerMap::block(num_vertices, comm().size(), shuffle());
}

detail::DistBuildOptions DistGraph::State::one_d_options() const {
  return {.self_loops = options.self_loops, .duplicates = options.duplicates, .threads = threads};
}

void DistGraph::State::build_one_d() {
  detail::DistBuildReport report;
  comm::try_on_all_ranks(comm(), [&] { owners = one_d_owners(); });
  detail::with_weight_type(built_weight_type(), [&]<class W>(W) {
    if constexpr (EdgeWeight<W>) {
      auto graph = std::make_shared<const detail::WeightedGraph1d<W>>(
          detail::build_weighted_graph_1d<W>(comm(), source(), owners, one_d_options(), &report));
      one_d_ = std::shared_ptr<const detail::Graph1d>(graph, &graph->topology);
      weighted_one_d_ = std::move(graph);
    } else {
      one_d_ = std::make_shared<const detail::Graph1d>(
          detail::build_graph_1d(comm(), source(), owners, one_d_options(), &report));
    }
  });
  num_edges = one_d_->num_edges;
  facts.self_loops = report.self_loops;
  facts.duplicates = report.duplicates;
  facts.isolated = report.isolated;
  comm::try_on_all_ranks(comm(), [&] {
    degrees = Array<std::uint32_t>(one_d_->num_rows());
    for (Vertex v = 0; v < degrees.size(); ++v) {
      degrees[v] = static_cast<std::uint32_t>(one_d_->rows.degree(v));
    }
  });
}

detail::Graph2dSettings DistGraph::State::two_d_settings() const {
  detail::Graph2dSettings settings{
      .shuffle = shuffle(), .duplicates = options.duplicates, .threads = threads};
  if (!options.grid.empty()) settings.grid = detail::parse_grid(options.grid, comm().size());
  return settings;
}

/// A search by levels stores its matrices otherwise: weights are built only for shortest paths.
void DistGraph::State::build_two_d() {
  const bool for_paths = options.purpose == GraphPurpose::kShortestPaths;
  const detail::LoopCounter counter(source());
  const auto settings = comm::try_on_all_ranks(comm(), [&] { return two_d_settings(); });
  detail::with_weight_type(
      for_paths ? built_weight_type() : detail::WeightType::kNone, [&]<class W>(W) {
        if constexpr (EdgeWeight<W>) {
          auto graph = std::make_shared<const detail::WeightedGraph2d<W>>(
              detail::build_weighted_graph_2d<W>(comm(), counter, settings));
          two_d_ = std::shared_ptr<const detail::Graph2d>(graph, &graph->graph);
          weighted_two_d_ = std::move(graph);
        } else {
          two_d_ = std::make_shared<const detail::Graph2d>(
              detail::build_graph_2d(comm(), counter, settings));
        }
      });
  owners = two_d_->owners;
  options.grid = detail::grid_name(two_d_->place.grid());
  num_edges = is_directed() ? two_d_->num_arcs : two_d_->num_arcs / 2;
  const std::uint32_t own = owners.size(comm().rank());
  std::uint64_t isolated = 0;
  comm::try_on_all_ranks(comm(), [&] {
    degrees = Array<std::uint32_t>(own);
    two_d_->names.spread(two_d_->degrees.span(), std::uint32_t{0}, degrees.span(), threads);
    for (const std::uint32_t degree : degrees) isolated += degree == 0 ? 1 : 0;
  });
  std::array<std::uint64_t, 2> sums = {counter.self_loops(), isolated};
  comm().all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
  facts.self_loops = sums[0];
  facts.duplicates = facts.edges_listed - facts.self_loops - num_edges;
  if (!is_directed()) facts.isolated = sums[1];
}

detail::GraphDelegateOptions DistGraph::State::delegate_options() const {
  return {.threshold = options.delegate_threshold,
          .shuffle = shuffle(),
          .duplicates = options.duplicates,
          .redistribute = {.threads = threads}};
}

void DistGraph::State::build_delegate() {
  const detail::UnitWeights<std::uint32_t> ones(source());
  const bool unit = built_weight_type() != weight_type;
  const detail::LoopCounter counter(unit ? static_cast<const detail::EdgeSource&>(ones) : source());
  detail::with_weight_type(built_weight_type(), [&]<class W>(W) {
    if constexpr (EdgeWeight<W>) {
      auto graph = std::make_shared<const detail::WeightedGraphDelegate<W>>(
          detail::build_weighted_graph_delegate<W>(comm(), counter, delegate_options()));
      delegate_ = std::shared_ptr<const GraphDelegate>(graph, &graph->graph);
      weighted_delegate_ = std::move(graph);
    } else {
      delegate_ = std::make_shared<const GraphDelegate>(
          detail::build_graph_delegate(comm(), counter, delegate_options()));
    }
  });
  owners = delegate_->owners;
  options.delegate_threshold = delegate_->threshold;
  const detail::DelegateSizes& sizes = delegate_->sizes;
  facts.delegate = DelegateFacts{.delegates = sizes.delegates,
                                 .nn_arcs = sizes.nn,
                                 .nd_arcs = sizes.nd,
                                 .dn_arcs = sizes.dn,
                                 .dd_arcs = sizes.dd,
                                 .table_one_bytes = detail::table_one_bytes(sizes, comm().size())};
  num_edges = is_directed() ? sizes.arcs : sizes.arcs / 2;
  count_degrees(*delegate_);
  // A delegate has arcs.
  std::uint64_t isolated = degrees.size() - delegate_->own_delegates.size();
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    isolated -= delegate_->has_arcs(v) || delegate_->in().has_arcs(v) ? 1 : 0;
  }
  std::array<std::uint64_t, 2> sums = {counter.self_loops(), isolated};
  comm().all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
  facts.self_loops = sums[0];
  facts.duplicates = facts.edges_listed - facts.self_loops - num_edges;
  facts.isolated = sums[1];
}

/// Rows of normal vertices are whole; those of a delegate lie on all ranks.
void DistGraph::State::count_degrees(const GraphDelegate& graph) {
  std::vector<std::uint64_t> of_delegates;
  comm::try_on_all_ranks(comm(), [&] {
    degrees = Array<std::uint32_t>(graph.num_local);
    for (std::size_t v = 0; v < degrees.size(); ++v) {
      degrees[v] = graph.nn.degree(v) + graph.nd.degree(v);
    }
    of_delegates.resize(graph.num_delegates);
    for (std::size_t d = 0; d < of_delegates.size(); ++d) {
      of_delegates[d] = std::uint64_t{graph.dn.degree(d)} + graph.dd.degree(d);
    }
  });
  comm().all_reduce(std::span(of_delegates), comm::Reduction::kSum);
  for (const GraphDelegate::Own& own : graph.own_delegates) {
    degrees[index(own.vertex)] = static_cast<std::uint32_t>(of_delegates[index(own.delegate)]);
  }
}

template <EdgeWeight W>
std::shared_ptr<const detail::WeightedGraph1d<W>> DistGraph::State::weighted_one_d() {
  using Pointer = std::shared_ptr<const detail::WeightedGraph1d<W>>;
  if (!std::holds_alternative<Pointer>(weighted_one_d_)) {
    detail::OwnerMap map;
    comm::try_on_all_ranks(comm(), [&] { map = one_d_owners(); });
    auto graph = std::make_shared<const detail::WeightedGraph1d<W>>(
        detail::build_weighted_graph_1d<W>(comm(), source(), map, one_d_options()));
    one_d_ = std::shared_ptr<const detail::Graph1d>(graph, &graph->topology);
    weighted_one_d_ = std::move(graph);
  }
  return std::get<Pointer>(weighted_one_d_);
}

template <EdgeWeight W>
std::shared_ptr<const detail::WeightedGraphDelegate<W>> DistGraph::State::weighted_delegate() {
  using Pointer = std::shared_ptr<const detail::WeightedGraphDelegate<W>>;
  if (!std::holds_alternative<Pointer>(weighted_delegate_)) {
    const detail::UnitWeights<W> ones(source());
    auto graph = std::make_shared<const detail::WeightedGraphDelegate<W>>(
        detail::build_weighted_graph_delegate<W>(comm(), ones, delegate_options()));
    delegate_ = std::shared_ptr<const GraphDelegate>(graph, &graph->graph);
    weighted_delegate_ = std::move(graph);
  }
  return std::get<Pointer>(weighted_delegate_);
}

/// Next to the graph for searches by levels, if there is one.
template <EdgeWeight W>
std::shared_ptr<const detail::WeightedGraph2d<W>> DistGraph::State::weighted_two_d() {
  using Pointer = std::shared_ptr<const detail::WeightedGraph2d<W>>;
  if (!std::holds_alternative<Pointer>(weighted_two_d_)) {
    const auto settings = comm::try_on_all_ranks(comm(), [&] { return two_d_settings(); });
    weighted_two_d_ = std::make_shared<const detail::WeightedGraph2d<W>>(
        detail::build_weighted_graph_2d<W>(comm(), source(), settings));
  }
  return std::get<Pointer>(weighted_two_d_);
}

template std::shared_ptr<const detail::WeightedGraph1d<float>> DistGraph::State::weighted_one_d();
template std::shared_ptr<const detail::WeightedGraph1d<double>> DistGraph::State::weighted_one_d();
template std::shared_ptr<const detail::WeightedGraph1d<std::uint32_t>>
DistGraph::State::weighted_one_d();
template std::shared_ptr<const detail::WeightedGraph2d<float>> DistGraph::State::weighted_two_d();
template std::shared_ptr<const detail::WeightedGraph2d<double>> DistGraph::State::weighted_two_d();
template std::shared_ptr<const detail::WeightedGraph2d<std::uint32_t>>
DistGraph::State::weighted_two_d();
template std::shared_ptr<const detail::WeightedGraphDelegate<float>>
DistGraph::State::weighted_delegate();
template std::shared_ptr<const detail::WeightedGraphDelegate<double>>
DistGraph::State::weighted_delegate();
template std::shared_ptr<const detail::WeightedGraphDelegate<std::uint32_t>>
DistGraph::State::weighted_delegate();

DistGraph::DistGraph(const Cluster& cluster, const DistInput& input,
                     const PartitionOptions& options)
    : state_(std::make_shared<State>(cluster, input, options)) {}

std::uint64_t DistGraph::num_vertices() const {
  return state_->num_vertices;
}
std::uint64_t DistGraph::num_edges() const {
  return state_->num_edges;
}
bool DistGraph::is_directed() const {
  return state_->is_directed();
}
PartitionScheme DistGraph::scheme() const {
  return state_->options.scheme;
}
const PartitionOptions& DistGraph::options() const {
  return state_->options;
}
std::vector<std::uint8_t> DistGraph::have_edges(std::span<const GlobalVertex> vertices) const {
  const comm::Communicator& comm = state_->comm();
  std::vector<std::uint8_t> have(vertices.size(), 0);
  for (std::size_t i = 0; i < have.size(); ++i) {
    const detail::OwnedVertex owned = state_->owners.locate(vertices[i]);
    if (owned.rank == comm.rank()) have[i] = state_->degrees[index(owned.vertex)] > 0 ? 1 : 0;
  }
  comm.all_reduce(std::span(have), comm::Reduction::kMax);
  return have;
}
DistInput DistGraph::input() const {
  if (state_->input == nullptr) throw UsageError("the graph's input was released");
  return DistInput(state_->input);
}
void DistGraph::release_input() {
  state_->input.reset();
}
const DistBuildFacts& DistGraph::facts() const {
  return state_->facts;
}

}  // namespace strider
