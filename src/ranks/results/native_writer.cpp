// The native container, written by all ranks: each has consecutive rows, moves what it has of a
// section to the ranks that have its blocks, and these write and hash whole blocks.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "io/native/header_builder.hpp"
#include "ranks/edges/weight_type.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/results/shared_file.hpp"
#include "ranks/results/sorted_row.hpp"
#include "ranks/results/writable_graph.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"

namespace strider {
namespace detail {
namespace {

static_assert(
    static_cast<int>(WeightType::kFloat) == static_cast<int>(native::WeightType::kFloat) &&
    static_cast<int>(WeightType::kDouble) == static_cast<int>(native::WeightType::kDouble) &&
    static_cast<int>(WeightType::kUint32) == static_cast<int>(native::WeightType::kUint32));

/// The rows of a rank as the container has them: ascending by target, then by weight.
template <class W>
struct Rows {
  Array<EdgeIndex> offsets;  ///< where they begin in the whole graph; of the last rank also the end
  Array<Vertex> targets;
  Array<W> weights;          ///< of graphs without any, none
  bool has_repeats = false;  ///< parallel edges, on any rank
};

/// Sorts row v, and returns how many entries have the target of the one before.
template <class W>
std::uint64_t fill_row(const Graph1d& graph, std::span<const W> weights, std::size_t v,
                       std::vector<std::pair<GlobalVertex, W>>& row, Rows<W>& rows) {
  const EdgeIndex begin = graph.rows.offsets()[v];
  sort_row(
      graph, weights, v, [&](LocalId id) { return graph.global_of(id); }, row);
  std::uint64_t repeats = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    rows.targets[begin + i] = static_cast<Vertex>(row[i].first);
    if (!weights.empty()) rows.weights[begin + i] = row[i].second;
    if (i > 0 && row[i].first == row[i - 1].first) ++repeats;
  }
  return repeats;
}

/// Collective.
template <class W>
Rows<W> rows_of(const comm::Communicator& comm, const Graph1d& graph, std::span<const W> weights,
                int threads) {
  const EdgeIndex before = comm.exclusive_sum(graph.rows.num_arcs());
  std::uint64_t repeats = 0;
  Rows<W> rows = comm::try_on_all_ranks(comm, [&] {
    const NodeMemory memory(comm);
    const bool is_last = comm.rank() + 1 == comm.size();
    const std::uint32_t n = graph.num_rows();
    Rows<W> made;
    Workspace workspace;
    workspace.declare("the offsets of rows", made.offsets, n + (is_last ? 1ULL : 0ULL));
    workspace.declare("the targets of rows", made.targets, graph.rows.num_arcs());
    workspace.declare("the weights of rows", made.weights, weights.size());
    workspace.take("the rows of a container", memory);
    const auto offsets = graph.rows.offsets();
    for (std::size_t v = 0; v < made.offsets.size(); ++v) made.offsets[v] = before + offsets[v];
    parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
      std::vector<std::pair<GlobalVertex, W>> row;
      std::uint64_t found = 0;
      for (std::size_t v = begin; v < end; ++v) found += fill_row(graph, weights, v, row, made);
      fetch_add_relaxed(repeats, found);
    });
    return made;
  });
  rows.has_repeats = comm.all_reduce(repeats, comm::Reduction::kMax) > 0;
  return rows;
}

class ContainerOfRanks {
 public:
  ContainerOfRanks(const comm::Communicator& comm, const VertexNames& names,
                   const DistGraph::State& graph)
      : comm_(comm), names_(names), graph_(graph) {
    native::FileHeader& header = built_.header;
    const Graph1d& rows = *graph.one_d();
    header.num_vertices = graph.num_vertices;
    header.num_arcs = rows.num_arcs;
    header.num_self_loops = rows.num_self_loops;
    if (graph.is_directed()) header.flags |= native::kDirected;
    header.label_kind = static_cast<std::uint8_t>(names.kind());
    if (names.kind() == LabelKind::kDense) header.label_base = names.labels()->base();
    header.edges_listed = graph.facts.edges_listed;
    header.self_loops_listed = graph.facts.self_loops;
    header.duplicates_listed = graph.facts.duplicates;
    header.isolated = graph.facts.isolated.value_or(0);
  }

