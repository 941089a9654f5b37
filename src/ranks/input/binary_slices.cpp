// Adjacency in files, unfolded to edges; tuples, which stay in their file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "graph/arc_sums.hpp"
#include "graph/csr_facts.hpp"
#include "io/binary/graph500.hpp"
#include "io/undirected_edges.hpp"
#include "ranks/input/slices.hpp"
#include "ranks/input/stored_adjacency.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

using Part = StoredAdjacency::Part;

/// Reads the arcs of this rank's share, and checks them on the way.
class ShareReader {
 public:
  ShareReader(const comm::Communicator& comm, const StoredAdjacency& file, const std::string& path)
      : comm_(comm),
        memory_(comm),
        file_(file),
        path_(path),
        share_(static_chunk(file.num_arcs(), comm.rank(), comm.size())) {}

  /// That offsets ascend to the number of arcs: each rank looks at those of a share of vertices.
  /// Only then may a row be looked for. Not collective.
  void check_offsets(Part part) const {
    constexpr std::size_t kBlock = 1 << 16;
    const Range vertices = static_chunk(file_.num_vertices(), comm_.rank(), comm_.size());
    std::vector<EdgeIndex> offsets(kBlock + 1);
    for (std::size_t v = vertices.begin; v < vertices.end; v += kBlock) {
      const std::size_t rows = std::min(kBlock, vertices.end - v);
      const auto block = std::span(offsets).first(rows + 1);
      file_.read_offsets(part, v, block);
      strider::check_offsets(block, file_.num_arcs(), v, path_);
    }
    EdgeIndex ends[2] = {0, 0};
    file_.read_offsets(part, 0, std::span(ends, 1));
    file_.read_offsets(part, file_.num_vertices(), std::span(ends + 1, 1));
    if (ends[0] != 0 || ends[1] != file_.num_arcs()) {
      refuse(
          fmt::format("its offsets do not go from 0 to the number of arcs, {}", file_.num_arcs()));
    }
  }

  /// The arcs of the share, with their rows. Not collective.
  [[nodiscard]] Array<Edge> read_arcs(Part part) const {
    const EdgeIndex count = share_.end - share_.begin;
    if (count == 0) return {};
    const std::uint64_t first_row = row_of(part, share_.begin);
    const std::uint64_t last_row = row_of(part, share_.end - 1);
    Array<Edge> arcs;
    Array<EdgeIndex> offsets;
    Array<Vertex> targets;
    Workspace workspace;
    workspace.declare("their ends", arcs, count);
    workspace.declare("where rows begin", offsets, last_row - first_row + 2);
    workspace.declare("the rows", targets, count);
    workspace.take("the edges of a part", memory_);
    file_.read_offsets(part, first_row, offsets.span());
    file_.read_targets(part, share_.begin, targets.span());
    std::uint64_t row = first_row;
    for (EdgeIndex i = 0; i < count; ++i) {
      while (offsets[row - first_row + 1] <= share_.begin + i) ++row;
      if (targets[i] >= file_.num_vertices()) {
        refuse(fmt::format("an edge leads to vertex {}, but the graph has only {} vertices",
                           targets[i], file_.num_vertices()));
      }
      arcs[i] = {static_cast<Vertex>(row), targets[i]};
    }
    return arcs;
  }
  [[nodiscard]] Weights read_weights() const {
    memory_.require(saturating_mul(share_.end - share_.begin, sizeof(double)),
                    "the weights of a part");
    return file_.read_weights(share_.begin, share_.end - share_.begin);
  }
  [[noreturn]] void refuse(const std::string& message) const {
    throw InputError(path_, 0, message);
  }

 private:
  /// The row that holds an arc: the last one that begins at or before it.
  [[nodiscard]] std::uint64_t row_of(Part part, EdgeIndex arc) const {
    std::uint64_t low = 0;
    std::uint64_t high = file_.num_vertices();  // offset(low) <= arc < offset(high)
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      EdgeIndex offset = 0;
      file_.read_offsets(part, middle, std::span(&offset, 1));
      (offset <= arc ? low : high) = middle;
    }
    return low;
  }

  const comm::Communicator& comm_;
  NodeMemory memory_;
  const StoredAdjacency& file_;
  const std::string& path_;
  Range share_;
};

