// strider convert: from any readable format to any writable one.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <variant>

#include "convert_verb.hpp"
#include "errors.hpp"
#include "interrupt.hpp"
#include "label_map.hpp"
#include "load.hpp"
#include "names.hpp"
#include "option_table.hpp"
#include "print.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "unchecked_output.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

std::string written_formats() {
  return joined_names(written_file_formats(), file_format_name);
}

bool is_written(FileFormat format) {
  const auto written = written_file_formats();
  return std::find(written.begin(), written.end(), format) != written.end();
}

/// Which vertices a file of that format loses, and which formats do not.
std::string lost_vertices(FileFormat format) {
  if (format == FileFormat::kGraph500) {
    return "Graph500 files do not say how many vertices there are, and readers will take another "
           "number: write .strider or .mtx";
  }
  return fmt::format(
      "{} files list only edges, so isolated vertices with names are lost: write .strider or .mtx",
      file_format_name(format));
}

/// What is wrong with the file that was written, if anything is.
std::optional<std::string> difference_of(const std::string& path, const AnyGraph& graph,
                                         FileFormat format, int threads) {
  const Graph& structure = topology(graph);
  const auto match =
      keeps_labels(structure, format) ? VertexMatch::kByLabel : VertexMatch::kByNumber;
  try {
    const LoadedGraph copy = read_graph(
        path, {.format = format, .verification = Verification::kEverything, .threads = threads},
        {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep, .threads = threads});
    if (auto difference = find_difference(graph, copy.graph, match, threads)) {
      if (!keeps_vertices(structure, format)) *difference += "; " + lost_vertices(format);
      return difference;
    }
    if (has_label_map(label_fate(structure, format), path) &&
        !is_label_map(structure, label_map_path(path), format)) {
      return "has another map of labels";
    }
  } catch (const InputError& error) {
    return fmt::format("cannot be read back: {}", error.what());
  }
  return std::nullopt;
}

/// Throws UsageError if the output is a pipe or a device, of which nothing can be read back.
void require_file(const RunOptions& run) {
  std::error_code none;
  const auto status = std::filesystem::status(run.output, none);
  if (run.writes_to_stdout() ||
      (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) {
    throw UsageError(fmt::format("--validate cannot read {} back: name a file as OUT",
                                 run.writes_to_stdout() ? "the standard output" : run.output));
  }
}

/// Writes the output, or with --validate, checks it before it gets its name.
void write_output(const ConvertVerb& verb, const LoadedGraph& loaded, const PreparedGraph& prepared,
                  FileFormat format, Progress& progress) {
  const std::string& output = verb.run.output;
  progress.stage(fmt::format("writing {}", output));
  if (!verb.validate) {
    write_as(loaded.graph, output, format, &prepared, loaded.build, verb.run.threads);
    return;
  }
  // The folder of the unchecked file has no weights of an older one.
  const std::string old_weights = output + ".weights";
  if (format == FileFormat::kGraph500 && std::holds_alternative<Graph>(loaded.graph) &&
      std::filesystem::exists(old_weights)) {
    throw UsageError(fmt::format(
        "{} exists and would be taken for the weights of this graph: remove it", old_weights));
  }
  // Ctrl-C ends the process when the folder of the unchecked file is gone.
  const StopOnInterrupt stop;
  UncheckedOutput unchecked(output);
  write_as(loaded.graph, unchecked.path(), format, &prepared, loaded.build, verb.run.threads);
  if (interrupt_requested()) return;
  progress.stage(fmt::format("reading {} back", output));
  if (const auto fault = difference_of(unchecked.path(), loaded.graph, format, verb.run.threads)) {
    throw ValidationFailed(
        fmt::format("validation: {} as {} {}", output, file_format_name(format), *fault));
  }
  if (interrupt_requested()) return;
  unchecked.accept();
  remove_old_label_map(label_fate(topology(loaded.graph), format), output);
}

void run_here(const ConvertVerb& verb) {
  const FileFormat format = verb.written_format();
  require_fitting(verb);
  if (verb.validate) require_file(verb.run);
  Progress progress(verb.run.progress());
  // Damage must not be written again under checksums that hide it.
  LoadedGraph loaded = load(verb, progress, ReadLayouts::kAll, Verification::kEverything);
  require_label_map_replaceable(label_fate(topology(loaded.graph), format), verb.run.output,
                                verb.graph.path);
  require_weights_replaceable(is_weighted(loaded.graph), verb.run.output, format, verb.graph.path);
  ConvertOutcome outcome;
  outcome.remarks = remarks_on_writing(loaded.graph, verb.run.output, format, verb.run.threads);
  note_lost_facts(loaded.facts, outcome.remarks);
  const PreparedGraph prepared =
      prepared_graph(loaded, verb.layout, verb.run, progress, outcome.prepare_s);
  loaded.graph = with_stored_layout(loaded.graph, verb.layout, verb.run, outcome.prepare_s);
  if (format == FileFormat::kNative) {
    outcome.layout = prepared.layout();
    outcome.weight_layout = weight_layout_name(weight_layout_bytes(loaded.graph));
  }

  const Stopwatch watch;
  write_output(verb, loaded, prepared, format, progress);
  outcome.write_s = watch.seconds();
  progress.clear();
  outcome.graph = graph_facts(verb.graph, loaded);
  report(verb, outcome);
}

}  // namespace

