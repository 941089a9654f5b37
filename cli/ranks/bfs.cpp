// strider bfs on ranks.
#include "bfs_verb.hpp"
#include "ranks/device_visits.hpp"
#include "ranks/job.hpp"
#include "ranks/picture.hpp"
#include "stopwatch.hpp"
#include "strider/distance_matrix.hpp"

namespace strider::cli {
namespace {

Sought sought_by(const BfsVerb& verb) {
  return verb.each ? Sought::kVertexValues : Sought::kLevels;
}

DistBfsSolver bfs_solver(const BfsVerb& verb, const DistGraph& graph, BfsTrace trace,
                         const std::optional<RankDevice>& device) {
  DistBfsOptions options = bfs_options(verb);
  options.trace = trace;
  if (!device) return DistBfsSolver(graph, options);
  return {graph, device->device, options, device_bfs_options(verb)};
}

/// The sources of one search.
struct Sources {
  std::vector<GlobalVertex> vertices;
  std::string label;  ///< of the first
};
/// Collective.
std::vector<Sources> choose_queries(const Cluster& cluster, const BfsVerb& verb,
                                    const SharedGraph& shared) {
  if (!verb.sources_file.empty()) {
    return {{read_vertices(cluster, shared.input, verb.sources_file), ""}};
  }
  std::vector<Sources> queries;
  for (const Source& source : choose_sources(cluster, verb.trials, shared, verb.seed())) {
    queries.push_back({{source.vertex}, source.label});
  }
  return queries;
}

/// Returns this rank's part of the tree of the last search.
DistBfsResult search_from_all(const BfsVerb& verb, const Cluster& cluster,
                              const SharedGraph& shared, const std::optional<RankDevice>& device,
                              BfsOutcome& outcome) {
  const std::vector<Sources> queries = choose_queries(cluster, verb, shared);
  const auto query_of = [&](const Sources& sources) {
    return DistBfsQuery{.sources = sources.vertices,
                        .depth = verb.depth.value_or(kUnreached),
                        .output = verb.output};
  };
  const auto watch = [&] {
    if (!verb.records_frontier) return;
    DistBfsSolver solver = bfs_solver(verb, shared.graph, BfsTrace::kLevels, device);
    DistBfsResult traced = solver.run(query_of(queries.back()));
    // Kernels of a device are loaded when they are first used, which no time shall tell.
    if (device) solver.run(query_of(queries.back()), traced);
    outcome.trace.assign(traced.trace().begin(), traced.trace().end());
    outcome.device_visits = device_visits_json(cluster, verb.run, traced);
  };
  // On a device first: so kernels are loaded for the searches that are timed.
  if (device) watch();
  DistBfsResult last;
  {
    DistBfsSolver solver = bfs_solver(verb, shared.graph, BfsTrace::kOff, device);
    for (const Sources& sources : queries) {
      solver.run(query_of(sources), last);
      outcome.searches.push_back(search_figures(sources.label, last, last.seconds()));
      if (!verb.sources_file.empty()) outcome.searches.back().sources = last.query().sources.size();
    }
    outcome.traffic = last.traffic();
  }
  if (!device) watch();
  return last;
}

/// Until --target is found. Collective.
void find_path(const Cluster& cluster, const BfsVerb& verb, const SharedGraph& shared,
               const std::optional<RankDevice>& device) {
  const auto vertex_of = [&](const std::string& label) {
    return vertex_of_label(cluster, shared.input, label);
  };
  const GlobalVertex source = vertex_of(*verb.trials.source);
  const GlobalVertex target = vertex_of(*verb.target);
  PathOutcome outcome;
  if (device) outcome.device_name = device->name;
  const DistBfsResult result = bfs_solver(verb, shared.graph, BfsTrace::kOff, device)
                                   .run(DistBfsQuery{.sources = {&source, 1}, .target = target});
  outcome.seconds = result.seconds();
  outcome.traffic = result.traffic();
  outcome.reached = result.num_reached();
  outcome.path = shared.input.labels_of(cluster, result.path_to(target));
  if (verb.validate) {
    const DistValidator validator(cluster, shared.input, verb.run.threads);
    outcome.verdict = verdict_on(cluster, shared.input, validator.validate(result));
  }
  outcome.picture = SharedPicture(cluster, verb.run, shared).take();
  report_on_all_ranks(cluster, verb, shared, outcome);
}

/// From each of several sources. Collective.
void find_distances(const Cluster& cluster, const BfsVerb& verb, const SharedGraph& shared) {
  const std::vector<GlobalVertex> sources = read_vertices(cluster, shared.input, verb.sources_file);
  const DistDistances found = distances(shared.graph, sources, verb.run.threads);
  DistancesOutcome outcome;
  outcome.sources = found.num_sources;
  outcome.reached = found.num_reached;
  outcome.levels = found.num_levels;
  outcome.seconds = found.seconds;
  outcome.traffic = found.traffic;
  if (verb.validate) {
    const DistancesValidation validation =
        validate_distances(cluster, shared.input, sources, found, verb.run.threads);
    outcome.verdict = verdict_on(cluster, shared.input, validation);
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_distances(cluster, shared.input, sources, found, verb.run.output, verb.format);
  }
  outcome.picture = SharedPicture(cluster, verb.run, shared).take();
  report_on_all_ranks(cluster, verb, shared, outcome);
}

/// Collective.
Picture picture_of(const Cluster& cluster, const BfsVerb& verb, const SharedGraph& shared,
                   const DistBfsResult& tree) {
  SharedPicture picture(cluster, verb.run, shared);
  const auto vertex_of = [&](std::size_t v) { return tree.vertex(v); };
  const LevelView levels = tree.levels();
  const auto level_of = [&](std::size_t v) {
    return reached_number(levels[static_cast<Vertex>(v)], kUnreached);
  };
  picture.add_values("level", {{tree.num_owned(), level_of}, vertex_of});
  picture.mark_tree(vertex_of, tree.parents());
  return picture.take();
}

void take_smallest_parents(const Cluster& cluster, const SharedGraph& shared, int threads,
                           DistBfsResult& tree, BfsOutcome& outcome) {
  cluster.barrier();
  const Stopwatch watch;
  tree.set_parents(smallest_parents(cluster, shared.input, tree, threads));
  cluster.barrier();
  outcome.parents_s = watch.seconds();
}

void run(const Cluster& cluster, const BfsVerb& verb) {
  const std::optional<RankDevice> device = open_device(cluster, verb);
  const SharedGraph shared = load(cluster, verb, sought_by(verb));
  if (verb.each) {
    find_distances(cluster, verb, shared);
    return;
  }
  if (verb.target) {
    find_path(cluster, verb, shared, device);
    return;
  }
  BfsOutcome outcome;
  if (device) outcome.device_name = device->name;
  DistBfsResult tree = search_from_all(verb, cluster, shared, device, outcome);
  if (verb.deterministic) {
    take_smallest_parents(cluster, shared, verb.run.threads, tree, outcome);
  }
  if (verb.validate) {
    const DistValidator validator(cluster, shared.input, verb.run.threads);
    outcome.verdict = verdict_on(cluster, shared.input, validator.validate(tree));
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_result(cluster, shared.input, tree, verb.run.output, verb.format);
  }
  outcome.picture = picture_of(cluster, verb, shared, tree);
  report_on_all_ranks(cluster, verb, shared, outcome);
}

}  // namespace

void run_on_ranks(const BfsVerb& verb) {
  static_cast<void>(partition_options(verb, sought_by(verb)));
  require_file_of_all_ranks({"--sources", &verb.sources_file});
  run_job(verb, run);
}

}  // namespace strider::cli
