// The columns of each verb's result: the same on a machine and on ranks.
#pragma once

#include "io/results/table.hpp"

namespace strider {

inline constexpr Column kBfsColumns[] = {
    {"vertex", CellType::kLabel}, {"level", CellType::kCount}, {"parent", CellType::kLabel}};
inline constexpr TableSchema kBfsSchema{kBfsColumns, ""};

/// W is the type of the weights.
template <class W>
inline constexpr Column kSsspColumns[] = {
    {"vertex", CellType::kLabel}, {"distance", kDistanceCellOf<W>}, {"parent", CellType::kLabel}};
template <class W>
inline constexpr TableSchema kSsspSchema{kSsspColumns<W>, ""};

template <class W>
inline constexpr Column kMsfColumns[] = {
    {"u", CellType::kLabel}, {"v", CellType::kLabel}, {"weight", kCellOf<W>}};
template <class W>
inline constexpr TableSchema kMsfSchema{kMsfColumns<W>, "spanning forests"};

inline constexpr Column kComponentsColumns[] = {{"vertex", CellType::kLabel},
                                                {"component", CellType::kLabel}};
inline constexpr TableSchema kComponentsSchema{kComponentsColumns, ""};

inline constexpr Column kVertexScoreColumns[] = {{"vertex", CellType::kLabel},
                                                 {"score", CellType::kDouble}};
inline constexpr TableSchema kVertexScoreSchema{kVertexScoreColumns, "betweenness"};

inline constexpr Column kEdgeScoreColumns[] = {
    {"u", CellType::kLabel}, {"v", CellType::kLabel}, {"score", CellType::kDouble}};
inline constexpr TableSchema kEdgeScoreSchema{kEdgeScoreColumns, "betweenness"};

/// A row of a search: a vertex, its depth of type Depth (level or distance), its parent.
template <class Depth>
void fill_tree_row(GlobalVertex vertex, Depth depth, GlobalVertex parent, bool is_reached,
                   Cell* cells) {
  cells[0] = Cell(vertex);
  cells[1] = is_reached ? Cell(depth) : Cell();
  cells[2] = is_reached ? Cell(parent) : Cell();
}

/// A row of an edge with a weight or a score.
template <class Value>
void fill_edge_row(GlobalVertex u, GlobalVertex v, Value value, Cell* cells) {
  cells[0] = Cell(u);
  cells[1] = Cell(v);
  cells[2] = Cell(value);
}

}  // namespace strider