void require_fitting(const ConvertVerb& verb) {
  if (verb.layout && verb.written_format() != FileFormat::kNative) {
    throw UsageError("--prepare: only the native container (.strider) can store a layout");
  }
  if (verb.graph.trust) {
    throw UsageError("--trust: convert always verifies its input, so that no damage is copied");
  }
}

void note_lost_facts(const InputFacts& facts, WritingRemarks& remarks) {
  if (!facts.flow_source && !facts.flow_target) return;
  remarks.notes.emplace_back(
      "the source and the target of the flow are lost: give them to strider flow");
}

void report(const ConvertVerb& verb, const ConvertOutcome& outcome) {
  print_warnings(outcome.remarks);
  const std::string_view format = file_format_name(verb.written_format());
  if (verb.run.json) {
    Json json = common_json(verb, outcome.graph, outcome.write_s);
    add_input_json(json, outcome.graph);
    for (const std::string& remark : outcome.remarks.all()) json["notes"].push_back(remark);
    json["layout"] = layout_name(outcome.layout);
    json["sssp_layout"] = outcome.weight_layout;
    json["prepare_s"] = outcome.prepare_s;
    json["output"] = verb.run.output;
    json["output_format"] = format;
    std::error_code no_file;  // a pipe has no size
    const std::uintmax_t bytes = std::filesystem::file_size(verb.run.output, no_file);
    json["output_bytes"] = no_file ? Json() : Json(bytes);
    add_verdict_json(json, {.is_given = verb.validate});
    print_json(json);
    return;
  }
  Summary summary(verb.run);
  summary.input(outcome.graph);
  for (const std::string& note : outcome.remarks.notes) summary.line("note", note);
  if (verb.layout) {
    summary.line("layout", fmt::format("{}{}, prepared in {}", layout_name(outcome.layout),
                                       outcome.weight_layout == "none" ? "" : ", and by weight",
                                       duration(outcome.prepare_s)));
  }
  summary.line("written",
               fmt::format("{}: {}, in {}", verb.run.output, format, duration(outcome.write_s)));
  if (verb.validate) {
    summary.line("valid", "reading the output back gives the same graph");
  }
}

FileFormat output_format(const std::string& path) {
  const auto format = file_format_from_path(path);
  if (format && is_written(*format)) return *format;
  throw UsageError(fmt::format(
      "{}: the suffix does not name a format that is written: use .mtx, .el, .wel, .txt, .tsv, "
      ".csv, .gr, .graph, .metis, .sg, .wsg, .graph500 or .strider",
      path));
}

FileFormat output_format(const std::string& path, const std::string& name) {
  // Files with this suffix are read as what their first lines say.
  if (name == "max" || (name.empty() && path.ends_with(".max"))) {
    throw UsageError(fmt::format(
        "{}: a maximum-flow problem is not written, as a graph has no source and target: write "
        ".gr, and give these to strider flow",
        path));
  }
  if (!name.empty()) {
    const auto format = file_format_from_name(name);
    if (!format || !is_written(*format)) {
      throw UsageError(fmt::format("--to must be one of {}, got '{}'{}", written_formats(), name,
                                   did_you_mean_format(name, written_formats())));
    }
    return *format;
  }
  try {
    return output_format(path);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}, or name the format with --to FORMAT", error.what()));
  }
}

