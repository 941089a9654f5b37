// Validation of PageRank on ranks: one iteration along the listed edges, distributed anew.
#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/halo.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/pagerank.hpp"
#include "validate/page_rank_findings.hpp"

namespace strider {
namespace {

using namespace detail;

/// The sources of the arcs to `v`, as local ids, which self-loops and parallel edges are among as
/// in a graph that was partitioned with `options`.
std::vector<std::uint32_t> sources_of(const Tuples<NoWeight>& tuples, std::uint32_t v,
                                      GlobalVertex name, const PartitionOptions& options) {
  const auto row = tuples.row(v);
  std::vector<std::uint32_t> sources(row.begin(), row.end());
  if (options.self_loops == SelfLoops::kRemove) {
    std::erase_if(sources, [&](std::uint32_t id) { return tuples.ghosts()[id] == name; });
  }
  if (options.duplicates != Duplicates::kKeep) {
    std::ranges::sort(sources);
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  }
  return sources;
}

}  // namespace

PageRankValidation validate_pagerank(const DistGraph& graph, const DistPageRankResult& result,
                                     const PageRankOptions& options) {
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const int threads =
      comm::try_on_all_ranks(comm, [&] { return resolve_threads(options.threads); });
  const Tuples<NoWeight> tuples =
      collect_tuples<NoWeight>(comm, state.source(), {.threads = threads});
  const OwnerMap& owners = tuples.owners();
  const Array<double> scores = to_blocks(comm, owners, result);
  const auto n = static_cast<double>(state.num_vertices);
  const auto name = [&](std::uint32_t v) { return owners.global(comm.rank(), local_vertex(v)); };
  const auto num_own = static_cast<std::uint32_t>(scores.size());
  std::vector<OwnedVertex> places;
  std::vector<double> out(num_own);
  std::vector<double> at_ends;
  comm::try_on_all_ranks(comm, [&] {
    for (const GlobalVertex v : tuples.ghosts()) places.push_back(owners.locate(v));
    at_ends.resize(places.size());
    for (std::uint32_t v = 0; v < num_own; ++v) {
      for (const auto id : sources_of(tuples, v, name(v), state.options)) at_ends[id] += 1;
    }
  });
  GhostMap ends(comm, places);
  ends.reduce<double>([&](std::size_t i) { return at_ends[i]; },
                      [&](Vertex v, double arcs) { out[v] += arcs; });
  double dangling = 0;
  for (std::uint32_t v = 0; v < num_own; ++v) dangling += out[v] == 0 ? scores[v] : 0;
  dangling = comm.all_reduce(dangling, comm::Reduction::kSum);
  ends.broadcast<double>([&](Vertex v) { return scores[v] / std::max(out[v], 1.0); },
                         [&](std::size_t i, double sent) { at_ends[i] = sent; });
  double all_jumps = 0;
  for (const double jump : options.personalization) all_jumps += jump;
  PageRankFindings here;
  std::vector<PageRankFindings> by_rank;
  comm::try_on_all_ranks(comm, [&] {
    by_rank.resize(static_cast<std::size_t>(comm.size()));
    for (std::uint32_t v = 0; v < num_own; ++v) {
      double came = 0;
      for (const auto id : sources_of(tuples, v, name(v), state.options)) came += at_ends[id];
      const double jump =
          options.personalization.empty() ? 1 / n : options.personalization[name(v)] / all_jumps;
      here.look(name(v), scores[v],
                options.damping * came + (options.damping * dangling + 1 - options.damping) * jump);
    }
  });
  comm.all_gather(here, std::span(by_rank));
  PageRankFindings found;
  for (const PageRankFindings& of_rank : by_rank) found.merge(of_rank);
  return comm::try_on_all_ranks(comm, [&] { return found.validation(n, options); });
}

}  // namespace strider
