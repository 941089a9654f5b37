// Graph files that all ranks write: each encodes its own rows, which are consecutive, and writes
// them behind those of the ranks before it.
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "io/results/table.hpp"
#include "io/write/graph_files.hpp"
#include "ranks/edges/weight_type.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/results/row_names.hpp"
#include "ranks/results/shared_output.hpp"
#include "ranks/results/shared_table.hpp"
#include "ranks/results/sorted_row.hpp"
#include "ranks/results/writable_graph.hpp"
#include "strider/dist_write.hpp"

namespace strider {
namespace detail {
namespace {

WeightField field_of(WeightType type) {
  if (type == WeightType::kNone) return WeightField::kNone;
  return type == WeightType::kUint32 ? WeightField::kInteger : WeightField::kReal;
}

GraphHeader header_of(const DistGraph::State& graph, LabelKind labels) {
  return {.num_vertices = graph.num_vertices,
          .num_edges = graph.num_edges,
          .num_arcs = graph.one_d()->num_arcs,
          .num_self_loops = graph.one_d()->num_self_loops,
          .num_isolated = graph.facts.isolated.value_or(0),
          .directedness = graph.directedness,
          .weights = field_of(graph.weight_type),
          .labels = labels};
}

/// The rows of a rank, as an encoder takes them.
template <class W>
class RowsOfRank {
 public:
  /// By local id, `numbers` are what to call vertices, where they are not called by themselves.
  /// Without a type of weights, `weights` is empty. Collective.
  RowsOfRank(const comm::Communicator& comm, Graph1d graph, SharedArray<W> weights,
             std::span<const std::uint64_t> numbers)
      : graph_(std::move(graph)),
        weights_(std::move(weights)),
        numbers_(numbers),
        begin_(comm.exclusive_sum(graph_.rows.num_arcs())) {}

  [[nodiscard]] const Csr& csr() const { return graph_.rows; }

  void append(const RowEncoder& encoder, Vertex first, Vertex last, TextBuffer& out) const {
    std::vector<std::pair<GlobalVertex, W>> row;
    std::vector<GlobalVertex> targets;
    std::vector<W> weights;
    const auto name = [&](LocalId id) {
      return numbers_.empty() ? graph_.global_of(id) : numbers_[index(id)];
    };
    for (Vertex v = first; v < last; ++v) {
      sort_row(graph_, weights_.span(), v, name, row);
      targets.clear();
      weights.clear();
      for (const auto& [target, weight] : row) {
        targets.push_back(target);
        weights.push_back(weight);
      }
      RowWeights of_row;
      if (!weights_.empty()) of_row = std::span<const W>(weights);
      encoder.append({name(local_id(v)), begin_ + csr().offsets()[v], targets, of_row}, out);
    }
  }

 private:
  Graph1d graph_;
  SharedArray<W> weights_;
  std::span<const std::uint64_t> numbers_;
  EdgeIndex begin_;
};

/// The rows of an edge by either of its ends; those by target are read when they are needed.
template <class W>
class BothRows {
 public:
  BothRows(const DistGraph::State& graph, RowsOfRank<W> by_source)
      : graph_(graph), by_source_(std::move(by_source)) {}

  /// Collective.
  const RowsOfRank<W>& by(RowsBy end) {
    if (end == RowsBy::kSource) return by_source_;
    if (!by_target_) by_target_.emplace(read_by_target());
    return *by_target_;
  }

 private:
  RowsOfRank<W> read_by_target() const {
    const comm::Communicator& comm = graph_.comm();
    const EdgeSource& source = graph_.source();
    const DistBuildOptions options{.self_loops = graph_.options.self_loops,
                                   .duplicates = graph_.options.duplicates,
                                   .row_end = Graph1d::RowEnd::kTarget,
                                   .threads = graph_.threads};
    if (graph_.weight_type == WeightType::kNone) {
      return {comm, build_graph_1d(comm, source, graph_.owners, options), {}, {}};
    }
    WeightedGraph1d<W> built = build_weighted_graph_1d<W>(comm, source, graph_.owners, options);
    return {comm, std::move(built.topology), std::move(built.weights), {}};
  }

