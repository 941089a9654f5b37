// The native container, written by all ranks: each has consecutive rows, moves what it has of a
// section to the ranks that have its blocks, and these write and hash whole blocks.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "io/native/header_builder.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/results/shared_file.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"

namespace strider {
namespace detail {
namespace {

void require_writable_graph(const DistInput::State& input, const DistGraph::State& graph) {
  const auto refuse = [](const char* what) {
    throw UsageError(std::string("ranks write a container only of ") + what);
  };
  const bool in_order =
      graph.options.distribution != VertexDistribution::kCyclic && !graph.options.shuffle_seed;
  if (graph.one_d() == nullptr || !in_order) {
    refuse("a graph partitioned by 1d in blocks, without a shuffle");
  }
  if (graph.is_directed()) refuse("an undirected graph");
  if (graph.options.duplicates == Duplicates::kKeep) refuse("a graph without parallel edges");
  if (input.names.kind() != LabelKind::kDense)
    refuse("a graph whose labels are consecutive numbers");
  if (graph.num_vertices >= kNoVertex) refuse("fewer than 2^32 - 1 vertices");
}

/// The rows of a rank as the container has them: targets ascend, and each has its weight.
template <class W>
struct Rows {
  Array<EdgeIndex> offsets;  ///< where they begin in the whole graph; of the last rank also the end
  Array<Vertex> targets;
  Array<W> weights;  ///< of graphs without any, none
};

template <class W>
Rows<W> rows_of(const comm::Communicator& comm, const Graph1d& graph, std::span<const W> weights,
                int threads) {
  const EdgeIndex before = comm.exclusive_sum(graph.rows.num_arcs());
  return comm::try_on_all_ranks(comm, [&] {
    const NodeMemory memory(comm);
    const bool is_last = comm.rank() + 1 == comm.size();
    const std::uint32_t n = graph.num_rows();
    Rows<W> rows;
    rows.offsets =
        take_array<Array<EdgeIndex>>(n + (is_last ? 1ULL : 0ULL), "the offsets of rows", memory);
    const auto offsets = graph.rows.offsets();
    for (std::size_t v = 0; v < rows.offsets.size(); ++v) rows.offsets[v] = before + offsets[v];
    rows.targets = take_array<Array<Vertex>>(graph.rows.num_arcs(), "the targets of rows", memory);
    rows.weights = take_array<Array<W>>(weights.size(), "the weights of rows", memory);
    parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
      std::vector<std::pair<Vertex, W>> row;
      for (std::size_t v = begin; v < end; ++v) {
        row.clear();
        for (EdgeIndex i = offsets[v]; i < offsets[v + 1]; ++i) {
          const GlobalVertex target = graph.global_of(local_id(graph.rows.targets()[i]));
          row.emplace_back(static_cast<Vertex>(target), weights.empty() ? W{} : weights[i]);
        }
        std::sort(row.begin(), row.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < row.size(); ++i) {
          rows.targets[offsets[v] + i] = row[i].first;
          if (!weights.empty()) rows.weights[offsets[v] + i] = row[i].second;
        }
      }
    });
    return rows;
  });
}

class ContainerOfRanks {
 public:
  ContainerOfRanks(const comm::Communicator& comm, const DistInput::State& input,
                   const DistGraph::State& graph)
      : comm_(comm) {
    native::FileHeader& header = built_.header;
    const Graph1d& rows = *graph.one_d();
    header.num_vertices = graph.num_vertices;
    header.num_arcs = rows.num_arcs;
    header.num_self_loops = rows.num_self_loops;
    header.flags = native::kRowsStrictlyAscend;
    header.label_kind = static_cast<std::uint8_t>(LabelKind::kDense);
    header.label_base = input.names.labels()->base();
    header.edges_listed = graph.facts.edges_listed;
    header.self_loops_listed = graph.facts.self_loops;
    header.duplicates_listed = graph.facts.duplicates;
    header.isolated = graph.facts.isolated.value_or(0);
  }

  template <class W>
  void write(const std::string& path, Rows<W> rows, native::WeightType type) {
    comm::try_on_all_ranks(comm_, [&] {
      const native::FileHeader& header = built_.header;
      const auto add = [&](std::string_view name, std::size_t bytes, std::uint64_t count) {
        built_.add(native::SectionKind::kGraph, name, bytes, count);
      };
      add(native::kOutOffsets, sizeof(EdgeIndex), header.num_vertices + 1);
      add(native::kOutTargets, sizeof(Vertex), header.num_arcs);
      if (type != native::WeightType::kNone) add(native::kWeights, sizeof(W), header.num_arcs);
      built_.header.weight_type = static_cast<std::uint8_t>(type);
      built_.place_sections();
    });
    SharedFile file(comm_, path);
    comm::try_on_all_ranks(comm_, [&] {
      if (!file.is_file()) throw UsageError("ranks write a container only to a file");
    });
    write_section(file, 0, std::move(rows.offsets));
    write_section(file, 1, std::move(rows.targets));
    if (type != native::WeightType::kNone) write_section(file, 2, std::move(rows.weights));
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() == 0) write_rest(file);
    });
    file.commit();
  }

 private:
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
  native::HeaderBuilder built_;
};

}  // namespace
}  // namespace detail

void write_native(const Cluster& cluster, const DistInput& input, const DistGraph& graph,
                  const std::string& path) {
  DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  comm::try_on_all_ranks(comm, [&] { detail::require_writable_graph(*input.state(), state); });
  detail::ContainerOfRanks container(comm, *input.state(), state);
  static_cast<void>(cluster);
  const auto weighted = [&]<class W>(W, native::WeightType type) {
    const auto rows = state.weighted_one_d<W>();
    container.write(
        path, detail::rows_of<W>(comm, rows->topology, rows->weights.span(), state.threads), type);
  };
  switch (state.weight_type) {
    case detail::WeightType::kFloat:
      return weighted(float{}, native::WeightType::kFloat);
    case detail::WeightType::kDouble:
      return weighted(double{}, native::WeightType::kDouble);
    case detail::WeightType::kUint32:
      return weighted(std::uint32_t{}, native::WeightType::kUint32);
    case detail::WeightType::kNone:
      break;
  }
  container.write(path, detail::rows_of<std::uint32_t>(comm, *state.one_d(), {}, state.threads),
                  native::WeightType::kNone);
}

}  // namespace strider
