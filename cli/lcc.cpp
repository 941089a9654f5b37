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

  template <class Where>
  auto find(Progress& progress, const Where& where) const
      -> decltype(local_clustering(where, LocalClusteringOptions())) {
    LocalClusteringOptions all = options();
    all.on_progress = time_left(progress);
    return local_clustering(where, all);
  }
  [[nodiscard]] auto check(const LocalClusteringResult& found, const Graph& graph) const {
    return validate_local_clustering(graph, found.coefficients.span(), options());
  }
  [[nodiscard]] auto check(const DistLocalClusteringResult& found, const Cluster& /*cluster*/,
                           const DistGraph& graph) const {
    return validate_local_clustering(graph, found, options());
  }
  [[nodiscard]] static const char* what_holds() {
    return rule_name(LocalClusteringRule::kCoefficient);
  }
  static constexpr const char* kColumn = "coefficient";
  [[nodiscard]] static std::span<const double> values_of(const LocalClusteringResult& found) {
    return found.coefficients.span();
  }
  static void tell(const LocalClusteringSummary& found, Story& story) {
    story.json = {{"average", found.average}};
    story.lines = {{"average", fmt::format("{:.6g}", found.average)}};
    if (story.graph.directed) return;
    story.json["triangles"] = found.num_triangles;
    story.lines.emplace_back("triangles", grouped(found.num_triangles));
  }

 private:
  [[nodiscard]] LocalClusteringOptions options() const { return {.threads = run.threads}; }
};

}  // namespace

void add_lcc(CLI::App& program) {
  auto verb = std::make_shared<LccVerb>("lcc");
  verb->algorithm.all = {.host = "auto", .device = "auto", .ranks = "auto"};
  OptionTable table(program, "lcc",
                    "Local clustering coefficients: how many neighbours of a vertex are linked");
  add_graph_and_ranks(table, *verb);
  add_result_and_run(table, *verb, "vertex coefficient");
  table.footer(
      "Example:\n  strider lcc web.el --undirected -o coefficients.tsv\n"
      "  strider lcc web.el --undirected --device cuda\n"
      "  mpirun -n 4 strider lcc web.el --undirected");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
