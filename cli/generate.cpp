// strider generate: synthetic graphs.
#include "strider/generate.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "convert.hpp"
#include "help.hpp"
#include "option_values.hpp"
#include "options.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// Seeds where none is given: that of the Graph500 reference program (2, 3), and 1 for the others.
constexpr std::uint64_t kKroneckerSeed = 2;
constexpr std::uint64_t kSeed = 1;

struct GenerateOptions {
  RunOptions run;
  GraphOptions cleaning;  // only what is kept of self-loops and duplicates
  std::string to;
  std::optional<LayoutChoice> layout;
  std::string weights = "none";
  WeightOptions weight_range;

  [[nodiscard]] WeightOptions weight_options() const {
    WeightOptions options = weight_range;
    if (weights == "real") options.kind = WeightKind::kUniformReal;
    if (weights == "integer") options.kind = WeightKind::kUniformInteger;
    return options;
  }
};

/// What came out, for the summary and for JSON.
struct GenerateOutcome {
  std::string kind;
  std::uint64_t seed = 0;
  BuildReport build;
  WritingRemarks remarks;  // on the format written
  double generate_s = 0;
  double prepare_s = 0;
  double write_s = 0;
};

void report(const GenerateOptions& options, const Graph& graph, const GenerateOutcome& outcome) {
  if (options.run.json) {
    CommonFacts facts;
    facts.verb = "generate";
    facts.graph = options.run.output.empty() ? outcome.kind : options.run.output;
    facts.vertices = graph.num_vertices();
    facts.edges = graph.num_edges();
    facts.directed = graph.is_directed();
    facts.algorithm = outcome.kind;
    facts.seed = outcome.seed;
    facts.build_s = outcome.build.seconds;
    facts.time_s = outcome.generate_s;
    Json json = common_json(facts, options.run);
    json["edges_listed"] = outcome.build.edges_listed;
    json["self_loops"] = outcome.build.self_loops;
    json["duplicates"] = outcome.build.duplicates;
    json["isolated"] = outcome.build.isolated;
    json["notes"] = outcome.remarks.all();
    json["prepare_s"] = outcome.prepare_s;
    json["write_s"] = outcome.write_s;
    print_json(json);
    return;
  }
  const Summary summary(options.run);
  summary.line("generated", fmt::format("{}, seed {}: {}, {} listed", outcome.kind, outcome.seed,
                                        counted(graph.num_vertices(), "vertex"),
                                        counted(outcome.build.edges_listed, "edge")));
  summary.line("cleaned", fmt::format("{} {}, {} {}; {} left, {}",
                                      counted(outcome.build.self_loops, "self-loop"),
                                      options.cleaning.keep_self_loops ? "kept" : "removed",
                                      counted(outcome.build.duplicates, "duplicate"),
                                      options.cleaning.keep_duplicates ? "kept" : "removed",
                                      counted(graph.num_edges(), "edge"),
                                      counted(outcome.build.isolated, "isolated vertex")));
  summary.line("time", fmt::format("generate {}, build {}", duration(outcome.generate_s),
                                   duration(outcome.build.seconds)));
  for (const std::string& note : outcome.remarks.notes) summary.line("note", note);
  summary.line("written", options.run.output.empty() ? "nothing: -o FILE writes the graph"
                                                     : fmt::format("{}, in {}", options.run.output,
                                                                   duration(outcome.write_s)));
}

void run(const GenerateOptions& options, const std::string& kind, std::uint64_t seed,
         const std::function<EdgeList()>& make) {
  begin(options.run);
  const std::string& path = options.run.output;
  const FileFormat format = path.empty() ? FileFormat::kNative : output_format(path, options.to);
  Progress progress(options.run.progress());
  GenerateOutcome outcome;
  outcome.kind = kind;
  outcome.seed = seed;

  progress.stage("generating");
  const Stopwatch generating;
  EdgeList list = make();
  outcome.generate_s = generating.seconds();
  progress.stage("building");
  const AnyGraph graph =
      build_any_graph(std::move(list), options.cleaning.building(options.run), &outcome.build);

  if (!path.empty()) {
    std::optional<PreparedGraph> prepared;
    if (options.layout && *options.layout != LayoutChoice::kNone) {
      progress.stage("preparing");
      const Stopwatch preparing;
      prepared =
          prepare(topology(graph), {.layout = *options.layout, .threads = options.run.threads});
      outcome.prepare_s = preparing.seconds();
    }
    progress.stage(fmt::format("writing {}", path));
    const Stopwatch writing;
    outcome.remarks = remarks_on_writing(graph, path, format, options.run.threads);
    write_as(graph, path, format, prepared ? &*prepared : nullptr, outcome.build,
             options.run.threads);
    outcome.write_s = writing.seconds();
  }
  progress.clear();
  print_warnings(outcome.remarks);
  report(options, topology(graph), outcome);
}

