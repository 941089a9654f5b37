// Delta-stepping over ranks (Meyer and Sanders 2003, on vertices that are spread):
//
//   bucket b = the smallest with vertices on any rank
//   until no rank has vertices in b:
//     every rank relaxes the light edges of its vertices in b, until it has none left there
//     what that found for vertices of others is sent, the smallest distance of each
//   every rank relaxes the heavy edges of the vertices that settled in b; what that found is sent
//
// A distance is sent only where it is smaller than what was sent for that vertex before: each rank
// remembers that by column. The owner takes it where it is smaller than its own. One all-reduce a
// round says which bucket is next everywhere.
//
// Parents are recorded where a distance falls: with the finder, which is asked at the end. When a
// vertex takes its last distance, its parent has had its own last distance for longer, for a
// distance that still fell would have been sent on: so parents lead to the source, whatever weights
// are zero.
#include "algorithms/sssp/dist/one_d/search.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/sssp/dist/one_d/host/host_paths.hpp"
#include "algorithms/sssp/dist/one_d/local.hpp"
#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/round_exchange.hpp"
#include "dist/ask_finders.hpp"
#include "dist/node_memory.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::RoundExchange;

template <class W>
class OneDPaths final : public DistSsspEngine<W> {
 public:
  OneDPaths(const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
            const OneDSsspSettings& settings)
      : comm_(comm.duplicate()), graph_(std::move(graph)) {
    const WeightRange range = comm::agree(comm_, [&] { return look_at_weights(*graph_); });
    choose_delta(range, settings.common.delta);
    comm::agree(comm_, [&] {
      local_ = make_host_paths(*graph_, delta_, settings.encoding);
      make_exchange();
    });
  }

