// From the type of the weights of a source to a type of C++.
#pragma once

#include <cstdint>

#include "ranks/edges/edge_source.hpp"
#include "ranks/edges/redistribute.hpp"

namespace strider::detail {

/// body(W{}) for the type of the weights, or body(NoWeight{}).
template <class F>
decltype(auto) with_weight_type(WeightType type, F&& body) {
  switch (type) {
    case WeightType::kFloat:
      return body(float{});
    case WeightType::kDouble:
      return body(double{});
    case WeightType::kUint32:
      return body(std::uint32_t{});
    case WeightType::kNone:
      break;
  }
  return body(NoWeight{});
}

}  // namespace strider::detail
