// Text formats whose header says how many vertices there are.
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "io/text/counted_slice.hpp"
#include "io/text/metis_slice.hpp"
#include "io/undirected_edges.hpp"
#include "ranks/input/slices.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {
namespace {

/// The slice that `raw` is, labelled from 1. Collective.
SlicedFile from_one(const comm::Communicator& comm, RawEdges<Edge> raw, std::uint64_t num_vertices,
                    ReadWeights weights, InputFacts facts, const ReadOptions& options) {
  SlicedFile result;
  Weights values;
  if (weights == ReadWeights::kYes) {
    values = make_common_weights(comm, std::move(raw.weights), raw.weights_fit_uint32,
                                 resolve_threads(options.threads));
  }
  result.edges =
      std::make_unique<HeldEdges>(num_vertices, options.directedness.value_or(facts.directedness),
                                  std::move(raw.edges), std::move(values));
  result.facts = std::move(facts);
  result.names = Labels::dense(1);
  return result;
}

}  // namespace

SlicedFile slice_counted(const comm::Communicator& comm, const NamedText& input, FileFormat format,
                         const ReadOptions& options) {
  CountedSlice slice = comm::try_on_all_ranks(comm, [&] {
    const bool weighted = options.weights == ReadWeights::kYes;
    require_rows(comm, input, sizeof(Edge) + (weighted ? sizeof(double) : 0),
                 resolve_threads(options.threads));
    return format == FileFormat::kDimacs
               ? parse_dimacs_slice(input, options, comm.rank(), comm.size())
               : parse_matrix_market_slice(input, options, comm.rank(), comm.size());
  });
  const std::uint64_t rows = comm.all_reduce(slice.rows, comm::Reduction::kSum);
  const ArcSums arcs = add_sums(comm, slice.arcs);
  comm::try_on_all_ranks(comm, [&] { slice.check_rows(rows); });
  settle_both_arcs(slice, arcs, options);
  return from_one(comm, std::move(slice.raw), slice.num_vertices, slice.weights,
                  std::move(slice.facts), options);
}

SlicedFile slice_metis(const comm::Communicator& comm, const NamedText& input,
                       const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  MetisFile file = comm::try_on_all_ranks(comm, [&] {
    return with_lines(input,
                      [&] { return open_metis_part(input, comm.rank(), comm.size(), threads); });
  });
  MetisPlace place;
  place.lines_before = comm.exclusive_sum(file.lines);
  place.all_lines = comm.all_reduce(file.lines, comm::Reduction::kSum);
  place.all_words = comm.all_reduce(file.words, comm::Reduction::kSum);
  RawEdges<Edge> raw = comm::try_on_all_ranks(comm, [&] {
    // Entries, and a copy that joins them.
    const bool weighted = metis_weights(file.header, options) == ReadWeights::kYes;
    const std::uint64_t entry = sizeof(Edge) + (weighted ? sizeof(double) : 0);
    NodeMemory(comm).require(saturating_mul(file.words / file.header.words_per_entry(), 2 * entry),
                             "the edges of a METIS file");
    return parse_metis_lists(input, file, place, options);
  });

  const MetisListFacts mine = find_metis_facts(raw, threads);
  const MetisListFacts lists{comm.all_reduce(mine.entries, comm::Reduction::kSum),
                             comm.all_reduce(mine.self_loops, comm::Reduction::kSum),
                             add_sums(comm, mine.structure), add_sums(comm, mine.weighted)};
  InputFacts facts;
  comm::try_on_all_ranks(comm, [&] {
    if (decide_metis_rows(input, file.header, options, lists, facts) == MetisRows::kUpperTriangle) {
      keep_upper_triangle(raw.edges, raw.weights);
    }
  });
  return from_one(comm, std::move(raw), file.header.n, metis_weights(file.header, options),
                  std::move(facts), options);
}

}  // namespace strider::detail