/// Each rank verifies a part of the file; returns how long that took. Collective.
double verify_checksums(const comm::Communicator& comm, const StoredAdjacency& file, int threads) {
  const Timer timer;
  auto sums = comm::try_on_all_ranks(
      comm, [&] { return file.checksums_of_part(comm.rank(), comm.size(), threads); });
  comm.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
  comm::try_on_all_ranks(comm, [&] { file.compare_checksums(sums); });
  return comm.all_reduce(timer.seconds(), comm::Reduction::kMax);
}

ArcSums sums_of(std::span<const Edge> arcs, const Weights& weights) {
  ArcSums sums;
  std::visit(
      [&](const auto& held) {
        for (std::size_t i = 0; i < arcs.size(); ++i) {
          const auto [u, v] = arcs[i];
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            sums.add(u, v);
          } else {
            sums.add(u, v, mix_weight(held[i]));
          }
        }
      },
      weights);
  return sums;
}

/// Integers where all ranks' weights are such from 0 on. Collective.
Weights narrow(const comm::Communicator& comm, Weights weights, int threads) {
  Array<double> values = std::get<Array<double>>(std::move(weights));
  const bool fit = std::all_of(values.begin(), values.end(), [](double w) { return w >= 0; });
  return make_common_weights(comm, std::move(values), fit, threads);
}

/// Tuples of a part, read when they are asked for.
class TupleSource : public EdgeSource {
 public:
  TupleSource(Graph500File file, Range chunk, Directedness directedness, bool weighted)
      : file_(std::move(file)), share_(chunk), directedness_(directedness), weighted_(weighted) {}

  void set_num_vertices(std::uint64_t n) { num_vertices_ = n; }
  [[nodiscard]] std::uint64_t num_vertices() const override { return num_vertices_; }
  [[nodiscard]] Directedness directedness() const override { return directedness_; }
  [[nodiscard]] WeightType weight_type() const override {
    return weighted_ ? WeightType::kFloat : WeightType::kNone;
  }
  [[nodiscard]] std::uint64_t num_edges() const override { return share_.end - share_.begin; }

 private:
  void do_read(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights,
               int threads) const override {
    parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      const EdgeRange tuples{share_.begin + range.first + begin, share_.begin + range.first + end};
      file_.read_slice(tuples, edges.subspan(begin, end - begin));
      if (const auto* room = std::get_if<std::span<float>>(&weights)) {
        file_.read_weights(tuples, room->subspan(begin, end - begin));
      }
    });
  }

  Graph500File file_;
  Range share_;
  Directedness directedness_;
  bool weighted_;
  std::uint64_t num_vertices_ = 0;
};

/// The largest vertex of the part; 0 without edges.
GlobalVertex largest_vertex(const EdgeSource& source, int threads) {
  constexpr std::uint64_t kBlock = 1 << 16;
  GlobalVertex largest = 0;
  std::vector<GlobalEdge> block(std::min(kBlock, source.num_edges()));
  for (std::uint64_t first = 0; first < source.num_edges(); first += kBlock) {
    const std::uint64_t last = std::min(source.num_edges(), first + kBlock);
    const std::span<GlobalEdge> edges = std::span(block).first(last - first);
    source.read({first, last}, edges, threads);
    for (const auto& [u, v] : edges) largest = std::max({largest, u, v});
  }
  return largest;
}

/// Both arcs of each tuple of a part, held in memory.
std::unique_ptr<EdgeSource> hold_both_arcs(const comm::Communicator& comm, const EdgeSource& tuples,
                                           int threads) {
  const std::uint64_t count = tuples.num_edges();
  const bool weighted = tuples.weight_type() == WeightType::kFloat;
  const NodeMemory memory(comm);
  Array<GlobalEdge> edges;
  Array<float> weights;
  Workspace workspace;
  workspace.declare("their ends", edges, count);
  workspace.declare("their weights", weights, weighted ? count : 0);
  workspace.take(kBothArcs, memory);
  if (weighted) {
    tuples.read<float>({0, count}, edges.span(), weights.span(), threads);
  } else {
    tuples.read({0, count}, edges.span(), threads);
  }
  add_reverse_arcs(edges, weights, every_edge, 1, memory);
  return std::make_unique<HeldEdges>(tuples.num_vertices(), tuples.directedness(), std::move(edges),
                                     weighted ? Weights(std::move(weights)) : Weights());
}

}  // namespace

