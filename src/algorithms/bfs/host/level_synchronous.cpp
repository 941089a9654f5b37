#include "algorithms/bfs/host/level_synchronous.hpp"

#include <utility>

#include "base/timer.hpp"

namespace strider::detail {

LevelSynchronous::LevelSynchronous(Graph graph, const BfsOptions& options)
    : graph_(std::move(graph)),
      options_(options),
      reached_edges_(graph_, options.threads),
      sums_(options.threads) {}

void LevelSynchronous::search(Vertex source, BfsTree& tree) {
  tree_.start(tree, graph_.num_vertices());
  parallel_team(options_.threads, [&](Member& member) { run(member, source, tree); });
  tree_.finish(tree);
  tree.num_edges_reached =
      reached_edges_.count(*tree.num_edges_reached, tree.arrays.parents.span());
}

void LevelSynchronous::run(Member& member, Vertex source, BfsTree& tree) {
  const Range chunk = tree_share(member);
  tree_.clear(chunk.begin, chunk.end);
  clear(member);
  member.wait();
  if (member.is_first()) {
    tree_.set(source, source, 0);
    member.attempt([&] { begin(source); });
  }
  Step step{.source = source};
  step.frontier = sums_.wait(
      member, member.is_first() ? LevelWork{1, graph_.out().degree(source)} : LevelWork{});
  step.reached = step.frontier;

  while (step.frontier.vertices > 0 && !member.must_stop()) {
    const Timer timer;
    if (step.level + 1 == TreeWriter::kFirstWide) widen_levels(member);
    const LevelWork mine = expand(member, step);
    const LevelWork found = sums_.wait(member, mine);
    if (options_.trace == BfsTrace::kLevels && member.is_first()) {
      member.attempt([&] {
        tree.trace.push_back({step.level, step.frontier.vertices, step.frontier.edges,
                              step.direction, timer.seconds()});
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

void LevelSynchronous::widen_levels(Member& member) {
  const Range chunk = tree_share(member);
  tree_.widen(chunk.begin, chunk.end);
  member.wait();
  if (member.is_first()) tree_.use_wide();
  member.wait();
}

}  // namespace strider::detail
