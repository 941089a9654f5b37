// A verb on ranks: from the start of MPI to the exit status. In builds without MPI, no file of this
// folder is compiled.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "errors.hpp"
#include "files.hpp"
#include "searches.hpp"
#include "strider/device.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"

namespace strider::cli {

/// Runs `body` on all ranks with the options of a run as they hold for each: only rank 0 prints,
/// and threads are shared out among the ranks of a machine. Throws Reported where it failed: the
/// user has been informed.
void run_job(const Verb& verb,
             const std::function<void(const Cluster&, const RunOptions& mine)>& body);
/// The same with the verb as it holds for each rank.
template <class AnyVerb>
void run_job(const AnyVerb& verb,
             void (*body)(const Cluster&, const std::type_identity_t<AnyVerb>&)) {
  run_job(verb, [&](const Cluster& cluster, const RunOptions& mine) {
    AnyVerb own = verb;
    own.run = mine;
    body(cluster, own);
  });
}

/// Runs body(), which is not collective; if it throws on any rank, all ranks throw that.
/// Collective.
template <class Body>
void attempt_on_all_ranks(const Cluster& cluster, Body body) {
  std::exception_ptr error;
  try {
    body();
  } catch (...) {
    error = std::current_exception();
  }
  cluster.throw_on_all_ranks(error);
}

/// Whether a page or a trace is written that has each rank by itself.
[[nodiscard]] bool shows_ranks(const Cluster& cluster, const RunOptions& run);

/// What a rank searches on instead of the cores of its machine.
struct RankDevice {
  Device device;
  std::string name;
};
/// The device that --device names to this rank; nothing for the host. Where no number is given,
/// the ranks of a machine take its CUDA devices in turn. Throws UnavailableError. Collective.
[[nodiscard]] std::optional<RankDevice> open_device(const Cluster& cluster, const Verb& verb);

/// What a run looks for.
enum class Sought : std::uint8_t {
  kLevels,
  kPaths,
  kBoth,
  kForest,
  kBetweenness,
  kVertexValues,
  kScores
};

// Of the options, as the library takes them:

/// Throws UsageError where the scheme does not take an option that was given, or what is sought
/// does not take the scheme.
[[nodiscard]] PartitionOptions partition_options(const Verb& verb, Sought sought);
/// --algorithm is one of ranks, or of another kernel than this one.
[[nodiscard]] DistBfsOptions bfs_options(const Verb& verb);
[[nodiscard]] DeviceBfsOptions device_bfs_options(const Verb& verb);
[[nodiscard]] DistSsspOptions sssp_options(const Verb& verb, double delta);

/// A graph on ranks, and what came before it.
struct SharedGraph {
  DistInput input;
  DistGraph graph;
  double load_s = 0;
};
/// accept(input) throws where the verb does not take the input, before anything is built. It says
/// the same on all ranks. Collective.
[[nodiscard]] SharedGraph load(const Cluster& cluster, const GraphVerb& verb, Sought sought,
                               const std::function<void(const DistInput&)>& accept = {});

/// Runs `body`, collectively. Where all ranks throw the same error of weights, they throw one that
/// names the file. Collective.
void naming_file(const Cluster& cluster, const std::string& path,
                 const std::function<void()>& body);

/// The vertex of a label. Throws UsageError, on all ranks, where the graph has none of that name.
/// Collective.
[[nodiscard]] GlobalVertex vertex_of_label(const Cluster& cluster, const DistInput& input,
                                           const std::string& label);

/// A source by its label.
struct Source {
  GlobalVertex vertex;
  std::string label;
};
/// The one given, or one for each trial at random, drawn as on one machine. Collective.
[[nodiscard]] std::vector<Source> choose_sources(const Cluster& cluster,
                                                 const TrialOptions& options,
                                                 const SharedGraph& shared, std::uint64_t seed);
/// Throws UsageError where that is a pipe or a device, which only one rank could read.
void require_file_of_all_ranks(const NamedFile& file);
/// The vertices of a file with one label a line, which all ranks read. Throws InputError on all.
/// Collective.
[[nodiscard]] std::vector<GlobalVertex> read_vertices(const Cluster& cluster,
                                                      const DistInput& input,
                                                      const std::string& path);
/// Searches from each of them; `last` becomes the result of the last search. Collective.
template <class Solver, class Result>
void search_all(Solver& solver, const std::vector<Source>& sources, SearchOutcome& outcome,
                Result& last) {
  for (const Source& source : sources) {
    solver.run(source.vertex, last);
    outcome.searches.push_back(search_figures(source.label, last, last.seconds()));
  }
  outcome.traffic = last.traffic();
}

/// The label of a vertex, "none" if the input has no such vertex. Collective.
[[nodiscard]] std::string label_of(const Cluster& cluster, const DistInput& input,
                                   GlobalVertex vertex);
/// The verdict of a validation. Collective.
template <class Validation>
[[nodiscard]] Verdict verdict_on(const Cluster& cluster, const DistInput& input,
                                 const Validation& validation) {
  return {true, fault_of(validation, [&](GlobalVertex v) { return label_of(cluster, input, v); }),
          open_of(validation)};
}

// What is reported of it:
[[nodiscard]] GraphFacts graph_facts(const Cluster& cluster, const GraphOptions& options,
                                     const SharedGraph& shared);
/// Calls print(), which reports a result, on all ranks, of which rank 0 prints and writes. If that
/// cannot be written, all ranks throw so; ValidationFailed they throw by themselves. Collective.
template <class Print>
void report_on_all_ranks(const Cluster& cluster, const Print& print) {
  std::exception_ptr failed_validation;
  attempt_on_all_ranks(cluster, [&] {
    try {
      print();
    } catch (const ValidationFailed&) {
      failed_validation = std::current_exception();
    }
  });
  if (failed_validation) std::rethrow_exception(failed_validation);
}
/// The same of a result on a graph. Collective.
template <class AnyVerb, class Outcome>
void report_on_all_ranks(const Cluster& cluster, const AnyVerb& verb, const SharedGraph& shared,
                         const Outcome& outcome) {
  const GraphFacts graph = graph_facts(cluster, verb.graph, shared);
  report_on_all_ranks(cluster, [&] { report(verb, graph, outcome); });
}
[[nodiscard]] Json partition_json(const DistGraph& graph);
[[nodiscard]] std::string described_partition(const DistGraph& graph);

}  // namespace strider::cli
