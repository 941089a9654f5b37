// The columns of each verb's result: the same on a machine and on ranks. Parameters are functions
// of the number of a row.
#pragma once

#include <optional>
#include <vector>

#include "io/results/table.hpp"

namespace strider {

/// A row for each vertex: its depth of type Depth (level or distance), and its parent. parent(i) is
/// an optional vertex: none if vertex i is unreached, and then depth(i) is not called.
template <class VertexOf, class DepthOf, class ParentOf>
[[nodiscard]] std::vector<Column> tree_columns(std::string_view depth_name, CellType depth_type,
                                               VertexOf vertex, DepthOf depth, ParentOf parent) {
  const auto depth_if_reached = [depth, parent](std::size_t i) {
    return parent(i) ? std::optional(depth(i)) : std::nullopt;
  };
  return {column("vertex", CellType::kLabel, vertex),
          column(depth_name, depth_type, depth_if_reached),
          column("parent", CellType::kLabel, parent)};
}

/// level(i) is a Level.
template <class VertexOf, class LevelOf, class ParentOf>
[[nodiscard]] std::vector<Column> bfs_columns(VertexOf vertex, LevelOf level, ParentOf parent) {
  const auto cell = [level](std::size_t i) { return std::uint64_t{level(i)}; };
  return tree_columns("level", CellType::kCount, vertex, cell, parent);
}

/// W is the type of the weights.
template <class W, class VertexOf, class DepthOf, class ParentOf>
[[nodiscard]] std::vector<Column> sssp_columns(VertexOf vertex, DepthOf distance, ParentOf parent) {
  return tree_columns("distance", kDistanceCellOf<W>, vertex, distance, parent);
}

/// A row for each edge.
template <class EndOf, class OtherEndOf, class ValueOf>
[[nodiscard]] std::vector<Column> edge_columns(std::string_view name, CellType type, EndOf u,
                                               OtherEndOf v, ValueOf value) {
  return {column("u", CellType::kLabel, u), column("v", CellType::kLabel, v),
          column(name, type, value)};
}

template <class W, class EndOf, class OtherEndOf, class WeightOf>
[[nodiscard]] std::vector<Column> msf_columns(EndOf u, OtherEndOf v, WeightOf weight) {
  return edge_columns("weight", kCellOf<W>, u, v, weight);
}

/// A row for each vertex.
template <class VertexOf, class ValueOf>
[[nodiscard]] std::vector<Column> value_columns(std::string_view name, CellType type,
                                                VertexOf vertex, ValueOf value) {
  return {column("vertex", CellType::kLabel, vertex), column(name, type, value)};
}

/// level(i) is a Level.
template <class LevelOf>
[[nodiscard]] Column level_column(LevelOf level) {
  return column("level", CellType::kCount, [level](std::size_t i) {
    return level(i) == kUnreached ? std::nullopt : std::optional(std::uint64_t{level(i)});
  });
}
/// A row for each vertex, of a search for levels only.
template <class VertexOf, class LevelOf>
[[nodiscard]] std::vector<Column> level_columns(VertexOf vertex, LevelOf level) {
  return {column("vertex", CellType::kLabel, vertex), level_column(level)};
}
/// A row for each source of each vertex.
template <class SourceOf, class VertexOf, class LevelOf>
[[nodiscard]] std::vector<Column> distance_columns(SourceOf source, VertexOf vertex,
                                                   LevelOf level) {
  return {column("source", CellType::kLabel, source), column("vertex", CellType::kLabel, vertex),
          level_column(level)};
}

template <class EndOf, class OtherEndOf, class ScoreOf>
[[nodiscard]] std::vector<Column> edge_score_columns(EndOf u, OtherEndOf v, ScoreOf score) {
  return edge_columns("score", CellType::kDouble, u, v, score);
}

// What LDBC Graphalytics has no format for.
inline constexpr std::string_view kForests = "spanning forests";
inline constexpr std::string_view kDistances = "distances from several sources";
inline constexpr std::string_view kFlows = "flows";
inline constexpr std::string_view kBetweenness = "betweenness";

}  // namespace strider
