// Delta-stepping over ranks (Meyer and Sanders 2003) on a graph separated by degrees:
//
//   bucket b = the smallest with vertices on any rank
//   until b is empty: every rank relaxes the light edges of the delegates in b, and of its normal
//     vertices in b until it has none left there; settle what that found
//   every rank relaxes the heavy edges of the vertices that settled in b; settle what that found
//
// To settle: distances of normal vertices go to their owners, the smallest of each and only where
// smaller than what was sent before; for delegates that any rank found nearer the masks of all
// ranks are joined, and then the distances of the delegates in the mask are reduced to the minimum.
//
// A parent is recorded where a distance falls: with the rank that found it, which is asked at the
// end. What a vertex is relaxed from has had its own distance before: on the same rank earlier, or
// since an earlier round. So parents lead to the source, whatever weights are zero; and any of
// several ranks that found a delegate's distance has a right parent: its owner's is taken, else
// that of the lowest rank.
#include "algorithms/sssp/dist/delegate/search.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/sssp/dist/delegate/local.hpp"
#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/bit_reduction.hpp"
#include "comm/round_exchange.hpp"
#include "comm/sparse_exchange.hpp"
#include "dist/delegate_answers.hpp"
#include "dist/node_memory.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::Reduction;
using comm::RoundExchange;

template <class W>
class DelegateSssp final : public DistSsspEngine<W> {
 public:
  using Distance = SsspDistance<W>;
  static constexpr std::uint64_t kNoBucket = DelegatePaths<W>::kNoBucket;

  DelegateSssp(const comm::Communicator& comm,
               std::shared_ptr<const WeightedGraphDelegate<W>> graph,
               const DelegateSsspSettings& settings)
      : comm_(comm.duplicate()),
        weighted_(std::move(graph)),
        g_(weighted_->graph),
        reduction_(comm_, comm::BitReduction::Settings{settings.ranks_per_node}),
        sparse_(comm_) {
    const WeightRange range = comm::agree(comm_, [&] { return look_at_weights(*weighted_); });
    choose_delta(range, settings.common.delta);
    comm::agree(comm_, [&] {
      local_ = make_host_delegate_paths<W>(*weighted_, delta_, settings.encoding);
    });
    make_exchange();
  }

  void search(GlobalVertex source, DistSsspTree<W>& tree) override {
    begin(source, tree);
    std::uint64_t bucket = kNoBucket;
    std::uint32_t level = 0;
    bool heavy_due = false;
    for (;; ++tree.num_rounds) {
      const std::uint64_t next = next_bucket();
      if (heavy_due && next != bucket) {
        attempt([&] { local_->relax_heavy(); });
        heavy_due = false;
      } else if (next == kNoBucket) {
        break;
      } else {
        if (next != bucket) comm_.traffic().begin_level(level++);
        bucket = next;
        attempt([&] { local_->relax_light(bucket); });
        heavy_due = has_heavy_;
      }
      settle();
    }
    if (may_overflow_) refuse_overflow();
    complete(tree);
  }

  [[nodiscard]] const OwnerMap& owners() const override { return g_.owners; }
  [[nodiscard]] double delta() const override { return delta_; }

 private:
  /// Of this rank's arcs.
  struct WeightRange {
    double largest = 0;  // of the finite weights
    double sum = 0;
    std::uint64_t finite = 0;
  };

  static WeightRange look_at_weights(const WeightedGraphDelegate<W>& graph) {
    WeightRange range;
    for (const Array<W>* weights : {&graph.nn, &graph.nd, &graph.dn, &graph.dd}) {
      for (const W weight : *weights) {
        if (!(weight >= 0)) {
          throw WeightError(
              "an edge has a negative weight, or one that is not a number: shortest paths need "
              "weights of at least 0");
        }
        const auto value = static_cast<double>(weight);
        if (value > static_cast<double>(std::numeric_limits<W>::max())) continue;
        range.largest = std::max(range.largest, value);
        range.sum += value;
        ++range.finite;
      }
    }
    return range;
  }

