// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/bc/host/lane_kernels.cpp"
#include "algorithms/bc/host/lane_kernels.hpp"

#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "algorithms/bc/host/lane_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

/// Neighbours of a vertex that are looked at before their rows are.
constexpr std::size_t kPiece = 128;
/// Lines fetched ahead: somewhat more than a core can wait for at once.
constexpr std::size_t kLinesAhead = 32;
template <class Value>
constexpr std::size_t kRowLines = kLanes * sizeof(Value) / 64;
template <class Value>
constexpr std::size_t kRowsAhead = kLinesAhead / kRowLines<Value>;
/// More than any vector has numbers of 32 bits.
constexpr std::size_t kIds = 64;

/// Neighbours on the level that a step comes from, and the lanes in common. Whole vectors are
/// written, also past the last.
struct Hits {
  std::size_t count = 0;
  HWY_ALIGN std::array<std::int32_t, kPiece + kIds> vertices;
  HWY_ALIGN std::array<std::int32_t, kPiece + kIds> lanes;
};

/// Without branches: whether a neighbour is on the level is hard to foretell.
HWY_INLINE void find_hits(std::span<const Vertex> list, const LaneMask* from, LaneMask wanted,
                          Hits& hits) {
  std::size_t count = 0;
#if STRIDER_HAS_MASKED_ACCESS
  const hn::ScalableTag<std::int32_t> ids;
  const auto* const vertices = reinterpret_cast<const std::int32_t*>(list.data());
  const auto* const masks = reinterpret_cast<const std::int32_t*>(from);
  // Of the four bytes gathered two are the next vertex's.
  const auto own = hn::Set(ids, std::int32_t{wanted});
  for (std::size_t i = 0; i < list.size(); i += hn::Lanes(ids)) {
    const auto valid = hn::FirstN(ids, list.size() - i);
    const auto vertex = hn::MaskedLoad(valid, ids, vertices + i);
    const auto common = hn::And(hn::GatherOffset(ids, masks, hn::ShiftLeft<1>(vertex)), own);
    const auto hit = hn::And(valid, hn::Ne(common, hn::Zero(ids)));
    // Not CompressStore, which takes a hundred cycles on some processors.
    hn::StoreU(hn::Compress(vertex, hit), ids, hits.vertices.data() + count);
    hn::StoreU(hn::Compress(common, hit), ids, hits.lanes.data() + count);
    count += hn::CountTrue(ids, hit);
  }
#else
  for (const Vertex u : list) {
    const std::int32_t common = from[u] & wanted;
    hits.vertices[count] = static_cast<std::int32_t>(u);
    hits.lanes[count] = common;
    count += common != 0 ? 1 : 0;
  }
#endif
  hits.count = count;
}

/// Adds up the rows of the neighbours of one vertex after another. Most rows are far from the core,
/// and many lists are shorter than what it takes to fetch one: so the neighbours that count are
/// found, and their rows asked for, a list ahead.
template <class Value, class Wanted, class Finish>
class RowSums {
 public:
  /// `wanted(v)` are the lanes to add up of v's neighbours; `finish(v, sum, found)` gets the sum
  /// and the lanes in which there was any.
  HWY_INLINE RowSums(const LaneStep<Value>& step, std::span<const Vertex> list,
                     const Wanted& wanted, const Finish& finish)
      : step_(step), list_(list), wanted_(wanted), finish_(finish) {}

  HWY_INLINE void run() {
    if (list_.empty()) return;
    open(0);
    Row sum = zero_row();
    std::int32_t found = 0;
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
        if (i + kRowsAhead<Value> < own.count) fetch(own, i + kRowsAhead<Value>);
        add_lanes(sum, static_cast<LaneMask>(own.lanes[i]), row(own.vertices[i]));
        found |= own.lanes[i];
      }
      if (!is_last_piece) continue;
      finish_(v, sum, static_cast<LaneMask>(found));
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
    find_hits(rest_.first(size), step_.from, lanes_, hits);
    rest_ = rest_.subspan(size);
    const std::size_t first = std::min(hits.count, kRowsAhead<Value>);
    for (std::size_t i = 0; i < first; ++i) fetch(hits, i);
  }

  HWY_INLINE const Value* row(std::int32_t vertex) const {
    return step_.rows + static_cast<std::size_t>(vertex) * kLanes;
  }
  HWY_INLINE void fetch(const Hits& hits, std::size_t i) const {
    fetch_row(static_cast<LaneMask>(hits.lanes[i]), row(hits.vertices[i]));
  }

  const LaneStep<Value>& step_;
  std::span<const Vertex> list_;
  const Wanted& wanted_;
  const Finish& finish_;
  std::span<const Vertex> rest_;  // of the list being gone through
  LaneMask lanes_ = 0;
};

