// strider generate on ranks.
#include "generate_verb.hpp"
#include "progress.hpp"
#include "ranks/container.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"
#include "strider/dist_write.hpp"

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
  if (!verb.run.output.empty()) require_container(verb.run.output, verb.written_format());
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
      if (!mine.output.empty()) require_container_target(mine.output, input);
    });
    progress.stage("building");
    const DistGraph graph(cluster, input,
                          {.scheme = PartitionScheme::k1d,
                           .self_loops = own.cleaning.self_loops(),
                           .duplicates = own.cleaning.duplicates(),
                           .threads = mine.threads});
    if (!mine.output.empty()) {
      progress.stage("writing " + mine.output);
      const Stopwatch writing;
      write_native(cluster, input, graph, mine.output);
      found.write_s = cluster.maximum(writing.seconds());
      found.remarks = remarks_on_container(cluster, mine.output);
    }
    progress.clear();
    found.vertices = graph.num_vertices();
    found.edges = graph.num_edges();
    found.build = build_report(graph.facts());
    found.isolated = graph.facts().isolated.value_or(0);
    attempt_on_all_ranks(cluster, [&] {
      if (cluster.rank() == 0) report(own, found);
    });
  });
}

}  // namespace strider::cli
