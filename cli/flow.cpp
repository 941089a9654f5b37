// strider flow: a maximum flow and a minimum cut between two vertices, or edge connectivity.
#include "strider/flow.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "load.hpp"
#include "option_table.hpp"
#include "page/picture.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// What is asked: a flow between two vertices, or how well the whole graph is connected.
enum class Question : std::uint8_t { kFlow, kConnectivity };

struct FlowVerb : GraphVerb {
  using GraphVerb::GraphVerb;

  std::optional<std::string> source;
  std::optional<std::string> target;
  Question question = Question::kFlow;
};

struct Outcome : RunOutcome {
  std::string source = {};
  std::string target = {};
  Json value = {};
  std::string value_text = {};
  Json cut = Json::array();
  std::size_t flow_edges = 0;
  std::string what_holds =
      "the flow keeps all capacities, and a cut of its size proves that none is greater";
  double seconds = 0;
};

/// The vertex that an option names, else the one that the file does.
Vertex end_of_flow(const FlowVerb& verb, const LoadedGraph& loaded,
                   const std::optional<std::string>& label, const std::optional<Vertex>& of_file,
                   const char* option) {
  if (label) return vertex_of_label(topology(loaded.graph), *label);
  if (of_file) return *of_file;
  throw UsageError(
      fmt::format("{}: the file does not say between which vertices something flows: "
                  "name them with --source LABEL and --target LABEL ({} is missing)",
                  verb.graph.path, option));
}

template <class Edges>
Json cut_json(const Labels& labels, const Edges& edges) {
  Json cut = Json::array();
  for (const auto& edge : edges) {
    cut.push_back({label_json(labels, edge.u), label_json(labels, edge.v)});
  }
  return cut;
}

void report(const FlowVerb& verb, const GraphFacts& graph, const Outcome& outcome) {
  const bool is_flow = verb.question == Question::kFlow;
  Summary summary(verb.run, [&] {
    Json json = common_json(verb, graph, outcome.seconds);
    if (is_flow) {
      json["source"] = label_json(graph.input.labels, outcome.source);
      json["target"] = label_json(graph.input.labels, outcome.target);
      json["flow"] = outcome.value;
      json["flow_edges"] = outcome.flow_edges;
    } else {
      json["edge_connectivity"] = outcome.value;
    }
    json["cut"] = outcome.cut;
    json["weighted"] = graph.input.weighted;
    json["notes"] = graph.input.notes;
    add_outcome_json(json, graph, outcome);
    return json;
  });
  summary.input(graph);
  const std::string cut = counted(outcome.cut.size(), "edge");
  if (is_flow) {
    summary.weights(graph.input);
    summary.line("flow",
                 fmt::format("{} from {} to {}, along {}", outcome.value_text, outcome.source,
                             outcome.target, counted(outcome.flow_edges, "edge")));
    summary.line("cut", fmt::format("{} whose capacities add up to the flow", cut));
  } else {
    const std::string what = fmt::format("{}, the edge connectivity", cut);
    summary.line("cut", outcome.cut.empty()
                            ? what
                            : fmt::format("{}: without {} the graph is not {}connected", what,
                                          outcome.cut.size() == 1 ? "it" : "them",
                                          graph.directed ? "strongly " : ""));
  }
  summary.line("time", duration(outcome.seconds));
  summary.verdict(outcome.verdict, outcome.what_holds);
}

/// Lists the edges between the sides, and marks them in a picture.
template <class W>
void show_cut(const FlowVerb& verb, const WeightedGraph<W>& graph,
              std::span<const std::uint8_t> sides, Outcome& outcome) {
  const Graph& structure = graph.topology();
  const auto edges = cut_edges(graph, sides, verb.run.threads);
  outcome.cut = cut_json(structure.labels(), edges);
  if (verb.run.page.empty()) return;
  outcome.picture = picture_of(structure);
  mark_listed(outcome.picture, "of the cut", edges,
              structure.is_directed() ? Directedness::kDirected : Directedness::kUndirected);
}

