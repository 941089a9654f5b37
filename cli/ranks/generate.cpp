// strider generate on ranks.
#include "generate_verb.hpp"
#include "progress.hpp"
#include "ranks/graph_output.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"

namespace strider::cli {
namespace {

BuildReport build_report(const DistBuildFacts& facts) {
  return {.edges_listed = facts.edges_listed,
          .self_loops = facts.self_loops,
          .duplicates = facts.duplicates,
          .seconds = facts.seconds};
}

}  // namespace

void generate_on_ranks(const GenerateVerb& verb, const GenerateOutcome& outcome,
                       const std::function<DistInput(const Cluster&, const RunOptions&)>& share) {
  const GraphOutput output{verb.run.output, verb.written_format()};
  const bool writes = !output.path.empty();
  if (writes) require_writable_on_ranks(output);
  run_job(verb, [&](const Cluster& cluster, const RunOptions& mine) {
    GenerateVerb own = verb;
    own.run = mine;
    GenerateOutcome found = outcome;
    found.ranks = cluster.size();
    Progress progress(mine.progress());
    progress.stage("generating");
    const Stopwatch generating;
    const DistInput input = share(cluster, mine);
    found.generate_s = cluster.maximum(generating.seconds());
    attempt_on_all_ranks(cluster, [&] {
      if (writes) require_replaceable(output, input);
    });
    progress.stage("building");
    const DistGraph graph(cluster, input,
                          {.scheme = PartitionScheme::k1d,
                           .self_loops = own.cleaning.self_loops(),
                           .duplicates = own.cleaning.duplicates(),
                           .threads = mine.threads});
    if (writes) {
      progress.stage("writing " + output.path);
      const Stopwatch writing;
      found.remarks = write_on_ranks(cluster, input, graph, output);
      found.write_s = cluster.maximum(writing.seconds());
    }
    progress.clear();
    found.vertices = graph.num_vertices();
    found.edges = graph.num_edges();
    found.build = build_report(graph.facts());
    found.isolated = graph.facts().isolated.value_or(0);
    attempt_on_all_ranks(cluster, [&] {
      if (cluster.rank() != 0) return;
      print_warnings(found.remarks);
      report(own, found);
    });
  });
}

}  // namespace strider::cli
