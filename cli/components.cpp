// strider components, wherever it runs, and strider validate components.
#include "strider/components.hpp"

#include <fmt/format.h>

#include <memory>

#include "validation_report.hpp"
#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct ComponentsVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "finding the components";

  template <class... Where>
  auto find(Progress& /*progress*/, const Where&... where) const
      -> decltype(components(where..., ComponentsOptions())) {
    return components(where..., ComponentsOptions{.threads = run.threads});
  }
  [[nodiscard]] auto check(const ComponentsResult& found, const Graph& graph) const {
    return validate_components(graph, found.labels(), run.threads);
  }
  [[nodiscard]] auto check(const DistComponentsResult& found, const Cluster& cluster,
                           const DistGraph& graph) const {
    return validate_components(cluster, graph.input(), found, run.threads);
  }
  [[nodiscard]] static const char* what_holds() { return rule_name(ComponentsRule::kLeastVertex); }
  void write(const ComponentsResult& found, const Labels& labels) const {
    write_vertex_labels(labels, "component", found.labels(), run.output, format, run.threads);
  }
  void write(const DistComponentsResult& found, const Cluster& cluster,
             const DistInput& input) const {
    write_vertex_values(cluster, input, "component", found, run.output, format);
  }
  static void tell(const ComponentsResult& found, Story& story) { tell(found.sizes(), story); }
  static void tell(const DistComponentsResult& found, Story& story) { tell(found.sizes, story); }
  static void tell(const ComponentSizes& sizes, Story& story) {
    story.json = {{"components", sizes.num_components},
                  {"largest", sizes.largest_size},
                  {"isolated", sizes.num_isolated}};
    story.teps = static_cast<double>(story.graph.edges) / story.seconds;
    story.lines = {
        {"components", fmt::format("{}{}; the largest has {}; {}", grouped(sizes.num_components),
                                   story.graph.directed ? ", weakly connected" : "",
                                   counted(sizes.largest_size, "vertex"),
                                   counted(sizes.num_isolated, "isolated vertex"))}};
  }
};

/// Checks labels against the edges as they are listed.
void validate(const ValidateVerb& verb) {
  Progress progress(verb.run.progress());
  const InputEdges input = read_listed(verb, progress, ReadWeights::kNo);
  const ListedGraph graph(input);
  progress.stage(fmt::format("reading {}", verb.result));
  const Array<Vertex> labels = read_components_result(verb.result, graph.labels, graph.vertices);
  progress.stage("validating");
  const Stopwatch watch;
  const auto validation = validate_components(input.list, labels.span(), verb.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  if (verb.run.json) {
    Json json = validation_json(verb, graph, seconds);
    json["components"] = validation.num_components;
    json["wrong"] = validation.num_wrong;
    add_findings(json, validation, graph);
    print_json(json);
  }
  Summary summary(verb.run);
  summarize(summary, verb, graph, ReadWeights::kNo);
  require_passed(validation, graph);
  summary.line("valid",
               fmt::format("{}: {}", verb.result, counted(validation.num_components, "component")));
}

}  // namespace

void add_components(CLI::App& program) {
  auto verb = std::make_shared<ComponentsVerb>("components");
  verb->algorithm.all = {
      .host = "auto", .device = "auto", .ranks = "auto", .ranks_on_devices = "auto"};
  OptionTable table(program, "components",
                    "Connected components, weakly connected ones of a directed graph");
  add_graph_and_ranks(table, *verb);
  add_result_and_run(table, *verb, "vertex component");
  table.footer(
      "Example:\n  strider components web.el --validate -o components.tsv\n"
      "  mpirun -n 4 strider components web.el --device cuda");
  table.on_run([verb] { run_vertex_verb(*verb); });
}

void add_validate_components(CLI::App& program) {
  auto verb = std::make_shared<ValidateVerb>();
  OptionTable table = validate_table(program, *verb, "components", "Check connected components",
                                     "vertex and component");
  finish_table(table, verb, "components web.el components.tsv", validate);
}

}  // namespace strider::cli
