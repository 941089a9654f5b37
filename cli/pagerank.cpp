// strider pagerank, wherever it runs.
#include "strider/pagerank.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <numeric>

#include "labels.hpp"
#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct PageRankVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "ranking";
  static constexpr Sought kSought = Sought::kScores;

  PageRankOptions options;
  std::string personalization;
  bool weighted = false;
  std::optional<std::uint32_t> top;

  template <class Where>
  auto find(Progress& progress, const Where& where) const
      -> decltype(pagerank(where, PageRankOptions())) {
    PageRankOptions all = options_for(where);
    all.on_progress = time_left(progress);
    return pagerank(where, all);
  }
  [[nodiscard]] auto check(const PageRankResult& found, const auto& graph) const {
    return validate_pagerank(graph, found.scores.span(), options_for(graph));
  }
  [[nodiscard]] auto check(const DistPageRankResult& found, const Cluster& /*cluster*/,
                           const DistGraph& graph) const {
    return validate_pagerank(graph, found, options_for(graph));
  }
  [[nodiscard]] std::string what_holds() const {
    if (!options.iterations) return rule_name(PageRankRule::kFixedPoint);
    return fmt::format("an iteration more changes all scores together by no more than {:.2g}",
                       2 * std::pow(options.damping, *options.iterations));
  }
  static constexpr const char* kColumn = "score";
  [[nodiscard]] static std::span<const double> values_of(const PageRankResult& found) {
    return found.scores.span();
  }
  void tell(const PageRankRun& found, Story& story) const;

 private:
  template <class Where>
  [[nodiscard]] PageRankOptions options_for(const Where& where) const {
    PageRankOptions all = options;
    all.threads = run.threads;
    if constexpr (requires { where.labels(); }) {
      if (!personalization.empty()) all.personalization = read_jumps(where);
    } else if constexpr (requires { where.topology().labels(); }) {
      if (!personalization.empty()) all.personalization = read_jumps(where.topology());
    }
    return all;
  }
  [[nodiscard]] std::vector<double> read_jumps(const Graph& graph) const;
};

/// A line is a label, or a label and behind a tab or blanks a value.
std::vector<double> PageRankVerb::read_jumps(const Graph& graph) const {
  std::vector<double> jumps(graph.num_vertices());
  const auto find = [&](std::string_view label) {
    return graph.labels().find(label, graph.num_vertices());
  };
  for (const auto& [line, number] : read_labels(personalization)) {
    std::optional<Vertex> vertex = find(line);
    double value = 1;
    const std::size_t gap = line.find_last_of(" \t");
    if (!vertex && gap != std::string::npos) {
      const char* const end = line.data() + line.size();
      const auto [rest, error] = std::from_chars(line.data() + gap + 1, end, value);
      const std::size_t last = line.find_last_not_of(" \t", gap);
      if (error == std::errc() && rest == end) vertex = find(line.substr(0, last + 1));
    }
    if (!vertex) {
      throw InputError(personalization, number,
                       no_vertex_message(graph.labels(), graph.num_vertices(), line));
    }
    if (!(value >= 0)) {
      throw InputError(personalization, number,
                       fmt::format("the value must be at least 0, got {}", value));
    }
    jumps[*vertex] += value;
  }
  const double sum = std::accumulate(jumps.begin(), jumps.end(), 0.0);
  if (!(sum > 0 && std::isfinite(sum))) {
    throw InputError(personalization, 0,
                     fmt::format("the values must add up to a number above 0, got {}", sum));
  }
  return jumps;
}

void PageRankVerb::tell(const PageRankRun& found, Story& story) const {
  story.json = {{"damping", options.damping},
                {"iterations", found.iterations},
                {"change", found.change},
                {"converged", found.converged}};
  story.lines = {{"iterations",
                  fmt::format("{}{}; the last one changed all scores by {:.2g}", found.iterations,
                              found.converged ? "" : ", and has not converged", found.change)}};
}

}  // namespace

void add_pagerank(CLI::App& program) {
  auto verb = std::make_shared<PageRankVerb>("pagerank");
  verb->algorithm.all = {.host = "auto", .device = "auto", .ranks = "auto"};
  OptionTable table(program, "pagerank",
                    "PageRank: where a surfer is who follows edges and jumps at times");
  add_graph_and_ranks(table, *verb);
  const Refusal only_on_host{.places = {Place::kDevice, Place::kRanks, Place::kRanksOnDevices},
                             .why = ": supported only on the host, in one process: leave it out"};
  table.add(kSearchGroup,
            {{"--damping", number(verb->options.damping),
              "Probability of following an edge (default: {})"},
             {"--tolerance", number(verb->options.tolerance),
              "End when an iteration changes all scores by less than X times the number of "
              "vertices, as networkx does (default: by less than 1e-8)"},
             {"--iterations",
              number(verb->options.iterations),
              "Exactly N power iterations, as LDBC Graphalytics does",
              {.excludes = {"--tolerance"}}},
             {"--personalization FILE",
              input_file(verb->personalization),
              "Jump to these vertices only: a label per line, and behind it, if they differ, a "
              "value; - is stdin",
              {.refusals = {only_on_host}}},
             {"--weighted",
              flag(verb->weighted),
              "Follow edges with probabilities proportional to their weights",
              {.refusals = {only_on_host}}},
             {"--top", number(verb->top, at_least_one<std::uint32_t>),
              fmt::format("Number of highest scores to show (default: {})", kTopScores)}});
  add_result_and_run(table, *verb, "vertex score");
  table.footer(
      "Example:\n  strider pagerank web.el --damping 0.85 -o scores.tsv\n"
      "  mpirun -n 4 strider pagerank web.el --undirected --partition delegate");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
