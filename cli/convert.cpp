// strider convert: from any readable format to any writable one.
#include "convert.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <variant>

#include "errors.hpp"
#include "help.hpp"
#include "load.hpp"
#include "options.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

constexpr const char* kWrittenFormats = "mtx, edgelist, dimacs, metis, gapbs, graph500, native";

struct ConvertOptions {
  RunOptions run;
  GraphOptions graph;
  std::string to;
  std::optional<LayoutChoice> layout;
  bool validate = false;
};

std::optional<FileFormat> format_of_suffix(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix == ".mtx" || suffix == ".mm") return FileFormat::kMatrixMarket;
  if (suffix == ".el" || suffix == ".wel" || suffix == ".txt" || suffix == ".tsv" ||
      suffix == ".csv") {
    return FileFormat::kEdgeList;
  }
  if (suffix == ".gr" || suffix == ".dimacs") return FileFormat::kDimacs;
  if (suffix == ".graph" || suffix == ".metis") return FileFormat::kMetis;
  if (suffix == ".sg" || suffix == ".wsg") return FileFormat::kGapbs;
  if (suffix == ".graph500" || suffix == ".bin") return FileFormat::kGraph500;
  if (suffix == ".strider") return FileFormat::kNative;
  return std::nullopt;
}

/// Reads what was written: a container's checksums, another file as any reader would. Throws
/// InputError where it is damaged, ValidationFailed where it holds another graph.
void read_back(const AnyGraph& written, const std::string& path, FileFormat format, int threads) {
  if (format == FileFormat::kNative) return verify_native(path, threads);
  const Graph& graph = topology(written);
  // DIMACS has an arc each way for an undirected edge with a weight.
  const bool both_ways = format == FileFormat::kDimacs && !std::holds_alternative<Graph>(written);
  const Directedness reading = both_ways ? Directedness::kDirected : graph.directedness();
  const EdgeIndex edges = both_ways ? graph.num_arcs() : graph.num_edges();
  const LoadedGraph again = read_graph(
      path, {.format = format, .directedness = reading, .threads = threads},
      {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep, .threads = threads});
  const Graph& copy = topology(again.graph);
  if (copy.num_edges() != edges ||
      (keeps_isolated_vertices(format) && copy.num_vertices() != graph.num_vertices())) {
    throw ValidationFailed(
        fmt::format("{} has {} and {}, but should have {} and {}", path,
                    counted(copy.num_vertices(), "vertex"), counted(copy.num_edges(), "edge"),
                    counted(graph.num_vertices(), "vertex"), counted(edges, "edge")));
  }
}

void run(const ConvertOptions& options) {
  begin(options.run, options.graph);
  const FileFormat format = output_format(options.run.output, options.to);
  if (options.layout && format != FileFormat::kNative) {
    throw UsageError("--prepare: only the native container (.strider) can store a layout");
  }
  if (options.validate && options.run.writes_to_stdout()) {
    throw UsageError("--validate cannot read the standard output back: name a file as OUT");
  }
  Progress progress(options.run.progress());
  LoadedGraph loaded = load(options.graph, options.run, progress);
  const std::vector<std::string> losses =
      losses_in(topology(loaded.graph), loaded.build.isolated, format);
  loaded.facts.notes.insert(loaded.facts.notes.end(), losses.begin(), losses.end());
  double prepare_s = 0;
  const PreparedGraph prepared =
      prepared_graph(loaded, options.layout, options.run, progress, prepare_s);

  progress.stage(fmt::format("writing {}", options.run.output));
  const Stopwatch watch;
  write_as(loaded.graph, options.run.output, format, &prepared, loaded.build, options.run.threads);
  const double write_s = watch.seconds();
  if (options.validate) {
    read_back(loaded.graph, options.run.output, format, options.run.threads);
  }
  progress.clear();

  if (options.run.json) {
    CommonFacts facts = common_facts("convert", options.graph, loaded);
    facts.seed = options.run.seed.value_or(0);
    facts.time_s = write_s;
    Json json = common_json(facts, options.run);
    add_input_json(json, loaded);
    json["layout"] = layout_name(prepared.layout());
    json["prepare_s"] = prepare_s;
    json["output"] = options.run.output;
    json["output_format"] = file_format_name(format);
    std::error_code no_file;  // a pipe has no size
    const std::uintmax_t bytes = std::filesystem::file_size(options.run.output, no_file);
    json["output_bytes"] = no_file ? Json() : Json(bytes);
    print_json(json);
    return;
  }
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  if (options.layout) {
    summary.line("layout", fmt::format("{}, prepared in {}", layout_name(prepared.layout()),
                                       duration(prepare_s)));
  }
  summary.line("written", fmt::format("{}: {}, in {}", options.run.output, file_format_name(format),
                                      duration(write_s)));
}

}  // namespace

FileFormat output_format(const std::string& path, const std::string& name) {
  if (!name.empty()) {
    const auto format = file_format_from_name(name);
    if (!format) {
      throw UsageError(fmt::format("--to must be one of {}, got '{}'", kWrittenFormats, name));
    }
    return *format;
  }
  const auto format = format_of_suffix(path);
  if (!format) {
    throw UsageError(fmt::format(
        "{}: the suffix does not name a format: use .mtx, .el, .wel, .txt, .tsv, .csv, .gr, "
        ".graph, .metis, .sg, .wsg, .graph500 or .strider, or name the format with --to FORMAT",
        path));
  }
  return *format;
}

std::vector<std::string> losses_in(const Graph& graph, Vertex isolated, FileFormat format) {
  std::vector<std::string> losses;
  if (!keeps_labels(graph, format)) {
    losses.push_back(fmt::format("{} files cannot store labels: the vertices are renumbered",
                                 file_format_name(format)));
  }
  if (isolated > 0 && !keeps_isolated_vertices(format)) {
    losses.push_back(fmt::format("{} may be lost: {} files list only edges",
                                 counted(isolated, "isolated vertex"), file_format_name(format)));
  }
  return losses;
}

void write_as(const AnyGraph& graph, const std::string& path, FileFormat format,
              const PreparedGraph* prepared, const BuildReport& report, int threads) {
  const std::string target = path == "-" ? "/dev/stdout" : path;
  if (format == FileFormat::kNative) {
    write_native(graph, target, prepared, &report, threads);
  } else {
    write_graph(graph, target, format, threads);
  }
}

void add_convert(CLI::App& program) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* verb = program.add_subcommand("convert", "Write a graph in another format");
  add_graph_options(*verb, options->graph);
  begin_group(*verb, kOutputGroup);
  verb->add_option("OUT,-o,--output", options->run.output, "The file to write; - is stdout")
      ->required()
      ->check(not_empty);
  verb->add_option("--to", options->to,
                   fmt::format("Format of OUT: {} (default: by its suffix)", kWrittenFormats))
      ->type_name("NAME")
      ->check(not_empty);
  add_prepare_option(*verb, options->layout, "as the input");
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  verb->add_flag("--validate", options->validate,
                 "Read OUT back and compare its checksums and its numbers of vertices and edges; "
                 "exit status 4 if they differ")
      ->group(kOutputGroup);
  verb->footer(
      "Example:\n  strider convert roads.gr.gz roads.strider --prepare auto\n"
      "Suffixes: .mtx, .el .wel .txt .tsv .csv (edge list), .gr (DIMACS), .graph\n"
      ".metis, .sg .wsg (GAPBS), .graph500 .bin (Graph500 tuples), .strider (the\n"
      "memory-mapped container, which opens at once).");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli
