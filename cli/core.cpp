// strider core: core numbers.
#include "strider/core.hpp"

#include <fmt/format.h>

#include <memory>

#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct CoreVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "peeling";

  template <class... Where>
  auto find(Progress& /*progress*/, const Where&... where) const
      -> decltype(core_numbers(where..., CoreOptions())) {
    return core_numbers(where..., CoreOptions{.threads = run.threads});
  }
  [[nodiscard]] auto check(const CoreResult& found, const Graph& graph) const {
    return validate_core(graph, found.cores.span(), run.threads);
  }
  [[nodiscard]] static auto check(const DistCoreResult& found, const Cluster& /*cluster*/,
                                  const DistGraph& graph) {
    return validate_core(graph, found);
  }
  [[nodiscard]] static const char* what_holds() {
    return "every core number is proven to be neither too high nor too low";
  }
  static constexpr const char* kColumn = "core";
  [[nodiscard]] static std::span<const std::uint32_t> values_of(const CoreResult& found) {
    return found.cores.span();
  }
  static void tell(const auto& found, Story& story) {
    story.json = {{"degeneracy", found.degeneracy}};
    story.lines = {{"degeneracy", fmt::format("{}: the highest core number", found.degeneracy)}};
  }
};

}  // namespace

void add_core(CLI::App& program) {
  auto verb = std::make_shared<CoreVerb>("core");
  verb->algorithm.all = {.host = "auto", .device = "auto", .ranks = "auto"};
  OptionTable table(program, "core", "Core numbers: the k-core that each vertex is in last");
  add_graph_and_ranks(table, *verb);
  add_result_and_run(table, *verb, "vertex core");
  table.footer(
      "Example:\n  strider core web.el --undirected --validate -o cores.tsv\n"
      "  mpirun -n 4 strider core web.el --undirected");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

}  // namespace strider::cli
