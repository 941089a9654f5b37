// strider generate on ranks.
#include <filesystem>
#include <limits>

#include "generate_verb.hpp"
#include "progress.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

void require_container(const GenerateVerb& verb) {
  if (verb.run.output.empty()) return;
  if (verb.run.writes_to_stdout() || verb.written_format() != FileFormat::kNative) {
    throw UsageError(
        "-o: ranks write only native containers: name a .strider file, or run it without mpirun");
  }
}

/// Before the work of making the graph is done.
void require_target(const GenerateVerb& verb, const DistInput& input) {
  if (verb.run.output.empty()) return;
  if (input.num_vertices() >= std::numeric_limits<Vertex>::max()) {
    throw UsageError("-o: a container has fewer than 2^32 - 1 vertices");
  }
  const std::filesystem::path path(verb.run.output);
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path)) {
    throw UsageError("-o: ranks write a container only to a file");
  }
}

BuildReport build_report(const DistBuildFacts& facts) {
  return {.edges_listed = facts.edges_listed,
          .self_loops = facts.self_loops,
          .duplicates = facts.duplicates,
          .seconds = facts.seconds};
}

}  // namespace

void generate_on_ranks(const GenerateVerb& verb, const GenerateOutcome& outcome,
                       const std::function<DistInput(const Cluster&, const RunOptions&)>& share) {
  require_container(verb);
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
    attempt_on_all_ranks(cluster, [&] { require_target(own, input); });
    progress.stage("building");
    const DistGraph graph(cluster, input,
                          {.scheme = PartitionScheme::k1d,
                           .self_loops = own.cleaning.self_loops(),
                           .threads = mine.threads});
    if (!mine.output.empty()) {
      progress.stage("writing " + mine.output);
      const Stopwatch writing;
      write_native(cluster, input, graph, mine.output);
      found.write_s = cluster.maximum(writing.seconds());
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
