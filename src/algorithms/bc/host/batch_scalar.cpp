#include <array>

#include "algorithms/bc/host/batch_kernels.hpp"

namespace strider::detail {
namespace {

using Row = std::array<double, kBatch>;

template <class F>
void for_searches(BatchMask mask, F&& body) {
  for (std::size_t i = 0; i < kBatch; ++i) {
    if ((mask >> i & 1U) != 0) body(i);
  }
}

template <class Value, std::size_t kWidth>
BatchMask add_neighbors(const BatchStep<Value, kWidth>& step, Vertex v, BatchMask wanted,
                        Row& sum) {
  BatchMask found = 0;
  for (const Vertex u : step.csr->neighbors(v)) {
    const auto common = static_cast<BatchMask>(step.from[u] & wanted);
    for_searches(common, [&](std::size_t i) { sum[i] += double{step.rows[u * kWidth + i]}; });
    found = static_cast<BatchMask>(found | common);
  }
  return found;
}

template <class Value, std::size_t kWidth>
void close(const BatchStep<Value, kWidth>& step, Vertex v, const Row& coefficients,
           const BatchSums& sums) {
  Value* const row = step.rows + v * kWidth;
  const double weight = sums.weights == nullptr ? 1 : sums.weights[v];
  Row dependencies{};
  for_searches(sums.level[v], [&](std::size_t i) {
    const double count = row[i];
    dependencies[i] = coefficients[i] * count;
    row[i] = static_cast<Value>((weight + dependencies[i]) / count);
    if (sums.times != nullptr) dependencies[i] *= sums.times[i];
  });
  for (std::size_t half = kBatch / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) dependencies[i] += dependencies[i + half];
  }
  sums.sums[v] += dependencies[0];
}

template <class Value, std::size_t kWidth>
std::uint64_t pull_out(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list,
                       BatchMask all, BatchMask* seen, BatchMask* next) {
  std::uint64_t count = 0;
  for (const Vertex v : list) {
    Row sum{};
    next[v] = add_neighbors(step, v, static_cast<BatchMask>(all & ~seen[v]), sum);
    for_searches(next[v],
                 [&](std::size_t i) { step.rows[v * kWidth + i] = static_cast<Value>(sum[i]); });
    seen[v] = static_cast<BatchMask>(seen[v] | next[v]);
    count += next[v] != 0 ? 1 : 0;
  }
  return count;
}

template <class Value, std::size_t kWidth>
void push_out(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list, BatchMask* seen,
              BatchMask* next, std::vector<Vertex>& found) {
  for (const Vertex u : list) {
    for (const Vertex v : step.csr->neighbors(u)) {
      const auto reached = static_cast<BatchMask>(step.from[u] & ~seen[v]);
      if (reached != 0 && next[v] == 0) found.push_back(v);
      for_searches(reached, [&](std::size_t i) {
        Value& count = step.rows[v * kWidth + i];
        const double before = (next[v] >> i & 1U) != 0 ? double{count} : 0;
        count = static_cast<Value>(double{step.rows[u * kWidth + i]} + before);
      });
      next[v] = static_cast<BatchMask>(next[v] | reached);
    }
  }
  for (const Vertex v : found) seen[v] = static_cast<BatchMask>(seen[v] | next[v]);
}

template <class Value, std::size_t kWidth>
void pull_back(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list,
               const BatchSums& sums) {
  for (const Vertex v : list) {
    Row coefficients{};
    (void)add_neighbors(step, v, sums.level[v], coefficients);
    close(step, v, coefficients, sums);
  }
}

template <class Value, std::size_t kWidth>
void close_ends(const BatchStep<Value, kWidth>& step, std::span<const Vertex> list,
                const BatchSums& sums) {
  for (const Vertex v : list) {
    const double weight = sums.weights == nullptr ? 1 : sums.weights[v];
    for_searches(sums.level[v], [&](std::size_t i) {
      Value& count = step.rows[v * kWidth + i];
      count = static_cast<Value>(weight / double{count});
    });
  }
}

}  // namespace

template <class Value, std::size_t kWidth>
BatchKernels<Value, kWidth> scalar_batch_kernels() {
  return {pull_out<Value, kWidth>, push_out<Value, kWidth>, pull_back<Value, kWidth>,
          close_ends<Value, kWidth>};
}

template BatchKernels<float, kBatch> scalar_batch_kernels();
template BatchKernels<double, kBatch> scalar_batch_kernels();
template BatchKernels<double, 1> scalar_batch_kernels();

}  // namespace strider::detail
