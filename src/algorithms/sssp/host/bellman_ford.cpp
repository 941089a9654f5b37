// Bellman (1958) and Ford (1956), in parallel, over frontiers.
//
//   frontier = {source}
//   while the frontier is not empty:
//     in parallel, for u in frontier (chunks dealt to whoever is free):
//       for each edge (u, v) of weight w:
//         if distance(u) + w < distance(v), atomically lower it;
//           whoever succeeds first in this round puts v into the next frontier
//     barrier
//
// Invariant: an edge (u, v) that could lower distance(v) leaves a vertex u that is in the frontier.
// After round k distances are at most those of paths of k edges, so there are fewer rounds than
// vertices: O(n m) work at worst, O(m) a round of most graphs, and no choice of a parameter.
#include "algorithms/sssp/host/host_engine.hpp"
#include "graph/bitmap.hpp"
#include "graph/shared_lists.hpp"

namespace strider::detail {
namespace {

template <class W, class D>
class BellmanFord final : public HostEngine<W, D> {
 public:
  explicit BellmanFord(SsspContextPtr<W> context)
      : HostEngine<W, D>(std::move(context)),
        frontiers_{SharedLists(threads()), SharedLists(threads())},
        queued_{Bitmap(num_vertices()), Bitmap(num_vertices())},
        sums_(threads()) {}

 private:
  using Base = HostEngine<W, D>;

  [[nodiscard]] int threads() const { return this->context_->options.threads; }
  [[nodiscard]] Vertex num_vertices() const { return this->context_->num_vertices(); }

  void clear(Member& member) override {
    for (Bitmap& queued : queued_) {
      const Range words = member.chunk(queued.num_words());
      queued.clear_words(words.begin, words.end);
    }
    if (!member.is_first()) return;
    for (SharedLists& frontier : frontiers_) frontier.clear();
    dealer_.restart();
  }

  void run(Member& member, Vertex source, const DistanceBound<D>& bound) override {
    if (member.is_first()) {
      member.attempt([&] { frontiers_[0].of(0).push_back(source); });
    }
    for (unsigned round = 0;; ++round) {
      // What is read in this round is filled again in the next: no thread reads it any more then.
      const SharedLists& frontier = frontiers_[round % 2];
      const std::size_t vertices =
          sums_.wait(member, frontiers_[round % 2].of(member.thread()).size());
      if (vertices == 0 || member.must_stop()) return;
      std::vector<Vertex>& next = frontiers_[(round + 1) % 2].of(member.thread());
      next.clear();
      member.attempt([&] {
        frontier.deal(dealer_, round, [&](std::span<const Vertex> chunk) {
          for (const Vertex u : chunk) {
            queued_[round % 2].reset_atomic(u);
            relax(u, bound, queued_[(round + 1) % 2], next);
          }
        });
      });
    }
  }

  void relax(Vertex u, const DistanceBound<D>& bound, Bitmap& queued, std::vector<Vertex>& next) {
    const D distance = load_relaxed(Base::distances_[u]);
    const D limit = bound.limit();
    for (EdgeIndex e = Base::offsets_[u]; e < Base::offsets_[u + 1ULL]; ++e) {
      const Vertex v = Base::targets_[e];
      const D through = distance + Base::weights_[e];
      if (through > limit || !lower(Base::distances_[v], through)) continue;
      if (queued.claim_atomic(v)) next.push_back(v);
    }
  }

  SharedLists frontiers_[2];
  /// Of the same rounds: what is in the frontier already.
  Bitmap queued_[2];
  ChunkDealer dealer_;
  TeamSum<std::size_t> sums_;
};

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_bellman_ford(SsspContextPtr<W> context) {
  return make_host_engine<BellmanFord, W>(std::move(context));
}

template std::unique_ptr<SsspEngine<float>> make_bellman_ford(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_bellman_ford(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_bellman_ford(
    SsspContextPtr<std::uint32_t>);

}  // namespace strider::detail
