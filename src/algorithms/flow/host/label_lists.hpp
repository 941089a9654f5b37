// The vertices of each label, and those of them that have excess, for push-relabel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// What push-relabel knows of a vertex, side by side in memory.
struct FlowNode {
  std::uint64_t excess = 0;
  Vertex label = 0;       ///< the number of vertices: none
  std::uint32_t arc = 0;  ///< all before have run out
  // In the lists of the label: of all vertices that have it, and of those with excess.
  Vertex next = kNoVertex;
  Vertex previous = kNoVertex;
  Vertex next_active = kNoVertex;
};

/// Two lists of each label: its vertices, and the active ones, which have excess.
class LabelLists {
 public:
  /// Ready once the workspace has been taken.
  LabelLists(Workspace& workspace, Vertex num_vertices) {
    workspace.declare("the excess of vertices", nodes_, num_vertices);
    workspace.declare("the vertices of a label", with_label_, num_vertices + std::size_t{1});
    workspace.declare("the active vertices of a label", active_, num_vertices + std::size_t{1});
    workspace.when_taken([this] {
      std::ranges::fill(nodes_, FlowNode{});
      std::ranges::fill(with_label_, kNoVertex);
      std::ranges::fill(active_, kNoVertex);
    });
  }
  LabelLists(const LabelLists&) = delete;
  LabelLists& operator=(const LabelLists&) = delete;
  ~LabelLists() = default;

  [[nodiscard]] std::span<FlowNode> nodes() { return nodes_.span(); }

  /// No vertex is in a list. Labels stay.
  void clear() {
    std::fill_n(with_label_.begin(), highest_ + std::size_t{1}, kNoVertex);
    std::fill_n(active_.begin(), highest_ + std::size_t{1}, kNoVertex);
    highest_ = highest_active_ = 0;
  }
  void add(Vertex v) {
    FlowNode& node = nodes_[v];
    Vertex& first = with_label_[node.label];
    node.next = first;
    node.previous = kNoVertex;
    if (first != kNoVertex) nodes_[first].previous = v;
    first = v;
    highest_ = std::max(highest_, node.label);
  }
  /// Returns whether v was the last of its label. Precondition: it is not active.
  bool remove(Vertex v) {
    const FlowNode& node = nodes_[v];
    if (node.next != kNoVertex) nodes_[node.next].previous = node.previous;
    (node.previous == kNoVertex ? with_label_[node.label] : nodes_[node.previous].next) = node.next;
    return with_label_[node.label] == kNoVertex;
  }
  void activate(Vertex v) {
    FlowNode& node = nodes_[v];
    node.next_active = std::exchange(active_[node.label], v);
    highest_active_ = std::max(highest_active_, node.label);
  }
  /// An active vertex of the highest label, which is active no more; kNoVertex if there is none.
  [[nodiscard]] Vertex take_active() {
    while (highest_active_ > 0 && active_[highest_active_] == kNoVertex) --highest_active_;
    if (highest_active_ == 0) return kNoVertex;
    const Vertex v = active_[highest_active_];
    active_[highest_active_] = nodes_[v].next_active;
    return v;
  }
  /// Labels every vertex above `gap` with `none`. Precondition: no vertex there is active, or has
  /// the label `gap`.
  void drop_above(Vertex gap, Vertex none) {
    for (Vertex label = gap + 1; label <= highest_; ++label) {
      for (Vertex v = std::exchange(with_label_[label], kNoVertex); v != kNoVertex;
           v = nodes_[v].next) {
        nodes_[v].label = none;
      }
    }
    highest_ = gap - 1;
    highest_active_ = std::min(highest_active_, highest_);
  }

 private:
  Array<FlowNode> nodes_;
  Array<Vertex> with_label_;   // by label: the first
  Array<Vertex> active_;       // by label: the first
  Vertex highest_ = 0;         // no label above is in use
  Vertex highest_active_ = 0;  // no active vertex is above
};

}  // namespace strider::detail
