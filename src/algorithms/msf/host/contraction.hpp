// Further rounds of Borůvka's method, on edges between fragments.
//
//   for each candidate, in parallel: offer it to both of its fragments
//   hook every fragment to another by its first candidate
//   give the candidates the new fragments, and drop those inside of one
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "algorithms/msf/host/candidate.hpp"
#include "algorithms/msf/host/edge_buffer.hpp"
#include "algorithms/msf/host/fragments.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "strider/array.hpp"

namespace strider::detail {

template <class Key>
class Contraction {
 public:
  using Buffer = EdgeBuffer<Candidate<Key>>;

  /// One round over `num_fragments` fragments; returns how many are left. O(fragments + candidates)
  /// expected work. Throws MemoryError.
  template <class Forest>
  Vertex run(std::span<Buffer> parts, Vertex num_fragments, Forest& forest, int threads) {
    outer_.resize(num_fragments);
    if (first_.size() < num_fragments) first_ = Array<std::uint64_t>(num_fragments);
    parts_ = parts;
    parallel_for(0, num_fragments, threads, [&](std::size_t fragment) {
      first_[fragment] = kNone;
      outer_.first_key()[fragment] = static_cast<Key>(~Key{0});
    });
    offer_all(threads);
    parallel_for(0, num_fragments, threads, [&](std::size_t i) {
      const auto fragment = static_cast<Vertex>(i);
      outer_.first_other()[i] = first_[i] == kNone ? kNoVertex : other_end(at(first_[i]), fragment);
    });
    outer_.hook(forest, threads, [&](Vertex fragment) { return at(first_[fragment]).edge; });
    relabel(threads);
    return outer_.count();
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  // A candidate by one number: its part, and its place in that.
  static constexpr unsigned kPlaceBits = 44;
  static constexpr std::size_t kAhead = 16;

  [[nodiscard]] const Candidate<Key>& at(std::uint64_t reference) const {
    const std::uint64_t place = reference & ((std::uint64_t{1} << kPlaceBits) - 1);
    return parts_[reference >> kPlaceBits].span()[place];
  }
  [[nodiscard]] static Vertex other_end(const Candidate<Key>& candidate, Vertex fragment) {
    return candidate.a == fragment ? candidate.b : candidate.a;
  }

  void offer_all(int threads) {
    parallel_for(
        0, parts_.size(), threads,
        [&](std::size_t part) {
          const std::span<const Candidate<Key>> candidates = std::as_const(parts_[part]).span();
          for (std::size_t i = 0; i < candidates.size(); ++i) {
            const std::uint64_t reference = std::uint64_t{part} << kPlaceBits | i;
            offer(candidates[i].a, candidates[i], reference);
            offer(candidates[i].b, candidates[i], reference);
          }
        },
        1);
  }

  void offer(Vertex fragment, const Candidate<Key>& candidate, std::uint64_t reference) {
    // The least key offered so far: it only falls, and whoever lowered it stays to offer its
    // candidate. So most are refused by one look.
    Key& least = outer_.first_key()[fragment];
    Key key = load_relaxed(least);
    if (candidate.edge.key > key) return;
    const std::atomic_ref least_key(least);
    while (candidate.edge.key < key &&
           !least_key.compare_exchange_weak(key, candidate.edge.key, std::memory_order_relaxed)) {
    }
    // Relaxed here, too: candidates were there before the threads were.
    const std::atomic_ref first(first_[fragment]);
    std::uint64_t current = first.load(std::memory_order_relaxed);
    while (current == kNone || candidate < at(current)) {
      if (first.compare_exchange_weak(current, reference, std::memory_order_relaxed)) return;
    }
  }

  void relabel(int threads) {
    parallel_for(
        0, parts_.size(), threads,
        [&](std::size_t part) {
          const std::span<Candidate<Key>> candidates = parts_[part].span();
          Candidate<Key>* out = candidates.data();
          for (std::size_t i = 0; i < candidates.size(); ++i) {
            const Candidate<Key>& ahead = candidates[std::min(i + kAhead, candidates.size() - 1)];
            prefetch_to_read(outer_.place(ahead.a));
            prefetch_to_read(outer_.place(ahead.b));
            const Candidate<Key> candidate = candidates[i];
            const Vertex a = outer_.of(candidate.a);
            const Vertex b = outer_.of(candidate.b);
            *out = {a, b, candidate.edge};
            out += a != b ? 1 : 0;
          }
          parts_[part].grow_to(out);
        },
        1);
  }

  Fragments<Key> outer_;
  Array<std::uint64_t> first_;  // by fragment: a reference to its first candidate
  std::span<Buffer> parts_;
};

}  // namespace strider::detail
