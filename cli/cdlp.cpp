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

  [[nodiscard]] auto find(Progress& /*progress*/, const Graph& graph) const {
    return label_propagation(graph, all_options());
  }
  [[nodiscard]] auto check(const LabelPropagationResult& found, const Graph& graph) const {
    return validate_label_propagation(graph, found.labels.span(), all_options());
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
    story.json = {{"communities", labels.size()}, {"iterations", found.iterations}};
    story.lines = {{"communities", grouped(labels.size())},
                   {"iterations", fmt::format("{}", found.iterations)}};
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
  OptionTable table(program, "cdlp", "Communities by label propagation (LDBC Graphalytics)");
  add_graph_and_ranks(table, *verb);
  table.add(kSearchGroup, {{"--iterations", number(verb->options.iterations),
                            "End after N iterations (default: {}), or where no label changes"}});
  add_result_and_run(table, *verb, "vertex community");
  table.footer("Example:\n  strider cdlp web.el --iterations 10 -o communities.tsv");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
