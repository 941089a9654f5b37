// strider bipartite: the two sides of a graph, or an odd cycle.
#include "strider/bipartite.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct BipartiteVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "finding the sides";

  template <class Where>
  auto find(Progress& /*progress*/, const Where& where) const
      -> decltype(bipartition(where, BipartiteOptions())) {
    return bipartition(where, BipartiteOptions{.threads = run.threads});
  }
  [[nodiscard]] BipartiteValidation check(const Bipartition& found, const Graph& graph) const {
    return validate_bipartition(graph, found, run.threads);
  }
  [[nodiscard]] BipartiteValidation check(const DistBipartition& found, const Cluster& cluster,
                                          const DistGraph& graph) const {
    return validate_bipartition(cluster, graph.input(), found,
                                {.self_loops = this->graph.self_loops(), .threads = run.threads});
  }
  [[nodiscard]] static const char* what_holds() {
    return "every edge connects the two sides, or the cycle is odd and made of edges";
  }
  static constexpr const char* kColumn = "side";
  /// Else an odd cycle is reported.
  [[nodiscard]] static bool has_values(const auto& found) { return found.is_bipartite(); }
  [[nodiscard]] static std::span<const std::uint32_t> values_of(const Bipartition& found) {
    return found.sides.span();
  }
  static void tell(const auto& found, Story& story) {
    story.json = {{"bipartite", found.is_bipartite()}, {"odd_cycle", Json()}};
    if (found.is_bipartite()) {
      const std::uint64_t on_side_0 = story.graph.vertices - found.num_on_side_1;
      story.lines = {{"bipartite", fmt::format("yes; {} on side 0, {} on side 1",
                                               grouped(on_side_0), grouped(found.num_on_side_1))}};
      return;
    }
    constexpr std::size_t kMostShown = 20;
    std::string cycle;
    story.json["odd_cycle"] = Json::array();
    const std::vector<GlobalVertex> vertices(found.odd_cycle.begin(), found.odd_cycle.end());
    for (const std::string& label : story.labels_of(vertices)) {
      story.json["odd_cycle"].push_back(label_json(story.graph.input.labels, label));
      if (story.json["odd_cycle"].size() <= kMostShown) cycle += " " + label;
    }
    if (found.odd_cycle.size() > kMostShown) cycle += " ...";
    story.lines = {{"bipartite", fmt::format("no; a cycle of {}:{}",
                                             counted(found.odd_cycle.size(), "vertex"), cycle)}};
  }
};

}  // namespace

void add_bipartite(CLI::App& program) {
  auto verb = std::make_shared<BipartiteVerb>("bipartite");
  verb->algorithm.all = {.host = "auto", .ranks = "auto"};
  OptionTable table(program, "bipartite", "The two sides of a graph, or an odd cycle");
  add_graph_and_ranks(table, *verb);
  add_result_and_run(table, *verb, "vertex side");
  table.footer(
      "Example:\n  strider bipartite web.el --validate -o sides.tsv\n"
      "  mpirun -n 4 strider bipartite web.el --undirected");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
