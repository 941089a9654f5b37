#include "trials.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <random>

#include "help.hpp"
#include "load.hpp"
#include "options.hpp"
#include "report.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

/// Vertices without an edge drawn in a row until those with one, which are few then, are listed.
constexpr int kMostMisses = 1000;

std::vector<Vertex> vertices_with_an_edge(const Csr& csr) {
  std::vector<Vertex> vertices;
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    if (csr.degree(v) > 0) vertices.push_back(v);
  }
  return vertices;
}

/// Vertices with an edge, of which there must be one, at random.
std::vector<Vertex> random_sources(const Csr& csr, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Vertex> sources;
  for (int misses = 0; sources.size() < count && misses < kMostMisses;) {
    const auto vertex = static_cast<Vertex>(random() % csr.num_vertices());
    if (csr.degree(vertex) > 0) {
      sources.push_back(vertex);
      misses = 0;
    } else {
      ++misses;
    }
  }
  if (sources.size() == count) return sources;
  const std::vector<Vertex> candidates = vertices_with_an_edge(csr);
  while (sources.size() < count) sources.push_back(candidates[random() % candidates.size()]);
  return sources;
}

}  // namespace

void add_trial_options(CLI::App& verb, TrialOptions& options) {
  begin_group(verb, kSearchGroup);
  verb.add_option("-s,--source", options.source, "The vertex where the search starts")
      ->type_name("LABEL")
      ->check(not_empty);
  verb.add_option("--trials", options.trials, "Number of searches, from --source or random sources")
      ->check(CLI::Range(1, 1'000'000));
}

std::vector<Vertex> choose_sources(const TrialOptions& options, const Graph& graph,
                                   std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(options.trials.value_or(1));
  if (options.source) return std::vector(count, vertex_of_label(graph, *options.source));
  if (!options.trials) {
    throw UsageError(
        "the source is missing: name it with --source LABEL, or search from N random ones with "
        "--trials N");
  }
  if (graph.num_arcs() == 0)
    throw UsageError("the graph has no edges, so no random source can be drawn");
  return random_sources(graph.out(), count, seed);
}

double median(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

std::string described_trials(const std::vector<double>& seconds, std::uint64_t seed) {
  const auto [fastest, slowest] = std::minmax_element(seconds.begin(), seconds.end());
  return fmt::format("{}, seed {}: min {}, median {}, max {}; the last one is shown below",
                     seconds.size(), seed, duration(*fastest), duration(median(seconds)),
                     duration(*slowest));
}

}  // namespace strider::cli
