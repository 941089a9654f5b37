// strider generate: synthetic graphs.
#include "strider/generate.hpp"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "generate_verb.hpp"
#include "label_map.hpp"
#include "load.hpp"
#include "option_table.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

void run_here(const GenerateVerb& options, GenerateOutcome outcome,
              const std::function<EdgeList()>& make) {
  begin(options.run);
  const std::string& path = options.run.output;
  const FileFormat format = options.written_format();
  Progress progress(options.run.progress());
  progress.stage("generating");
  const Stopwatch generating;
  EdgeList list = make();
  outcome.generate_s = generating.seconds();
  progress.stage("building");
  AnyGraph graph =
      build_any_graph(std::move(list), options.cleaning.building(options.run), &outcome.build);
  outcome.isolated = outcome.build.isolated;

  if (!path.empty()) {
    std::optional<PreparedGraph> prepared;
    if (options.layout && *options.layout != LayoutChoice::kNone) {
      progress.stage("preparing");
      const Stopwatch preparing;
      prepared =
          prepare(topology(graph), {.layout = *options.layout, .threads = options.run.threads});
      outcome.prepare_s = preparing.seconds();
      graph = with_stored_layout(graph, options.layout, options.run, outcome.prepare_s);
    }
    progress.stage(fmt::format("writing {}", path));
    const Stopwatch writing;
    require_weights_replaceable(is_weighted(graph), path, format, "");
    outcome.remarks = remarks_on_writing(graph, path, format, options.run.threads);
    write_as(graph, path, format, prepared ? &*prepared : nullptr, outcome.build,
             options.run.threads);
    outcome.write_s = writing.seconds();
  }
  progress.clear();
  print_warnings(outcome.remarks);
  outcome.vertices = topology(graph).num_vertices();
  outcome.edges = topology(graph).num_edges();
  outcome.directed = topology(graph).is_directed();
  report(options, outcome);
}

struct Uniform : UniformParameters {
  int scale = 16;
  std::uint64_t edge_factor = 16;
  std::optional<std::uint64_t> vertices;
  std::optional<std::uint64_t> edges;
};
struct Grid : GridParameters {
  int scale = 16;
  std::optional<std::uint64_t> given_rows;
  std::optional<std::uint64_t> given_columns;
};

/// Completes the parameters once options are read.
template <class Parameters>
void settle(Parameters& /*parameters*/) {}
void settle(Uniform& uniform) {
  uniform.num_vertices = uniform.vertices.value_or(std::uint64_t{1} << uniform.scale);
  uniform.num_edges = uniform.edges.value_or(uniform.edge_factor * uniform.num_vertices);
}
void settle(Grid& grid) {
  const int scale = grid.scale;
  grid.rows = grid.given_rows.value_or(std::uint64_t{1} << (scale / 2));
  grid.columns = grid.given_columns.value_or(std::uint64_t{1} << (scale - scale / 2));
}

// The parameters as the library takes them:
template <class Parameters>
const Parameters& library_parameters(const Parameters& parameters) {
  return parameters;
}
const UniformParameters& library_parameters(const Uniform& uniform) {
  return uniform;
}
const GridParameters& library_parameters(const Grid& grid) {
  return grid;
}

/// Sets the seed if one was given, and returns what it is.
template <class Parameters>
std::uint64_t take_seed(Parameters& parameters, std::optional<std::uint64_t> given) {
  return parameters.seed = given.value_or(parameters.seed);
}
/// The Graph500 reference program takes two.
std::uint64_t take_seed(KroneckerParameters& parameters, std::optional<std::uint64_t> given) {
  if (given) {
    parameters.seed1 = *given;
    parameters.seed2 = *given + 1;
  }
  return parameters.seed1;
}

