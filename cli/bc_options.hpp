// What strider bc is told.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "options.hpp"
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
  bool validate = false;
  // On devices; what DeviceBetweennessOptions say where they are not given.
  std::optional<std::uint32_t> block_threads;
  std::optional<std::uint32_t> sources_at_once;
  std::optional<std::uint64_t> device_memory;

  [[nodiscard]] std::uint64_t seed() const { return run.seed.value_or(1); }
  [[nodiscard]] bool is_adaptive() const { return epsilon.has_value(); }
  [[nodiscard]] bool is_on_device() const;
};

void add_bc_options(CLI::App& verb, BcOptions& options);

/// Throws UsageError where options contradict one another.
void check(const BcOptions& options);

/// The vertices of a file with one label a line; empty lines are none. Throws InputError.
[[nodiscard]] std::vector<Vertex> read_vertex_set(const Graph& graph, const std::string& path);

}  // namespace strider::cli
