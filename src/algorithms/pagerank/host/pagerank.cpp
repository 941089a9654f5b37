// PageRank on the threads of a host: every vertex adds up what comes along the arcs to it.
#include "algorithms/pagerank/host/pull_scores.hpp"
#include "algorithms/pagerank/host/score_table.hpp"
#include "algorithms/pagerank/host/weights.hpp"
#include "strider/threads.hpp"

namespace strider {
namespace detail {
namespace {

template <class Score, class Arcs>
class HostScores final : public PageRankPlace {
 public:
  HostScores(Workspace& workspace, const Arcs& arcs, Directedness directedness,
             const PageRankOptions& options, int threads)
      : arcs_(arcs),
        jumps_(options.personalization, arcs.rows.num_vertices()),
        table_(workspace, {arcs.rows.num_vertices(), arcs.rows.num_vertices()}, threads),
        facts_{.num_vertices = static_cast<double>(arcs.rows.num_vertices()),
               .num_arcs = static_cast<double>(arcs.rows.num_arcs()),
               .directedness = directedness} {}

  /// Before the others, once the workspace is taken.
  template <class OutWeight>
  void weigh(const OutWeight& out_weight) {
    const PageRankSums sums = table_.weigh(out_weight, jumps_);
    facts_.weight = sums.change;
    facts_.jumps_to_connected = sums.total;
  }
  [[nodiscard]] PageRankFacts facts() const override { return facts_; }
  PageRankSums start(const PageRankStart& start) override {
    return table_.start(start, jumps_.uniform(), jumps_);
  }
  PageRankSums step(const PageRankStep& step) override {
    const std::span<const Score> sent = table_.sent();
    const auto came = [&](Vertex v) { return pull_scores(arcs_, sent, v); };
    return table_.step(step, came, jumps_);
  }
  [[nodiscard]] Array<double> take_scores(double factor) { return table_.take_scores(factor); }

 private:
  const Arcs& arcs_;
  Jumps jumps_;
  ScoreTable<Score> table_;
  PageRankFacts facts_;
};

template <class Score, class Arcs, class OutWeight>
PageRankResult rank_pages(const Arcs& arcs, Directedness directedness,
                          const PageRankOptions& options, int threads,
                          const OutWeight& out_weight) {
  Workspace workspace;
  HostScores<Score, Arcs> scores(workspace, arcs, directedness, options, threads);
  workspace.take("PageRank", HostMemory());
  scores.weigh(out_weight);
  const PageRankOutcome outcome = iterate(scores, options);
  return {outcome, scores.take_scores(outcome.factor)};
}

}  // namespace
}  // namespace detail

using namespace detail;

PageRankResult pagerank(const Graph& graph, const PageRankOptions& options) {
  check_options(options, graph.directedness(), graph.num_vertices());
  const int threads = resolve_threads(options.threads);
  const EqualArcs arcs{graph.in(threads)};
  const auto degree = [&](Vertex v) { return static_cast<double>(graph.out().degree(v)); };
  return may_be_single(graph.num_vertices(), options)
             ? rank_pages<float>(arcs, graph.directedness(), options, threads, degree)
             : rank_pages<double>(arcs, graph.directedness(), options, threads, degree);
}

template <class W>
PageRankResult pagerank(const WeightedGraph<W>& graph, const PageRankOptions& options) {
  const Graph& topology = graph.topology();
  check_options(options, topology.directedness(), topology.num_vertices());
  const int threads = resolve_threads(options.threads);
  const auto out_weight = [&](Vertex v) { return sum_weights(graph, v); };
  return rank_pages<double>(arcs_by_target(graph, threads), topology.directedness(), options,
                            threads, out_weight);
}

template PageRankResult pagerank(const WeightedGraph<float>&, const PageRankOptions&);
template PageRankResult pagerank(const WeightedGraph<double>&, const PageRankOptions&);
template PageRankResult pagerank(const WeightedGraph<std::uint32_t>&, const PageRankOptions&);

}  // namespace strider