/// One kind of graph, with a table of its own: `rows` are its parameters.
template <class Parameters>
void add_kind(CLI::App& generate, const std::string& name, const std::string& description,
              const std::string& example, std::vector<Row> (*rows)(Parameters&)) {
  struct Kind {
    GenerateVerb options;
    Parameters parameters;
  };
  auto kind = std::make_shared<Kind>();
  GenerateVerb& options = kind->options;
  WeightOptions& weights = kind->parameters.weights;
  OptionTable table(generate, name, description);
  add_output_option(table, options.run,
                    "The file to write; its suffix names the format; - is stdout");
  add_to_option(table, options.to, "Format of the output: see strider convert --help");
  table.add(kRareGroup, {{"--keep-self-loops", flag(options.cleaning.keep_self_loops),
                          "Keep self-loops (default: they are removed)"},
                         {"--keep-duplicates", flag(options.cleaning.keep_duplicates),
                          "Keep parallel edges (default: only the lightest stays)"}});
  add_prepare_option(table, options.layout, "none; only .strider files store it",
                     {.refusals = {no_layout_on_ranks()}});
  table.add(kGraphGroup,
            {{"--weights NAME",
              choice(weights.kind, {{"none", WeightKind::kNone},
                                    {"real", WeightKind::kUniformReal},
                                    {"integer", WeightKind::kUniformInteger}}),
              "none, real: uniform in (0, 1), or integer: uniform in [LOW, HIGH] (default: {})"},
             {"--weight-low", number(weights.low), "Smallest integer weight (default: {})"},
             {"--weight-high", number(weights.high), "Largest integer weight (default: {})"}});
  add_run_options(table, options.run);
  table.add(kGraphGroup, rows(kind->parameters));
  table.footer("Example:\n  strider generate " + name + " " + example);
  table.on_run([kind, name] {
    settle(kind->parameters);
    GenerateVerb& verb = kind->options;
    GenerateOutcome outcome{.kind = name, .seed = take_seed(kind->parameters, verb.run.seed)};
    settle(static_cast<Verb&>(verb));
    if constexpr (kHasRanks) {
      if (is_on_ranks(verb.place)) {
        return generate_on_ranks(verb, outcome, [&](const Cluster& cluster, const RunOptions& run) {
          return DistInput::generate(cluster, library_parameters(kind->parameters), run.threads);
        });
      }
    }
    run_here(verb, std::move(outcome),
             [&] { return strider::generate(kind->parameters, verb.run.threads); });
  });
}

/// --scale where nothing else gives the size.
template <class Parameters>
Row scale_row(Parameters& parameters) {
  return {
      "--scale", number(parameters.scale), "2^SCALE vertices (required)", {.is_required = true}};
}

std::vector<Row> kronecker_rows(KroneckerParameters& parameters) {
  return {scale_row(parameters),
          {"--edge-factor", number(parameters.edge_factor), "Edges per vertex (default: {})"}};
}

std::vector<Row> rmat_rows(RmatParameters& parameters) {
  return {scale_row(parameters),
          {"--edge-factor", number(parameters.edge_factor), "Edges per vertex (default: {})"},
          {"-a,--a", number(parameters.a), "Probability of the first quadrant (default: {})"},
          {"-b,--b", number(parameters.b), "Probability of the second quadrant (default: {})"},
          {"-c,--c", number(parameters.c), "Probability of the third quadrant (default: {})"},
          {"--noise", number(parameters.noise),
           "Largest random change of these probabilities at a level, 0 to 0.5 (default: {})"},
          {"!--no-scramble", flag(parameters.scramble), "Do not permute the vertices"}};
}

std::vector<Row> ssca2_rows(Ssca2Parameters& parameters) {
  return {scale_row(parameters),
          {"--max-clique-size", number(parameters.max_clique_size),
           "Most vertices of a clique (default: {})"},
          {"--inter-clique-probability", number(parameters.inter_clique_probability),
           "Probability of an edge between neighbouring cliques (default: {})"}};
}

std::vector<Row> uniform_rows(Uniform& uniform) {
  return {{"--scale", number(uniform.scale, CLI::Range(1, 32)), "2^SCALE vertices (default: {})"},
          {"--edge-factor", number(uniform.edge_factor), "Edges per vertex (default: {})"},
          {"--vertices", number(uniform.vertices), "Instead of --scale", {.excludes = {"--scale"}}},
          {"--edges", number(uniform.edges), "Instead of --edge-factor"}};
}

std::vector<Row> social_rows(SocialParameters& parameters) {
  return {scale_row(parameters),
          {"--edge-factor", number(parameters.edge_factor),
           "Edges per vertex, of which half have none (default: {})"},
          {"--hub-factor", number(parameters.hub_factor),
           "No expected degree is larger, in mean degrees (default: {})"}};
}

