// strider cdlp: communities by label propagation.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "strider/label_propagation.hpp"
#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct CdlpVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "propagating labels";

  LabelPropagationOptions options;

  template <class Where>
  auto find(Progress& progress, const Where& where) const
      -> decltype(label_propagation(where, LabelPropagationOptions())) {
    LabelPropagationOptions all = all_options();
    all.on_progress = time_left(progress);
    return label_propagation(where, all);
  }
  [[nodiscard]] auto check(const LabelPropagationResult& found, const Graph& graph) const {
    return validate_label_propagation(graph, found.labels.span(), all_options());
  }
  [[nodiscard]] auto check(const DistLabelPropagationResult& found, const Cluster& /*cluster*/,
                           const DistGraph& graph) const {
    return validate_label_propagation(graph, found, all_options());
  }
  [[nodiscard]] static const char* what_holds() {
    return rule_name(LabelPropagationRule::kMostFrequent);
  }
  static constexpr const char* kColumn = "community";
  [[nodiscard]] static VertexLabels values_of(const LabelPropagationResult& found) {
    return {found.labels.span()};
  }
  static void tell(const LabelPropagationResult& found, Story& story) {
    std::vector<Vertex> labels(found.labels.begin(), found.labels.end());
    std::ranges::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    tell(labels.size(), found.iterations, story);
  }
  static void tell(const DistLabelPropagationResult& found, Story& story) {
    tell(found.num_communities, found.iterations, story);
  }
  static void tell(std::uint64_t num_communities, std::uint32_t iterations, Story& story) {
    story.json = {{"communities", num_communities}, {"iterations", iterations}};
    story.lines = {{"communities", grouped(num_communities)},
                   {"iterations", fmt::format("{}", iterations)}};
  }

 private:
  [[nodiscard]] LabelPropagationOptions all_options() const {
    LabelPropagationOptions all = options;
    all.threads = run.threads;
    return all;
  }
};

}  // namespace

void add_cdlp(CLI::App& program) {
  auto verb = std::make_shared<CdlpVerb>("cdlp");
  verb->algorithm.all = {.host = "auto", .device = "auto", .ranks = "auto"};
  OptionTable table(program, "cdlp", "Communities by label propagation (LDBC Graphalytics)");
  add_graph_and_ranks(table, *verb);
  table.add(kSearchGroup, {{"--iterations", number(verb->options.iterations),
                            "End after N iterations (default: {}), or where no label changes"}});
  add_result_and_run(table, *verb, "vertex community");
  table.footer(
      "Example:\n  strider cdlp web.el --iterations 10 -o communities.tsv\n"
      "  strider cdlp web.el --undirected --device cuda\n"
      "  mpirun -n 4 strider cdlp web.el --undirected");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
