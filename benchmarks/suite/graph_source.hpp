// The graphs of benchmarks by name: files, or generated ones.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "strider/io.hpp"

namespace benchmark {

/// What may stand for a graph file, for the help of programs.
inline constexpr const char* kGraphNames =
    "A graph file of any format; or kronecker:S (2^S vertices, 16 edges each, as Graph500's), "
    "uniform:S (likewise) or grid:S (2^S vertices, twice as many edges)";

struct GeneratedGraph {
  std::string_view kind;
  int scale;
};

/// The graph that a name like "kronecker:20" stands for; nullopt for a file.
inline std::optional<GeneratedGraph> generated_graph(std::string_view name) {
  for (const std::string_view kind : {"kronecker", "uniform", "grid"}) {
    if (!name.starts_with(kind) || name.substr(kind.size(), 1) != ":") continue;
    const std::string_view number = name.substr(kind.size() + 1);
    int scale = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), scale);
    constexpr int kMostScale = 31;
    if (error != std::errc() || end != number.data() + number.size() || scale < 1 ||
        scale > kMostScale) {
      throw strider::UsageError(std::string(name) + ": the scale is no number from 1 to 31");
    }
    return GeneratedGraph{kind, scale};
  }
  return std::nullopt;
}

/// Edges that the graph is made of, to tell how long it takes; nullopt for a file.
inline std::optional<double> listed_edges(std::string_view name) {
  const auto graph = generated_graph(name);
  if (!graph) return std::nullopt;
  constexpr double kEdgeFactor = 16;
  constexpr double kOfAGrid = 2;
  const auto vertices =
      static_cast<double>(std::uint64_t{1} << static_cast<unsigned>(graph->scale));
  return vertices * (graph->kind == "grid" ? kOfAGrid : kEdgeFactor);
}

/// Makes that graph.
inline strider::Graph make_graph(const GeneratedGraph& generated, int threads = 0) {
  const std::uint64_t vertices = std::uint64_t{1} << static_cast<unsigned>(generated.scale);
  const auto build = [&](const auto& parameters) {
    strider::EdgeList list = strider::generate(parameters, threads);
    return strider::build_graph(std::move(list), {.threads = threads});
  };
  if (generated.kind == "kronecker") {
    return build(strider::KroneckerParameters{.scale = generated.scale});
  }
  if (generated.kind == "uniform") {
    return build(strider::UniformParameters{.num_vertices = vertices, .num_edges = 16 * vertices});
  }
  const std::uint64_t rows = std::uint64_t{1} << static_cast<unsigned>(generated.scale / 2);
  return build(strider::GridParameters{.rows = rows, .columns = vertices / rows});
}

/// Reads or makes the graph of that name; weights are dropped.
inline strider::Graph make_graph(const std::string& name, int threads = 0) {
  if (const auto generated = generated_graph(name)) return make_graph(*generated, threads);
  strider::LoadedGraph loaded = strider::read_graph(name);
  return strider::topology(loaded.graph);
}

}  // namespace benchmark
