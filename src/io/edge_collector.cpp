#include "io/edge_collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "io/text/rows.hpp"
#include "io/undirected_edges.hpp"

namespace strider {
namespace {

constexpr const char* kCollectedEdges = "the edges of a file";
/// Between two looks at the stop flag.
constexpr std::size_t kEdgesTogether = 4096;

}  // namespace

std::size_t EdgeCollector::edge_bytes() const {
  return sizeof(Edge) + (num_weighted_ > 0 ? sizeof(double) : 0);
}

void EdgeCollector::add(Edge edge, Directedness kind, std::optional<double> weight) {
  if (edges_.size() == edges_.capacity()) {
    // The tables double, and the old ones are there until the new ones are filled.
    require_memory(saturating_mul(edges_.size(), 2 * edge_bytes()), kCollectedEdges);
  }
  if (edges_.size() % kEdgesTogether == 0) throw_if_stopped();
  num_weighted_ += weight.has_value();
  if (keep_weights_ && num_weighted_ > 0) {
    if (weights_.empty()) {
      require_memory(saturating_mul(edges_.capacity(), sizeof(double)), kCollectedEdges);
      weights_.assign(edges_.size(), 1.0);
    }
    weights_.push_back(weight.value_or(1.0));
  }
  edges_.push_back(edge);
  undirected_.push_back(kind == Directedness::kUndirected);
  num_undirected_ += undirected_.back();
}

void EdgeCollector::set_weights(std::vector<double> weights) {
  num_weighted_ = weights.size();
  if (keep_weights_) weights_ = std::move(weights);
}

void EdgeCollector::finish(InputEdges& result, const ReadOptions& options) && {
  const std::uint64_t listed = edges_.size();
  InputFacts& facts = result.facts;
  facts.weighted = num_weighted_ > 0;
  if (facts.weighted && num_weighted_ < listed) {
    facts.notes.push_back(fmt::format("{} of {} edges have no weight and are given weight 1",
                                      listed - num_weighted_, listed));
  }
  if (num_undirected_ == listed) {
    facts.directedness = Directedness::kUndirected;
    facts.directedness_reason = "the file lists no directed edges";
  } else {
    facts.directedness = Directedness::kDirected;
    facts.directedness_reason = "the file lists directed edges";
    if (num_undirected_ > 0) {
      facts.notes.push_back(
          fmt::format("{} of {} edges are undirected and are read as two directed ones each",
                      num_undirected_, listed));
      if (options.directedness == Directedness::kUndirected) {
        facts.notes.back() = fmt::format("{} of {} edges are directed and are read as undirected",
                                         listed - num_undirected_, listed);
      }
    }
  }
  require_memory(saturating_mul(edges_.size(), edge_bytes()), kCollectedEdges);
  Array<Edge> edges = Array<Edge>::copy_of(edges_);
  Array<double> weights = Array<double>::copy_of(weights_);
  if (num_undirected_ > 0 &&
      options.directedness.value_or(facts.directedness) == Directedness::kDirected) {
    add_reverse_arcs(edges, weights, [this](std::size_t i) { return undirected_[i]; });
  }
  result.list.edges = std::move(edges);
  if (!weights.empty()) {
    result.list.weights =
        make_weights_by_value(std::move(weights), resolve_threads(options.threads));
  }
}

Weights make_weights_by_value(Array<double> values, int threads) {
  std::uint32_t others = 0;
  parallel_chunks(values.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    const bool fit = std::all_of(values.begin() + begin, values.begin() + end, [](double value) {
      return value >= 0 && value <= std::numeric_limits<std::uint32_t>::max() &&
             value == std::floor(value);
    });
    if (!fit) fetch_or_relaxed(others, 1U);
  });
  return make_weights(std::move(values), others == 0, threads);
}

}  // namespace strider
