// strider lcc: local clustering coefficients.
#include <fmt/format.h>

#include <memory>

#include "strider/local_clustering.hpp"
#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct LccVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "counting triangles";

  [[nodiscard]] auto find(Progress& /*progress*/, const Graph& graph) const {
    return local_clustering(graph, {.threads = run.threads});
  }
  [[nodiscard]] auto check(const LocalClusteringResult& found, const Graph& graph) const {
    return validate_local_clustering(graph, found.coefficients.span(), {.threads = run.threads});
  }
  [[nodiscard]] static const char* what_holds() {
    return rule_name(LocalClusteringRule::kCoefficient);
  }
  static constexpr const char* kColumn = "coefficient";
  [[nodiscard]] static std::span<const double> values_of(const LocalClusteringResult& found) {
    return found.coefficients.span();
  }
  static void tell(const LocalClusteringResult& found, Story& story) {
    double sum = 0;
    for (const double coefficient : found.coefficients) sum += coefficient;
    const double average =
        found.coefficients.empty() ? 0 : sum / static_cast<double>(found.coefficients.size());
    story.json = {{"average", average}};
    story.lines = {{"average", fmt::format("{:.6g}", average)}};
    if (story.graph.directed) return;
    std::uint64_t corners = 0;
    for (const std::uint64_t links : found.links) corners += links;
    story.json["triangles"] = corners / 3;
    story.lines.emplace_back("triangles", grouped(corners / 3));
  }
};

}  // namespace

void add_lcc(CLI::App& program) {
  auto verb = std::make_shared<LccVerb>("lcc");
  OptionTable table(program, "lcc",
                    "Local clustering coefficients: how many neighbours of a vertex are linked");
  add_graph_and_ranks(table, *verb);
  add_result_and_run(table, *verb, "vertex coefficient");
  table.footer("Example:\n  strider lcc web.el --undirected -o coefficients.tsv");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
