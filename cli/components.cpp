// strider components, wherever it runs, and strider validate components.
#include "strider/components.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "convert.hpp"
#include "files.hpp"
#include "label_map.hpp"
#include "output.hpp"
#include "strider/error.hpp"
#include "strider/strong_components.hpp"
#include "strider/subgraph.hpp"
#include "unchecked_output.hpp"
#include "validate_verbs.hpp"
#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct ComponentsVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "finding the components";

  Connection connection = Connection::kWeak;
  std::string largest;  ///< where that is written as a graph; empty: nowhere
  std::string condensation;

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
  static constexpr const char* kColumn = "component";
  [[nodiscard]] static VertexLabels values_of(const ComponentsResult& found) {
    return {found.labels()};
  }
  void write_graphs(const ComponentsResult& found, const LoadedGraph& loaded, Story& story) const {
    const Graph& graph = topology(loaded.graph);
    if (!largest.empty()) {
      std::vector<Vertex> members;
      for (Vertex v = 0; v < graph.num_vertices(); ++v) {
        if (found.labels()[v] == found.sizes().largest) members.push_back(v);
      }
      write_graph_to(largest, induced_subgraph(loaded.graph, members, run.threads), story);
    }
    if (condensation.empty()) return;
    write_graph_to(condensation, condense(graph, found.labels(), run.threads).graph, story);
  }
  void write_graph_to(const std::string& path, const AnyGraph& part, Story& story) const {
    const FileFormat to = output_format(path);
    require_label_map_replaceable(label_fate(topology(part), to), path, graph.path);
    require_weights_replaceable(is_weighted(part), path, to, graph.path);
    const WritingRemarks remarks = remarks_on_writing(part, path, to, run.threads);
    print_warnings(remarks);
    for (const std::string& note : remarks.notes) story.notes.push_back(note);
    UncheckedOutput output(path);
    write_as(part, output.path(), to, nullptr, {}, run.threads);
    output.accept();
    remove_old_label_map(label_fate(topology(part), to), path);
  }
  void tell(const ComponentsResult& found, Story& story) const { tell(found.sizes(), story); }
  void tell(const DistComponentsResult& found, Story& story) const { tell(found.sizes, story); }
  void tell(const ComponentSizes& sizes, Story& story) const {
    const char* const how = !story.graph.directed               ? ""
                            : connection == Connection::kStrong ? ", strongly connected"
                                                                : ", weakly connected";
    story.json = {{"components", sizes.num_components},
                  {"largest", sizes.largest_size},
                  {"isolated", sizes.num_isolated}};
    story.teps = static_cast<double>(story.graph.edges) / story.seconds;
    story.lines = {
        {"components", fmt::format("{}{}; the largest has {}; {}", grouped(sizes.num_components),
                                   how, counted(sizes.largest_size, "vertex"),
                                   fmt::format("{} of one vertex", grouped(sizes.num_isolated)))}};
  }
};

struct StrongComponentsVerb : ComponentsVerb {
  explicit StrongComponentsVerb(const ComponentsVerb& verb) : ComponentsVerb(verb) {}
  static constexpr const char* kStage = "finding the strong components";

  template <class Where>
  auto find(Progress& /*progress*/, const Where& where) const {
    return strong_components(where, ComponentsOptions{.threads = run.threads});
  }
  [[nodiscard]] auto check(const ComponentsResult& found, const Graph& graph) const {
    return validate_strong_components(graph, found.labels(), run.threads);
  }
  [[nodiscard]] auto check(const DistComponentsResult& found, const Cluster& cluster,
                           const DistGraph& graph) const {
    return validate_strong_components(cluster, graph.input(), found, run.threads);
  }
  [[nodiscard]] static const char* what_holds() {
    return "each component is strongly connected, and no cycle leads through several";
  }
};

void run(ComponentsVerb& verb) {
  for (const std::string& path : {verb.largest, verb.condensation}) {
    if (path.empty()) continue;
    static_cast<void>(output_format(path));
    if (is_stream(path)) throw UsageError(path + " is no file: name one for the graph");
    require_writable(path);
  }
  if (verb.connection == Connection::kWeak) return run_vertex_verb(verb);
  StrongComponentsVerb strong(verb);
  run_vertex_verb(strong);
}

/// Checks labels against the edges as they are listed.
template <class Check>
void validate_by(const Check& check, const ValidateComponentsVerb& verb) {
  Progress progress(verb.run.progress());
  const InputEdges input = read_listed(verb, progress, ReadWeights::kNo);
  progress.stage(fmt::format("reading {}", verb.result));
  const Array<Vertex> labels =
      read_components_result(verb.result, input.list.labels, input.list.num_vertices);
  progress.stage("validating");
  const Stopwatch watch;
  const auto validation = check(input.list, labels.span(), verb.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  report_components(verb, listed_graph(input), validation, seconds);
}

void validate(const ValidateComponentsVerb& verb) {
  if (verb.connection == Connection::kStrong) {
    validate_by([](const auto&... of) { return validate_strong_components(of...); }, verb);
  } else {
    validate_by([](const auto&... of) { return validate_components(of...); }, verb);
  }
}

Row strong_row(Connection& connection) {
  return {"--strong", flag(connection, Connection::kStrong),
          "Strongly connected components: of vertices that lead to one another"};
}

}  // namespace

void add_components(CLI::App& program) {
  auto verb = std::make_shared<ComponentsVerb>("components");
  verb->algorithm.all = {
      .host = "auto", .device = "auto", .ranks = "auto", .ranks_on_devices = "auto"};
  OptionTable table(program, "components",
                    "Connected components, weakly connected ones of a directed graph, or strong");
  add_graph_and_ranks(table, *verb);
  Row strong = strong_row(verb->connection);
  strong.limits.refusals = {{.places = {Place::kRanksOnDevices},
                             .why = ": devices of ranks find weak components only; leave out "
                                    "--device",
                             .as = Refusal::As::kUnavailable}};
  table.add(kSearchGroup, {strong});
  const Limits in_one_process{
      .refusals = {{.places = {Place::kRanks, Place::kRanksOnDevices},
                    .why = ": only one process writes parts of a graph; run it without mpirun"}}};
  table.add(
      kOutputGroup,
      {{"--largest FILE", output_file(verb->largest),
        "Write the largest component as a graph, in the format of the suffix", in_one_process},
       {"--condensation FILE", output_file(verb->condensation),
        "Write the graph of the components, in topological order", in_one_process}});
  add_result_and_run(table, *verb, "vertex component");
  table.footer(
      "Example:\n  strider components web.el --validate -o components.tsv\n"
      "  strider components web.el --strong --largest core.strider\n"
      "  mpirun -n 4 strider components web.el --device cuda");
  table.on_run([verb] { run(*verb); });
}

void add_validate_components(CLI::App& program) {
  auto verb = std::make_shared<ValidateComponentsVerb>();
  verb->algorithm.all.ranks = "auto";
  OptionTable table = validate_table(program, *verb, "components", "Check connected components",
                                     "vertex and component");
  table.add(kSearchGroup, {strong_row(verb->connection)});
  finish_table(table, verb, "components web.el components.tsv", validate);
}

}  // namespace strider::cli
