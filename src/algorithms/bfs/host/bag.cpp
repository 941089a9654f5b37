// The bag of pennants: frontiers that are united and split without copying.
//
//   frontier = the threads' bags of the last level, united
//   for each pennant of the frontier, in parallel:
//     walk(pennant):
//       if it has no more vertices than the grain: expand each of them
//       else: split it in two, and walk both in parallel
//   expand(u), long lists in pieces in parallel:
//     for each neighbour v of u:
//       if v has no parent, atomically make u its parent; whoever succeeds gives v level + 1 and
//       inserts it into the bag of the thread it runs on
//
// Invariant: the bags hold each vertex of the next level once. Work is balanced by whoever is idle
// taking a task, inserting is local and O(1) amortized, and uniting the bags is O(threads log n)
// (Leiserson and Schardl 2010, sections 3 to 5; tasks of OpenMP for those of Cilk, and an exchange
// instead of their repeated discoveries).
#include <omp.h>

#include "algorithms/bfs/host/level_synchronous.hpp"
#include "graph/pennant_bag.hpp"

namespace strider::detail {
namespace {

// Vertices in a node: with its two pointers, four cache lines.
constexpr std::size_t kBlock = 60;
// Adjacency entries that one task walks: about as many as a grain of vertices usually has.
constexpr EdgeIndex kEdgeGrain = 4096;

using Reducer = BagReducer<kBlock>;
using Node = PennantNode<kBlock>;

class BagSearch final : public LevelSynchronous {
 public:
  BagSearch(Graph graph, const BfsOptions& options)
      : LevelSynchronous(std::move(graph), options),
        bags_{Reducer(options.threads), Reducer(options.threads)},
        workers_(static_cast<std::size_t>(options.threads)) {}

 private:
  // What the tasks on one thread share.
  struct alignas(64) Worker {
    Member* member = nullptr;
    LevelWork found;
  };

  void clear(Member& member) override {
    if (!member.is_first()) return;
    bags_[0].clear();
    bags_[1].clear();
  }

  void begin(Vertex source) override { bags_[0].local(0).insert(source); }

  LevelWork expand(Member& member, Step& step) override {
    Worker& mine = workers_[static_cast<std::size_t>(member.thread())];
    mine = {&member, {}};
    // What is no more than one task's work needs no barrier of tasks.
    const bool one_task =
        step.frontier.vertices <= options_.bag_grain && step.frontier.edges <= kEdgeGrain;
    if (one_task || member.threads() == 1) {
      if (!member.is_first()) return {};
      in_tasks_ = false;
      walk_frontier(member, step.level);
    } else {
      // All others run tasks in the barrier that ends this construct, until none are left.
#pragma omp single
      {
        in_tasks_ = true;
        walk_frontier(member, step.level);
      }
    }
    return mine.found;
  }

  void walk_frontier(Member& member, Level level) {
    member.attempt([&] {
      bags_[(level + 1) % 2].clear();
      const Reducer::Bag& frontier = bags_[level % 2].reduce();
      for (std::size_t k = 0; k < Reducer::Bag::kRanks; ++k) {
        if (frontier.pennant(k) != nullptr) walk(frontier.pennant(k), k, level);
      }
      expand_block(frontier.hopper(), level);
    });
  }

  void walk(Node* pennant, std::size_t rank, Level level) {
    for (; rank > 0 && (kBlock << rank) > options_.bag_grain; --rank) {
      Node* const half = split_pennant(pennant);
#pragma omp task firstprivate(half, rank, level) if (in_tasks_)
      walk(half, rank - 1, level);
    }
    for_each_block(pennant,
                   [&](std::span<const Vertex> vertices) { expand_block(vertices, level); });
  }

  void expand_block(std::span<const Vertex> vertices, Level level) {
    const Csr& out = graph_.out();
    for (const Vertex u : vertices) {
      const auto row = out.neighbors(u);
      EdgeIndex first = 0;
      for (; row.size() - first > kEdgeGrain; first += kEdgeGrain) {
#pragma omp task firstprivate(u, row, first, level) if (in_tasks_)
        expand_edges(u, row.subspan(first, kEdgeGrain), level);
      }
      expand_edges(u, row.subspan(first), level);
    }
  }

  void expand_edges(Vertex u, std::span<const Vertex> row, Level level) {
    const Csr& out = graph_.out();
    // A team of one need not be a team of OpenMP's, whose numbers are then the caller's.
    const int thread = in_tasks_ ? omp_get_thread_num() : 0;
    Worker& worker = workers_[static_cast<std::size_t>(thread)];
    Reducer::Bag& next = bags_[(level + 1) % 2].local(thread);
    worker.member->attempt([&] {
      for (const Vertex v : row) {
        if (!claim(tree_.parents()[v], u)) continue;
        tree_.set_level(v, level + 1);
        next.insert(v);
        worker.found += {1, out.degree(v)};
      }
    });
  }

  Reducer bags_[2];
  std::vector<Worker> workers_;
  bool in_tasks_ = false;  // written before the level's first task, by the thread that makes it
};

}  // namespace

std::unique_ptr<BfsEngine> make_bag(Graph graph, const BfsOptions& options) {
  return std::make_unique<BagSearch>(std::move(graph), options);
}

}  // namespace strider::detail
