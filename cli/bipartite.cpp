// strider bipartite: the two sides of a graph, or an odd cycle.
#include "strider/bipartite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct BipartiteVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "finding the sides";

  [[nodiscard]] Bipartition find(Progress& /*progress*/, const Graph& graph) const {
    return bipartition(graph, {.threads = run.threads});
  }
  [[nodiscard]] BipartiteValidation check(const Bipartition& found, const Graph& graph) const {
    return validate_bipartition(graph, found, run.threads);
  }
  [[nodiscard]] static const char* what_holds() {
    return "every edge connects the two sides, or the cycle is odd and made of edges";
  }
  static constexpr const char* kColumn = "side";
  /// None where there are no sides: an odd cycle is reported.
  [[nodiscard]] static std::span<const std::uint32_t> values_of(const Bipartition& found) {
    return found.sides.span();
  }
  static void tell(const Bipartition& found, Story& story) {
    story.json = {{"bipartite", found.is_bipartite()}, {"odd_cycle", Json()}};
    if (found.is_bipartite()) {
      const auto on_side_1 =
          static_cast<std::uint64_t>(std::ranges::count(found.sides.span(), std::uint32_t{1}));
      story.lines = {
          {"bipartite", fmt::format("yes; {} on side 0, {} on side 1",
                                    grouped(found.sides.size() - on_side_1), grouped(on_side_1))}};
      return;
    }
    constexpr std::size_t kMostShown = 20;
    std::string cycle;
    story.json["odd_cycle"] = Json::array();
    for (const Vertex v : found.odd_cycle) {
      story.json["odd_cycle"].push_back(story.vertex_json(v));
      if (story.json["odd_cycle"].size() <= kMostShown) cycle += " " + story.label(v);
    }
    if (found.odd_cycle.size() > kMostShown) cycle += " ...";
    story.lines = {{"bipartite", fmt::format("no; a cycle of {}:{}",
                                             counted(found.odd_cycle.size(), "vertex"), cycle)}};
  }
};

}  // namespace

void add_bipartite(CLI::App& program) {
  auto verb = std::make_shared<BipartiteVerb>("bipartite");
  verb->algorithm.all = {.host = "auto"};
  OptionTable table(program, "bipartite", "The two sides of a graph, or an odd cycle");
  add_graph_and_ranks(table, *verb);
  add_result_and_run(table, *verb, "vertex side");
  table.footer("Example:\n  strider bipartite web.el --validate -o sides.tsv");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
