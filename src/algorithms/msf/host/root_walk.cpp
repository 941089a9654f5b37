// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/msf/host/root_walk.cpp"
#include "algorithms/msf/host/root_walk.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// One step of as many ways as a vector has lanes; true where all have ended.
template <class D>
HWY_INLINE bool take_step(D d, const Vertex* first_other, hn::Vec<D>& here, hn::Vec<D>& there) {
  const hn::RebindToSigned<D> di;
  const auto above = hn::GatherIndex(d, first_other, hn::BitCast(di, there));
  const auto ends = hn::Or(hn::Eq(above, here), hn::Eq(there, here));
  here = hn::IfThenElse(ends, here, there);
  there = hn::IfThenElse(ends, there, above);
  return hn::AllTrue(d, ends);
}

/// No branch depends on where one way ends, and the cache misses of four vectors are waited for at
/// once.
bool WalkToRoots(std::span<const Vertex> first_other, Range range, Vertex* roots) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto none = hn::Set(d, kNoVertex);
  const Vertex* const others = first_other.data();
  const auto start = [&](std::size_t v) HWY_ATTR { return hn::Iota(d, static_cast<Vertex>(v)); };
  const auto first_step = [&](std::size_t v) HWY_ATTR {
    const auto other = hn::LoadU(d, others + v);
    return hn::IfThenElse(hn::Eq(other, none), start(v), other);
  };
  std::size_t v = range.begin;
  for (; v + 4 * lanes <= range.end; v += 4 * lanes) {
    auto here0 = start(v);
    auto here1 = start(v + lanes);
    auto here2 = start(v + 2 * lanes);
    auto here3 = start(v + 3 * lanes);
    auto there0 = first_step(v);
    auto there1 = first_step(v + lanes);
    auto there2 = first_step(v + 2 * lanes);
    auto there3 = first_step(v + 3 * lanes);
    int steps = 0;
    for (bool all_end = false; !all_end;) {
      if (++steps > kMostSteps) return false;
      const bool end0 = take_step(d, others, here0, there0);
      const bool end1 = take_step(d, others, here1, there1);
      const bool end2 = take_step(d, others, here2, there2);
      const bool end3 = take_step(d, others, here3, there3);
      all_end = end0 && end1 && end2 && end3;
    }
    hn::StoreU(hn::Min(here0, there0), d, roots + v);
    hn::StoreU(hn::Min(here1, there1), d, roots + v + lanes);
    hn::StoreU(hn::Min(here2, there2), d, roots + v + 2 * lanes);
    hn::StoreU(hn::Min(here3, there3), d, roots + v + 3 * lanes);
  }
  return find_roots_scalar(first_other, {v, range.end}, roots);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(WalkToRoots);

}  // namespace

bool find_roots(std::span<const Vertex> first_other, Range range, Vertex* roots) {
  // Vectors take indices for signed numbers.
  constexpr std::size_t kMostIndexed = std::size_t{1} << 31U;
  if (first_other.size() > kMostIndexed) return find_roots_scalar(first_other, range, roots);
  return HWY_DYNAMIC_DISPATCH(WalkToRoots)(first_other, range, roots);
}

bool find_roots_scalar(std::span<const Vertex> first_other, Range range, Vertex* roots) {
  for (std::size_t v = range.begin; v < range.end; ++v) {
    auto here = static_cast<Vertex>(v);
    Vertex there = first_other[v] == kNoVertex ? here : first_other[v];
    for (int steps = 0; there != here && first_other[there] != here; ++steps) {
      if (steps == kMostSteps) return false;
      here = there;
      there = first_other[there];
    }
    roots[v] = std::min(here, there);
  }
  return true;
}

void find_roots_of_long_ways(std::span<const Vertex> first_other, Vertex* roots) {
  const auto n = static_cast<Vertex>(first_other.size());
  std::fill_n(roots, n, kNoVertex);
  for (Vertex v = 0; v < n; ++v) {
    Vertex here = v;
    Vertex root = roots[v];
    while (root == kNoVertex) {
      const Vertex there = first_other[here];
      if (there == kNoVertex) {
        root = here;
      } else if (first_other[there] == here) {
        root = std::min(here, there);
      } else {
        here = there;
        root = roots[here];
      }
    }
    for (Vertex at = v; at != kNoVertex && roots[at] == kNoVertex; at = first_other[at]) {
      roots[at] = root;
    }
  }
}

}  // namespace strider::detail
#endif