  /// As wide as makes a vertex have a few light edges on average: buckets of one light edge a
  /// vertex (Meyer and Sanders 2003, section 4.1) would end after too few relaxations for what an
  /// exchange costs.
  void choose_delta(const WeightRange& range, double wanted) {
    constexpr double kLightEdges = 4;
    const double largest = comm_.all_reduce(range.largest, Reduction::kMax);
    const double sum = comm_.all_reduce(range.sum, Reduction::kSum);
    const std::uint64_t finite = comm_.all_reduce(range.finite, Reduction::kSum);
    if (wanted > 0) {
      delta_ = wanted;
    } else if (sum > 0) {
      const double mean = sum / static_cast<double>(finite);
      delta_ = kLightEdges * 2 * mean * static_cast<double>(g_.sizes.vertices) /
               static_cast<double>(g_.sizes.arcs);
    }
    delta_ =
        std::clamp(delta_, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
    has_heavy_ = largest > delta_;
    may_overflow_ =
        std::is_floating_point_v<W> && static_cast<double>(g_.sizes.vertices) * largest >
                                           static_cast<double>(std::numeric_limits<W>::max());
  }

  void make_exchange() {
    std::vector<std::uint64_t> bounds;
    for (int r = 0; r < comm_.size(); ++r) {
      bounds.push_back(r == comm_.rank() ? 0 : local_->send_bound(r));
    }
    const std::vector<std::uint64_t> receive_bounds = comm_.exchange_counts(bounds);
    std::vector<RoundExchange::Peer> peers;
    for (int r = 0; r < comm_.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      if (bounds[i] == 0 && receive_bounds[i] == 0) continue;
      peers.push_back({r, bounds[i], receive_bounds[i]});
    }
    comm::agree(comm_, [&] {
      NodeMemory(comm_).require(RoundExchange::memory_bytes(peers), "the messages of the search");
      exchange_.emplace(comm_, peers);
    });
  }

  void begin(GlobalVertex source, DistSsspTree<W>& tree) {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    if (source >= g_.owners.num_vertices()) {
      comm::agree_on(comm_, std::make_exception_ptr(UsageError(
                                "source " + std::to_string(source) + " is none of the graph's " +
                                std::to_string(g_.owners.num_vertices()) + " vertices")));
    }
    comm_.traffic().begin_level(0);
    tree.num_rounds = 0;
    error_ = nullptr;
    const Place place = g_.owners.place(source);
    const bool is_mine = place.rank == comm_.rank();
    std::uint32_t delegate = is_mine ? g_.delegate_of(place.vertex) : kNoDelegate;
    delegate = comm_.all_reduce(delegate, Reduction::kMin);
    attempt([&] {
      local_->start(tree);
      if (is_mine || delegate != kNoDelegate) local_->visit_source(delegate, place.vertex);
    });
  }

  /// What fails here is told at the end of the round.
  template <class F>
  void attempt(const F& body) {
    if (error_ != nullptr) return;
    try {
      body();
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  /// Of all ranks. Throws what an attempt of any rank threw.
  std::uint64_t next_bucket() {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    std::uint64_t next = 0;  // failed
    attempt([&] { next = local_->next_bucket() + 1; });
    next = comm_.all_reduce(next, Reduction::kMin);
    if (next == 0) comm::agree_on(comm_, error_);
    return next - 1;
  }

  /// What this round has found, to those who decide about it.
  void settle() {
    std::array<std::uint64_t, 2> ranks{0, 0};
    if (error_ == nullptr)
      ranks = {local_->has_outgoing() ? 1U : 0U, local_->has_found() ? 1U : 0U};
    {
      const PhaseScope phase(comm_.traffic(), Phase::kControl);
      comm_.all_reduce(std::span<std::uint64_t>(ranks), Reduction::kSum);
    }
    // Masks travel while normal vertices do.
    if (ranks[1] > 0) {
      const PhaseScope phase(comm_.traffic(), Phase::kReduce);
      reduction_.start(local_->found_mask(), local_);
    }
    if (ranks[0] > 0) exchange();
    if (ranks[1] > 0) {
      const PhaseScope phase(comm_.traffic(), Phase::kReduce);
      reduction_.wait();
      comm_.all_reduce(local_->found_distances(), Reduction::kMin);
      attempt([&] { local_->take_agreed(); });
    }
  }

  void exchange() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    for (std::size_t i = 0; i < exchange_->num_peers(); ++i) {
      std::size_t bytes = 0;
      const auto to = exchange_->send_buffer(i);
      attempt([&] { bytes = local_->write_outgoing(exchange_->rank(i), to); });
      exchange_->send(i, bytes);
    }
    attempt([&] { local_->finish_outgoing(); });
    while (const auto peer = exchange_->next_received()) {
      const auto message = exchange_->received(*peer);
      attempt([&] { local_->take_arrived(exchange_->rank(*peer), message); });
    }
    exchange_->finish_round();
  }

  /// A vertex past which all lengths are infinite must not pass for one without a path.
  void refuse_overflow() {
    attempt([&] { local_->note_overflows(); });
    exchange();
    comm::agree(comm_, [&] {
      if (error_ != nullptr) std::rethrow_exception(error_);
      if (local_->has_overflowed()) {
        throw WeightError(
            "the distance of a vertex is too large for its type: make the weights smaller by a "
            "factor");
      }
    });
  }

  void complete(DistSsspTree<W>& tree) {
    const PhaseScope phase(comm_.traffic(), Phase::kPredecessors);
    const std::vector<ArrivedFrom> arrived = local_->open_vertices();
    std::vector<std::uint32_t> open;
    std::uint64_t reached = local_->finish(tree, open);
    std::array<std::uint64_t, 3> sums{reached, arrived.size(), open.size()};
    comm_.all_reduce(std::span<std::uint64_t>(sums), Reduction::kSum);
    tree.num_reached = sums[0];
    if (sums[1] > 0) ask_finders(arrived, tree);
    if (sums[2] == 0) return;
    ask_about_delegates(
        sparse_, g_, std::move(open), [&](std::uint32_t i) { return local_->knows_parent(i); },
        [&](std::uint32_t i) { return local_->parent_tag(i); },
        [&](std::uint32_t i, int from, std::uint32_t tag) {
          GlobalVertex& parent = tree.parents[index(g_.owners.local(g_.delegates[i]))];
          if (parent == kNoGlobalVertex) parent = g_.named(tag, from);
        });
  }

  /// Parents of vertices that came from ranks with several neighbours of theirs.
  void ask_finders(const std::vector<ArrivedFrom>& arrived, DistSsspTree<W>& tree) {
    using comm::SparseExchange;
    std::vector<SparseExchange::Outgoing> outgoing;
    for (const ArrivedFrom& from : arrived) {
      outgoing.push_back({from.rank, std::as_bytes(std::span(from.vertices))});
    }
    const std::vector<SparseExchange::Incoming> asked = sparse_.exchange(outgoing);
    outgoing.clear();
    std::vector<std::vector<std::uint32_t>> answers;
    for (const SparseExchange::Incoming& message : asked) {
      answers.push_back(local_->parents_of(
          message.from, {reinterpret_cast<const std::uint32_t*>(message.bytes.data()),
                         message.bytes.size() / sizeof(std::uint32_t)}));
      outgoing.push_back({message.from, std::as_bytes(std::span(answers.back()))});
    }
    for (const SparseExchange::Incoming& answer : sparse_.exchange(outgoing)) {
      const auto from = std::find_if(arrived.begin(), arrived.end(),
                                     [&](const ArrivedFrom& a) { return a.rank == answer.from; });
      const auto* const parents = reinterpret_cast<const std::uint32_t*>(answer.bytes.data());
      for (std::size_t i = 0; i < from->vertices.size(); ++i) {
        tree.parents[from->vertices[i]] = g_.owners.global(answer.from, local_vertex(parents[i]));
      }
    }
  }

  comm::Communicator comm_;
  std::shared_ptr<const WeightedGraphDelegate<W>> weighted_;
  const GraphDelegate& g_;
  comm::BitReduction reduction_;
  comm::SparseExchange sparse_;
  double delta_ = 1;
  bool has_heavy_ = false;
  bool may_overflow_ = false;
  std::shared_ptr<DelegatePaths<W>> local_;  // shared with a reduction under way
  std::optional<RoundExchange> exchange_;
  std::exception_ptr error_;
};

}  // namespace

template <class W>
std::unique_ptr<DistSsspEngine<W>> make_delegate_sssp(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraphDelegate<W>> graph,
    const DelegateSsspSettings& settings) {
  if (!(settings.common.delta >= 0)) throw UsageError("delta is below 0 or not a number");
  return std::make_unique<DelegateSssp<W>>(comm, std::move(graph), settings);
}

template std::unique_ptr<DistSsspEngine<float>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<float>>,
    const DelegateSsspSettings&);
template std::unique_ptr<DistSsspEngine<double>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<double>>,
    const DelegateSsspSettings&);
template std::unique_ptr<DistSsspEngine<std::uint32_t>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<std::uint32_t>>,
    const DelegateSsspSettings&);

}  // namespace strider::detail
