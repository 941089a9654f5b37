// Turns a tree kept as entries by position into parents and levels by vertex.
#pragma once

#include <memory>

#include "algorithms/bfs/tree.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Of tree.entries, by position, whose parents are vertices of the graph already: one random access
/// a vertex.
class EntryTranslator final : public TreeTranslator {
 public:
  EntryTranslator(SharedArray<Vertex> position_of, int threads)
      : position_of_(std::move(position_of)), threads_(threads) {}

  void translate(BfsTree& tree) const override;

 private:
  SharedArray<Vertex> position_of_;
  int threads_;
};

}  // namespace strider::detail