template <class Value>
std::uint64_t PullOut(const LaneStep<Value>& step, std::span<const Vertex> list, LaneMask all,
                      LaneMask* seen, LaneMask* next) {
  std::uint64_t count = 0;
  const auto wanted = [&](Vertex v) HWY_ATTR { return static_cast<LaneMask>(all & ~seen[v]); };
  const auto finish = [&](Vertex v, const Row& sum, LaneMask found) HWY_ATTR {
    next[v] = found;
    if (found == 0) return;
    store_row(sum, found, step.rows + v * kLanes);
    seen[v] = static_cast<LaneMask>(seen[v] | found);
    ++count;
  };
  RowSums(step, list, wanted, finish).run();
  return count;
}

template <class Value>
void PushOut(const LaneStep<Value>& step, std::span<const Vertex> list, LaneMask* seen,
             LaneMask* next, std::vector<Vertex>& found) {
  for (const Vertex u : list) {
    const LaneMask own = step.from[u];
    Row counts = zero_row();
    add_lanes(counts, own, step.rows + u * kLanes);
    for (const Vertex v : step.csr->neighbors(u)) {
      const auto reached = static_cast<LaneMask>(own & ~seen[v]);
      if (reached == 0) continue;
      if (next[v] == 0) found.push_back(v);
      Value* const row = step.rows + v * kLanes;
      // Lanes that are new have nothing to add to.
      Row sum = counts;
      add_lanes(sum, static_cast<LaneMask>(reached & next[v]), row);
      store_row(sum, reached, row);
      next[v] = static_cast<LaneMask>(next[v] | reached);
    }
  }
  for (const Vertex v : found) seen[v] = static_cast<LaneMask>(seen[v] | next[v]);
}

/// The vertex is done with: its dependencies are added up, its counts become coefficients.
template <class Value>
HWY_INLINE void close(const LaneStep<Value>& step, Vertex v, LaneMask lanes,
                      const Row& coefficients, const LaneSums& sums) {
  const Doubles d;
  Value* const row = step.rows + v * kLanes;
  const auto weight = hn::Set(d, sums.weights == nullptr ? 1.0 : sums.weights[v]);
  Row dependencies;
  for (std::size_t i = 0; i < kVectors; ++i) {
    const auto counts = load_lanes(lanes, row, i);
    dependencies[i] = hn::Mul(coefficients[i], counts);
    store_lanes(hn::Div(hn::Add(weight, dependencies[i]), counts), lanes, row, i);
    if (sums.times != nullptr) {
      dependencies[i] = hn::Mul(dependencies[i], hn::Load(d, sums.times + i * kVectorLanes));
    }
  }
  sums.sums[v] += sum_of_lanes(dependencies, lanes);
}

template <class Value>
void PullBack(const LaneStep<Value>& step, std::span<const Vertex> list, const LaneSums& sums) {
  const auto wanted = [&](Vertex v) HWY_ATTR { return sums.level[v]; };
  const auto finish = [&](Vertex v, const Row& coefficients, LaneMask)
                          HWY_ATTR { close(step, v, sums.level[v], coefficients, sums); };
  RowSums(step, list, wanted, finish).run();
}

template <class Value>
void CloseEnds(const LaneStep<Value>& step, std::span<const Vertex> list, const LaneSums& sums) {
  for (const Vertex v : list) {
    Value* const row = step.rows + v * kLanes;
    const auto weight = hn::Set(Doubles(), sums.weights == nullptr ? 1.0 : sums.weights[v]);
    const LaneMask lanes = sums.level[v];
    for (std::size_t i = 0; i < kVectors; ++i) {
      store_lanes(hn::Div(weight, load_lanes(lanes, row, i)), lanes, row, i);
    }
  }
}

