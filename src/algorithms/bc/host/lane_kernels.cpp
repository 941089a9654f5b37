// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/bc/host/lane_kernels.cpp"
#include "algorithms/bc/host/lane_kernels.hpp"

#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A row is a whole number of vectors, known when this is compiled.
#if HWY_HAVE_SCALABLE
constexpr std::size_t kVectorLanes = 2;
#else
constexpr std::size_t kVectorLanes = HWY_MIN(8, HWY_MAX_BYTES / sizeof(double));
#endif
constexpr std::size_t kVectors = kLanes / kVectorLanes;
using Doubles = hn::FixedTag<double, kVectorLanes>;
using Row = std::array<hn::Vec<Doubles>, kVectors>;

/// Neighbours of a vertex that are looked at before their rows are.
constexpr std::size_t kPiece = 128;
/// Rows fetched ahead: about as many misses as a core has in flight, two lines each.
constexpr std::size_t kAhead = 12;
constexpr std::size_t kHalf = kLanes / 2;
constexpr LaneMask kLowHalf = (1U << kHalf) - 1;

/// The lanes of vector i.
HWY_INLINE hn::Mask<Doubles> lanes_of(LaneMask lanes, std::size_t i) {
  const auto bits = static_cast<std::uint8_t>(lanes >> (i * kVectorLanes));
  // LoadMaskBits reads whole bytes.
  const std::array<std::uint8_t, 8> bytes{bits};
  return hn::LoadMaskBits(Doubles(), bytes.data());
}

HWY_INLINE Row zero_row() {
  Row row;
  for (auto& part : row) part = hn::Zero(Doubles());
  return row;
}

HWY_INLINE Row load_row(const double* values) {
  Row row;
  for (std::size_t i = 0; i < kVectors; ++i) {
    row[i] = hn::Load(Doubles(), values + i * kVectorLanes);
  }
  return row;
}

HWY_INLINE void add_lanes(Row& sum, LaneMask lanes, const double* values, std::size_t first,
                          std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    sum[i] =
        hn::Add(sum[i], hn::MaskedLoad(lanes_of(lanes, i), Doubles(), values + i * kVectorLanes));
  }
}

/// A row is two lines of the cache; one without lanes is not asked for.
HWY_INLINE void add_lanes(Row& sum, LaneMask lanes, const double* values) {
  if ((lanes & kLowHalf) != 0) add_lanes(sum, lanes, values, 0, kVectors / 2);
  if ((lanes & ~kLowHalf) != 0) add_lanes(sum, lanes, values, kVectors / 2, kVectors);
}

HWY_INLINE void store_lanes(const Row& row, LaneMask lanes, double* values) {
  for (std::size_t i = 0; i < kVectors; ++i) {
    hn::BlendedStore(row[i], lanes_of(lanes, i), Doubles(), values + i * kVectorLanes);
  }
}

/// The sum of the lanes in a fixed order: halves on halves.
HWY_INLINE double sum_of_lanes(const Row& row, LaneMask lanes) {
  HWY_ALIGN std::array<double, kLanes> values;
  for (std::size_t i = 0; i < kVectors; ++i) {
    hn::Store(hn::IfThenElseZero(lanes_of(lanes, i), row[i]), Doubles(),
              values.data() + i * kVectorLanes);
  }
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) values[i] += values[i + half];
  }
  return values[0];
}

/// Neighbours on the level that a step comes from, and the lanes in common.
struct Hits {
  std::size_t count = 0;
  std::array<Vertex, kPiece> vertices;
  std::array<LaneMask, kPiece> lanes;
};

/// Adds up the rows of the neighbours of one vertex after another. Most rows are far from the core,
/// and many lists are shorter than what it takes to fetch one: so the neighbours that count are
/// found, and their rows asked for, a list ahead.
template <class Wanted, class Finish>
class RowSums {
 public:
  /// `wanted(v)` are the lanes to add up of v's neighbours; `finish(v, sum, found)` gets the sum
  /// and the lanes in which there was any.
  HWY_INLINE RowSums(const LaneStep& step, std::span<const Vertex> list, const Wanted& wanted,
                     const Finish& finish)
      : step_(step), list_(list), wanted_(wanted), finish_(finish) {}

  HWY_INLINE void run() {
    if (list_.empty()) return;
    open(0);
    Row sum = zero_row();
    LaneMask found = 0;
    Hits hits[2];
    find(hits[0]);
    for (std::size_t turn = 0; !list_.empty(); turn ^= 1U) {
      const Vertex v = list_.front();
      const bool is_last_piece = rest_.empty();
      const Hits& own = hits[turn];
      if (!is_last_piece) {
        find(hits[turn ^ 1U]);
      } else if (list_.size() > 1) {
        open(1);
        find(hits[turn ^ 1U]);
      }
      for (std::size_t i = 0; i < own.count; ++i) {
        if (i + kAhead < own.count) fetch(own.vertices[i + kAhead], own.lanes[i + kAhead]);
        add_lanes(sum, own.lanes[i], step_.rows + own.vertices[i] * kLanes);
        found = static_cast<LaneMask>(found | own.lanes[i]);
      }
      if (!is_last_piece) continue;
      finish_(v, sum, found);
      sum = zero_row();
      found = 0;
      list_ = list_.subspan(1);
    }
  }

 private:
  HWY_INLINE void open(std::size_t place) {
    rest_ = step_.csr->neighbors(list_[place]);
    lanes_ = wanted_(list_[place]);
  }

