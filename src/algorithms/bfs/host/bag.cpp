// The bag of pennants: frontiers that are united and split without copying.
//
//   frontier = the threads' bags of the last level, united
//   for each pennant of the frontier, in parallel:
//     walk(pennant):
//       if it has no more vertices than the grain: expand each of them
//       else: split it in two, and walk both in parallel
//   expand(u), long lists in chunks in parallel:
//     for each neighbour v of u:
//       if v has no parent, atomically make u its parent; whoever succeeds gives v level + 1 and
//       inserts it into the bag of the thread it runs on
//
// Invariant: the bags hold each vertex of the next level once. Work is balanced by whoever is idle
// taking a task, inserting is local and O(1) amortized, and uniting the bags is O(threads log n)
// (Leiserson and Schardl 2010, sections 3 to 5; a pool of tasks for the scheduler of Cilk, and an
// exchange instead of their repeated discoveries).
#include <variant>

#include "algorithms/bfs/host/level_synchronous.hpp"
#include "base/stop.hpp"
#include "base/task_pool.hpp"
#include "graph/pennant_bag.hpp"

namespace strider::detail {
namespace {

// Vertices in a node: with its two pointers, four cache lines.
constexpr std::size_t kNodeVertices = 60;
// Adjacency entries that one task walks: about as many as a grain of vertices usually has.
constexpr EdgeIndex kEdgeGrain = 4096;

using Reducer = BagReducer<kNodeVertices>;
using Node = PennantNode<kNodeVertices>;

class BagSearch final : public LevelSynchronous {
 public:
  BagSearch(Graph graph, const BfsOptions& options)
      : LevelSynchronous(std::move(graph), options),
        bags_{Reducer(options.threads), Reducer(options.threads)},
        tasks_(options.threads) {}

 private:
  /// 2^rank nodes to walk.
  struct Pennant {
    Node* root;
    std::size_t rank;
  };
  /// Adjacency entries of one vertex to expand.
  struct Edges {
    Vertex source;
    std::span<const Vertex> targets;
  };

  /// What one thread needs to run tasks of a level.
  struct Walker {
    Member& member;
    Reducer::Bag& next;
    Level level;
    LevelWork found;
  };

  void clear(Member& member) override {
    if (!member.is_first()) return;
    bags_[0].clear();
    bags_[1].clear();
  }

  void begin(std::span<const Vertex> sources) override {
    for (const Vertex source : sources) bags_[0].local(0).insert(source);
  }

  LevelWork expand(Member& member, Step& step) override {
    Walker walker{member, bags_[(step.level + 1) % 2].local(member.thread()), step.level, {}};
    if (member.is_first()) walker.member.attempt([&] { walk_frontier(walker); });
    // What is no more than one task's work needs no barrier of tasks.
    const bool one_task =
        step.frontier.vertices <= options_.tuning.bag_grain && step.frontier.edges <= kEdgeGrain;
    if (!one_task) {
      member.wait();
      tasks_.work(member.thread(),
                  [&](const auto& task) { member.attempt([&] { run(walker, task); }); });
    }
    return walker.found;
  }

  void walk_frontier(Walker& walker) {
    bags_[(walker.level + 1) % 2].clear();
    const Reducer::Bag& frontier = bags_[walker.level % 2].reduce();
    for (std::size_t k = 0; k < Reducer::Bag::kRanks; ++k) {
      if (frontier.pennant(k) != nullptr) walk(walker, {frontier.pennant(k), k});
    }
    expand_block(walker, frontier.hopper());
  }

  void run(Walker& walker, const std::variant<Pennant, Edges>& task) {
    throw_if_stopped();
    if (const auto* const pennant = std::get_if<Pennant>(&task)) {
      walk(walker, *pennant);
    } else {
      expand_edges(walker, std::get<Edges>(task));
    }
  }

  void walk(Walker& walker, Pennant pennant) {
    while (pennant.rank > 0 && (kNodeVertices << pennant.rank) > options_.tuning.bag_grain) {
      --pennant.rank;
      tasks_.push(walker.member.thread(), Pennant{split_pennant(pennant.root), pennant.rank});
    }
    for_each_block(pennant.root,
                   [&](std::span<const Vertex> vertices) { expand_block(walker, vertices); });
  }

  void expand_block(Walker& walker, std::span<const Vertex> vertices) {
    for (const Vertex u : vertices) {
      auto row = graph_.out().neighbors(u);
      for (; row.size() > kEdgeGrain; row = row.subspan(kEdgeGrain)) {
        tasks_.push(walker.member.thread(), Edges{u, row.first(kEdgeGrain)});
      }
      expand_edges(walker, {u, row});
    }
  }

  void expand_edges(Walker& walker, Edges edges) {
    const Csr& out = graph_.out();
    for (const Vertex v : edges.targets) {
      if (!claim(tree_.parents()[v], edges.source)) continue;
      tree_.set_level(v, walker.level + 1);
      walker.next.insert(v);
      walker.found += {1, out.degree(v)};
    }
  }

  Reducer bags_[2];
  TaskPool<std::variant<Pennant, Edges>> tasks_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_bag(Graph graph, const BfsOptions& options) {
  return std::make_unique<BagSearch>(std::move(graph), options);
}

}  // namespace strider::detail