std::vector<Row> web_rows(WebParameters& parameters) {
  return {{"--scale",
           number(parameters.scale),
           "2^SCALE vertices in the core (required)",
           {.is_required = true}},
          {"--edge-factor", number(parameters.edge_factor),
           "Edges per vertex of the core (default: {})"},
          {"--tails", number(parameters.tails), "Paths that hang from the core (default: {})"},
          {"--tail-length", number(parameters.tail_length),
           "Vertices of the longest; others have a half, a third and so on (default: {})"}};
}

std::vector<Row> grid_rows(Grid& grid) {
  const Limits no_scale = {.excludes = {"--scale"}};
  return {{"--scale", number(grid.scale, CLI::Range(0, 32)),
           "2^SCALE vertices, as square as can be (default: {})"},
          {"--rows", number(grid.given_rows), "Instead of --scale", no_scale},
          {"--columns", number(grid.given_columns), "Instead of --scale", no_scale}};
}

}  // namespace

void report(const GenerateVerb& verb, const GenerateOutcome& outcome) {
  if (verb.run.json) {
    Json json = common_json({.verb = "generate",
                             .graph = verb.run.output.empty() ? outcome.kind : verb.run.output,
                             .vertices = outcome.vertices,
                             .edges = outcome.edges,
                             .directed = outcome.directed,
                             .algorithm = outcome.kind,
                             .seed = outcome.seed,
                             .ranks = outcome.ranks,
                             .build_s = outcome.build.seconds,
                             .time_s = outcome.generate_s},
                            verb.run);
    json["edges_listed"] = outcome.build.edges_listed;
    json["self_loops"] = outcome.build.self_loops;
    json["duplicates"] = outcome.build.duplicates;
    json["isolated"] = outcome.isolated;
    json["notes"] = outcome.remarks.all();
    json["prepare_s"] = outcome.prepare_s;
    json["write_s"] = outcome.write_s;
    print_json(json);
    return;
  }
  Summary summary(verb.run);
  summary.line("generated", fmt::format("{}, seed {}: {}, {} listed", outcome.kind, outcome.seed,
                                        counted(outcome.vertices, "vertex"),
                                        counted(outcome.build.edges_listed, "edge")));
  summary.line(
      "cleaned",
      fmt::format("{} {}, {} {}; {} left, {}", counted(outcome.build.self_loops, "self-loop"),
                  verb.cleaning.keep_self_loops ? "kept" : "removed",
                  counted(outcome.build.duplicates, "duplicate"),
                  verb.cleaning.keep_duplicates ? "kept" : "removed",
                  counted(outcome.edges, "edge"), counted(outcome.isolated, "isolated vertex")));
  summary.line("time", fmt::format("generate {}, build {}", duration(outcome.generate_s),
                                   duration(outcome.build.seconds)));
  for (const std::string& note : outcome.remarks.notes) summary.line("note", note);
  summary.line("written", verb.run.output.empty() ? "nothing: -o FILE writes the graph"
                                                  : fmt::format("{}, in {}", verb.run.output,
                                                                duration(outcome.write_s)));
}

void add_generate(CLI::App& program) {
  OptionTable table(program, "generate", "Make a synthetic graph");
  table.footer("Example:\n  strider generate kronecker --scale 20 -o kron20.strider");
  CLI::App& generate = table.verb();
  generate.require_subcommand(1);
  add_kind(generate, "kronecker", "The graph of the Graph500 benchmark, bit for bit",
           "--scale 20 -o kron20.strider", kronecker_rows);
  add_kind(generate, "rmat", "Recursive matrix", "--scale 18 --a 0.45 --b 0.25 --c 0.15 -o r.mtx",
           rmat_rows);
  add_kind(generate, "ssca2", "Random cliques, linked",
           "--scale 16 --max-clique-size 32 -o ssca2.el", ssca2_rows);
  add_kind(generate, "uniform", "Edges with uniformly random endpoints",
           "--vertices 1000000 --edges 8000000 -o u.sg", uniform_rows);
  add_kind(generate, "social", "Power-law degrees, as of a social network",
           "--scale 20 -o social20.strider", social_rows);
  add_kind(generate, "web", "A core with long tails, as of the web",
           "--scale 18 --tail-length 1000 -o web18.strider", web_rows);
  add_kind(generate, "grid", "Rows and columns", "--rows 1000 --columns 2000 -o grid.strider",
           grid_rows);
}

}  // namespace strider::cli