  HWY_INLINE void find(Hits& hits) {
    const std::size_t size = std::min(rest_.size(), kPiece);
    std::size_t count = 0;
    for (const Vertex u : rest_.first(size)) {
      // Without branches: whether a neighbour is on the level is hard to foretell.
      const auto common = static_cast<LaneMask>(step_.from[u] & lanes_);
      hits.vertices[count] = u;
      hits.lanes[count] = common;
      count += common != 0 ? 1 : 0;
    }
    hits.count = count;
    rest_ = rest_.subspan(size);
    for (std::size_t i = 0; i < std::min(count, kAhead); ++i)
      fetch(hits.vertices[i], hits.lanes[i]);
  }

  HWY_INLINE void fetch(Vertex u, LaneMask lanes) {
    const double* const row = step_.rows + u * kLanes;
    if ((lanes & kLowHalf) != 0) hwy::Prefetch(row);
    if ((lanes & ~kLowHalf) != 0) hwy::Prefetch(row + kHalf);
  }

  const LaneStep& step_;
  std::span<const Vertex> list_;
  const Wanted& wanted_;
  const Finish& finish_;
  std::span<const Vertex> rest_;  // of the list being gone through
  LaneMask lanes_ = 0;
};

std::uint64_t PullOut(const LaneStep& step, std::span<const Vertex> list, LaneMask all,
                      LaneMask* seen, LaneMask* next) {
  std::uint64_t count = 0;
  const auto wanted = [&](Vertex v) HWY_ATTR { return static_cast<LaneMask>(all & ~seen[v]); };
  const auto finish = [&](Vertex v, const Row& sum, LaneMask found) HWY_ATTR {
    next[v] = found;
    if (found == 0) return;
    store_lanes(sum, found, step.rows + v * kLanes);
    seen[v] = static_cast<LaneMask>(seen[v] | found);
    ++count;
  };
  RowSums(step, list, wanted, finish).run();
  return count;
}

void PushOut(const LaneStep& step, std::span<const Vertex> list, LaneMask* seen, LaneMask* next,
             std::vector<Vertex>& found) {
  for (const Vertex u : list) {
    const LaneMask own = step.from[u];
    const Row counts = load_row(step.rows + u * kLanes);
    for (const Vertex v : step.csr->neighbors(u)) {
      const auto reached = static_cast<LaneMask>(own & ~seen[v]);
      if (reached == 0) continue;
      if (next[v] == 0) found.push_back(v);
      double* const row = step.rows + v * kLanes;
      // Lanes that are new have nothing to add to.
      Row sum = counts;
      add_lanes(sum, static_cast<LaneMask>(reached & next[v]), row);
      store_lanes(sum, reached, row);
      next[v] = static_cast<LaneMask>(next[v] | reached);
    }
  }
  for (const Vertex v : found) seen[v] = static_cast<LaneMask>(seen[v] | next[v]);
}

/// The vertex is done with: its dependencies are added up, its counts become coefficients.
HWY_INLINE void close(const LaneStep& step, Vertex v, LaneMask lanes, const Row& coefficients,
                      const LaneSums& sums) {
  const Doubles d;
  double* const row = step.rows + v * kLanes;
  const auto weight = hn::Set(d, sums.weights == nullptr ? 1.0 : sums.weights[v]);
  Row dependencies;
  for (std::size_t i = 0; i < kVectors; ++i) {
    const auto counts = hn::Load(d, row + i * kVectorLanes);
    dependencies[i] = hn::Mul(coefficients[i], counts);
    const auto own = hn::Div(hn::Add(weight, dependencies[i]), counts);
    hn::BlendedStore(own, lanes_of(lanes, i), d, row + i * kVectorLanes);
    if (sums.times != nullptr) {
      dependencies[i] = hn::Mul(dependencies[i], hn::Load(d, sums.times + i * kVectorLanes));
    }
  }
  sums.sums[v] += sum_of_lanes(dependencies, lanes);
}

void PullBack(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums) {
  const auto wanted = [&](Vertex v) HWY_ATTR { return sums.level[v]; };
  const auto finish = [&](Vertex v, const Row& coefficients, LaneMask)
                          HWY_ATTR { close(step, v, sums.level[v], coefficients, sums); };
  RowSums(step, list, wanted, finish).run();
}

void CloseEnds(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums) {
  const Doubles d;
  for (const Vertex v : list) {
    double* const row = step.rows + v * kLanes;
    const auto weight = hn::Set(d, sums.weights == nullptr ? 1.0 : sums.weights[v]);
    for (std::size_t i = 0; i < kVectors; ++i) {
      const auto counts = hn::Load(d, row + i * kVectorLanes);
      hn::BlendedStore(hn::Div(weight, counts), lanes_of(sums.level[v], i), d,
                       row + i * kVectorLanes);
    }
  }
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(PullOut);
HWY_EXPORT(PushOut);
HWY_EXPORT(PullBack);
HWY_EXPORT(CloseEnds);

}  // namespace

std::uint64_t pull_out(const LaneStep& step, std::span<const Vertex> list, LaneMask all,
                       LaneMask* seen, LaneMask* next) {
  return HWY_DYNAMIC_DISPATCH(PullOut)(step, list, all, seen, next);
}

void push_out(const LaneStep& step, std::span<const Vertex> list, LaneMask* seen, LaneMask* next,
              std::vector<Vertex>& found) {
  HWY_DYNAMIC_DISPATCH(PushOut)(step, list, seen, next, found);
}

void pull_back(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums) {
  HWY_DYNAMIC_DISPATCH(PullBack)(step, list, sums);
}

void close_ends(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums) {
  HWY_DYNAMIC_DISPATCH(CloseEnds)(step, list, sums);
}

}  // namespace strider::detail
#endif
