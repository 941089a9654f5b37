// Push-relabel (Goldberg and Tarjan, "A new approach to the maximum-flow problem", JACM 1988), the
// highest label first, with the global and gap relabeling of Cherkassky and Goldberg ("On
// implementing the push-relabel method for the maximum flow problem", Algorithmica 1997):
//
//   fill every arc that leaves the source
//   flow towards the target; then, what remains, towards the source:
//     label every vertex with its distance to that sink (global relabeling)
//     while a vertex with a label has excess: of the highest label l,
//       push along arcs to label l - 1 until there is no excess
//       where such arcs run out: label it with one more than the lowest head of its open arcs;
//         if it was the last of its label, it and all above have no way to the sink (gap)
//       label all by distance again once as much work has been done as that takes a few times
//
// Invariant: the label of a vertex is at most its distance to the sink in the residual graph, so a
// vertex without a label cannot reach it. When no vertex with a label has excess, no more flows
// into the target, and the vertices that still reach it are its side of a minimum cut. The second
// flow stays on the other side. O(n^2 sqrt(m)).
//
// Distances are found by all threads; pushes are sequential, so the flow is the same for any number
// of threads.
#include "algorithms/flow/push_relabel.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "algorithms/flow/host/label_lists.hpp"
#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "graph/edge_map.hpp"

namespace strider::detail {
namespace {

/// Work in arcs between two global relabelings, by that of one. 6 and 12: what a vertex costs
/// there, and a relabeling (Cherkassky and Goldberg).
constexpr std::uint64_t kGlobalsApart = 2;
constexpr std::uint64_t kVertexWork = 6;
constexpr std::uint64_t kRelabelWork = 12;
/// Between two looks at the stop flag.
constexpr std::size_t kStepsTogether = std::size_t{1} << 16U;
/// Residual arcs from which it pays that several threads label.
constexpr std::size_t kArcsForThreads = std::size_t{1} << 18U;
/// A frontier below kNarrow is one thread's work until it has kWide vertices: a wait for the others
/// at each level would take longer.
constexpr std::size_t kNarrow = 1024;
constexpr std::size_t kWide = 4096;

/// Labels by distance to the sink: from u to v where v's arc to u is open.
struct Label {
  static constexpr bool kOnce = true;
  std::span<FlowNode> nodes;
  std::span<const ResidualArc> arcs;
  Vertex none;
  Vertex closed;  ///< keeps no label
  Vertex label;

  [[nodiscard]] bool cond(Vertex v) const {
    return load_relaxed(nodes[v].label) == none && v != closed;
  }
  bool update_atomic(Vertex, Vertex v, EdgeIndex arc) const {
    return arcs[arcs[arc].mate].left > 0 && compare_exchange_relaxed(nodes[v].label, none, label);
  }
};

class PushRelabel {
 public:
  PushRelabel(Residual& residual, int threads)
      : n_(residual.size()),
        arcs_(residual.arcs()),
        rows_(residual.rows()),
        offsets_(rows_.offsets().data()),
        threads_(arcs_.size() < kArcsForThreads ? 1 : threads),
        labels_(workspace_, n_),
        reached_(workspace_, n_) {
    workspace_.take("a maximum flow", HostMemory());
    nodes_ = labels_.nodes();
  }

  void fill_arcs_of(Vertex source) {
    for (EdgeIndex arc = offsets_[source]; arc < offsets_[source + std::size_t{1}]; ++arc) {
      if (arcs_[arc].left > 0) push(source, arc, arcs_[arc].left);
    }
    nodes_[source].excess = 0;
  }

  /// All excess that can reach the sink flows there; none passes through `closed`.
  void flow_to(Vertex sink, Vertex closed) {
    sink_ = sink;
    closed_ = closed;
    label_all();
    const std::uint64_t apart = kGlobalsApart * (kVertexWork * n_ + arcs_.size());
    std::size_t step = 0;
    for (Vertex v = labels_.take_active(); v != kNoVertex; v = labels_.take_active()) {
      if (++step % kStepsTogether == 0) throw_if_stopped();
      discharge(v);
      if (work_ > apart) label_all();
    }
  }
  [[nodiscard]] std::uint64_t take_excess(Vertex v) { return std::exchange(nodes_[v].excess, 0); }

  /// Labels all vertices that reach the sink by their distance, and no other.
  void label_all() {
    labels_.clear();
    work_ = 0;
    search_from_sink();
    for (Vertex v = 0; v < n_; ++v) {
      FlowNode& node = nodes_[v];
      if (node.label == n_ || v == sink_) continue;
      node.arc = static_cast<std::uint32_t>(offsets_[v]);
      labels_.add(v);
      if (node.excess > 0) labels_.activate(v);
    }
  }
  [[nodiscard]] bool has_label(Vertex v) const { return nodes_[v].label < n_; }

