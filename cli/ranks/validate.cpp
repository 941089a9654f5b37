// strider validate on ranks.
#include <fmt/format.h>

#include <map>
#include <vector>

#include "msf_verb.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"
#include "strider/dist_results.hpp"
#include "strider/error.hpp"
#include "strider/strong_components.hpp"
#include "validate_verbs.hpp"

namespace strider::cli {
namespace {

/// The edges as the file lists them.
struct ListedInput {
  DistInput input;
  ListedGraph graph;
};

ListedInput read_listed(const Cluster& cluster, const ValidateVerb& verb, ReadWeights weights) {
  ReadOptions reading = verb.graph.reading(verb.run);
  if (weights == ReadWeights::kNo) reading.weights = weights;
  const Stopwatch watch;
  DistInput input = DistInput::read(cluster, verb.graph.path, reading);
  ListedGraph graph{.facts = input.facts(),
                    .vertices = input.num_vertices(),
                    .edges = input.num_edges(),
                    .label_of = {},
                    .ranks = cluster.size(),
                    .load_s = cluster.maximum(watch.seconds())};
  return {std::move(input), std::move(graph)};
}

/// Asks for the labels of all vertices that the report names. Collective.
template <class Validation>
void gather_labels(const Cluster& cluster, ListedInput& listed, const Validation& validation,
                   std::optional<GlobalVertex> source = {}) {
  std::vector<GlobalVertex> named;
  if (source) named.push_back(*source);
  const auto name = [&](GlobalVertex v) {
    if (v < listed.graph.vertices) named.push_back(v);
  };
  for (const auto& violation : validation.violations) {
    if constexpr (requires { violation.u; }) {
      name(violation.u);
      name(violation.v);
    } else {
      name(violation.vertex);
    }
  }
  const std::vector<std::string> labels = listed.input.labels_of(cluster, named);
  std::map<GlobalVertex, std::string> by_vertex;
  for (std::size_t i = 0; i < named.size(); ++i) by_vertex[named[i]] = labels[i];
  listed.graph.label_of = [by_vertex](GlobalVertex v) {
    const auto found = by_vertex.find(v);
    return found == by_vertex.end() ? std::string("none") : found->second;
  };
}

/// As submitted_source of one process. Collective.
GlobalVertex claimed_source(const Cluster& cluster, const ValidateVerb& verb,
                            const DistInput& input, const std::optional<GlobalVertex>& own_parent) {
  if (verb.source) return vertex_of_label(cluster, input, *verb.source);
  attempt_on_all_ranks(cluster, [&] {
    if (!own_parent) throw InputError(verb.result, 0, kAmbiguousSource);
  });
  return *own_parent;
}

/// `claim` is of the kind that check(source, claim) takes.
template <class Claim, class Check>
void check_tree(const Cluster& cluster, const ValidateVerb& verb, ListedInput& listed,
                ReadWeights weights, const Claim& claim, const Check& check) {
  const GlobalVertex source = claimed_source(cluster, verb, listed.input, claim.source);
  const Stopwatch watch;
  const auto validation = check(source, claim);
  const double seconds = cluster.maximum(watch.seconds());
  gather_labels(cluster, listed, validation, source);
  report_tree(verb, listed.graph, {.source = source, .seconds = seconds}, validation, weights);
}

void run(const Cluster& cluster, const ValidateBfsVerb& verb) {
  ListedInput listed = read_listed(cluster, verb, ReadWeights::kNo);
  check_tree(cluster, verb, listed, ReadWeights::kNo,
             read_bfs_result(cluster, listed.input, verb.result),
             [&](GlobalVertex source, const DistClaimedTree<Level>& claim) {
               return validate_bfs(cluster, listed.input, source, claim, verb.run.threads);
             });
}

void run(const Cluster& cluster, const ValidateSsspVerb& verb) {
  ListedInput listed = read_listed(cluster, verb, ReadWeights::kYes);
  SsspValidationOptions checks = verb.checks;
  checks.self_loops = verb.graph.self_loops();
  checks.threads = verb.run.threads;
  naming_file(cluster, verb.graph.path, [&] {
    visit_weight_type(listed.input, [&]<class W>(W) {
      using Claim = DistClaimedTree<SsspDistance<W>>;
      check_tree(cluster, verb, listed, ReadWeights::kYes,
                 read_sssp_result<W>(cluster, listed.input, verb.result),
                 [&](GlobalVertex source, const Claim& claim) {
                   return validate_sssp<W>(cluster, listed.input, source, claim, checks);
                 });
    });
  });
}

void run(const Cluster& cluster, const ValidateMsfVerb& verb) {
  ListedInput listed = read_listed(cluster, verb, ReadWeights::kYes);
  attempt_on_all_ranks(cluster, [&] {
    require_undirected(listed.input.directedness(), listed.input.facts(), verb.graph.path);
  });
  naming_file(cluster, verb.graph.path, [&] {
    visit_weight_type(listed.input, [&]<class W>(W) {
      const DistClaimedForest<W> forest = read_msf_result<W>(cluster, listed.input, verb.result);
      const Stopwatch watch;
      const auto validation = validate_msf<W>(cluster, listed.input, forest.edges.span(),
                                              verb.objective, verb.run.threads);
      const double seconds = cluster.maximum(watch.seconds());
      gather_labels(cluster, listed, validation);
      report_forest(verb, listed.graph, validation, forest.num_edges, seconds);
    });
  });
}

void run(const Cluster& cluster, const ValidateComponentsVerb& verb) {
  ListedInput listed = read_listed(cluster, verb, ReadWeights::kNo);
  const DistComponentsResult claim = read_components_result(cluster, listed.input, verb.result);
  const Stopwatch watch;
  const auto check_by = [&](const auto& validate) {
    const auto validation = validate(cluster, listed.input, claim, verb.run.threads);
    const double seconds = cluster.maximum(watch.seconds());
    gather_labels(cluster, listed, validation);
    report_components(verb, listed.graph, validation, seconds);
  };
  if (verb.connection == Connection::kStrong) {
    check_by([](const auto&... of) { return validate_strong_components(of...); });
  } else {
    check_by([](const auto&... of) { return validate_components(of...); });
  }
}

template <class V>
void run_verb(const V& verb) {
  static_cast<void>(partition_options(verb, Sought::kVertexValues));
  run_job(verb, [](const Cluster& cluster, const V& mine) {
    attempt_on_all_ranks(cluster, [&] { require_file_of_all_ranks({"RESULT", &mine.result}); });
    run(cluster, mine);
  });
}

}  // namespace

void run_on_ranks(const ValidateBfsVerb& verb) {
  run_verb(verb);
}
void run_on_ranks(const ValidateSsspVerb& verb) {
  run_verb(verb);
}
void run_on_ranks(const ValidateMsfVerb& verb) {
  run_verb(verb);
}
void run_on_ranks(const ValidateComponentsVerb& verb) {
  run_verb(verb);
}

}  // namespace strider::cli
