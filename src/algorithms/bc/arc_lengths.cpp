#include "algorithms/bc/arc_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// digits * 10^exponent, digits not ending in 0: the shortest decimal that reads back as a number.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
  int num_digits = 0;
};

template <class W>
Decimal shortest_decimal(W value) {
  std::array<char, 40> text;
  const char* const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific)
          .ptr;
  Decimal decimal;
  const char* next = text.data();
  int places = 0;  // behind the point
  for (bool behind = false; next != end && *next != 'e'; ++next) {
    if (*next == '.') {
      behind = true;
      continue;
    }
    decimal.digits = 10 * decimal.digits + static_cast<std::uint64_t>(*next - '0');
    ++decimal.num_digits;
    places += behind ? 1 : 0;
  }
  int exponent = 0;
  // from_chars takes no plus sign.
  std::from_chars(next + (next[1] == '+' ? 2 : 1), end, exponent);
  decimal.exponent = exponent - places;
  while (decimal.digits != 0 && decimal.digits % 10 == 0) {
    decimal.digits /= 10;
    ++decimal.exponent;
    --decimal.num_digits;
  }
  return decimal;
}

/// What all positive weights have in common.
struct Survey {
  bool exact = true;                                     ///< all are short decimals or integers
  int lowest_decimal = std::numeric_limits<int>::max();  ///< exponent of the last digit
  int lowest_binary = std::numeric_limits<int>::max();   ///< exponent of the last bit
  double largest = 0;
  bool has_zero = false;
  EdgeIndex first_bad = std::numeric_limits<EdgeIndex>::max();  ///< no length

  void join(const Survey& other) {
    exact &= other.exact;
    lowest_decimal = std::min(lowest_decimal, other.lowest_decimal);
    lowest_binary = std::min(lowest_binary, other.lowest_binary);
    largest = std::max(largest, other.largest);
    has_zero |= other.has_zero;
    first_bad = std::min(first_bad, other.first_bad);
  }
};

template <class W>
[[noreturn]] void refuse(const Graph& graph, EdgeIndex arc, W weight) {
  const auto& offsets = graph.out().offsets();
  const auto row = std::upper_bound(offsets.begin(), offsets.end(), arc) - offsets.begin() - 1;
  throw WeightError(fmt::format(
      "the edge from {} to {} has the weight {}; betweenness needs finite weights of at least 0",
      graph.labels().label(static_cast<Vertex>(row)),
      graph.labels().label(graph.out().targets()[arc]), weight));
}

/// Between two looks at the stop flag.
constexpr std::size_t kWeightsTogether = 1U << 16U;

template <class W>
Survey survey(const WeightedGraph<W>& graph, int threads) {
  const std::span<const W> weights = graph.weights().span();
  Survey total;
  std::mutex mutex;
  parallel_chunks(weights.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    Survey own;
    for (std::size_t i = begin; i < end; ++i) {
      if (i % kWeightsTogether == 0) throw_if_stopped();
      const W weight = weights[i];
      if (!std::isfinite(weight) || weight < 0) {
        own.first_bad = i;
        break;
      }
      if (weight == 0) {
        own.has_zero = true;
        continue;
      }
      const Decimal decimal = shortest_decimal(weight);
      constexpr W kIntegers = W{1} / std::numeric_limits<W>::epsilon();
      own.exact &= decimal.num_digits <= std::numeric_limits<W>::digits10 ||
                   (weight <= kIntegers && std::trunc(weight) == weight);
      own.lowest_decimal = std::min(own.lowest_decimal, decimal.exponent);
      own.lowest_binary =
          std::min(own.lowest_binary, std::ilogb(weight) + 1 - std::numeric_limits<W>::digits);
      own.largest = std::max(own.largest, static_cast<double>(weight));
    }
    const std::lock_guard lock(mutex);
    total.join(own);
  });
  if (total.first_bad < weights.size()) {
    refuse(graph.topology(), total.first_bad, weights[total.first_bad]);
  }
  return total;
}