 private:
  void search_from_sink() {
    parallel_for(0, n_, threads_, [&](std::size_t v) { nodes_[v].label = v == sink_ ? 0 : n_; });
    reached_.clear();
    reached_.append({&sink_, 1});
    std::size_t begin = 0;
    std::size_t end = 1;
    for (Vertex label = 1; begin < end;) {
      const bool is_narrow = end - begin < kNarrow;
      parallel_workers(is_narrow ? 1 : threads_, [&](Worker& worker) {
        Vertex mine = label;
        std::size_t first = begin;
        std::size_t last = end;
        do {
          const Label functor{nodes_, arcs_, n_, closed_, mine++};
          detail::push(worker, rows_, reached_.window(first, last), functor, reached_);
          worker.wait();
          first = std::exchange(last, reached_.size());
          worker.wait();
        } while (first < last && (last - first < (is_narrow ? kWide : kNarrow)) == is_narrow &&
                 !worker.member().must_stop());
        if (worker.member().is_first()) std::tie(label, begin, end) = std::tie(mine, first, last);
      });
    }
  }

  void push(Vertex v, EdgeIndex number, std::uint64_t amount) {
    ResidualArc& arc = arcs_[number];
    arc.left -= amount;
    arcs_[arc.mate].left += amount;
    nodes_[v].excess -= amount;
    nodes_[arc.head].excess += amount;
  }

  void discharge(Vertex v) {
    FlowNode& node = nodes_[v];
    const EdgeIndex end = offsets_[v + std::size_t{1}];
    do {
      EdgeIndex number = node.arc;
      for (; number < end; ++number) {
        const ResidualArc& arc = arcs_[number];
        if (arc.left == 0) continue;
        const FlowNode& head = nodes_[arc.head];
        if (head.label + 1 != node.label) continue;
        if (head.excess == 0 && arc.head != sink_) labels_.activate(arc.head);
        push(v, number, std::min(node.excess, arc.left));
        if (node.excess == 0) break;
      }
      node.arc = static_cast<std::uint32_t>(number);
    } while (node.excess > 0 && relabel(v));
  }

  /// Returns whether v still has a label.
  bool relabel(Vertex v) {
    FlowNode& node = nodes_[v];
    const EdgeIndex begin = offsets_[v];
    const EdgeIndex end = offsets_[v + std::size_t{1}];
    work_ += kRelabelWork + (end - begin);
    Vertex lowest = n_;
    EdgeIndex arc = begin;
    for (EdgeIndex number = begin; number < end; ++number) {
      if (arcs_[number].left == 0 || nodes_[arcs_[number].head].label >= lowest) continue;
      lowest = nodes_[arcs_[number].head].label;
      arc = number;
    }
    const bool was_last = labels_.remove(v);
    const Vertex old = std::exchange(node.label, n_);
    if (was_last) {
      labels_.drop_above(old, n_);  // the highest label comes first: none above is active
    } else if (lowest + 1 < n_) {
      node.label = lowest + 1;
      node.arc = static_cast<std::uint32_t>(arc);
      labels_.add(v);
    }
    return node.label < n_;
  }

  Vertex n_;
  std::span<ResidualArc> arcs_;
  const Csr& rows_;
  const EdgeIndex* offsets_;
  int threads_;
  Workspace workspace_;
  LabelLists labels_;
  std::span<FlowNode> nodes_;
  FrontierQueue reached_;
  Vertex sink_ = kNoVertex;
  Vertex closed_ = kNoVertex;
  std::uint64_t work_ = 0;  // since the last global relabeling
};

}  // namespace

std::uint64_t push_relabel(Residual& residual, Array<std::uint8_t>& reaches_target, int threads) {
  constexpr Vertex kTarget = Residual::kTarget;
  const Vertex source = residual.source();
  PushRelabel flow(residual, threads);
  if (source != kNoVertex) flow.fill_arcs_of(source);
  flow.flow_to(kTarget, source);
  flow.label_all();
  for (Vertex v = 0; v < residual.size(); ++v) reaches_target[v] = flow.has_label(v) ? 1 : 0;
  const std::uint64_t value = flow.take_excess(kTarget);
  if (source != kNoVertex) flow.flow_to(source, kTarget);
  return value;
}

}  // namespace strider::detail
