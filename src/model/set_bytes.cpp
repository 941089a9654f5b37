#include "model/set_bytes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace strider::model {
namespace {

/// Gaps from which on a varint takes another byte.
constexpr std::array kGaps = {0.0, 0x1p7, 0x1p14, 0x1p21, 0x1p28};

/// An id follows a gap of g or more with probability q (1 - q)^g, if there are g ids below it.
double varint_bytes(double universe, double density) {
  double bytes = 0;
  for (const double gap : kGaps) {
    bytes += std::max(0.0, universe - gap) * density * std::exp(gap * std::log1p(-density));
  }
  return bytes;
}

/// The expected minimum of `limit` and a normal variable.
double expected_least(double mean, double deviation, double limit) {
  if (deviation <= 0) return std::min(mean, limit);
  const double z = (limit - mean) / deviation;
  const double below = 0.5 * std::erfc(-z / std::sqrt(2.0));
  const double peak = std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
  return limit - (limit - mean) * below - deviation * peak;
}

}  // namespace

double probability_nonempty(double universe, double density) {
  return density >= 1 ? 1 : -std::expm1(universe * std::log1p(-density));
}

double set_bytes(double universe, double density, comm::Encoding encoding) {
  using comm::Encoding;
  if (universe <= 0 || density <= 0) return 0;
  // So that the logarithms below are finite.
  const double q = std::min(density, 1 - 1e-12);
  const double some = probability_nonempty(universe, q);
  const double members = universe * q;
  const double deviation = std::sqrt(members * (1 - q));  // of the number of members
  const double list = 4 * members;
  const double bitmap = 8 * std::ceil(universe / 64);
  const double varint = varint_bytes(universe, q);
  switch (encoding) {
    case Encoding::kList:
      return list + some;
    case Encoding::kBitmap:
      return (bitmap + 1) * some;
    case Encoding::kVarint:
      return varint + some;
    case Encoding::kThreshold:
      return expected_least(list, 4 * deviation, bitmap) + some;
    case Encoding::kAuto:
    case Encoding::kFastest:
      break;
  }
  const double shorter = std::min(list, varint);
  return expected_least(shorter, shorter / members * deviation, bitmap) + some;
}

}  // namespace strider::model
