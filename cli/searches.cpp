#include "searches.hpp"

#include <algorithm>
#include <random>

#include "load.hpp"
#include "option_table.hpp"
#include "search_statistics.hpp"
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

/// Of at least one time.
double median(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

}  // namespace

void add_trial_options(OptionTable& table, TrialOptions& options) {
  table.add(kSearchGroup,
            {{"-s,--source LABEL", text(options.source), "The vertex where the search starts"},
             {"--trials", number(options.trials, CLI::Range(1, 1'000'000)),
              "Number of searches, from --source or random sources"}});
}

std::vector<Vertex> choose_sources(const TrialOptions& options, const Graph& graph,
                                   std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(options.trials.value_or(1));
  if (options.source) return std::vector(count, vertex_of_label(graph, *options.source));
  if (!options.trials) throw UsageError(kNoSource);
  if (graph.num_arcs() == 0) throw UsageError(kNoEdges);
  return random_sources(graph.out(), count, seed);
}

std::vector<double> SearchOutcome::seconds() const {
  std::vector<double> seconds;
  for (const Search& search : searches) seconds.push_back(search.seconds);
  return seconds;
}

Json begin_json(const GraphVerb& verb, const GraphFacts& graph, const SearchOutcome& outcome) {
  const Search& last = outcome.searches.back();
  Json json = common_json(verb, graph, median(outcome.seconds()));
  json["source"] = last.sources ? Json() : label_json(graph.input.labels, last.source);
  if (last.sources) json["sources"] = *last.sources;
  json["reached"] = last.reached;
  if (last.levels) json["levels"] = *last.levels;
  json["teps"] = last.teps;
  return json;
}

void add_trials_json(Json& json, const TrialOptions& options, const GraphFacts& graph,
                     const SearchOutcome& outcome) {
  if (!options.trials) return;
  json["trials"] = Json::array();
  std::vector<TimedSearch> timed;
  for (const Search& search : outcome.searches) {
    Json trial = {{"source", label_json(graph.input.labels, search.source)},
                  {"reached", search.reached}};
    if (search.levels) trial["levels"] = *search.levels;
    trial["time_s"] = search.seconds;
    if (search.parents_s) trial["parents_s"] = *search.parents_s;
    trial["teps"] = search.teps;
    json["trials"].push_back(std::move(trial));
    timed.push_back({search.reached, search.teps * search.seconds, search.seconds});
  }
  json["statistics"] = search_statistics_json(timed);
}

void summarize_trials(Summary& summary, const GraphVerb& verb, const TrialOptions& options,
                      const SearchOutcome& outcome) {
  if (!options.trials) return;
  const std::vector<double> seconds = outcome.seconds();
  const auto [fastest, slowest] = std::minmax_element(seconds.begin(), seconds.end());
  summary.line("trials",
               fmt::format("{}, seed {}: min {}, median {}, max {}; the last one is shown below",
                           seconds.size(), verb.seed(), duration(*fastest),
                           duration(median(seconds)), duration(*slowest)));
}

}  // namespace strider::cli