std::vector<std::string> WritingRemarks::all() const {
  std::vector<std::string> remarks = notes;
  remarks.insert(remarks.end(), warnings.begin(), warnings.end());
  return remarks;
}

WritingRemarks remarks_on_writing(const AnyGraph& graph, const std::string& path, FileFormat format,
                                  int threads) {
  const Graph& structure = topology(graph);
  return remarks_on_writing({.labels = label_fate(structure, format),
                             .all_kept = keeps_vertices(structure, format, threads)},
                            path, format);
}

WritingRemarks remarks_on_writing(const WrittenVertices& vertices, const std::string& path,
                                  FileFormat format) {
  const std::string_view name = file_format_name(format);
  WritingRemarks remarks;
  if (has_label_map(vertices.labels, path)) {
    remarks.notes.push_back(fmt::format("{} files number vertices; their labels are in {}", name,
                                        label_map_path(path)));
  } else if (vertices.labels == LabelFate::kRenumbered) {
    remarks.notes.push_back(fmt::format("{} files number vertices from {}: they are renumbered",
                                        name, first_vertex_number(format)));
  } else if (vertices.labels == LabelFate::kInTable) {
    remarks.warnings.push_back(fmt::format("{} files do not hold labels: they are lost", name));
  }
  if (!vertices.all_kept) remarks.warnings.push_back(lost_vertices(format));
  if (has_old_label_map(vertices.labels, path)) {
    remarks.notes.push_back(fmt::format("{} of an earlier graph is removed", label_map_path(path)));
  }
  return remarks;
}

void print_warnings(const WritingRemarks& remarks) {
  for (const std::string& warning : remarks.warnings) {
    print_line(stderr, "strider: warning: {}", warning);
  }
}

void write_as(const AnyGraph& graph, const std::string& path, FileFormat format,
              const PreparedGraph* prepared, const BuildReport& report, int threads) {
  const std::string target = path == "-" ? "/dev/stdout" : path;
  const LabelFate labels = label_fate(topology(graph), format);
  if (format == FileFormat::kNative) {
    write_native(graph, target, prepared, &report, threads);
  } else {
    // A graph that is refused must not replace the labels of an earlier one, and one that is there
    // has its own.
    write_graph(graph, target, format, threads, [&] {
      if (!has_label_map(labels, path)) return;
      write_label_map(topology(graph), label_map_path(path), format, threads);
    });
  }
  remove_old_label_map(labels, path);
}

void add_to_option(OptionTable& table, std::string& into, const std::string& what) {
  table.add(kOutputGroup, {{"--to NAME", text(into, written_formats()), what}});
}

void add_convert(CLI::App& program) {
  auto verb = std::make_shared<ConvertVerb>();
  OptionTable table(program, "convert", "Write a graph in another format");
  add_graph_options(table, verb->graph, verb->ranks);
  table.add(kOutputGroup, {{"OUT,-o,--output",
                            output_file(verb->run.output),
                            "The file to write; - is stdout",
                            {.is_required = true}}});
  add_to_option(table, verb->to,
                fmt::format("Format of OUT: {} (default: by its suffix)", written_formats()));
  add_prepare_option(table, verb->layout, "as the input", {.refusals = {no_layout_on_ranks()}});
  add_run_options(table, verb->run);
  add_only_algorithm(table, *verb);
  table.add(kOutputGroup,
            {{"--validate",
              flag(verb->validate),
              "Read OUT back before it gets its name, and compare direction, vertices, edges, "
              "weights and labels; exit status 4 and no file if they differ",
              {.refusals = {{.places = {Place::kRanks, Place::kRanksOnDevices},
                             .why = ": ranks do not read OUT back; run it without mpirun"}}}}});
  table.footer(
      "Example:\n  strider convert roads.gr.gz roads.strider --prepare auto\n"
      "Suffixes: .mtx, .el .wel .txt .tsv .csv (edge list), .gr (DIMACS), .graph\n"
      ".metis, .sg .wsg (GAPBS), .graph500 .bin (Graph500 tuples), .strider (the\n"
      "container: verified and mapped, not parsed).");
  table.on_run([verb] { run_at_place(*verb, run_here); });
}

}  // namespace strider::cli
