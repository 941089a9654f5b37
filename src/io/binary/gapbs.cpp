#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "graph/csr_facts.hpp"
#include "io/binary/gapbs_file.hpp"
#include "io/direct_load.hpp"
#include "io/readers.hpp"
#include "io/unfold.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

// Rows are read in blocks of about this many arcs: small enough for the cache, large enough for the
// system call.
constexpr EdgeIndex kBlockArcs = 1 << 16;

/// What the rows of one adjacency turned out to be.
struct RowFacts {
  ArcFacts arcs;
  EdgeIndex repeats = 0;         // entries equal to the one before, self-loops not counted
  EdgeIndex repeated_loops = 0;  // self-loops equal to the one before
  EdgeIndex descents = 0;        // entries below the one before
  bool has_negative = false;     // a weight below zero

  void add(const RowFacts& other) {
    arcs.add(other.arcs);
    repeats += other.repeats;
    repeated_loops += other.repeated_loops;
    descents += other.descents;
    has_negative = has_negative || other.has_negative;
  }
};

/// Copies one adjacency out of the file, checking it on the way.
class PartReader {
 public:
  PartReader(detail::Workspace& workspace, const GapbsFile& file, int part, bool with_weights,
             int threads)
      : file_(file), begin_(file.part_begin(part)), threads_(threads) {
    workspace.declare("where rows begin", offsets_, file.num_vertices() + std::size_t{1});
    workspace.declare("the rows", targets_, file.num_arcs());
    if (with_weights) workspace.declare("the weights", weights_, file.num_arcs());
  }

  /// Once the workspace has been taken.
  void read() {
    read_offsets();
    read_rows();
  }

  [[nodiscard]] const RowFacts& facts() const { return facts_; }
  [[nodiscard]] Csr take_csr() { return {std::move(offsets_), std::move(targets_)}; }
  /// As unsigned numbers, which they are where none is negative.
  [[nodiscard]] Array<std::uint32_t> take_weights() { return std::move(weights_); }

 private:
  void read_offsets() {
    const EdgeIndex m = file_.num_arcs();
    const std::span<std::byte> bytes = std::as_writable_bytes(offsets_.span());
    parallel_chunks(bytes.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      file_.read_at(begin_ + begin, bytes.subspan(begin, end - begin));
    });
    if (offsets_[0] != 0 || offsets_[file_.num_vertices()] != m) {
      file_.refuse(fmt::format("its offsets do not go from 0 to the number of arcs, {}", m));
    }
    parallel_chunks(file_.num_vertices(), threads_, [&](std::size_t begin, std::size_t end, int) {
      check_offsets(offsets_.span().subspan(begin, end - begin + 1), m, begin, file_.path());
    });
  }

  void read_rows() {
    // Blocks of arcs, of rows within: block b has the rows that start in its range of arcs.
    const EdgeIndex m = file_.num_arcs();
    const std::size_t blocks = (m + kBlockArcs - 1) / kBlockArcs;
    parallel_for(
        0, blocks, threads_,
        [&](std::size_t block) {
          const Vertex first = first_row_from(block * kBlockArcs);
          const Vertex last =
              block + 1 == blocks ? file_.num_vertices() : first_row_from((block + 1) * kBlockArcs);
          if (first == last) return;
          const RowFacts found = read_block(first, last);
          const std::lock_guard lock(adding_);
          facts_.add(found);
        },
        1);
  }

  [[nodiscard]] Vertex first_row_from(EdgeIndex arc) const {
    const auto rows = offsets_.span().first(file_.num_vertices());
    return static_cast<Vertex>(std::lower_bound(rows.begin(), rows.end(), arc) - rows.begin());
  }

  RowFacts read_block(Vertex first, Vertex last) {
    const EdgeIndex begin = offsets_[first];
    const EdgeIndex count = offsets_[last] - begin;
    const std::size_t position = begin_ + file_.offsets_bytes() + begin * file_.neighbor_bytes();
    const auto targets = targets_.span().subspan(begin, count);
    RowFacts facts;
    if (file_.weighted()) {
      // In chunks: a block of one hub may be as large as the graph.
      std::vector<GapbsNeighbor> pairs(std::min(count, kBlockArcs));
      for (EdgeIndex done = 0; done < count; done += pairs.size()) {
        const std::span chunk(pairs.data(), std::min<EdgeIndex>(pairs.size(), count - done));
        file_.read_at(position + done * sizeof(GapbsNeighbor), std::as_writable_bytes(chunk));
        facts.has_negative = take_pairs(chunk, begin + done) || facts.has_negative;
      }
    } else {
      file_.read_at(position, std::as_writable_bytes(targets));
    }
    check_rows(first, last, facts);
    return facts;
  }

  /// Returns whether a weight that is wanted is negative.
  bool take_pairs(std::span<const GapbsNeighbor> pairs, EdgeIndex begin) {
    bool negative = false;
    for (std::size_t i = 0; i < pairs.size(); ++i) targets_[begin + i] = pairs[i].target;
    if (weights_.empty()) return false;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      weights_[begin + i] = static_cast<std::uint32_t>(pairs[i].weight);
      negative |= pairs[i].weight < 0;
    }
    return negative;
  }

  void check_rows(Vertex first, Vertex last, RowFacts& facts) const {
    const AdjacencyView rows{offsets_.span(), targets_.data()};
    const EdgeIndex begin = offsets_[first];
    const EdgeIndex end = offsets_[last];
    // Of an undirected edge the weights at both ends must agree; of directed ones only the
    // structure is compared with the transpose.
    const bool weighs = !weights_.empty() && !file_.directed();
    facts.arcs = weighs
                     ? arc_facts(rows, std::span<const std::uint32_t>(weights_.span()), begin, end)
                     : arc_facts(rows, begin, end);
    const Vertex n = file_.num_vertices();
    if (facts.arcs.largest >= n && begin < end) {
      file_.refuse(fmt::format("an edge leads to vertex {}, but the graph has only {} vertices",
                               facts.arcs.largest, n));
    }
    if (facts.arcs.repeats > 0) tell_repeats_apart(first, last, facts);
  }

  void tell_repeats_apart(Vertex first, Vertex last, RowFacts& facts) const {
    for (Vertex v = first; v < last; ++v) {
      for (EdgeIndex i = offsets_[v] + 1; i < offsets_[v + std::size_t{1}]; ++i) {
        const Vertex u = targets_[i];
        const bool repeats = u == targets_[i - 1];
        facts.repeats += repeats && u != v ? 1 : 0;
        facts.repeated_loops += repeats && u == v ? 1 : 0;
        facts.descents += u < targets_[i - 1] ? 1 : 0;
      }
    }
  }

  const GapbsFile& file_;
  std::size_t begin_;
  int threads_;
  Array<EdgeIndex> offsets_;
  Array<Vertex> targets_;
  Array<std::uint32_t> weights_;
  std::mutex adding_;
  RowFacts facts_;
};