  template <class W>
  void write(const std::string& path, Rows<W> rows) {
    const bool weighted = graph_.weight_type != WeightType::kNone;
    const bool directed = graph_.is_directed();
    if (!rows.has_repeats) built_.header.flags |= native::kRowsStrictlyAscend;
    built_.header.weight_type = static_cast<std::uint8_t>(graph_.weight_type);
    comm::try_on_all_ranks(comm_, [&] { place_sections(sizeof(W), weighted); });
    SharedFile file(comm_, path);
    comm::try_on_all_ranks(comm_, [&] {
      if (!file.is_file()) throw UsageError("ranks write a container only to a file");
    });
    std::size_t next = 0;
    write_section(file, next++, std::move(rows.offsets));
    write_section(file, next++, std::move(rows.targets));
    // The rows of the transpose are made when the others are written.
    const std::size_t transpose = next;
    if (directed) next += 2;
    if (weighted) write_section(file, next++, std::move(rows.weights));
    write_labels(file, next);
    if (directed) write_transpose(file, transpose);
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() == 0) write_rest(file);
    });
    file.commit();
  }

 private:
  void place_sections(std::size_t weight_bytes, bool weighted) {
    const native::FileHeader& header = built_.header;
    const auto add = [&](std::string_view name, std::size_t bytes, std::uint64_t count) {
      built_.add(native::SectionKind::kGraph, name, bytes, count);
    };
    add(native::kOutOffsets, sizeof(EdgeIndex), header.num_vertices + 1);
    add(native::kOutTargets, sizeof(Vertex), header.num_arcs);
    if (graph_.is_directed()) {
      add(native::kInOffsets, sizeof(EdgeIndex), header.num_vertices + 1);
      add(native::kInTargets, sizeof(Vertex), header.num_arcs);
    }
    if (weighted) add(native::kWeights, weight_bytes, header.num_arcs);
    if (names_.kind() == LabelKind::kSparse) {
      add(native::kLabelNumbers, sizeof(std::uint64_t), header.num_vertices);
    } else if (names_.kind() == LabelKind::kText) {
      add(native::kLabelOffsets, sizeof(std::uint64_t), header.num_vertices + 1);
      add(native::kLabelArena, sizeof(char), names_.labels()->text_offsets()[header.num_vertices]);
    }
    built_.place_sections();
  }

  void write_transpose(SharedFile& file, std::size_t section) {
    auto rows = [&] {
      const Graph1d reverse = build_graph_1d(comm_, graph_.source(), graph_.owners,
                                             {.self_loops = graph_.options.self_loops,
                                              .duplicates = graph_.options.duplicates,
                                              .row_end = Graph1d::RowEnd::kTarget,
                                              .threads = graph_.threads});
      return rows_of<std::uint32_t>(comm_, reverse, {}, graph_.threads);
    }();
    write_section(file, section, std::move(rows.offsets));
    write_section(file, section + 1, std::move(rows.targets));
  }

  /// What sections follow from that one on.
  void write_labels(SharedFile& file, std::size_t section) {
    if (names_.dictionary() != nullptr) {
      write_section(file, section, copy_of(names_.dictionary()->part()));
    } else if (names_.kind() == LabelKind::kSparse) {
      write_section(file, section, share_of(names_.labels()->numbers().span()));
    } else if (names_.kind() == LabelKind::kText) {
      write_section(file, section, share_of(names_.labels()->text_offsets().span()));
      write_section(file, section + 1, share_of(names_.labels()->arena().span()));
    }
  }
  template <class T>
  Array<T> copy_of(std::span<const T> values) const {
    return comm::try_on_all_ranks(comm_, [&] {
      auto copy = take_array<Array<T>>(values.size(), "the labels of a part", NodeMemory(comm_));
      std::ranges::copy(values, copy.begin());
      return copy;
    });
  }
  /// Of what all ranks have.
  template <class T>
  Array<T> share_of(std::span<const T> all) const {
    const Range mine = static_chunk(all.size(), comm_.rank(), comm_.size());
    return copy_of(all.subspan(mine.begin, mine.end - mine.begin));
  }

  /// The blocks of this rank, written and hashed.
  template <class T>
  void write_section(SharedFile& file, std::size_t i, Array<T> own) {
    native::SectionEntry& section = built_.sections[i];
    constexpr std::uint64_t kPerBlock = native::kChecksumBlock / sizeof(T);
    const std::uint64_t blocks = native::num_blocks(section.count * sizeof(T));
    const auto begin_of = [&](int rank) {
      return std::min<std::uint64_t>(static_chunk(blocks, rank, comm_.size()).begin * kPerBlock,
                                     section.count);
    };
    const std::uint64_t first = comm_.exclusive_sum(own.size());
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> came;
    comm::try_on_all_ranks(comm_, [&] {
      for (int r = 0; r < comm_.size(); ++r) {
        const std::uint64_t end = r + 1 < comm_.size() ? begin_of(r + 1) : section.count;
        const std::uint64_t from = std::clamp(begin_of(r), first, first + own.size());
        counts.push_back(std::clamp(end, from, first + own.size()) - from);
      }
      came.resize(counts.size());
    });
    const Array<T> mine =
        comm::checked_all_to_all(comm_, std::as_const(own).span(), counts, std::span(came));
    own = {};
    const auto bytes = std::as_bytes(mine.span());
    const std::uint64_t seed = native::section_seed(
        native::graph_seed(built_.header, built_.scalars), section, built_.sections);
    const std::uint64_t first_block = begin_of(comm_.rank()) / kPerBlock;
    const std::uint64_t sum =
        native::sum_of_blocks(bytes, seed + first_block, {0, native::num_blocks(bytes.size())});
    comm::try_on_all_ranks(comm_, [&] {
      file.write_at(section.offset + begin_of(comm_.rank()) * sizeof(T),
                    {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
    section.checksum = seed + comm_.all_reduce(sum, comm::Reduction::kSum);
  }

  /// The header, and the zeros between sections.
  void write_rest(SharedFile& file) {
    const auto write = [&](std::uint64_t offset, const std::byte* begin, std::size_t size) {
      file.write_at(offset, {reinterpret_cast<const char*>(begin), size});
    };
    const std::vector<std::byte> header = built_.checked();
    write(0, header.data(), header.size());
    write(header.size(), native::kZeros.data(), built_.sections[0].offset - header.size());
    for (std::size_t i = 0; i < built_.sections.size(); ++i) {
      const auto zeros = built_.zeros_behind(i);
      write(zeros.first, native::kZeros.data(), zeros.second - zeros.first);
    }
  }

  const comm::Communicator& comm_;
  const VertexNames& names_;
  const DistGraph::State& graph_;
  native::HeaderBuilder built_;
};

}  // namespace
}  // namespace detail

bool stores_layout(const DistInput& input) {
  const auto& stored = input.state()->stored;
  return stored && stored->has_layout;
}

void write_native(const Cluster& cluster, const DistInput& input, const DistGraph& graph,
                  const std::string& path) {
  DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  comm::try_on_all_ranks(comm, [&] { detail::require_writable_graph(state); });
  detail::ContainerOfRanks container(comm, input.state()->names, state);
  static_cast<void>(cluster);
  detail::with_weight_type(state.weight_type, [&]<class W>(W) {
    if constexpr (detail::EdgeWeight<W>) {
      const auto rows = state.weighted_one_d<W>();
      container.write(
          path, detail::rows_of<W>(comm, rows->topology, rows->weights.span(), state.threads));
    } else {
      container.write(path,
                      detail::rows_of<std::uint32_t>(comm, *state.one_d(), {}, state.threads));
    }
  });
}

}  // namespace strider
