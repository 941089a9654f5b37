// Delta-stepping over ranks, as all schemes have it in common.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>

#include "algorithms/sssp/ranks/engine.hpp"
#include "algorithms/sssp/ranks/local.hpp"
#include "comm/communicator.hpp"
#include "comm/round_exchange.hpp"

namespace strider::detail {

/// The weights and the size of the whole graph, from which the width of a bucket follows.
struct DistWeightFacts {
  std::uint64_t arcs = 0;
  double delta = 1;
  double reach = 1;           ///< how far the bound moves at first: at least delta
  bool may_overflow = false;  ///< a path may be too long for the type of its length
};

/// An arc by the input's numbers of vertices.
struct ArcEnds {
  GlobalVertex from = kNoGlobalVertex;
  GlobalVertex to = kNoGlobalVertex;

  [[nodiscard]] auto operator<=>(const ArcEnds&) const = default;
};
/// The ends of the arc with that place in that part of this rank's weights.
using EndsOfArc = std::function<ArcEnds(std::size_t part, std::size_t place)>;

/// Looks at this rank's arcs, in parts. `settings.delta` is that asked for, 0 for one that suits.
/// Throws UsageError where it is negative or not a number; WeightError where a weight is, naming
/// the first such arc of all ranks. Collective.
template <class W>
[[nodiscard]] DistWeightFacts look_at_weights(const comm::Communicator& comm,
                                              std::initializer_list<std::span<const W>> weights,
                                              const EndsOfArc& ends_of, std::uint64_t vertices,
                                              std::uint64_t arcs, const DistSsspSettings& settings);

/// The search. A scheme derives from it and says how what a rank found comes to those who decide.
template <class W>
class DistDeltaStepping : public DistSsspEngine<W> {
 public:
  void search(GlobalVertex source, DistSsspTree<W>& tree) final;
  [[nodiscard]] double delta() const final { return facts_.delta; }

 protected:
  static constexpr std::uint64_t kNoBucket = LocalPaths<W>::kNoBucket;

  DistDeltaStepping(const comm::Communicator& comm, const DistWeightFacts& facts, VertexNames names)
      : comm_(comm.duplicate()), facts_(facts), names_(std::move(names)) {}

  [[nodiscard]] virtual LocalPaths<W>& local() = 0;
  /// Puts the source where it belongs, after local().start(). Collective.
  virtual void visit_source(GlobalVertex source) = 0;
  /// Whether rows are of undirected edges, so that a vertex can look for its nearest neighbour.
  [[nodiscard]] virtual bool can_pull() const = 0;
  /// Brings what relaxing has found to those who decide about it: by exchange() at least.
  /// Collective.
  virtual void settle() { exchange(); }
  /// Parents that other ranks know, and the counts of all ranks. Collective.
  virtual void complete(DistSsspTree<W>& tree) = 0;

  /// Runs body unless something failed before. What fails is reported at the end of the round.
  template <class F>
  void attempt(const F& body) {
    if (error_ != nullptr) return;
    try {
      body();
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  [[nodiscard]] bool has_failed() const { return error_ != nullptr; }

  /// One message of relaxations to and from each peer.
  void exchange();

  comm::Communicator comm_;
  DistWeightFacts facts_;
  std::optional<comm::RoundExchange> exchange_;  // made by the scheme

 private:
  using Distance = SsspDistance<W>;
  /// What lies beyond the bound, of all ranks.
  struct Ahead {
    Distance nearest;
    std::uint64_t settled_arcs;
  };

  std::uint64_t next_bucket();
  Ahead look_ahead();
  [[nodiscard]] bool pays_to_pull(const Ahead& ahead) const;
  void share_settled();
  void refuse_overflow();

  VertexNames names_;  // of the input
  std::exception_ptr error_;
};

}  // namespace strider::detail
