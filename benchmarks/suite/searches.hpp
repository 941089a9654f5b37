// What benchmarks of searches from many sources do alike.
//
// Repetitions go round all sources before they start again, so that no search finds its own data in
// the cache; the first round warms up and is not counted.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "strider/error.hpp"
#include "timing.hpp"

namespace benchmark {

struct SearchArguments {
  std::string graph;
  std::string sources;
  std::uint64_t seed = 1;
  std::size_t num_sources = 16;
  std::vector<int> threads{0};
  int repetitions = 5;
  /// Each search with a solver and a result of its own, whose making counts: what a first call is.
  bool afresh = false;
};

inline void add_graph_argument(CLI::App& app, SearchArguments& arguments) {
  app.add_option("graph", arguments.graph, "A graph file of any format")->required();
}
/// All but the graph.
inline void add_search_arguments(CLI::App& app, SearchArguments& arguments) {
  app.add_option("--sources", arguments.sources, "A file of vertices, counted from 0");
  app.add_option("--seed", arguments.seed, "Draws the sources where no file is given");
  app.add_option("--num-sources", arguments.num_sources, "How many to draw")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", arguments.threads, "One line of output for each; 0: all cores");
  app.add_option("--repetitions", arguments.repetitions, "Rounds over all sources, after a first")
      ->check(CLI::PositiveNumber);
  app.add_flag("--afresh", arguments.afresh,
               "On the host: each search makes its own solver and result, which is timed as well");
}

/// The sources of the file, or vertices with neighbours drawn from the seed.
inline std::vector<strider::Vertex> choose_sources(const SearchArguments& arguments,
                                                   const strider::Graph& graph) {
  std::vector<strider::Vertex> sources;
  if (!arguments.sources.empty()) {
    std::ifstream file(arguments.sources);
    for (strider::Vertex v = 0; file >> v;) sources.push_back(v);
    if (sources.empty()) throw strider::InputError(arguments.sources, 0, "no sources in it");
    return sources;
  }
  if (graph.num_arcs() == 0) throw strider::UsageError("the graph has no edges to search");
  std::mt19937_64 random(arguments.seed);
  while (sources.size() < arguments.num_sources) {
    const auto v = static_cast<strider::Vertex>(random() % graph.num_vertices());
    if (graph.out().degree(v) > 0) sources.push_back(v);
  }
  return sources;
}

/// What a search tells of itself: two times, and the edges it came along.
struct Search {
  double found;  ///< seconds until the method was done
  double read;   ///< seconds until all results could be read
  std::uint64_t edges;
};

/// The median over all searches, the fastest, and the floor: the median over sources of the
/// fastest.
inline Json summary(const std::vector<std::vector<double>>& by_source) {
  std::vector<double> all;
  std::vector<double> fastest;
  for (const auto& times : by_source) {
    all.insert(all.end(), times.begin(), times.end());
    fastest.push_back(*std::min_element(times.begin(), times.end()));
  }
  return {{"median_seconds", median(all)},
          {"min_seconds", *std::min_element(all.begin(), all.end())},
          {"floor_seconds", median(fastest)}};
}

/// search(source) for all sources and repetitions; the two times under the names given.
template <class F>
Json time_searches(const SearchArguments& arguments, const std::vector<strider::Vertex>& sources,
                   const char* found, const char* read, F&& search) {
  std::vector<std::vector<double>> found_times(sources.size());
  std::vector<std::vector<double>> read_times(sources.size());
  std::uint64_t edges = 0;
  for (int repetition = -1; repetition < arguments.repetitions; ++repetition) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const Search times = search(sources[i]);
      if (repetition < 0) {
        edges += times.edges;
        continue;
      }
      found_times[i].push_back(times.found);
      read_times[i].push_back(times.read);
    }
  }
  return {{"searches", sources.size() * static_cast<std::size_t>(arguments.repetitions)},
          {"mean_edges", edges / sources.size()},
          {found, summary(found_times)},
          {read, summary(read_times)}};
}

}  // namespace benchmark