SlicedFile slice_adjacency(const comm::Communicator& comm, const std::string& path,
                           FileFormat format, const ReadOptions& options) {
  const auto file = comm::try_on_all_ranks(comm, [&] { return open_adjacency(path, format); });
  SlicedFile result;
  if (options.verification != Verification::kStructure) {
    result.facts.verify_seconds = verify_checksums(comm, *file, resolve_threads(options.threads));
  }
  const ShareReader reader(comm, *file, path);
  const bool directed = file->directedness() == Directedness::kDirected;
  const bool weighted = file->has_weights() && options.weights == ReadWeights::kYes;
  comm::try_on_all_ranks(comm, [&] {
    reader.check_offsets(Part::kOut);
    if (file->has_transpose()) reader.check_offsets(Part::kIn);
    file->check_labels(static_chunk(file->num_vertices(), comm.rank(), comm.size()));
  });
  Array<Edge> arcs;
  Weights weights;
  ArcSums out;
  ArcSums in;
  comm::try_on_all_ranks(comm, [&] {
    if (file->has_transpose()) in = sums_of(reader.read_arcs(Part::kIn).span(), {});
    arcs = reader.read_arcs(Part::kOut);
    if (weighted) weights = reader.read_weights();
    // Of an undirected edge the weights at both ends must agree; of directed ones only the
    // structure is compared with the transpose.
    const Weights none;
    out = sums_of(arcs.span(), directed ? none : weights);
  });
  out = add_sums(comm, out);
  in = add_sums(comm, in);
  comm::try_on_all_ranks(comm, [&] {
    if (file->has_transpose() && !in.is_reverse_of(out)) {
      reader.refuse("is corrupt: its incoming edges do not match its outgoing edges");
    }
    if (!directed && !out.symmetric()) {
      reader.refuse(
          "is corrupt: its header says undirected, but some edges lead one way only or have "
          "another weight the other way");
    }
  });
  result.facts.directedness_reason = file->directedness_reason();
  result.facts.weighted = file->has_weights();
  result.facts.duplicates_left_out = file->duplicates_left_out();
  result.stored = file->stored_build();
  const Directedness as = options.directedness.value_or(file->directedness());
  if (!directed && as == Directedness::kUndirected) keep_upper_triangle(arcs, weights);
  if (weighted && file->narrows_weights()) {
    weights = narrow(comm, std::move(weights), resolve_threads(options.threads));
  }
  result.edges =
      std::make_unique<HeldEdges>(file->num_vertices(), as, std::move(arcs), std::move(weights));
  result.names = file->labels();
  return result;
}

SlicedFile slice_tuples(const comm::Communicator& comm, const std::string& path,
                        const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  std::uint64_t num_edges = 0;
  GlobalVertex largest = 0;
  SlicedFile result;
  auto source = comm::try_on_all_ranks(comm, [&] {
    Graph500File file(path);
    num_edges = file.num_edges();
    result.facts.weighted = file.weighted();
    const bool weighted = file.weighted() && options.weights == ReadWeights::kYes;
    auto tuples = std::make_unique<TupleSource>(
        std::move(file), static_chunk(num_edges, comm.rank(), comm.size()),
        options.directedness.value_or(Directedness::kUndirected), weighted);
    largest = largest_vertex(*tuples, threads);
    return tuples;
  });
  const std::uint64_t n =
      graph500_num_vertices(comm.all_reduce(largest, comm::Reduction::kMax), num_edges);
  comm::try_on_all_ranks(comm, [&] { require_plausible_vertices(path, n, num_edges); });
  source->set_num_vertices(n);
  result.facts.directedness_reason = "graphs of the benchmark are undirected";
  if (wants_both_arcs(Directedness::kUndirected, options)) {
    result.edges =
        comm::try_on_all_ranks(comm, [&] { return hold_both_arcs(comm, *source, threads); });
  } else {
    result.edges = std::move(source);
  }
  return result;
}

}  // namespace strider::detail
