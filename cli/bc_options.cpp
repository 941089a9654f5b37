#include "bc_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>

#include "bc_report.hpp"
#include "devices/place.hpp"
#include "environment.hpp"
#include "files.hpp"
#include "help.hpp"
#include "labels.hpp"
#include "load.hpp"
#include "method_option.hpp"
#include "option_values.hpp"
#include "strider/error.hpp"
#include "suggestion.hpp"

namespace strider::cli {
namespace {

void add_precision_option(CLI::App& verb, BetweennessPrecision& into) {
  const auto set = [&into](const CLI::results_t& texts) {
    if (texts.front() == "double") {
      into = BetweennessPrecision::kDouble;
    } else if (texts.front() == "single") {
      into = BetweennessPrecision::kSingle;
    } else {
      throw CLI::ValidationError(fmt::format("--precision must be double or single, got '{}'{}",
                                             texts.front(),
                                             did_you_mean(texts.front(), "double, single")));
    }
    return true;
  };
  auto* option = verb.add_option(
      "--precision", set,
      "double, or single: faster on large graphs, relative error of a score up to 1e-5 "
      "(default: double)");
  suggest_values(option, "double, single")->type_name("NAME");
}

/// Without what editors leave at the end of a line.
std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

void add_bc_options(CLI::App& verb, BcOptions& options) {
  add_graph_options(verb, options.graph);
  // A loop or a parallel edge changes no score.
  for (const char* option : {"--keep-self-loops", "--keep-duplicates"}) {
    verb.get_option(option)->group(kRareGroup);
  }
  add_ownership_options(verb, options.graph.distribution);
  add_choice(verb, "--share", options.share, {"auto", "replicated", "partitioned"},
             "replicated: every rank has the graph and some of the sources; partitioned: every "
             "rank has a part of the graph (default: auto, by memory)");
  begin_group(verb, kSearchGroup);
  add_method_option(verb, options.method, all_betweenness_methods(), betweenness_method_name,
                    betweenness_method_from_name);
  verb.add_flag("--weighted", options.weighted, "Measure paths by weight, not by hops");
  verb.add_flag("--edges", options.edges, "Scores of edges instead of vertices");
  verb.add_flag("--normalized", options.normalized, "Divide by the number of pairs");
  auto* sources = verb.add_option("--sources", options.sources_file,
                                  "Only these sources: one label per line; - is stdin")
                      ->type_name("FILE")
                      ->check(not_empty)
                      ->transform(input_name);
  verb.add_option("--targets", options.targets_file,
                  "Only paths to these targets: a file of labels; undirected: each ordered pair "
                  "counts half")
      ->type_name("FILE")
      ->needs(sources)
      ->check(not_empty)
      ->transform(input_name);
  auto* samples = verb.add_option("--samples", options.samples,
                                  "Use N random sources and scale to all vertices")
                      ->check(at_least_one<std::uint64_t>);
  samples->excludes(sources);
  auto* epsilon = verb.add_option("--epsilon", options.epsilon,
                                  "Sample until normalized scores err by at most X");
  epsilon->excludes(sources)->excludes(samples);
  verb.add_option("--top", options.top,
                  fmt::format("Number of highest scores to show (default: {}); --epsilon stops "
                              "when their order is certain",
                              kTopScores))
      ->check(at_least_one<std::uint32_t>);
  add_validate_flag(verb, options.validate, "Check exact scores by hops; exit status 4 if wrong");
  begin_group(verb, kRareGroup);
  verb.add_flag("--endpoints", options.endpoints, "Count a path for its endpoints, too");
  add_precision_option(verb, options.precision);
  verb.add_option(
          "--delta", options.delta,
          fmt::format("With --epsilon: the probability that any score errs by more (default: {})",
                      EstimateOptions{}.delta))
      ->needs(epsilon);
  verb.add_option("--checkpoint", options.checkpoint, "Save the progress of the run in FILE")
      ->type_name("FILE")
      ->check(not_empty);
  verb.add_option(
          "--checkpoint-interval", options.checkpoint_interval,
          fmt::format("Seconds between two checkpoints (default: {})", options.checkpoint_interval))
      ->check(seconds);
  verb.add_flag("--resume", options.resume,
                "Continue the run that wrote the checkpoint, if there is one");
  add_device_memory(verb, options.device);
  add_tuning_option(verb, options.tuning, {"bc"});
}

bool BcOptions::is_on_device() const {
  return device_choice(run.device).kind != DeviceChoice::Kind::kHost;
}

void check(const BcOptions& options) {
  require_device_for(options.device, options.run);
  if (options.is_adaptive()) {
    const auto refuse = [](const char* option) {
      throw UsageError(fmt::format(
          "--epsilon samples paths by hops and scores vertices only: leave {} out", option));
    };
    if (options.weighted) refuse("--weighted");
    if (options.edges) refuse("--edges");
    if (options.endpoints) refuse("--endpoints");
    if (options.precision != BetweennessPrecision::kDouble) refuse("--precision");
    if (options.method != BetweennessMethod::kAuto) refuse("--algorithm");
  }
  if (options.validate && (options.weighted || options.samples || options.is_adaptive())) {
    throw UsageError(
        "--validate checks only exact scores by hops: leave --weighted, --samples and --epsilon "
        "out");
  }
  if (options.resume && options.checkpoint.empty()) {
    throw UsageError("--resume needs --checkpoint FILE, the checkpoint to continue from");
  }
  const NamedFile files[] = {{"GRAPH", options.graph.path},
                             {"--sources", options.sources_file},
                             {"--targets", options.targets_file},
                             {"--output", options.run.output}};
  const std::span<const NamedFile> all(files);
  require_apart({"--output", options.run.output}, all.first(all.size() - 1));
  require_apart({"--checkpoint", options.checkpoint}, all);
  require_read_once(all.first(all.size() - 1));
}

bool lacks_checkpoint(const BcOptions& options) {
  std::error_code failed;
  return options.resume && std::filesystem::status(options.checkpoint, failed).type() ==
                               std::filesystem::file_type::not_found;
}

std::vector<LabelLine> read_labels(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path, 0, fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::vector<LabelLine> labels;
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    const std::string_view label = trimmed(line);
    if (!label.empty()) labels.push_back({std::string(label), number});
  }
  if (file.bad()) throw InputError(path, 0, "cannot be read");
  if (labels.empty()) throw InputError(path, 0, "contains no label");
  return labels;
}

void refuse_label(const std::string& path, const LabelLine& line) {
  throw InputError(path, line.number, fmt::format("the graph has no vertex '{}'", line.label));
}

std::vector<Vertex> read_vertex_set(const Graph& graph, const std::string& path) {
  std::vector<Vertex> vertices;
  for (const LabelLine& line : read_labels(path)) {
    const auto vertex = graph.labels().find(line.label, graph.num_vertices());
    if (!vertex) {
      throw InputError(path, line.number,
                       no_vertex_message(graph.labels(), graph.num_vertices(), line.label));
    }
    vertices.push_back(*vertex);
  }
  return vertices;
}

}  // namespace strider::cli
