// Strong components by one depth-first search (Tarjan, "Depth-first search and linear graph
// algorithms", 1972), on one thread, without recursion:
//
//   search(v):
//     index[v] = low = next index
//     for each arc v -> w: search(w) unless seen; low = min(low, index[w])
//     if low is index[v]: v and the stack down to the first of a smaller index are a component
//     else index[v] = low, and v goes onto the stack
//
// Vertices go onto the stack only when they are left, and roots never do (Nuutila and
// Soisalon-Soininen 1994), and one array says all of a vertex: unseen, the least index it is known
// to lead to, or, greater than all indices, that its component is complete (Pearce 2016). Every row
// is read once. O(n + m).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

class Tarjan {
 public:
  static constexpr Vertex kUnseen = 0;
  /// The index of what is in one component with the origin of all searches, if there is one.
  static constexpr Vertex kOrigin = 1;
  static constexpr Vertex kComplete = kNoVertex;

  /// The rows outlive it.
  Tarjan(Workspace& workspace, const Csr& rows) : rows_(rows) {
    const Vertex n = rows.num_vertices();
    workspace.declare("indices", indices_, n);
    workspace.declare("the path of the search", path_, n);
    workspace.declare("the stack", stack_, n);
  }

  /// By vertex: kUnseen, an index, or kComplete. The caller writes them before the first search.
  [[nodiscard]] std::span<Vertex> indices() { return indices_.span(); }
  /// Vertices that lead to the origin, and so to no complete component: those that searches found.
  [[nodiscard]] std::span<const Vertex> stack() const { return stack_.span().first(stack_size_); }
  void clear_stack() { stack_size_ = 0; }

  /// Searches from an unseen vertex. Completes components: labels them. Throws InterruptedError.
  void search(Vertex root, std::span<Vertex> labels) {
    const EdgeIndex* const offsets = rows_.offsets().data();
    const Vertex* const targets = rows_.targets().data();
    std::size_t depth = 0;
    Step step = enter(root);
    EdgeIndex end = offsets[root + std::size_t{1}];
    for (;;) {
      Vertex next = kNoVertex;
      while (step.arc < end) {
        const Vertex w = targets[step.arc++];
        const Vertex index = indices_[w];
        if (index == kUnseen) {
          next = w;
          break;
        }
        step.low = std::min(step.low, index);
      }
      if (next != kNoVertex) {
        path_[depth++] = step;
        step = enter(next);
        end = offsets[next + std::size_t{1}];
        continue;
      }
      const Vertex low = leave(step, labels);
      if (depth == 0) return;
      step = path_[--depth];
      step.low = std::min(step.low, low);
      end = offsets[step.vertex + std::size_t{1}];
    }
  }

 private:
  /// A vertex that is being searched.
  struct Step {
    Vertex vertex;
    Vertex low;
    EdgeIndex arc;  ///< the next one to follow
  };

  [[nodiscard]] Step enter(Vertex v) {
    if (next_index_ % (1U << 16U) == 0) throw_if_stopped();
    indices_[v] = next_index_;
    return {v, next_index_++, rows_.offsets()[v]};
  }
  /// Returns what its predecessor learns of it: its index from now on.
  Vertex leave(const Step& step, std::span<Vertex> labels) {
    const Vertex v = step.vertex;
    const Vertex index = indices_[v];
    if (step.low < index) {
      indices_[v] = step.low;
      stack_[stack_size_++] = v;
      return step.low;
    }
    const std::size_t top = stack_size_;
    Vertex least = v;
    while (stack_size_ > 0 && indices_[stack_[stack_size_ - 1]] >= index) {
      least = std::min(least, stack_[--stack_size_]);
    }
    for (std::size_t i = stack_size_; i < top; ++i) {
      indices_[stack_[i]] = kComplete;
      labels[stack_[i]] = least;
    }
    indices_[v] = kComplete;
    labels[v] = least;
    return kComplete;
  }

  const Csr& rows_;
  Array<Vertex> indices_;
  Array<Step> path_;
  Array<Vertex> stack_;
  std::size_t stack_size_ = 0;
  Vertex next_index_ = kOrigin + 1;
};

}  // namespace strider::detail
