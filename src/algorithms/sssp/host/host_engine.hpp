// What the parallel methods do alike: clear the distances, run the team, forget what lies beyond.
#pragma once

#include <utility>

#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "base/team.hpp"

namespace strider::detail {

/// A search over distances of type D, in one parallel region. A method brings run().
template <class W, class D>
class HostEngine : public SsspEngine<W> {
 public:
  void search(Vertex source, SsspTree<W>& tree) final {
    distances_ = distances_in<W, D>(tree);
    const auto target = context_->options.target;
    const DistanceBound<D> bound(cutoff_, target ? &distances_[*target] : nullptr);
    parallel_team(context_->options.threads, [&](Member& member) {
      const Range chunk = member.chunk(distances_.size(), kLine);
      clear(member);
      std::fill(distances_.begin() + static_cast<std::ptrdiff_t>(chunk.begin),
                distances_.begin() + static_cast<std::ptrdiff_t>(chunk.end), kUnreachedDistance<D>);
      member.wait();
      // Atomic: others may ask how far the target is, which the source can be.
      if (member.is_first()) store_relaxed(distances_[source], D{0});
      run(member, source, bound);
      if (target) forget_beyond(member, bound, *target);
    });
  }

 protected:
  explicit HostEngine(SsspContextPtr<W> context)
      : context_(std::move(context)),
        cutoff_(largest_up_to<D>(context_->options.cutoff)),
        offsets_(context_->out().offsets().data()),
        targets_(context_->out().targets().data()),
        weights_(context_->graph.weights().data()) {}

  /// Empties what the method keeps from an earlier search: this member's part of it.
  virtual void clear(Member& member) = 0;
  /// Lowers distances_ until no edge can lower one that is within the bound. Distance 0 stands at
  /// the source, but only its first member knows. Returns after a barrier.
  virtual void run(Member& member, Vertex source, const DistanceBound<D>& bound) = 0;

  const SsspContextPtr<W> context_;
  const D cutoff_;
  const EdgeIndex* const offsets_;
  const Vertex* const targets_;
  const W* const weights_;
  std::span<D> distances_;

 private:
  // Vertices whose distances fill a cache line: threads share none.
  static constexpr std::size_t kLine = 64 / sizeof(D);

  /// Vertices seen from afar before the target was known to be nearer. All members have relaxed.
  void forget_beyond(Member& member, const DistanceBound<D>& bound, Vertex target) {
    const D limit = bound.limit();
    member.wait();
    const Range chunk = member.chunk(distances_.size(), kLine);
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) {
      if (v != target && distances_[v] > limit) distances_[v] = kUnreachedDistance<D>;
    }
  }
};

/// Whether distances of `context` fit an engine of 32 bits.
template <class W>
[[nodiscard]] bool is_narrow(const SsspContext<W>& context) {
  return std::is_same_v<W, std::uint32_t> && context.facts.fit_32_bits(context.num_vertices());
}

/// The engine Engine<W, D> of the narrowest D that suits.
template <template <class, class> class Engine, class W>
std::unique_ptr<SsspEngine<W>> make_host_engine(SsspContextPtr<W> context) {
  if constexpr (std::is_same_v<W, std::uint32_t>) {
    if (is_narrow(*context)) {
      return std::make_unique<Engine<W, std::uint32_t>>(std::move(context));
    }
  }
  return std::make_unique<Engine<W, SsspDistance<W>>>(std::move(context));
}

}  // namespace strider::detail
