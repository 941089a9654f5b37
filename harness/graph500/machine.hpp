// What the protocol is run on: one machine, or ranks.
#pragma once

#include <memory>
#include <vector>

#include "graph500/graph500.hpp"
#include "strider/types.hpp"

namespace strider {

/// The searches of one kernel. Calls come in the order run, count, validate for each key.
class Graph500Searches {
 public:
  virtual ~Graph500Searches() = default;
  /// Timed: from the call until parents, and levels or distances, stand in the graph's own vertex
  /// numbers.
  virtual void run(GlobalVertex root) = 0;
  /// What the search claims: vertices reached, a level, and tuples traversed.
  virtual void count(Graph500Search& search) = 0;
  /// Checks it against the input tuples.
  virtual void validate(Graph500Search& search) = 0;
};

/// Calls come in this order. On ranks all are collective.
class Graph500Machine {
 public:
  virtual ~Graph500Machine() = default;
  /// Before a timed part begins.
  virtual void synchronize() {}
  /// Of a timed part: that of the slowest rank.
  virtual double slowest(double seconds) { return seconds; }

  /// The tuples, into memory. Timed.
  virtual void generate() = 0;
  /// What is kept of the tuples before kernel 1 consumes them.
  virtual void look_at_tuples() {}
  /// Kernel 1 in two parts, both timed: the graph, and what makes it ready for searching.
  virtual void build() = 0;
  virtual void prepare() = 0;
  /// Sizes, layouts and other facts on the graph.
  virtual void describe(Graph500Report& report) = 0;
  virtual std::vector<GlobalVertex> keys(int count) = 0;
  virtual void prepare_validation() = 0;
  /// Null where the kernel is not run.
  virtual Graph500Searches* bfs() = 0;
  virtual Graph500Searches* sssp() = 0;
};

/// Runs the benchmark on `machine`. Throws what its functions throw.
[[nodiscard]] Graph500Report run_protocol(const Graph500Options& options, Graph500Machine& machine);

/// Throws UsageError where they are out of range; 2^largest_scale vertices are the most there may
/// be.
void require_in_range(const Graph500Options& options, int largest_scale);

}  // namespace strider
