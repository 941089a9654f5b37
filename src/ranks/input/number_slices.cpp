// Edge lists and Graphalytics graphs: their vertices are numbers that the file chooses.
#include <algorithm>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "io/detect.hpp"
#include "io/text/edge_list_layout.hpp"
#include "io/text/edge_list_slice.hpp"
#include "io/text/ldbc_slice.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/undirected_edges.hpp"
#include "partition/ids.hpp"
#include "ranks/input/end_index.hpp"
#include "ranks/input/slices.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// rename(number) for both ends of each edge.
template <class Rename>
void rename_ends(std::span<GlobalEdge> edges, int threads, Rename&& rename) {
  parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      edges[i] = {rename(edges[i].source), rename(edges[i].target)};
    }
  });
}

/// How the ends of all ranks' edges are numbered.
struct Numbered {
  std::uint64_t num_vertices = 0;
  VertexNames names;
  std::uint64_t unlisted = 0;  ///< vertices that no edge names
};

Numbered number_densely(std::span<GlobalEdge> edges, std::uint64_t n, std::uint64_t first,
                        int threads) {
  if (first != 0) rename_ends(edges, threads, [first](std::uint64_t v) { return v - first; });
  return {n, Labels::dense(first), 0};
}

/// As number_vertices (io/text/vertex_numbers.hpp) numbers the ends of the whole list.
Numbered number_by_occurrence(const comm::Communicator& comm, std::span<GlobalEdge> edges,
                              const EdgeListTotals& totals, UnlistedVertices unlisted,
                              int threads) {
  if (totals.edges == 0) return {};
  const EndIndex index =
      comm::try_on_all_ranks(comm, [&] { return EndIndex(comm, edges, threads); });
  auto dictionary = std::make_shared<const NumberDictionary>(comm, index.numbers(), threads);
  const NumberRange range = totals.range;
  const std::uint64_t size = range.last - range.first + 1;
  const std::uint64_t occurring = dictionary->size();
  if (is_dense(range, occurring, unlisted)) {
    Numbered dense = number_densely(edges, size, range.first, threads);
    dense.unlisted = size - occurring;
    return dense;
  }
  const Array<GlobalVertex> vertices = dictionary->vertices_of(comm, index.numbers());
  rename_ends(edges, threads, [&](std::uint64_t v) { return vertices[index.find(v)]; });
  return {dictionary->size(), VertexNames(std::move(dictionary)), 0};
}

/// The totals of all ranks' slices. Collective.
EdgeListTotals add_totals(const comm::Communicator& comm, const EdgeListTotals& mine) {
  EdgeListTotals all;
  for (const EdgeListTotals& part : comm.all_gather(mine)) {
    if (part.edges == 0) continue;
    const bool first = all.edges == 0;
    const NumberRange& others = first ? part.range_after_first : part.range;
    if (first) all.first = part.first;
    all.edges += part.edges;
    all.range.first = std::min(all.range.first, part.range.first);
    all.range.last = std::max(all.range.last, part.range.last);
    all.range_after_first.first = std::min(all.range_after_first.first, others.first);
    all.range_after_first.last = std::max(all.range_after_first.last, others.last);
  }
  return all;
}

/// Whether this rank has the first edge of all. Collective.
bool has_first_edge(const comm::Communicator& comm, std::uint64_t edges) {
  const std::uint64_t before = comm.exclusive_sum(edges);
  return edges > 0 && before == 0;
}

/// Both arcs of each edge if the file says that its edges are undirected, and a directed graph is
/// asked for. Collective.
void list_both_arcs(const comm::Communicator& comm, std::optional<Directedness> said,
                    const ReadOptions& options, RawEdges<GlobalEdge>& raw) {
  if (!wants_both_arcs(said, options)) return;
  comm::try_on_all_ranks(
      comm, [&] { add_reverse_arcs(raw.edges, raw.weights, every_edge, 1, NodeMemory(comm)); });
}

/// Collective.
bool any_rank(const comm::Communicator& comm, bool value) {
  return comm.all_reduce(static_cast<std::uint32_t>(value), comm::Reduction::kMax) != 0;
}

SlicedFile finish(const comm::Communicator& comm, RawEdges<GlobalEdge> raw, Numbered numbered,
                  bool weighted, InputFacts facts, const ReadOptions& options) {
  SlicedFile result;
  Weights weights;
  if (weighted) {
    weights = make_common_weights(comm, std::move(raw.weights), raw.weights_fit_uint32,
                                  resolve_threads(options.threads));
  }
  result.edges = std::make_unique<HeldEdges>(numbered.num_vertices,
                                             options.directedness.value_or(facts.directedness),
                                             std::move(raw.edges), std::move(weights));
  result.facts = std::move(facts);
  result.names = std::move(numbered.names);
  return result;
}

/// The vertices of the ends of a rank's edges, which all must be known. Collective.
void use_known_vertices(const comm::Communicator& comm, const NumberDictionary& dictionary,
                        const NamedText& input, std::span<GlobalEdge> edges, int threads) {
  const EndIndex index =
      comm::try_on_all_ranks(comm, [&] { return EndIndex(comm, edges, threads); });
  const Array<GlobalVertex> vertices = dictionary.vertices_of(comm, index.numbers());
  comm::try_on_all_ranks(comm, [&] {
    if (std::find(vertices.begin(), vertices.end(), kNoGlobalVertex) != vertices.end()) {
      const auto is_unknown = [&](std::uint64_t number) {
        return vertices[index.find(number)] == kNoGlobalVertex;
      };
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (!is_unknown(edges[i].source) && !is_unknown(edges[i].target)) continue;
        fail_unknown_ldbc_vertex(input, comm.rank(), comm.size(), i,
                                 is_unknown(edges[i].source) ? LdbcEnd::kSource : LdbcEnd::kTarget);
      }
    }
    rename_ends(edges, threads, [&](std::uint64_t v) { return vertices[index.find(v)]; });
  });
}

}  // namespace

