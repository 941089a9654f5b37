// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/bc/host/batch_kernels.cpp"
#include "algorithms/bc/host/batch_kernels.hpp"

#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "algorithms/bc/host/batch_rows-inl.hpp"
#include "base/compress.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

/// Neighbours of a vertex that are looked at before their rows are.
constexpr std::size_t kChunk = 128;
/// Lines fetched ahead: somewhat more than a core can wait for at once.
constexpr std::size_t kLinesAhead = 32;
template <class Value, std::size_t kWidth>
constexpr std::size_t kRowsAhead = kWidth * sizeof(Value) <= 64
                                       ? kLinesAhead
                                       : kLinesAhead * 64 / (kWidth * sizeof(Value));
/// More than any vector has numbers of 32 bits.
constexpr std::size_t kIds = 64;

/// Neighbours on the level that a step comes from, and the searches in common. Whole vectors are
/// written, also past the last.
struct Hits {
  std::size_t count = 0;
  HWY_ALIGN std::array<std::int32_t, kChunk + kIds> vertices;
  HWY_ALIGN std::array<std::int32_t, kChunk + kIds> lanes;
};

/// Without branches: whether a neighbour is on the level is hard to foretell.
HWY_INLINE void find_hits(std::span<const Vertex> list, const BatchMask* from, BatchMask wanted,
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
    hn::StoreU(compress(ids, vertex, hit), ids, hits.vertices.data() + count);
    hn::StoreU(compress(ids, common, hit), ids, hits.lanes.data() + count);
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
template <class Value, std::size_t kWidth, class Wanted, class Finish>
class RowSums {
 public:
  /// `wanted(v)` are the searches to add up of v's neighbours; `finish(v, sum, found)` gets the sum
  /// and the searches that had any.
  HWY_INLINE RowSums(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list,
                     const Wanted& wanted, const Finish& finish)
      : step_(step), list_(list), wanted_(wanted), finish_(finish) {}

  HWY_INLINE void run() {
    if (list_.empty()) return;
    open(0);
    Row<kWidth> sum;
    clear(sum);
    std::int32_t found = 0;
    Hits hits[2];
    find(hits[0]);
    for (std::size_t turn = 0; !list_.empty(); turn ^= 1U) {
      const Vertex v = list_.front();
      const bool is_last_chunk = rest_.empty();
      const Hits& own = hits[turn];
      if (!is_last_chunk) {
        find(hits[turn ^ 1U]);
      } else if (list_.size() > 1) {
        open(1);
        find(hits[turn ^ 1U]);
      }
      for (std::size_t i = 0; i < own.count; ++i) {
        if (i + kAhead < own.count) fetch(own, i + kAhead);
        add_lanes(sum, static_cast<BatchMask>(own.lanes[i]), row(own.vertices[i]));
        found |= own.lanes[i];
      }
      if (!is_last_chunk) continue;
      finish_(v, sum, static_cast<BatchMask>(found));
      clear(sum);
      found = 0;
      list_ = list_.subspan(1);
    }
  }

 private:
  static constexpr std::size_t kAhead = kRowsAhead<Value, kWidth>;

  HWY_INLINE void open(std::size_t place) {
    rest_ = step_.csr->neighbors(list_[place]);
    lanes_ = wanted_(list_[place]);
  }

  HWY_INLINE void find(Hits& hits) {
    const std::size_t size = std::min(rest_.size(), kChunk);
    find_hits(rest_.first(size), step_.from, lanes_, hits);
    rest_ = rest_.subspan(size);
    const std::size_t first = std::min(hits.count, kAhead);
    for (std::size_t i = 0; i < first; ++i) fetch(hits, i);
  }

  HWY_INLINE const Value* row(std::int32_t vertex) const {
    return step_.rows + static_cast<std::size_t>(vertex) * kWidth;
  }
  HWY_INLINE void fetch(const Hits& hits, std::size_t i) const {
    fetch_row<kWidth>(static_cast<BatchMask>(hits.lanes[i]), row(hits.vertices[i]));
  }

  const BatchStep<Value, kWidth>& step_;
  std::span<const Vertex> list_;
  const Wanted& wanted_;
  const Finish& finish_;
  std::span<const Vertex> rest_;  // of the list being gone through
  BatchMask lanes_ = 0;
};

template <class Value, std::size_t kWidth>
std::uint64_t PullOut(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list,
                      BatchMask all, BatchMask* seen, BatchMask* next) {
  std::uint64_t count = 0;
  const auto wanted = [&](Vertex v) HWY_ATTR { return static_cast<BatchMask>(all & ~seen[v]); };
  const auto finish = [&](Vertex v, const Row<kWidth>& sum, BatchMask found) HWY_ATTR {
    next[v] = found;
    if (found == 0) return;
    store_row(sum, found, step.rows + v * kWidth);
    seen[v] = static_cast<BatchMask>(seen[v] | found);
    ++count;
  };
  RowSums(step, list, wanted, finish).run();
  return count;
}

template <class Value, std::size_t kWidth>
void PushOut(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list, BatchMask* seen,
             BatchMask* next, std::vector<Vertex>& found) {
  for (const Vertex u : list) {
    const BatchMask own = step.from[u];
    Row<kWidth> counts;
    clear(counts);
    add_lanes(counts, own, step.rows + u * kWidth);
    for (const Vertex v : step.csr->neighbors(u)) {
      const auto reached = static_cast<BatchMask>(own & ~seen[v]);
      if (reached == 0) continue;
      if (next[v] == 0) found.push_back(v);
      Value* const row = step.rows + v * kWidth;
      // Searches for which it is new have nothing to add to.
      Row<kWidth> sum = counts;
      add_lanes(sum, static_cast<BatchMask>(reached & next[v]), row);
      store_row(sum, reached, row);
      next[v] = static_cast<BatchMask>(next[v] | reached);
    }
  }
  for (const Vertex v : found) seen[v] = static_cast<BatchMask>(seen[v] | next[v]);
}

/// The vertex is done with: its dependencies are added up, its counts become coefficients.
template <class Value>
HWY_INLINE void close(Value* row, Vertex v, const WideRow& coefficients, const BatchSums& sums) {
  const Doubles d;
  const BatchMask lanes = sums.level[v];
  const auto weight = hn::Set(d, sums.weights == nullptr ? 1.0 : sums.weights[v]);
  WideRow dependencies;
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
HWY_INLINE void close(double* count, Vertex v, double coefficient, const BatchSums& sums) {
  const double dependency = coefficient * *count;
  *count = ((sums.weights == nullptr ? 1.0 : sums.weights[v]) + dependency) / *count;
  sums.sums[v] += sums.times == nullptr ? dependency : dependency * sums.times[0];
}

template <class Value, std::size_t kWidth>
void PullBack(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list,
              const BatchSums& sums) {
  const auto wanted = [&](Vertex v) HWY_ATTR { return sums.level[v]; };
  const auto finish = [&](Vertex v, const Row<kWidth>& coefficients, BatchMask)
                          HWY_ATTR { close(step.rows + v * kWidth, v, coefficients, sums); };
  RowSums(step, list, wanted, finish).run();
}

template <class Value, std::size_t kWidth>
void CloseEnds(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list,
               const BatchSums& sums) {
  Row<kWidth> none;
  clear(none);
  for (const Vertex v : list) close(step.rows + v * kWidth, v, none, sums);
}

template <class Value, std::size_t kWidth>
BatchKernels<Value, kWidth> AllKernels() {
  return {PullOut<Value, kWidth>, PushOut<Value, kWidth>, PullBack<Value, kWidth>,
          CloseEnds<Value, kWidth>};
}
BatchKernels<float, kBatch> FloatKernels() {
  return AllKernels<float, kBatch>();
}
BatchKernels<double, kBatch> DoubleKernels() {
  return AllKernels<double, kBatch>();
}
BatchKernels<double, 1> LoneKernels() {
  return AllKernels<double, 1>();
}

bool HasMaskedAccess() {
  return STRIDER_HAS_MASKED_ACCESS != 0;
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(FloatKernels);
HWY_EXPORT(DoubleKernels);
HWY_EXPORT(LoneKernels);
HWY_EXPORT(HasMaskedAccess);

}  // namespace

template <>
BatchKernels<float, kBatch> batch_kernels() {
  return HWY_DYNAMIC_DISPATCH(FloatKernels)();
}
template <>
BatchKernels<double, kBatch> batch_kernels() {
  return HWY_DYNAMIC_DISPATCH(DoubleKernels)();
}
template <>
BatchKernels<double, 1> batch_kernels() {
  return HWY_DYNAMIC_DISPATCH(LoneKernels)();
}

bool rows_can_be_shared() {
  return HWY_DYNAMIC_DISPATCH(HasMaskedAccess)();
}

}  // namespace strider::detail
#endif
