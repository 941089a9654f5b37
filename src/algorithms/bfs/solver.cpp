// The public face of the methods: checks what it is asked, picks the engine, hands out results.
#include <fmt/format.h>

#include <cmath>

#include "algorithms/bfs/engine.hpp"
#include "base/parallel.hpp"
#include "graph/sources.hpp"
#include "strider/bfs.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

void require_positive(const char* name, double value) {
  if (!std::isfinite(value) || value <= 0) {
    throw UsageError(fmt::format("{} must be a positive number, got {}", name, value));
  }
}

/// The options with `threads` resolved. Throws UsageError.
BfsOptions checked(const BfsOptions& options) {
  require_positive("alpha", options.tuning.alpha);
  require_positive("beta", options.tuning.beta);
  if (options.tuning.bag_grain == 0) throw UsageError("bag_grain must be at least 1, got 0");
  BfsOptions result = options;
  result.threads = resolve_threads(options.threads);
  return result;
}

std::unique_ptr<detail::BfsEngine> make_engine(PreparedGraph graph, const BfsOptions& options) {
  switch (options.method) {
    case BfsMethod::kAuto:
      return detail::make_auto(std::move(graph), options);
    case BfsMethod::kSerial:
      return detail::make_serial(graph.graph(), options);
    case BfsMethod::kTopDown:
      return detail::make_top_down(graph.graph(), options);
    case BfsMethod::kTopDownLocal:
      return detail::make_top_down_local(graph.graph(), options);
    case BfsMethod::kBag:
      return detail::make_bag(graph.graph(), options);
    case BfsMethod::kVertexParallel:
      return detail::make_vertex_parallel(graph.graph(), options);
    case BfsMethod::kBottomUp:
      return detail::make_bottom_up(graph.graph(), options);
    case BfsMethod::kDirectionOptimizing:
      return detail::make_direction_optimizing(graph.graph(), options);
  }
  throw UsageError(
      fmt::format("method: {} is not a method of breadth-first search", int(options.method)));
}

}  // namespace

BfsSolver::BfsSolver(Graph graph, const BfsOptions& options) : num_vertices_(graph.num_vertices()) {
  const BfsOptions resolved = checked(options);
  engine_ = options.method == BfsMethod::kAuto
                ? detail::make_auto(std::move(graph), resolved)
                : make_engine(PreparedGraph(std::move(graph)), resolved);
}

BfsSolver::BfsSolver(PreparedGraph graph, const BfsOptions& options)
    : num_vertices_(graph.graph().num_vertices()),
      engine_(make_engine(std::move(graph), checked(options))) {}

BfsSolver::BfsSolver(Vertex num_vertices, std::unique_ptr<detail::BfsEngine> engine)
    : num_vertices_(num_vertices), engine_(std::move(engine)) {}

BfsSolver::BfsSolver(BfsSolver&&) noexcept = default;
BfsSolver& BfsSolver::operator=(BfsSolver&&) noexcept = default;
BfsSolver::~BfsSolver() = default;

BfsResult BfsSolver::run(Vertex source) {
  BfsResult result;
  run(source, result);
  return result;
}

void BfsSolver::run(Vertex source, BfsResult& result) {
  run(BfsQuery{.sources = {&source, 1}}, result);
}

BfsResult BfsSolver::run(const BfsQuery& query) {
  BfsResult result;
  run(query, result);
  return result;
}

void BfsSolver::run(const BfsQuery& query, BfsResult& result) {
  std::vector<Vertex> sources = detail::checked_sources(query, num_vertices_);
  if (!result.tree_) result.tree_ = std::make_unique<detail::BfsTree>();
  detail::BfsTree& tree = *result.tree_;
  tree.sources = std::move(sources);
  tree.depth = query.depth;
  tree.output = query.output;
  tree.translator.reset();
  tree.translated = true;
  tree.trace.clear();
  tree.count_trace = nullptr;
  BfsQuery sorted = query;
  sorted.sources = tree.sources;
  engine_->search(sorted, tree);
}

Layout BfsSolver::layout() const {
  return engine_->layout();
}

BfsResult bfs(const Graph& graph, Vertex source, const BfsOptions& options) {
  return BfsSolver(graph, options).run(source);
}
BfsResult bfs(const Graph& graph, const BfsQuery& query, const BfsOptions& options) {
  return BfsSolver(graph, options).run(query);
}

}  // namespace strider
