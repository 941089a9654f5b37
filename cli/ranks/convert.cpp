// strider convert on ranks.
#include "convert_verb.hpp"
#include "progress.hpp"
#include "ranks/graph_output.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

GraphOutput output_of(const ConvertVerb& verb) {
  return {verb.run.output, verb.written_format()};
}

void require_writable_input(const ConvertVerb& verb, const DistInput& input) {
  const GraphOutput output = output_of(verb);
  require_replaceable(output, input, verb.graph.path);
  if (output.format == FileFormat::kNative && !verb.layout && stores_layout(input)) {
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
  ConvertOutcome outcome;
  outcome.remarks = write_on_ranks(cluster, shared.input, shared.graph, output_of(verb));
  outcome.write_s = cluster.maximum(watch.seconds());
  outcome.graph = graph_facts(cluster, verb.graph, shared);
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
  require_writable_on_ranks(output_of(verb));
  run_job(verb, run);
}

}  // namespace strider::cli
