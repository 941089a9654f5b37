#include "ranks/two_d/weighted_graph_2d.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/scan.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/arc_buckets.hpp"
#include "ranks/edges/arc_record.hpp"
#include "ranks/edges/collect_arcs.hpp"
#include "ranks/edges/sorted_arcs.hpp"
#include "ranks/edges/unit_weights.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/two_d/column_degrees.hpp"
#include "ranks/two_d/edge_places.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// A column of the matrix is sorted as the row of an owned vertex is.
template <class W>
class WeightedBuilder2d {
 public:
  /// Does not communicate.
  WeightedBuilder2d(const comm::Communicator& world, const EdgeSource& source,
                    const Graph2dSettings& settings)
      : world_(world), memory_(world), source_(source), settings_(settings) {
    place_vertices();
  }

  WeightedGraph2d<W> build() {
    const comm::PhaseScope phase(world_.traffic(), comm::Phase::kBuild);
    collect();
    const GridPlace& place = graph().place;
    const comm::Communicator column = world_.split(place.column(), place.row());
    auto degrees = comm::try_on_all_ranks(world_, [&] {
      make_matrices();
      begin_step("degrees", ColumnDegrees::bytes(place));
      account_.take(ColumnDegrees::bytes(place));
      graph().memory = account_.steps();
      return ColumnDegrees(graph(), column, settings_.threads);
    });
    degrees.sum(world_, column, graph());
    return std::move(result_);
  }

 private:
  using Record = NarrowArc<W>;

  Graph2d& graph() { return result_.graph; }

  void place_vertices() {
    if (source_.weight_type() != weight_type_of<W>()) {
      throw UsageError("the type of the edges' weights is not the requested type");
    }
    Graph2d& g = graph();
    const Grid grid = settings_.grid_of(world_.size());
    g.owners = OwnerMap::grid_blocks(source_.num_vertices(), grid, settings_.shuffle);
    g.directedness = source_.directedness();
    g.place = GridPlace(grid, world_.rank(), g.owners.block_size());
    // A search numbers its rows and columns together, of which it has one block in both.
    require_numbers(grid, g.owners.block_size(), grid.rows + grid.columns - 1);
    g.names = ColumnNames(g.owners, g.place);
    buckets_.emplace(g.place.num_columns(), g.place.num_rows());
    account_.begin_step("edges to their owners", 0);
  }

  /// Arcs to those who hold them.
  void collect() {
    collect_arcs<Record>(
        world_, source_, {settings_.threads, settings_.chunk, settings_.ranks_per_node},
        "the block of a rank", *buckets_, account_, [&](const ListedEdge<W>& edge, auto&& emit) {
          for_each_arc_place(graph().place, graph().owners, graph().directedness, edge.source,
                             edge.target, [&](const ArcPlace& arc) {
                               emit(arc.rank,
                                    Record(local_vertex(arc.column), arc.row, edge.weight));
                             });
        });
  }

  void make_matrices() {
    const GridPlace& place = graph().place;
    const int threads = settings_.threads;
    const std::uint64_t columns = (std::uint64_t{place.num_columns()} + 1) * sizeof(EdgeIndex);
    const std::uint64_t buffers = SortedArcs<W>::sorting_bytes(*buckets_, threads);
    begin_step("columns sorted", columns + buffers);
    account_.take(columns + buffers);
    Array<EdgeIndex> offsets(place.num_columns() + std::size_t{1});
    SortedArcs<W> arcs(std::move(*buckets_), settings_.duplicates, threads, offsets.span());
    buckets_.reset();
    account_.give_back(buffers);
    offsets[place.num_columns()] = 0;
    const EdgeIndex kept = exclusive_scan(offsets.span(), threads);
    const std::uint64_t dealt = arcs.bytes();
    const std::uint64_t growth = arcs.growth(ArcRows<W>::kArcBytes);
    begin_step("by_source", growth);
    account_.take(growth);
    ArcRows<W> rows =
        arcs.into_rows([](std::uint64_t row) { return static_cast<std::uint32_t>(row); });
    account_.give_back(growth + dealt);
    account_.take(kept * ArcRows<W>::kArcBytes);
    graph().by_source =
        LocalMatrix(Csr(std::move(offsets), std::move(rows.targets)), place.num_rows());
    result_.weights = std::move(rows.weights);
    const std::uint64_t bytes =
        kept * sizeof(std::uint32_t) + (std::uint64_t{place.num_rows()} + 1) * sizeof(EdgeIndex);
    begin_step("by_target", bytes);
    account_.take(bytes);
    graph().by_target = graph().by_source.transposed(MatrixFormat::kCsc, threads);
  }

  /// A step that takes so many bytes more at most.
  void begin_step(const char* name, std::uint64_t bytes) {
    memory_.require(bytes, std::string("the step '") + name + "' of the build");
    account_.begin_step(name, account_.held() + bytes);
  }

  const comm::Communicator& world_;
  NodeMemory memory_;
  const EdgeSource& source_;
  const Graph2dSettings& settings_;
  std::optional<ArcBuckets<W>> buckets_;  // by column
  MemoryAccount account_;
  WeightedGraph2d<W> result_;
};

template <class W>
WeightedGraph2d<W> build(const comm::Communicator& world, const EdgeSource& source,
                         const Graph2dSettings& settings) {
  return comm::try_on_all_ranks(world,
                                [&] { return WeightedBuilder2d<W>(world, source, settings); })
      .build();
}

}  // namespace

template <EdgeWeight W>
WeightedGraph2d<W> build_weighted_graph_2d(const comm::Communicator& world,
                                           const EdgeSource& source,
                                           const Graph2dSettings& settings) {
  if (source.weight_type() == WeightType::kNone) {
    return build<W>(world, UnitWeights<W>(source), settings);
  }
  return build<W>(world, source, settings);
}

template WeightedGraph2d<float> build_weighted_graph_2d(const comm::Communicator&,
                                                        const EdgeSource&, const Graph2dSettings&);
template WeightedGraph2d<double> build_weighted_graph_2d(const comm::Communicator&,
                                                         const EdgeSource&, const Graph2dSettings&);
template WeightedGraph2d<std::uint32_t> build_weighted_graph_2d(const comm::Communicator&,
                                                                const EdgeSource&,
                                                                const Graph2dSettings&);

}  // namespace strider::detail
