// A shortest path by searches from both ends at once (Pohl 1971, "Bi-directional search").
//
//   reached, frontier of the source's side = {source}, of the target's side = {target}
//   while both frontiers lead on:
//     of the side whose frontier has fewer arcs, for each arc (u, v) of the frontier:
//       if v is not reached on this side: u is its parent there, and it joins the next frontier
//         if it is reached on the other side, the path leads through v: done
//
// Invariant: each side has reached all vertices at distance <= its level from its end, and no
// others; none is reached on both. So the distance is more than the two levels together, and a
// vertex of the next level that the other side has reached is on a path of one more: a shortest
// one. Its arcs are followed against their direction on the target's side.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/paths.hpp"

namespace strider {
namespace {

/// The search from one end.
class Side {
 public:
  Side(detail::Workspace& workspace, const Csr& rows) : rows_(rows) {
    workspace.declare("the parents", parents_, rows.num_vertices());
    workspace.when_taken([this] { std::ranges::fill(parents_.span(), kNoVertex); });
  }

  /// Forgets the last search, in the time of what that has reached.
  void start(Vertex end) {
    for (const Vertex v : reached_) parents_[v] = kNoVertex;
    reached_.assign(1, end);
    parents_[end] = end;
    begin_ = 0;
    arcs_ = rows_.degree(end);
  }

  [[nodiscard]] bool has_reached(Vertex v) const { return parents_[v] != kNoVertex; }
  [[nodiscard]] std::size_t num_reached() const { return reached_.size(); }
  /// Of the frontier; 0: it leads nowhere.
  [[nodiscard]] EdgeIndex arcs() const { return arcs_; }

  /// Reaches the next level, or as much of it as leads to a vertex that `other` has reached:
  /// returns that, or kNoVertex.
  Vertex expand(const Side& other) {
    const std::size_t end = reached_.size();
    arcs_ = 0;
    for (; begin_ < end; ++begin_) {
      if (begin_ % kVerticesTogether == 0) throw_if_stopped();
      const Vertex u = reached_[begin_];
      for (const Vertex v : rows_.neighbors(u)) {
        if (has_reached(v)) continue;
        reached_.push_back(v);  // first, as it may throw
        parents_[v] = u;
        if (other.has_reached(v)) return v;
        arcs_ += rows_.degree(v);
      }
    }
    return kNoVertex;
  }

  /// Appends the vertices from v's parent to the end where this side began.
  void append_way_back(Vertex v, std::vector<Vertex>& path) const {
    for (; parents_[v] != v; v = parents_[v]) path.push_back(parents_[v]);
  }

 private:
  // Between two looks at the stop flag.
  static constexpr std::size_t kVerticesTogether = 1U << 12U;

  const Csr& rows_;
  Array<Vertex> parents_;
  std::vector<Vertex> reached_;
  std::size_t begin_ = 0;  // of the frontier in reached_
  EdgeIndex arcs_ = 0;
};

}  // namespace

struct PathFinder::State {
  explicit State(Graph of)
      : graph(std::move(of)), from(workspace, graph.out()), to(workspace, graph.in()) {
    workspace.take("the search from both ends", detail::HostMemory());
  }

  Graph graph;
  detail::Workspace workspace;
  Side from;
  Side to;
};

PathFinder::PathFinder(Graph graph) : state_(std::make_unique<State>(std::move(graph))) {}
PathFinder::PathFinder(PathFinder&&) noexcept = default;
PathFinder& PathFinder::operator=(PathFinder&&) noexcept = default;
PathFinder::~PathFinder() = default;

Path PathFinder::run(Vertex source, Vertex target) {
  const Vertex n = state_->graph.num_vertices();
  for (const auto& [role, end] : {std::pair("source", source), std::pair("target", target)}) {
    if (end < n) continue;
    throw UsageError(
        fmt::format("{}: {} is not a vertex; the graph has {} vertices", role, end, n));
  }
  if (source == target) return {{source}, 1};
  Side& from = state_->from;
  Side& to = state_->to;
  from.start(source);
  to.start(target);
  Vertex meeting = kNoVertex;
  while (meeting == kNoVertex && from.arcs() > 0 && to.arcs() > 0) {
    meeting = from.arcs() <= to.arcs() ? from.expand(to) : to.expand(from);
  }
  Path path{{}, from.num_reached() + to.num_reached()};
  if (meeting == kNoVertex) return path;
  --path.touched;  // both have reached that one, and no other
  from.append_way_back(meeting, path.vertices);
  std::ranges::reverse(path.vertices);
  path.vertices.push_back(meeting);
  to.append_way_back(meeting, path.vertices);
  return path;
}

Path shortest_path(const Graph& graph, Vertex source, Vertex target) {
  return PathFinder(graph).run(source, target);
}

}  // namespace strider