  const DistGraph::State& graph_;
  RowsOfRank<W> by_source_;
  std::optional<RowsOfRank<W>> by_target_;
};

/// Collective.
template <class W>
void write_section(const comm::Communicator& comm, SharedOutput& output, const FileSection& section,
                   const RowsOfRank<W>& rows, int threads) {
  const TextBlocks blocks = comm::try_on_all_ranks(comm, [&] {
    const RowEncoder& encoder = *section.encoder;
    const bool is_last = comm.rank() + 1 == comm.size();
    return blocks_of_rows(
        comm.rank() == 0 ? encoder.head() : "", rows.csr(),
        [&](Vertex first, Vertex last, TextBuffer& out) { rows.append(encoder, first, last, out); },
        is_last ? encoder.tail() : "");
  });
  output.append(blocks, threads);
}

/// What the local ids of this rank are called, where only other ranks know it of some. Collective.
Array<std::uint64_t> numbers_of_local_ids(const comm::Communicator& comm, const Graph1d& graph,
                                          const VertexNames& names) {
  std::vector<GlobalVertex> asked;
  comm::try_on_all_ranks(comm, [&] {
    asked = take_array<std::vector<GlobalVertex>>(graph.num_rows(), "the names of own vertices",
                                                  NodeMemory(comm));
    for (std::uint32_t v = 0; v < asked.size(); ++v) asked[v] = graph.global_of(local_vertex(v));
  });
  const Array<std::uint64_t> own = names.numbers_of(comm, asked);
  comm::try_on_all_ranks(comm, [&] {
    std::uint64_t sent = 0;
    for (const Subscriber& subscriber : graph.subscribers) sent += subscriber.num_local_ids;
    NodeMemory(comm).require((sent + 2ULL * graph.local_ids.size()) * sizeof(std::uint64_t),
                             "the names of the ends of edges");
  });
  return values_by_local_id(comm, graph.local_ids, graph.subscribers, graph.num_rows(),
                            std::uint64_t{0}, [&](std::uint32_t v) { return own[v]; });
}

/// Collective.
template <class W>
void write_files(const comm::Communicator& comm, const std::vector<GraphFile>& files,
                 BothRows<W> rows, int threads, const std::function<void()>& before_naming) {
  std::vector<SharedOutput> outputs;
  outputs.reserve(files.size());
  for (const GraphFile& file : files) {
    SharedOutput& output = outputs.emplace_back(comm, file.path);
    for (const FileSection& section : file.sections) {
      write_section(comm, output, section, rows.by(section.rows), threads);
    }
  }
  for (SharedOutput& output : outputs) output.sync();
  if (before_naming) before_naming();
  for (SharedOutput& output : outputs) output.commit();
}

}  // namespace
}  // namespace detail

bool keeps_labels(const DistInput& input, FileFormat format) {
  const detail::VertexNames& names = input.state()->names;
  const bool is_dense = names.kind() == LabelKind::kDense;
  return keeps_labels(format, names.kind(), is_dense ? names.labels()->base() : 0);
}

bool keeps_vertices(const DistInput& input, const DistGraph& graph, FileFormat format) {
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  comm::try_on_all_ranks(comm, [&] { detail::require_writable_graph(state); });
  const detail::Graph1d& rows = *state.one_d();
  std::uint32_t used = rows.num_rows();
  while (used > 0 && rows.rows.degree(used - 1) == 0) --used;
  const std::uint64_t end = used == 0 ? 0 : rows.global_of(detail::local_vertex(used - 1)) + 1;
  return keeps_vertices(format, detail::header_of(state, input.state()->names.kind()),
                        comm.all_reduce(end, comm::Reduction::kMax));
}

void write_graph(const Cluster& cluster, const DistInput& input, const DistGraph& graph,
                 const std::string& path, FileFormat format,
                 const std::function<void()>& before_naming) {
  if (format == FileFormat::kNative) return write_native(cluster, input, graph, path);
  DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const detail::VertexNames& names = input.state()->names;
  comm::try_on_all_ranks(comm, [&] { detail::require_writable_graph(state); });
  const detail::Graph1d& topology = *state.one_d();
  const GraphHeader header = detail::header_of(state, names.kind());
  // What a number stands for, edges say, so a dictionary needs no labels.
  const bool by_number = format == FileFormat::kEdgeList && names.labels() == nullptr;
  const std::vector<GraphFile> files = comm::try_on_all_ranks(comm, [&] {
    // One thread, so that all ranks refuse the same label.
    return graph_files(format, header, names.labels() == nullptr ? Labels() : *names.labels(), path,
                       1);
  });
  Array<std::uint64_t> numbers;
  if (by_number) numbers = detail::numbers_of_local_ids(comm, topology, names);
  detail::with_weight_type(state.weight_type, [&]<class W>(W) {
    if constexpr (detail::EdgeWeight<W>) {
      const auto rows = state.weighted_one_d<W>();
      detail::RowsOfRank<W> own(comm, rows->topology, rows->weights, numbers.span());
      detail::write_files<W>(comm, files, {state, std::move(own)}, state.threads, before_naming);
    } else {
      detail::RowsOfRank<std::uint32_t> own(comm, topology, {}, numbers.span());
      detail::write_files<std::uint32_t>(comm, files, {state, std::move(own)}, state.threads,
                                         before_naming);
    }
  });
}

void write_label_map(const Cluster& cluster, const DistInput& input, const std::string& path,
                     FileFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  const std::uint64_t n = input.num_vertices();
  const Range mine = static_chunk(n, comm.rank(), comm.size());
  const detail::RowNames names(comm, input.state()->names, mine.end - mine.begin,
                               [&](std::size_t i) { return GlobalVertex{mine.begin + i}; });
  const std::uint64_t first = first_vertex_number(format) + mine.begin;
  const auto number = [&](std::size_t i) { return first + i; };
  const ResultTable own{names.labels(),
                        n,
                        mine.end - mine.begin,
                        {column("vertex", CellType::kCount, number),
                         column("label", CellType::kLabel, std::cref(names))}};
  detail::write_shared_table(comm, own, path, ResultFormat::kCsv);
}

}  // namespace strider
