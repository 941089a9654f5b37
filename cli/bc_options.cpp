#include "bc_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <fstream>
#include <span>

#include "devices/place.hpp"
#include "environment.hpp"
#include "files.hpp"
#include "method_option.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

void add_precision_option(CLI::App& verb, BetweennessPrecision& into) {
  const auto set = [&into](const CLI::results_t& texts) {
    if (texts.front() == "double") {
      into = BetweennessPrecision::kDouble;
    } else if (texts.front() == "single") {
      into = BetweennessPrecision::kSingle;
    } else {
      throw CLI::ValidationError(
          fmt::format("--precision: '{}' is none of double, single", texts.front()));
    }
    return true;
  };
  verb.add_option("--precision", set,
                  "double, or single: less time on large graphs, scores within 1e-5 of themselves "
                  "(default: double)")
      ->type_name("NAME");
}

void add_device_options(CLI::App& verb, BcOptions& options) {
  verb.add_option("--sources-at-once", options.sources_at_once,
                  "Devices: sources that are searched from at once (with --epsilon, paths), each "
                  "with memory of its own (default: as many as half of the free memory holds and "
                  "the device has use for)")
      ->check(at_least_one<std::uint32_t>);
  verb.add_option("--block-threads", options.block_threads,
                  "Devices: threads of a block, a multiple of 32 (default: 256)")
      ->check(whole_warps);
  verb.add_option("--device-memory", options.device_memory,
                  "Devices: bytes taken of one at most (default: all)")
      ->check(at_least_one<std::uint64_t>);
}

/// Of the device's options, the first that was given; "" where none was.
std::string_view first_of_device(const BcOptions& options) {
  if (options.sources_at_once) return "--sources-at-once";
  if (options.block_threads) return "--block-threads";
  if (options.device_memory) return "--device-memory";
  return "";
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
  add_sharing_options(verb, options.graph.distribution);
  add_method_option(verb, options.method, all_betweenness_methods(), betweenness_method_name,
                    betweenness_method_from_name);
  verb.add_flag("--weighted", options.weighted, "Shortest by weight, not by hops");
  verb.add_flag("--edges", options.edges, "Scores of edges instead of vertices");
  verb.add_flag("--normalized", options.normalized, "Divide by the number of pairs");
  verb.add_flag("--endpoints", options.endpoints, "Count a path for its own ends, too");
  add_precision_option(verb, options.precision);
  auto* sources = verb.add_option("--sources", options.sources_file,
                                  "FILE of labels, one a line: the sum of these sources' shares")
                      ->check(not_empty);
  verb.add_option("--targets", options.targets_file,
                  "FILE of labels: only pairs of a source and a target, each half where undirected")
      ->needs(sources)
      ->check(not_empty);
  auto* samples = verb.add_option("--samples", options.samples,
                                  "So many random sources, scaled to all vertices")
                      ->check(at_least_one<std::uint64_t>);
  samples->excludes(sources);
  auto* epsilon = verb.add_option("--epsilon", options.epsilon,
                                  "Sample until no normalized score is further off than this");
  epsilon->excludes(sources)->excludes(samples);
  verb.add_option("--delta", options.delta,
                  "With --epsilon: the chance that any score is further off (default: 0.1)")
      ->needs(epsilon);
  verb.add_option("--top", options.top,
                  "So many of the highest scores are shown (default: 10); with --epsilon, stop as "
                  "soon as they and their order are certain")
      ->check(at_least_one<std::uint32_t>);
  verb.add_option("--checkpoint", options.checkpoint, "Keep what is done so far in FILE")
      ->check(not_empty);
  verb.add_option("--checkpoint-interval", options.checkpoint_interval,
                  "Seconds between two checkpoints (default: 60)")
      ->check(seconds);
  verb.add_flag("--resume", options.resume, "Continue from the checkpoint");
  verb.add_flag("--validate", options.validate,
                "Check a native container first, and that all scores together are what the "
                "distances say (exact ones by hops); exit status 4 if they are not");
  add_choice(
      verb, "--distribution", options.distribution, {"auto", "replicated", "partitioned"},
      "On ranks: replicated distributes the sources, the graph on every rank; partitioned the "
      "graph (default: auto, by memory)");
  verb.add_option("--batch-size", options.batch_size,
                  "partitioned: sources searched side by side, 1 to 64 (default: by memory)")
      ->check(at_least_one<std::uint32_t>);
  if (has_devices()) add_device_options(verb, options);
}

bool BcOptions::is_on_device() const {
  return device_choice(run.device).kind != DeviceChoice::Kind::kHost;
}

void check(const BcOptions& options) {
  if (!options.is_on_device() && !first_of_device(options).empty()) {
    throw UsageError(fmt::format("{}: an option of searches on devices: name one by --device",
                                 first_of_device(options)));
  }
  if (options.is_adaptive()) {
    const auto refuse = [](const char* option) {
      throw UsageError(fmt::format(
          "--epsilon: sampled paths go by hops and score vertices: leave {} out", option));
    };
    if (options.weighted) refuse("--weighted");
    if (options.edges) refuse("--edges");
    if (options.endpoints) refuse("--endpoints");
    if (options.precision != BetweennessPrecision::kDouble) refuse("--precision");
    if (options.method != BetweennessMethod::kAuto) refuse("--algorithm");
  }
  if (options.validate && (options.weighted || options.samples || options.is_adaptive())) {
    throw UsageError(
        "--validate: only exact scores by hops can be checked: leave --weighted, --samples and "
        "--epsilon out");
  }
  if (options.resume && options.checkpoint.empty()) {
    throw UsageError("--resume: --checkpoint FILE says from where");
  }
  const NamedFile files[] = {{"GRAPH", options.graph.path},
                             {"--sources", options.sources_file},
                             {"--targets", options.targets_file},
                             {"--output", options.run.output}};
  const std::span<const NamedFile> all(files);
  require_apart({"--output", options.run.output}, all.first(all.size() - 1));
  require_apart({"--checkpoint", options.checkpoint}, all);
}

std::vector<LabelLine> read_labels(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path, 0, "cannot be opened");
  std::vector<LabelLine> labels;
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    const std::string_view label = trimmed(line);
    if (!label.empty()) labels.push_back({std::string(label), number});
  }
  if (file.bad()) throw InputError(path, 0, "cannot be read");
  if (labels.empty()) throw InputError(path, 0, "there is no label in it");
  return labels;
}

void refuse_label(const std::string& path, const LabelLine& line) {
  throw InputError(path, line.number, fmt::format("the graph has no vertex '{}'", line.label));
}

std::vector<Vertex> read_vertex_set(const Graph& graph, const std::string& path) {
  std::vector<Vertex> vertices;
  for (const LabelLine& line : read_labels(path)) {
    const auto vertex = graph.labels().find(line.label, graph.num_vertices());
    if (!vertex) refuse_label(path, line);
    vertices.push_back(*vertex);
  }
  return vertices;
}

}  // namespace strider::cli
