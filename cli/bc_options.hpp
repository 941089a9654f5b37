// The options of strider bc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"
#include "parser.hpp"
#include "strider/betweenness.hpp"

namespace strider::cli {

struct BcOptions {
  RunOptions run;
  GraphOptions graph;
  BetweennessMethod method = BetweennessMethod::kAuto;
  bool weighted = false;
  bool edges = false;
  bool normalized = false;
  bool endpoints = false;
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
  std::string sources_file;
  std::string targets_file;
  std::optional<std::uint64_t> samples;
  std::optional<double> epsilon;
  std::optional<double> delta;
  std::optional<std::uint32_t> top;
  std::string checkpoint;
  double checkpoint_interval = CheckpointOptions{}.interval_seconds;
  bool resume = false;
  /// --resume was given, but the checkpoint is not there yet.
  bool begins_anew = false;
  bool validate = false;
  DeviceOptions device;
  Tuning tuning;
  std::string share;  ///< on ranks: a name of BcShare; empty: auto

  [[nodiscard]] std::uint64_t seed() const { return run.seed.value_or(1); }
  [[nodiscard]] bool is_adaptive() const { return epsilon.has_value(); }
  [[nodiscard]] bool is_on_device() const;
};

void add_bc_options(CLI::App& verb, BcOptions& options);

/// Throws UsageError where options contradict one another.
void check(const BcOptions& options);
/// Whether the checkpoint to continue from is not there yet, so that the run begins anew.
[[nodiscard]] bool lacks_checkpoint(const BcOptions& options);

/// A line of a file of vertices.
struct LabelLine {
  std::string label;
  std::uint64_t number;
};
/// The labels of a file, one a line; empty lines are none. Throws InputError.
[[nodiscard]] std::vector<LabelLine> read_labels(const std::string& path);
/// Throws InputError: the graph has no such vertex.
[[noreturn]] void refuse_label(const std::string& path, const LabelLine& line);

/// The vertices of a file with one label a line; empty lines are none. Throws InputError.
[[nodiscard]] std::vector<Vertex> read_vertex_set(const Graph& graph, const std::string& path);

}  // namespace strider::cli