WideLength power_of_ten(int exponent) {
  WideLength power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

/// One weight in the units of all.
template <class W>
WideLength scaled(W weight, const Survey& survey) {
  if (weight == 0) return 0;
  if (survey.exact) {
    const Decimal decimal = shortest_decimal(weight);
    return decimal.digits * power_of_ten(decimal.exponent - survey.lowest_decimal);
  }
  const int exponent = std::ilogb(weight) + 1 - std::numeric_limits<W>::digits;
  const auto bits = static_cast<std::uint64_t>(std::ldexp(static_cast<double>(weight), -exponent));
  return WideLength{bits} << static_cast<unsigned>(exponent - survey.lowest_binary);
}

/// The binary logarithm of the longest path's length in units, at most.
double path_bits(const Survey& survey, Vertex num_vertices) {
  if (survey.largest == 0) return 0;
  const double unit = survey.exact ? survey.lowest_decimal * std::log2(10.0) : survey.lowest_binary;
  return std::log2(survey.largest) - unit + std::log2(static_cast<double>(num_vertices)) + 1;
}

template <class Length, class Scale>
SharedArray<Length> fill(std::size_t size, int threads, const Scale& scale) {
  require_memory(saturating_mul(size, sizeof(Length)), "the lengths of the edges");
  Array<Length> lengths(size);
  parallel_for(0, size, threads,
               [&](std::size_t i) { lengths[i] = static_cast<Length>(scale(i)); });
  return lengths;
}

/// Integers are what they are.
std::shared_ptr<ArcLengths> convert(const WeightedGraph<std::uint32_t>& graph, int threads,
                                    bool& has_zero) {
  const std::span<const std::uint32_t> weights = graph.weights().span();
  auto lengths = std::make_shared<ArcLengths>();
  // 2^32 lengths below 2^32 fit into 64 bits.
  lengths->narrow =
      fill<std::uint64_t>(weights.size(), threads, [&](std::size_t i) { return weights[i]; });
  has_zero = std::find(weights.begin(), weights.end(), 0U) != weights.end();
  return lengths;
}

template <class W>
std::shared_ptr<ArcLengths> convert(const WeightedGraph<W>& graph, int threads, bool& has_zero) {
  const std::span<const W> weights = graph.weights().span();
  const Survey all = survey(graph, threads);
  const double bits = path_bits(all, graph.topology().num_vertices());
  if (bits > 126) {
    throw WeightError(
        "the weights differ too much in magnitude for exact 128-bit sums: round the large ones to "
        "fewer digits or the small ones to zero");
  }
  auto lengths = std::make_shared<ArcLengths>();
  const auto scale = [&](std::size_t i) { return scaled(weights[i], all); };
  if (bits <= 63) {
    lengths->narrow = fill<std::uint64_t>(weights.size(), threads, scale);
  } else {
    lengths->wide = fill<WideLength>(weights.size(), threads, scale);
  }
  // Each weight is known to half a unit in its last place, so each sum to as much relatively, and
  // two equal ones may differ by twice that.
  if (!all.exact) lengths->slack_shift = std::numeric_limits<W>::digits - 1;
  has_zero = all.has_zero;
  return lengths;
}

}  // namespace

template <class W>
std::shared_ptr<const ArcLengths> make_arc_lengths(const WeightedGraph<W>& graph, int threads) {
  bool has_zero = false;
  const auto lengths = convert(graph, threads, has_zero);
  if (has_zero) order_zero_lengths(graph.topology(), *lengths);
  return lengths;
}

Array<std::uint64_t> lengths_of_arcs_in(const Graph& graph, std::span<const std::uint64_t> lengths,
                                        int threads) {
  const Csr& out = graph.out();
  const Csr in = graph.in(threads);
  require_memory(saturating_mul(lengths.size(), sizeof(std::uint64_t)),
                 "the lengths of arcs backwards");
  Array<std::uint64_t> turned(lengths.size());
  parallel_for(0, in.num_vertices(), threads, [&](std::size_t w) {
    for (EdgeIndex arc = in.offsets()[w]; arc < in.offsets()[w + 1]; ++arc) {
      const Vertex v = in.targets()[arc];
      const auto row = out.neighbors(v);
      const auto place = std::lower_bound(row.begin(), row.end(), w) - row.begin();
      turned[arc] = lengths[out.offsets()[v] + static_cast<EdgeIndex>(place)];
    }
  });
  return turned;
}

LengthFacts facts_of(std::span<const std::uint64_t> lengths, int threads) {
  LengthFacts facts;
  double sum = 0;
  std::mutex mutex;
  parallel_chunks(lengths.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    double part = 0;
    bool equal = true;
    for (std::size_t i = begin; i < end; ++i) {
      part += static_cast<double>(lengths[i]);
      equal &= lengths[i] == lengths[0];
    }
    const std::lock_guard lock(mutex);
    sum += part;
    facts.all_equal &= equal;
  });
  if (!lengths.empty()) facts.mean = sum / static_cast<double>(lengths.size());
  return facts;
}

template std::shared_ptr<const ArcLengths> make_arc_lengths(const WeightedGraph<float>&, int);
template std::shared_ptr<const ArcLengths> make_arc_lengths(const WeightedGraph<double>&, int);
template std::shared_ptr<const ArcLengths> make_arc_lengths(const WeightedGraph<std::uint32_t>&,
                                                            int);

}  // namespace strider::detail
