// strider closeness: closeness and harmonic centrality.
#include "strider/closeness.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct ClosenessVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "searching";

  Centrality centrality = Centrality::kCloseness;
  ClosenessScale scale = ClosenessScale::kGraph;
  std::optional<std::uint64_t> samples;
  std::optional<std::uint32_t> top;

  [[nodiscard]] ClosenessOptions options() const {
    return {.centrality = centrality,
            .scale = scale,
            .samples = samples,
            .seed = seed(),
            .top = run.output.empty() ? top : std::nullopt,
            .threads = run.threads};
  }
  template <class... Where>
  auto find(Progress& progress, const Where&... where) const
      -> decltype(closeness(where..., ClosenessOptions())) {
    ClosenessOptions all = options();
    all.on_progress = time_left(progress);
    return closeness(where..., all);
  }
  [[nodiscard]] auto check(const ClosenessResult& found, const Graph& graph) const {
    return validate_closeness(graph, found.scores.span(), found.error, options());
  }
  [[nodiscard]] auto check(const DistClosenessResult& found, const Cluster& /*cluster*/,
                           const DistGraph& graph) const {
    return validate_closeness(graph, found, options());
  }
  [[nodiscard]] static const char* what_holds() {
    return "scores are in range; of the highest and 64 others they are found once more";
  }
  static constexpr const char* kColumn = "score";
  [[nodiscard]] static std::span<const double> values_of(const ClosenessResult& found) {
    return found.scores.span();
  }
  [[nodiscard]] const char* name() const {
    if (centrality == Centrality::kHarmonic) return "harmonic centrality";
    return scale == ClosenessScale::kGraph ? "closeness, by how many reach a vertex"
                                           : "closeness, among those that reach a vertex";
  }
  void tell(const auto& found, Story& story) const {
    story.json = {{"centrality", centrality == Centrality::kHarmonic ? "harmonic" : "closeness"},
                  {"sources", found.num_sources},
                  {"error", found.error}};
    std::string sources = counted(found.num_sources, "source");
    if (!options().top || samples) {
      story.teps = static_cast<double>(found.num_sources) * static_cast<double>(story.graph.edges) /
                   story.seconds;
    } else if (found.num_sources < story.graph.vertices) {
      sources += "; those from all others ended early";
    }
    if (found.error > 0) {
      sources += fmt::format(
          "; with 99 % certainty the mean of {} is within {:.3g}{}",
          centrality == Centrality::kHarmonic ? "1/distance" : "distances", found.error,
          centrality == Centrality::kHarmonic ? "" : " of the greatest distance, where all reach");
    }
    story.lines = {{"scores", name()}, {"searches", sources}};
  }
};

}  // namespace

void add_closeness(CLI::App& program) {
  auto verb = std::make_shared<ClosenessVerb>("closeness");
  verb->default_seed = 1;
  verb->algorithm.all = {.host = "auto", .device = "auto", .ranks = "auto"};
  OptionTable table(program, "closeness",
                    "Closeness or harmonic centrality: how near each vertex is to all others");
  add_graph_and_ranks(table, *verb);
  table.add(kSearchGroup,
            {{"--harmonic", flag(verb->centrality, Centrality::kHarmonic),
              "The sum of 1/distance, not closeness"},
             {"--reachable",
              flag(verb->scale, ClosenessScale::kReachable),
              "Closeness among the vertices that reach a vertex, without the factor for how many",
              {.excludes = {"--harmonic"}}},
             {"--samples", number(verb->samples, at_least_one<std::uint64_t>),
              "Estimate from N random sources"},
             {"--top", number(verb->top, at_least_one<std::uint32_t>),
              fmt::format("Number of highest scores to show (default: {}); without -o only these "
                          "are found",
                          kTopScores)}});
  add_result_and_run(table, *verb, "vertex score");
  table.footer(
      "Example:\n  strider closeness web.el --undirected -o scores.tsv\n"
      "  strider closeness roads.gr.gz --harmonic --samples 1000 -o scores.tsv\n"
      "  mpirun -n 4 strider closeness web.el");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
