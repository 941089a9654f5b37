// PageRank on ranks with delegates (Pan, Pearce and Owens 2018, section III). Every rank has the
// scores of all delegates. What comes to a delegate, each rank adds up for the arcs that it has,
// and an all-reduce for all ranks; what normal vertices send is broadcast to their ghosts. So d
// numbers are reduced in an iteration, and one travels for each end of an arc between normal
// vertices of two ranks, however many arcs lead to delegates.
#include <optional>
#include <vector>

#include "algorithms/pagerank/ranks/place.hpp"
#include "ranks/halo.hpp"

namespace strider::detail {
namespace {

/// Entries of the table: this rank's vertices, then all delegates; behind these, ghosts send.
struct DelegateRoles {
  const std::vector<ScoreRole>* roles;

  ScoreRole operator()(Vertex entry) const { return (*roles)[entry]; }
};

class ByDelegates final : public PageRankOnRanks {
 public:
  ByDelegates(Workspace& workspace, const DistGraph::State& state, const Jumps& jumps, int threads)
      : PageRankOnRanks(state),
        state_(state),
        graph_(*state.delegate()),
        in_(graph_.in()),
        jumps_(jumps),
        threads_(threads),
        table_(workspace,
               {graph_.num_local + graph_.num_delegates,
                std::size_t{graph_.num_local} + graph_.num_delegates + in_.num_ghosts()},
               threads, {&roles_}) {
    facts_.num_arcs = static_cast<double>(graph_.sizes.arcs);
    workspace.declare("sums of delegates", came_, graph_.num_delegates);
    workspace.count("places of ghosts", in_.num_ghosts() * sizeof(OwnedVertex));
    workspace.count("roles", graph_.num_local + graph_.num_delegates);
    workspace.when_taken([this] {
      choose_roles();
      for (int rank = 0; rank < graph_.owners.num_ranks(); ++rank) {
        const auto r = static_cast<std::size_t>(rank);
        for (auto i = in_.ghost_begin[r]; i < in_.ghost_begin[r + 1]; ++i) {
          places_.push_back({rank, local_vertex(in_.ghost_vertices[i])});
        }
      }
    });
  }

  void weigh() override {
    ghosts_.emplace(comm_, places_);
    comm::try_on_all_ranks(comm_, [&] {
      for (std::uint32_t d = 0; d < graph_.num_delegates; ++d) {
        came_[d] = graph_.dn.degree(d) + graph_.dd.degree(d);
      }
    });
    comm_.all_reduce(came_.span(), comm::Reduction::kSum);
    const auto degree = [&](Vertex entry) {
      return entry < graph_.num_local ? static_cast<double>(state_.degrees[entry])
                                      : came_[entry - graph_.num_local];
    };
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
    add_up_at_delegates();
    const auto came = [&](Vertex entry) {
      if (entry >= graph_.num_local) return came_[entry - graph_.num_local];
      double sum = 0;
      for (const std::uint32_t column : in_.nn.row(entry)) {
        sum += table_.sent()[column < graph_.num_local ? column : column + graph_.num_delegates];
      }
      for (const std::uint32_t d : in_.nd.row(entry)) sum += sent_by_delegate(d);
      return sum;
    };
    const auto jump = [this](Vertex v) { return this->jump(v); };
    const PageRankSums sums = add_up([&] { return table_.step(step, came, jump); });
    tell_ghosts();
    return sums;
  }
  void write(DistVertexValues<double>& result, double factor) override {
    result.values = Array<double>(graph_.num_local);
    result.vertices.resize(graph_.num_local);
    const std::span<const double> scores = table_.scores();
    for (Vertex v = 0; v < graph_.num_local; ++v) {
      result.vertices[v] = graph_.global(local_vertex(v));
      if (roles_[v] == ScoreRole::kCounted) result.values[v] = scores[v] * factor;
    }
    for (const auto& [delegate, vertex] : graph_.own_delegates) {
      result.values[index(vertex)] = scores[graph_.num_local + index(delegate)] * factor;
    }
  }

 private:
  [[nodiscard]] double jump(Vertex entry) const {
    return jumps_(entry < graph_.num_local ? graph_.global(local_vertex(entry))
                                           : graph_.delegates[entry - graph_.num_local]);
  }
  [[nodiscard]] double sent_by_delegate(std::uint32_t d) {
    return table_.sent()[graph_.num_local + d];
  }
  void choose_roles() {
    roles_.assign(graph_.num_local, ScoreRole::kCounted);
    roles_.resize(graph_.num_local + graph_.num_delegates, ScoreRole::kCopy);
    for (const auto& [delegate, vertex] : graph_.own_delegates) {
      roles_[index(vertex)] = ScoreRole::kUnused;
      roles_[graph_.num_local + index(delegate)] = ScoreRole::kCounted;
    }
  }
  void tell_ghosts() {
    const std::size_t first = std::size_t{graph_.num_local} + graph_.num_delegates;
    ghosts_->broadcast<double>(
        [&](Vertex v) { return table_.sent()[v]; },
        [&](std::size_t i, double sent) { table_.sent()[first + i] = sent; });
  }
  void add_up_at_delegates() {
    constexpr std::size_t kDelegates = 16;  // the longest rows come first
    comm::try_on_all_ranks(comm_, [&] {
      parallel_for(
          0, graph_.num_delegates, threads_,
          [&](std::size_t d) {
            double sum = 0;
            for (const std::uint32_t v : in_.dn.row(d)) sum += table_.sent()[v];
            for (const std::uint32_t other : in_.dd.row(d)) sum += sent_by_delegate(other);
            came_[d] = sum;
          },
          kDelegates);
    });
    comm_.all_reduce(came_.span(), comm::Reduction::kSum);
  }

  const DistGraph::State& state_;
  const GraphDelegate& graph_;
  const ArcSubgraphs& in_;
  Jumps jumps_;
  int threads_;
  std::vector<ScoreRole> roles_;  ///< by entry
  ScoreTable<double, DelegateRoles> table_;
  std::vector<OwnedVertex> places_;
  std::optional<GhostMap> ghosts_;
  Array<double> came_;  ///< by delegate
};

}  // namespace

std::unique_ptr<PageRankOnRanks> page_rank_by_delegates(Workspace& workspace,
                                                        const DistGraph::State& graph,
                                                        const Jumps& jumps, int threads) {
  return std::make_unique<ByDelegates>(workspace, graph, jumps, threads);
}

}  // namespace strider::detail