template <class Value>
std::string with_default(std::string_view what, const Value& value) {
  return fmt::format("{} (default: {})", what, value);
}

/// One kind of graph: its parameters live as long as its options.
template <class Parameters>
struct Kind {
  GenerateOptions options;
  Parameters parameters;
};

template <class Parameters>
std::shared_ptr<Kind<Parameters>> add_kind(CLI::App& generate, const std::string& name,
                                           const std::string& description, CLI::App*& verb) {
  auto kind = std::make_shared<Kind<Parameters>>();
  GenerateOptions& options = kind->options;
  verb = generate.add_subcommand(name, description);
  add_output_option(*verb, options.run,
                    "The file to write; its suffix names the format; - is stdout");
  begin_group(*verb, kOutputGroup);
  add_to_option(*verb, options.to, "Format of the output: see strider convert --help");
  begin_group(*verb, kRareGroup);
  verb->add_flag("--keep-self-loops", options.cleaning.keep_self_loops,
                 "Keep self-loops (default: they are removed)");
  verb->add_flag("--keep-duplicates", options.cleaning.keep_duplicates,
                 "Keep parallel edges (default: only the lightest stays)");
  add_prepare_option(*verb, options.layout, "none; only .strider files store it");
  begin_group(*verb, kGraphGroup);
  auto* weights = verb->add_option(
      "--weights", options.weights,
      with_default("none, real: uniform in (0, 1), or integer: uniform in [LOW, HIGH]",
                   options.weights));
  take_values(weights, "none, real, integer")->type_name("NAME");
  verb->add_option("--weight-low", options.weight_range.low,
                   with_default("Smallest integer weight", options.weight_range.low));
  verb->add_option("--weight-high", options.weight_range.high,
                   with_default("Largest integer weight", options.weight_range.high));
  add_run_options(*verb, options.run);
  begin_group(*verb, kGraphGroup);
  return kind;
}

template <class Parameters>
void on_run(CLI::App& verb, const std::shared_ptr<Kind<Parameters>>& kind, const char* name) {
  verb.callback([kind, name] {
    kind->parameters.seed = kind->options.run.seed.value_or(kSeed);
    kind->parameters.weights = kind->options.weight_options();
    run(kind->options, name, kind->parameters.seed,
        [&] { return generate(kind->parameters, kind->options.run.threads); });
  });
}

void add_kronecker(CLI::App& generate) {
  CLI::App* verb = nullptr;
  auto kind = add_kind<KroneckerParameters>(
      generate, "kronecker", "The graph of the Graph500 benchmark, bit for bit", verb);
  verb->add_option("--scale", kind->parameters.scale, "2^SCALE vertices (required)")->required();
  verb->add_option("--edge-factor", kind->parameters.edge_factor,
                   with_default("Edges per vertex", kind->parameters.edge_factor));
  verb->footer("Example:\n  strider generate kronecker --scale 20 -o kron20.strider");
  verb->callback([kind] {
    const std::uint64_t seed = kind->options.run.seed.value_or(kKroneckerSeed);
    kind->parameters.seed1 = seed;
    kind->parameters.seed2 = seed + 1;
    kind->parameters.weights = kind->options.weight_options();
    run(kind->options, "kronecker", seed,
        [&] { return strider::generate(kind->parameters, kind->options.run.threads); });
  });
}

void add_rmat(CLI::App& generate) {
  CLI::App* verb = nullptr;
  auto kind = add_kind<RmatParameters>(generate, "rmat", "Recursive matrix", verb);
  verb->add_option("--scale", kind->parameters.scale, "2^SCALE vertices (required)")->required();
  verb->add_option("--edge-factor", kind->parameters.edge_factor,
                   with_default("Edges per vertex", kind->parameters.edge_factor));
  verb->add_option("-a,--a", kind->parameters.a,
                   with_default("Probability of the first quadrant", kind->parameters.a));
  verb->add_option("-b,--b", kind->parameters.b,
                   with_default("Probability of the second quadrant", kind->parameters.b));
  verb->add_option("-c,--c", kind->parameters.c,
                   with_default("Probability of the third quadrant", kind->parameters.c));
  verb->add_option("--noise", kind->parameters.noise,
                   with_default("Largest random change of these probabilities at a level, 0 to 0.5",
                                kind->parameters.noise));
  verb->add_flag("!--no-scramble", kind->parameters.scramble, "Do not permute the vertices");
  verb->footer("Example:\n  strider generate rmat --scale 18 --a 0.45 --b 0.25 --c 0.15 -o r.mtx");
  on_run(*verb, kind, "rmat");
}