  void search(GlobalVertex source, DistSsspTree<W>& tree) override {
    error_ = nullptr;
    attempt([&] {
      local_->start(tree);
      const Place place = owners().place(source);
      if (place.rank == comm_.rank()) local_->visit_source(place.vertex);
    });
    tree.num_rounds = 0;
    std::uint64_t bucket = LocalPaths1d<W>::kNoBucket;
    std::uint32_t level = 0;
    bool heavy_due = false;
    for (;; ++tree.num_rounds) {
      const std::uint64_t next = next_bucket();
      if (heavy_due && next != bucket) {
        attempt([&] { local_->relax_heavy(); });
        heavy_due = false;
      } else if (next == LocalPaths1d<W>::kNoBucket) {
        break;
      } else {
        if (next != bucket) comm_.traffic().begin_level(level++);
        bucket = next;
        attempt([&] { local_->relax_light(bucket); });
        heavy_due = has_heavy_;
      }
      exchange();
    }
    if (may_overflow_) refuse_overflow();
    complete(tree);
  }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_->topology.owners; }
  [[nodiscard]] double delta() const override { return delta_; }

 private:
  /// Of this rank's arcs.
  struct WeightRange {
    double largest = 0;  // of the finite weights
    double sum = 0;
    std::uint64_t finite = 0;
  };

  static WeightRange look_at_weights(const WeightedGraph1d<W>& graph) {
    WeightRange range;
    for (const W weight : graph.weights.span()) {
      if (!(weight >= 0)) {
        throw WeightError(
            "an edge has a negative weight, or one that is not a number: shortest "
            "paths need weights of at least 0");
      }
      const auto value = static_cast<double>(weight);
      if (value > static_cast<double>(std::numeric_limits<W>::max())) continue;
      range.largest = std::max(range.largest, value);
      range.sum += value;
      ++range.finite;
    }
    return range;
  }

  /// As wide as makes a vertex have a few light edges on average: buckets of one light edge a
  /// vertex (Meyer and Sanders 2003, section 4.1) would end after too few relaxations for what an
  /// exchange costs.
  void choose_delta(const WeightRange& range, double wanted) {
    constexpr double kLightEdges = 4;
    const double largest = comm_.all_reduce(range.largest, comm::Reduction::kMax);
    const double sum = comm_.all_reduce(range.sum, comm::Reduction::kSum);
    const std::uint64_t finite = comm_.all_reduce(range.finite, comm::Reduction::kSum);
    const auto vertices = static_cast<double>(owners().num_vertices());
    if (wanted > 0) {
      delta_ = wanted;
    } else if (sum > 0) {
      const double mean = sum / static_cast<double>(finite);
      delta_ = kLightEdges * 2 * mean * vertices / static_cast<double>(graph_->topology.num_arcs);
    }
    delta_ =
        std::clamp(delta_, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
    has_heavy_ = largest > delta_;
    may_overflow_ = std::is_floating_point_v<W> &&
                    vertices * largest > static_cast<double>(std::numeric_limits<W>::max());
  }

  void make_exchange() {
    std::vector<RoundExchange::Peer> peers;
    std::size_t answers = 0;
    for (int r = 0; r < comm_.size(); ++r) {
      const std::size_t bound = r == comm_.rank() ? 0 : local_->message_bound(r);
      if (bound == 0) continue;
      peers.push_back({r, bound, bound});
      answers += local_->most_parents(r);
    }
    NodeMemory(comm_).require(RoundExchange::memory_bytes(peers), "the messages of the search");
    exchange_.emplace(comm_, peers);
    answers_ = Array<std::uint32_t>(answers);
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
    std::uint64_t next = 0;  // failed
    attempt([&] { next = local_->next_bucket() + 1; });
    next = comm_.all_reduce(next, comm::Reduction::kMin);
    if (next == 0) comm::agree_on(comm_, error_);
    return next - 1;
  }

  void exchange() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    for (std::size_t i = 0; i < exchange_->num_peers(); ++i) {
      std::size_t bytes = 0;
      const auto to = exchange_->send_buffer(i);
      attempt([&] { bytes = local_->write_relaxations(exchange_->rank(i), to); });
      exchange_->send(i, bytes);
    }
    attempt([&] { local_->finish_exchange(); });
    while (const auto peer = exchange_->next_received()) {
      const auto message = exchange_->received(*peer);
      attempt([&] { local_->take_relaxations(exchange_->rank(*peer), message); });
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
    ask_finders(
        comm_, *exchange_, answers_.span(),
        [&](int finder, auto to) { return local_->write_won(finder, to); },
        [&] { tree.num_reached = local_->finish(tree); },
        [&](int owner, auto message, auto to) { return local_->write_parents(owner, message, to); },
        [&](int finder, auto parents) { local_->take_parents(finder, parents, tree); });
    tree.num_reached = comm_.all_reduce(tree.num_reached, comm::Reduction::kSum);
  }

  comm::Communicator comm_;
  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  double delta_ = 1;
  bool has_heavy_ = false;
  bool may_overflow_ = false;
  std::unique_ptr<LocalPaths1d<W>> local_;
  std::optional<RoundExchange> exchange_;
  Array<std::uint32_t> answers_;
  std::exception_ptr error_;
};

}  // namespace

template <class W>
std::unique_ptr<DistSsspEngine<W>> make_one_d_sssp(const comm::Communicator& comm,
                                                   std::shared_ptr<const WeightedGraph1d<W>> graph,
                                                   const OneDSsspSettings& settings) {
  if (!(settings.common.delta >= 0)) throw UsageError("delta is below 0 or not a number");
  return std::make_unique<OneDPaths<W>>(comm, std::move(graph), settings);
}

template std::unique_ptr<DistSsspEngine<float>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<float>>,
    const OneDSsspSettings&);
template std::unique_ptr<DistSsspEngine<double>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<double>>,
    const OneDSsspSettings&);
template std::unique_ptr<DistSsspEngine<std::uint32_t>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<std::uint32_t>>,
    const OneDSsspSettings&);

}  // namespace strider::detail