/// The graph of the file as it stands, with what was found in its rows.
struct Loaded {
  AnyGraph graph;
  RowFacts rows;
};

/// Weights that fit are unsigned, like those of every other integer format; negative ones need a
/// wider type.
AnyGraph with_weights(Graph graph, Array<std::uint32_t> weights, bool negative, int threads) {
  if (!negative) return WeightedGraph<std::uint32_t>(std::move(graph), std::move(weights));
  auto converted = detail::take_array<Array<double>>(weights.size(), "the weights of a graph");
  parallel_chunks(weights.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      converted[i] = static_cast<std::int32_t>(weights[i]);
    }
  });
  return WeightedGraph<double>(std::move(graph), std::move(converted));
}

Loaded load(const GapbsFile& file, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  const bool with = file.weighted() && options.weights == ReadWeights::kYes;
  detail::Workspace workspace;
  PartReader out(workspace, file, 0, with, threads);
  std::optional<PartReader> transpose;
  if (file.directed()) transpose.emplace(workspace, file, 1, false, threads);
  workspace.take(fmt::format("the {} vertices and {} arcs of {}", file.num_vertices(),
                             file.num_arcs(), file.path()),
                 detail::HostMemory());
  out.read();
  std::optional<Csr> in;
  if (transpose) {
    transpose->read();
    if (!transpose->facts().arcs.sums.is_reverse_of(out.facts().arcs.sums)) {
      file.refuse("is corrupt: its incoming edges do not match its outgoing edges");
    }
    in = transpose->take_csr();
  } else if (!out.facts().arcs.sums.symmetric()) {
    file.refuse(
        "is corrupt: its header says undirected, but some edges lead one way only or have another "
        "weight the other way");
  }
  const Directedness directedness =
      file.directed() ? Directedness::kDirected : Directedness::kUndirected;
  Graph graph(out.take_csr(), directedness, out.facts().arcs.self_loops, {}, std::move(in));
  if (!with) return {std::move(graph), out.facts()};
  return {with_weights(std::move(graph), out.take_weights(), out.facts().has_negative, threads),
          out.facts()};
}

InputFacts facts_of(const GapbsFile& file, const ReadOptions& options) {
  InputFacts facts;
  facts.format = FileFormat::kGapbs;
  facts.directedness = options.directedness.value_or(file.directed() ? Directedness::kDirected
                                                                     : Directedness::kUndirected);
  facts.directedness_reason = directedness_reason(options, "the header says so");
  facts.weighted = file.weighted();
  return facts;
}

}  // namespace

std::optional<LoadedGraph> load_gapbs(const std::string& path, const ReadOptions& options,
                                      const BuildOptions& build) {
  const Timer timer;
  const GapbsFile file(path);
  const Directedness stored = file.directed() ? Directedness::kDirected : Directedness::kUndirected;
  if (build.directedness.value_or(options.directedness.value_or(stored)) != stored) {
    return std::nullopt;
  }
  Loaded from_file = load(file, options);
  const RowFacts& rows = from_file.rows;
  const bool removes_loops = build.self_loops == SelfLoops::kRemove && rows.arcs.self_loops > 0;
  const bool removes_duplicates =
      build.duplicates != Duplicates::kKeep && rows.repeats + rows.repeated_loops > 0;
  if (rows.descents > 0 || removes_loops || removes_duplicates) return std::nullopt;
  LoadedGraph loaded;
  loaded.graph = std::move(from_file.graph);
  loaded.facts = facts_of(file, options);
  const Graph& graph = topology(loaded.graph);
  loaded.build.edges_listed = graph.num_edges();
  loaded.build.self_loops = graph.num_self_loops();
  loaded.build.duplicates = file.directed() ? rows.repeats : rows.repeats / 2;
  loaded.build.isolated = count_isolated(graph, resolve_threads(options.threads));
  loaded.facts.seconds = timer.seconds();
  return loaded;
}

InputEdges read_gapbs_edges(const std::string& path, const ReadOptions& options) {
  const GapbsFile file(path);
  InputEdges edges;
  edges.facts = facts_of(file, options);
  edges.list =
      unfold(load(file, options).graph, edges.facts.directedness, resolve_threads(options.threads));
  return edges;
}

}  // namespace strider