std::optional<SlicedFile> slice_edge_list(const comm::Communicator& comm, const NamedText& input,
                                          const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  const EdgeListLayout layout = comm::try_on_all_ranks(comm, [&] {
    return with_lines(input, [&] { return find_edge_list_layout(input, options); });
  });
  // Words get their numbers in the order of their first appearance, and a cell in quotes may
  // continue in the next line.
  const bool whole = layout.text_labels || layout.rows == EdgeListRows::kCells;
  if (any_rank(comm, whole)) return std::nullopt;
  RawEdges<GlobalEdge> raw = comm::try_on_all_ranks(comm, [&] {
    const bool weighted = layout.weight_column && options.weights == ReadWeights::kYes;
    require_rows(comm, input, sizeof(GlobalEdge) + (weighted ? sizeof(double) : 0), threads);
    return parse_edge_list_slice(input, layout, comm.rank(), comm.size(), options.weights, threads);
  });
  EdgeListTotals totals = add_totals(comm, edge_list_totals(raw, threads));
  InputFacts facts;
  const EdgeListNumbering numbering = comm::try_on_all_ranks(
      comm, [&] { return decide_edge_list_numbering(input, layout, totals, facts.notes); });
  if (has_first_edge(comm, raw.edges.size()) && numbering.drop_first_row) {
    drop_first_row(raw);
  }
  if (numbering.drop_first_row) totals.range = totals.range_after_first;
  Numbered numbered =
      numbering.num_vertices
          ? number_densely(raw.edges.span(), *numbering.num_vertices, numbering.first_number,
                           threads)
          : number_by_occurrence(comm, raw.edges.span(), totals, layout.unlisted, threads);
  note_unlisted(numbered.unlisted, facts.notes);
  add_edge_list_facts(layout, options, facts);
  list_both_arcs(comm, layout.comments.directedness, options, raw);
  const bool weighted = layout.weight_column && options.weights == ReadWeights::kYes;
  return finish(comm, std::move(raw), std::move(numbered), weighted, std::move(facts), options);
}

std::optional<SlicedFile> slice_ldbc(const comm::Communicator& comm, const std::string& path,
                                     const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  const LdbcPaths paths = ldbc_paths(path);
  SharedText vertices;
  SharedText edges;
  comm::try_on_all_ranks(comm, [&] {
    vertices = map_text(paths.vertices);
    edges = map_text(paths.edges);
  });
  if (any_rank(comm, is_compressed(vertices) || is_compressed(edges))) return std::nullopt;
  std::uint64_t listed = 0;
  const NumberIndex mine = comm::try_on_all_ranks(comm, [&] {
    // Numbers, and as many again to sort them.
    require_rows(comm, vertices.text, 2 * sizeof(std::uint64_t), threads);
    Array<std::uint64_t> ids =
        parse_ldbc_vertices_slice(vertices.text, comm.rank(), comm.size(), threads);
    listed = ids.size();
    return NumberIndex(std::move(ids), threads);
  });
  auto dictionary = std::make_shared<const NumberDictionary>(comm, mine.numbers(), threads);
  listed = comm.all_reduce(listed, comm::Reduction::kSum);
  LdbcSlice slice = comm::try_on_all_ranks(comm, [&] {
    check_ldbc_vertices(vertices.text, listed, dictionary->size());
    require_rows(comm, edges.text, sizeof(GlobalEdge) + sizeof(double), threads);
    return parse_ldbc_edges_slice(edges.text, options, comm.rank(), comm.size());
  });
  use_known_vertices(comm, *dictionary, edges.text, slice.raw.edges.span(), threads);

  InputFacts facts;
  facts.weighted = slice.weighted;
  facts.directedness = options.plain_edge_list;
  facts.directedness_reason = "there is no .properties file that says otherwise";
  if (const auto said = ldbc_directedness(paths.properties)) {
    facts.directedness = *said;
    facts.directedness_reason = "the .properties file says so";
    list_both_arcs(comm, said, options, slice.raw);
  }
  const auto lines_of = [&](const SharedText& text) {
    return count_lines(slice_of_lines(text.text.text, comm.rank(), comm.size()), threads);
  };
  facts.lines = comm.all_reduce(lines_of(vertices) + lines_of(edges), comm::Reduction::kSum);
  // Labels without gaps need no dictionary.
  const auto part = dictionary->part();
  const std::uint64_t first =
      comm.all_reduce(part.empty() ? ~std::uint64_t{0} : part.front(), comm::Reduction::kMin);
  const std::uint64_t last = comm.all_reduce(part.empty() ? 0 : part.back(), comm::Reduction::kMax);
  const std::uint64_t n = dictionary->size();
  Numbered numbered{n, {}, 0};
  if (n > 0) {
    numbered.names = last - first == n - 1 ? VertexNames(Labels::dense(first))
                                           : VertexNames(std::move(dictionary));
  }
  const bool weighted = slice.weighted && options.weights == ReadWeights::kYes;
  return finish(comm, std::move(slice.raw), std::move(numbered), weighted, std::move(facts),
                options);
}

}  // namespace strider::detail