void add_ssca2(CLI::App& generate) {
  CLI::App* verb = nullptr;
  auto kind = add_kind<Ssca2Parameters>(generate, "ssca2", "Random cliques, linked", verb);
  verb->add_option("--scale", kind->parameters.scale, "2^SCALE vertices (required)")->required();
  verb->add_option("--max-clique-size", kind->parameters.max_clique_size,
                   with_default("Most vertices of a clique", kind->parameters.max_clique_size));
  verb->add_option("--inter-clique-probability", kind->parameters.inter_clique_probability,
                   with_default("Probability of an edge between neighbouring cliques",
                                kind->parameters.inter_clique_probability));
  verb->footer("Example:\n  strider generate ssca2 --scale 16 --max-clique-size 32 -o ssca2.el");
  on_run(*verb, kind, "ssca2");
}

void add_uniform(CLI::App& generate) {
  struct Size {
    int scale = 16;
    std::uint64_t edge_factor = 16;
    std::optional<std::uint64_t> vertices;
    std::optional<std::uint64_t> edges;
  };
  CLI::App* verb = nullptr;
  auto kind = add_kind<UniformParameters>(generate, "uniform",
                                          "Edges with uniformly random endpoints", verb);
  auto size = std::make_shared<Size>();
  auto* scale =
      verb->add_option("--scale", size->scale, with_default("2^SCALE vertices", size->scale))
          ->check(CLI::Range(1, 32));
  verb->add_option("--edge-factor", size->edge_factor,
                   with_default("Edges per vertex", size->edge_factor));
  verb->add_option("--vertices", size->vertices, "Instead of --scale")->excludes(scale);
  verb->add_option("--edges", size->edges, "Instead of --edge-factor");
  verb->footer("Example:\n  strider generate uniform --vertices 1000000 --edges 8000000 -o u.sg");
  on_run(*verb, kind, "uniform");
  verb->parse_complete_callback([kind, size] {
    UniformParameters& parameters = kind->parameters;
    parameters.num_vertices = size->vertices.value_or(std::uint64_t{1} << size->scale);
    parameters.num_edges = size->edges.value_or(size->edge_factor * parameters.num_vertices);
  });
}

void add_grid(CLI::App& generate) {
  CLI::App* verb = nullptr;
  auto kind = add_kind<GridParameters>(generate, "grid", "Rows and columns", verb);
  auto scale = std::make_shared<int>(16);
  auto* scale_option =
      verb->add_option("--scale", *scale,
                       with_default("2^SCALE vertices, as square as can be", *scale))
          ->check(CLI::Range(0, 32));
  auto rows = std::make_shared<std::optional<std::uint64_t>>();
  auto columns = std::make_shared<std::optional<std::uint64_t>>();
  verb->add_option("--rows", *rows, "Instead of --scale")->excludes(scale_option);
  verb->add_option("--columns", *columns, "Instead of --scale")->excludes(scale_option);
  verb->footer("Example:\n  strider generate grid --rows 1000 --columns 2000 -o grid.strider");
  on_run(*verb, kind, "grid");
  verb->parse_complete_callback([kind, scale, rows, columns] {
    kind->parameters.rows = rows->value_or(std::uint64_t{1} << (*scale / 2));
    kind->parameters.columns = columns->value_or(std::uint64_t{1} << (*scale - *scale / 2));
  });
}

}  // namespace

void add_generate(CLI::App& program) {
  CLI::App* generate = program.add_subcommand("generate", "Make a synthetic graph");
  generate->require_subcommand(1);
  generate->footer("Example:\n  strider generate kronecker --scale 20 -o kron20.strider");
  add_kronecker(*generate);
  add_rmat(*generate);
  add_ssca2(*generate);
  add_uniform(*generate);
  add_grid(*generate);
}

}  // namespace strider::cli