template <class W>
void find_flow(const FlowVerb& verb, const LoadedGraph& loaded, const WeightedGraph<W>& graph,
               Progress& progress, Outcome& outcome) {
  const Labels& labels = graph.topology().labels();
  const Vertex source =
      end_of_flow(verb, loaded, verb.source, loaded.facts.flow_source, "--source");
  const Vertex target =
      end_of_flow(verb, loaded, verb.target, loaded.facts.flow_target, "--target");
  outcome.source = labels.label(source);
  outcome.target = labels.label(target);
  progress.stage("finding the flow");
  const Stopwatch watch;
  const MaxFlow<W> flow = max_flow(graph, source, target, {.threads = verb.run.threads});
  outcome.seconds = watch.seconds();
  outcome.value = flow.value;
  outcome.value_text = fmt::format("{}", flow.value);
  const auto edges = flow_edges(graph, flow, verb.run.threads);
  outcome.flow_edges = edges.size();
  show_cut(verb, graph, flow.sides.span(), outcome);
  if (verb.validate) {
    progress.stage("validating");
    const auto validation = validate_max_flow(graph, source, target, flow, verb.run.threads);
    outcome.verdict = {true, fault_of(validation, labels, graph.topology().num_vertices())};
  }
  progress.clear();
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_flow_result<W>(labels, graph.topology().num_vertices(), edges.span(), verb.run.output,
                         verb.format, verb.run.threads);
  }
}

void find_connectivity(const FlowVerb& verb, const LoadedGraph& loaded, Progress& progress,
                       Outcome& outcome) {
  const Graph& graph = topology(loaded.graph);
  progress.stage("finding the edge connectivity");
  const Stopwatch watch;
  const EdgeConnectivity found =
      edge_connectivity(graph, {.threads = verb.run.threads, .on_progress = time_left(progress)});
  outcome.seconds = watch.seconds();
  outcome.value = found.value;
  show_cut(verb, with_unit_weights(graph, verb.run.threads), found.sides.span(), outcome);
  if (verb.validate) {
    progress.stage("validating");
    const auto validation = validate_edge_connectivity(graph, found, {.threads = verb.run.threads});
    outcome.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices()),
                       open_of(validation)};
    outcome.what_holds =
        "without these edges there is no way from one side to the other; paths that share no edge "
        "prove that no cut has fewer";
  }
  progress.clear();
}

void run_here(const FlowVerb& verb) {
  Progress progress(verb.run.progress());
  LoadedGraph loaded = load(verb, progress);
  if (loaded.facts.weighted && loaded.facts.duplicates_left_out > 0) {
    loaded.facts.notes.push_back(
        fmt::format("the container was written without {}, whose capacity is missing (strider "
                    "convert --keep-duplicates keeps all edges)",
                    counted(loaded.facts.duplicates_left_out, "duplicate")));
  }
  Outcome outcome;
  if (verb.question == Question::kConnectivity) {
    find_connectivity(verb, loaded, progress, outcome);
  } else {
    visit_weighted(verb, loaded,
                   [&](const auto& graph) { find_flow(verb, loaded, graph, progress, outcome); });
  }
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

}  // namespace

void add_flow(CLI::App& program) {
  auto verb = std::make_shared<FlowVerb>("flow");
  verb->tables = ResultTables::kWithoutLdbc;
  // Parallel edges carry what each of them can.
  verb->graph.keep_duplicates = true;
  OptionTable table(program, "flow", "Maximum flow and minimum cut between two vertices");
  add_graph_options(table, verb->graph, verb->ranks);
  // Before --connectivity, which excludes them.
  add_result_option(table, *verb, "u v flow");
  add_validate_option(
      table, *verb,
      "Check flow and cut, or that no cut is smaller; exit status 4 if they are wrong");
  table.add(kSearchGroup,
            {{"-s,--source LABEL", text(verb->source),
              "Where the flow begins (default: what a DIMACS .max file says)"},
             {"-t,--target LABEL", text(verb->target), "Where it ends (likewise)"},
             {"--connectivity",
              flag(verb->question, Question::kConnectivity),
              "Instead, how many edges disconnect the graph if they are removed, and which",
              {.excludes = {"--source", "--target", "--output"}}}});
  add_page_options(table, verb->run);
  add_run_options(table, verb->run);
  add_only_algorithm(table, *verb);
  table.footer(
      "Weights are capacities, 1 where there are none. Parallel edges add up.\n"
      "Example:\n  strider flow network.max --validate -o flow.tsv\n"
      "  strider flow roads.gr.gz --source 1 --target 3 --json");
  table.on_run([verb] { run_at_place(*verb, run_here); });
}

}  // namespace strider::cli