std::uint64_t PullOutFloat(const LaneStep<float>& step, std::span<const Vertex> list, LaneMask all,
                           LaneMask* seen, LaneMask* next) {
  return PullOut(step, list, all, seen, next);
}
void PushOutFloat(const LaneStep<float>& step, std::span<const Vertex> list, LaneMask* seen,
                  LaneMask* next, std::vector<Vertex>& found) {
  PushOut(step, list, seen, next, found);
}
void PullBackFloat(const LaneStep<float>& step, std::span<const Vertex> list,
                   const LaneSums& sums) {
  PullBack(step, list, sums);
}
void CloseEndsFloat(const LaneStep<float>& step, std::span<const Vertex> list,
                    const LaneSums& sums) {
  CloseEnds(step, list, sums);
}
std::uint64_t PullOutDouble(const LaneStep<double>& step, std::span<const Vertex> list,
                            LaneMask all, LaneMask* seen, LaneMask* next) {
  return PullOut(step, list, all, seen, next);
}
void PushOutDouble(const LaneStep<double>& step, std::span<const Vertex> list, LaneMask* seen,
                   LaneMask* next, std::vector<Vertex>& found) {
  PushOut(step, list, seen, next, found);
}
void PullBackDouble(const LaneStep<double>& step, std::span<const Vertex> list,
                    const LaneSums& sums) {
  PullBack(step, list, sums);
}
void CloseEndsDouble(const LaneStep<double>& step, std::span<const Vertex> list,
                     const LaneSums& sums) {
  CloseEnds(step, list, sums);
}
bool HasMaskedAccess() {
  return STRIDER_HAS_MASKED_ACCESS != 0;
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(PullOutFloat);
HWY_EXPORT(PushOutFloat);
HWY_EXPORT(PullBackFloat);
HWY_EXPORT(CloseEndsFloat);
HWY_EXPORT(PullOutDouble);
HWY_EXPORT(PushOutDouble);
HWY_EXPORT(PullBackDouble);
HWY_EXPORT(CloseEndsDouble);
HWY_EXPORT(HasMaskedAccess);

}  // namespace

template <>
std::uint64_t pull_out(const LaneStep<float>& step, std::span<const Vertex> list, LaneMask all,
                       LaneMask* seen, LaneMask* next) {
  return HWY_DYNAMIC_DISPATCH(PullOutFloat)(step, list, all, seen, next);
}
template <>
void push_out(const LaneStep<float>& step, std::span<const Vertex> list, LaneMask* seen,
              LaneMask* next, std::vector<Vertex>& found) {
  HWY_DYNAMIC_DISPATCH(PushOutFloat)(step, list, seen, next, found);
}
template <>
void pull_back(const LaneStep<float>& step, std::span<const Vertex> list, const LaneSums& sums) {
  HWY_DYNAMIC_DISPATCH(PullBackFloat)(step, list, sums);
}
template <>
void close_ends(const LaneStep<float>& step, std::span<const Vertex> list, const LaneSums& sums) {
  HWY_DYNAMIC_DISPATCH(CloseEndsFloat)(step, list, sums);
}

template <>
std::uint64_t pull_out(const LaneStep<double>& step, std::span<const Vertex> list, LaneMask all,
                       LaneMask* seen, LaneMask* next) {
  return HWY_DYNAMIC_DISPATCH(PullOutDouble)(step, list, all, seen, next);
}
template <>
void push_out(const LaneStep<double>& step, std::span<const Vertex> list, LaneMask* seen,
              LaneMask* next, std::vector<Vertex>& found) {
  HWY_DYNAMIC_DISPATCH(PushOutDouble)(step, list, seen, next, found);
}
template <>
void pull_back(const LaneStep<double>& step, std::span<const Vertex> list, const LaneSums& sums) {
  HWY_DYNAMIC_DISPATCH(PullBackDouble)(step, list, sums);
}
template <>
void close_ends(const LaneStep<double>& step, std::span<const Vertex> list, const LaneSums& sums) {
  HWY_DYNAMIC_DISPATCH(CloseEndsDouble)(step, list, sums);
}

bool lanes_can_be_shared() {
  return HWY_DYNAMIC_DISPATCH(HasMaskedAccess)();
}

}  // namespace strider::detail
#endif
