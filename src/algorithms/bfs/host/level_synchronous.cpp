#include "algorithms/bfs/host/level_synchronous.hpp"

#include <utility>

#include "base/timer.hpp"

namespace strider::detail {

LevelSynchronous::LevelSynchronous(Graph graph, const BfsOptions& options)
    : graph_(std::move(graph)),
      options_(options),
      reached_edges_(graph_, options.threads),
      sums_(options.threads) {}

void LevelSynchronous::search(const BfsQuery& query, BfsTree& tree) {
  tree_.start(tree, graph_.num_vertices());
  parallel_team(options_.threads, [&](Member& member) { run(member, query, tree); });
  tree_.finish(tree);
  tree.num_edges_reached =
      reached_edges_.count(*tree.num_edges_reached, tree.arrays.parents.span());
}

void LevelSynchronous::run(Member& member, const BfsQuery& query, BfsTree& tree) {
  const Range chunk = tree_share(member);
  tree_.clear(chunk.begin, chunk.end);
  clear(member);
  member.wait();
  LevelWork sources;
  if (member.is_first()) member.attempt([&] { sources = begin_at(query.sources); });
  Step step;
  step.frontier = sums_.wait(member, sources);
  step.reached = step.frontier;

  while (step.frontier.vertices > 0 && !member.must_stop()) {
    const Timer timer;
    LevelWork found;
    if (step.level < query.depth) {
      if (step.level + 1 == TreeWriter::kFirstWide) widen_levels(member);
      found = sums_.wait(member, expand(member, step));
    } else {
      step.direction = BfsDirection::kNone;
    }
    if (options_.trace == BfsTrace::kLevels && member.is_first()) {
      member.attempt([&] {
        // Top-down, all arcs of the frontier.
        tree.trace.push_back(
            {step.level, step.frontier.vertices, step.frontier.edges, step.direction,
             timer.seconds(),
             step.direction == BfsDirection::kTopDown ? step.frontier.edges : found.examined});
      });
    }
    step.previous_vertices = step.frontier.vertices;
    step.frontier = found;
    step.reached += found;
    ++step.level;
  }
  if (member.is_first()) {
    tree.num_reached = static_cast<Vertex>(step.reached.vertices);
    tree.num_levels = step.level;
    tree.num_edges_reached = step.reached.edges;
  }
}

LevelWork LevelSynchronous::begin_at(std::span<const Vertex> sources) {
  LevelWork work;
  for (const Vertex source : sources) {
    tree_.set(source, source, 0);
    work += {1, graph_.out().degree(source)};
  }
  begin(sources);
  return work;
}

void LevelSynchronous::widen_levels(Member& member) {
  const Range chunk = tree_share(member);
  tree_.widen(chunk.begin, chunk.end);
  member.wait();
  if (member.is_first()) tree_.use_wide();
  member.wait();
}

}  // namespace strider::detail
