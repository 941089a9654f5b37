// strider convert on ranks.
#include "convert_verb.hpp"
#include "progress.hpp"
#include "ranks/container.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

void require_writable_input(const ConvertVerb& verb, const DistInput& input) {
  require_container_target(verb.run.output, input, verb.graph.path);
  if (!verb.layout && stores_layout(input)) {
    throw UnavailableError(fmt::format(
        "{} stores a layout, which ranks do not write: leave it out by --prepare none, or run it "
        "without mpirun",
        verb.graph.path));
  }
}

void run(const Cluster& cluster, const ConvertVerb& verb) {
  Progress progress(verb.run.progress());
  progress.stage("reading " + verb.graph.path);
  const SharedGraph shared =
      load(cluster, verb, Sought::kVertexValues,
           [&](const DistInput& input) { require_writable_input(verb, input); });
  progress.stage("writing " + verb.run.output);
  const Stopwatch watch;
  write_native(cluster, shared.input, shared.graph, verb.run.output);
  ConvertOutcome outcome;
  outcome.write_s = cluster.maximum(watch.seconds());
  outcome.graph = graph_facts(cluster, verb.graph, shared);
  outcome.remarks = remarks_on_container(cluster, verb.run.output);
  note_lost_facts(shared.input.facts(), outcome.remarks);
  progress.clear();
  attempt_on_all_ranks(cluster, [&] {
    if (cluster.rank() == 0) report(verb, outcome);
  });
}

}  // namespace

void run_on_ranks(const ConvertVerb& verb) {
  require_fitting(verb);
  static_cast<void>(partition_options(verb, Sought::kVertexValues));
  require_container(verb.run.output, verb.written_format());
  run_job(verb, run);
}

}  // namespace strider::cli
