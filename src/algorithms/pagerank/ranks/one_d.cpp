// PageRank on ranks that own rows. Of an undirected graph, owners broadcast what vertices send to
// their ghosts, and every row adds it up. The rows of a directed graph are those of sources: a rank
// adds up what its own vertices send to each end of their arcs, and ghosts reduce their sums to
// their owners. Either way a number travels for each ghost and iteration.
#include <algorithm>

#include "algorithms/pagerank/host/pull_scores.hpp"
#include "algorithms/pagerank/ranks/place.hpp"
#include "base/scan.hpp"
#include "ranks/halo.hpp"

namespace strider::detail {
namespace {

class ByRows final : public PageRankOnRanks {
 public:
  ByRows(Workspace& workspace, const DistGraph::State& state, const Jumps& jumps, int threads)
      : PageRankOnRanks(state),
        graph_(*state.one_d()),
        jumps_(jumps),
        threads_(threads),
        num_ends_(std::max(graph_.local_ids.size(), graph_.num_rows())),
        table_(workspace, {graph_.num_rows(), num_ends_}, threads),
        ghosts_(workspace, comm_, graph_) {
    facts_.num_arcs = static_cast<double>(graph_.num_arcs);
    arcs_.rows = graph_.rows;
    if (!is_directed()) return;
    workspace.declare("sums of ghosts", ghost_sums_, num_ends_);
    workspace.declare("sums that came", came_, graph_.num_rows());
    workspace.declare("where ends begin", offsets_, num_ends_ + std::size_t{1});
    workspace.declare("the arcs by end", sources_, graph_.rows.num_arcs());
    workspace.when_taken([this] { sort_by_end(); });
  }

  void weigh() override {
    const auto degree = [&](Vertex v) { return static_cast<double>(graph_.rows.degree(v)); };
    const auto jump = [this](Vertex v) { return this->jump(v); };
    const PageRankSums sums = add_up([&] { return table_.weigh(degree, jump); });
    facts_.weight = sums.change;
    facts_.jumps_to_connected = sums.total;
  }
  PageRankSums start(const PageRankStart& start) override {
    const auto jump = [this](Vertex v) { return this->jump(v); };
    const PageRankSums sums = add_up([&] { return table_.start(start, jumps_.uniform(), jump); });
    tell_ghosts();
    return sums;
  }
  PageRankSums step(const PageRankStep& step) override {
    if (is_directed()) add_up_at_ghosts();
    const std::span<const double> sent = table_.sent();
    const auto came = [&](Vertex v) {
      return pull_scores(arcs_, sent, v) + (is_directed() ? came_[v] : 0);
    };
    const auto jump = [this](Vertex v) { return this->jump(v); };
    const PageRankSums sums = add_up([&] { return table_.step(step, came, jump); });
    tell_ghosts();
    return sums;
  }
  void write(DistVertexValues<double>& result, double factor) override {
    result.vertices.resize(graph_.num_rows());
    for (Vertex v = 0; v < graph_.num_rows(); ++v) result.vertices[v] = name(v);
    result.values = table_.take_scores(factor);
  }

 private:
  [[nodiscard]] bool is_directed() const { return graph_.directedness == Directedness::kDirected; }
  [[nodiscard]] GlobalVertex name(Vertex v) const { return graph_.global_of(local_vertex(v)); }
  [[nodiscard]] double jump(Vertex v) const { return jumps_(name(v)); }
  void sort_by_end() {
    std::ranges::fill(offsets_, 0);
    for (const Vertex end : graph_.rows.targets()) ++offsets_[end];
    exclusive_scan(offsets_.span(), 1);
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      for (const Vertex end : graph_.rows.neighbors(v)) sources_[offsets_[end]++] = v;
    }
    std::shift_right(offsets_.begin(), offsets_.end(), 1);
    offsets_[0] = 0;
    arcs_.rows = Csr(std::move(offsets_), std::move(sources_));
  }
  void tell_ghosts() {
    if (is_directed()) return;
    ghosts_.broadcast<double>(
        graph_, [&](Vertex v) { return table_.sent()[v]; },
        [&](Vertex ghost, double sent) { table_.sent()[ghost] = sent; });
  }
  void add_up_at_ghosts() {
    const std::span<const double> sent = table_.sent();
    comm::try_on_all_ranks(comm_, [&] {
      parallel_for(graph_.num_rows(), num_ends_, threads_, [&](std::size_t ghost) {
        ghost_sums_[ghost] = pull_scores(arcs_, sent, static_cast<Vertex>(ghost));
      });
    });
    std::ranges::fill(came_, 0);
    ghosts_.reduce<double>(
        graph_, [&](Vertex ghost) { return ghost_sums_[ghost]; },
        [&](Vertex v, double sum) { came_[v] += sum; });
  }

  const Graph1d& graph_;
  Jumps jumps_;
  int threads_;
  Vertex num_ends_;  ///< of arcs: own vertices and ghosts
  ScoreTable<double> table_;
  GhostMap ghosts_;
  EqualArcs arcs_;  ///< of a directed graph by end
  // Of a directed graph:
  Array<double> ghost_sums_;  ///< by local id
  Array<double> came_;        ///< by own vertex: from other ranks
  Array<EdgeIndex> offsets_;
  Array<Vertex> sources_;
};

}  // namespace

std::unique_ptr<PageRankOnRanks> page_rank_by_rows(Workspace& workspace,
                                                   const DistGraph::State& graph,
                                                   const Jumps& jumps, int threads) {
  return std::make_unique<ByRows>(workspace, graph, jumps, threads);
}

}  // namespace strider::detail
