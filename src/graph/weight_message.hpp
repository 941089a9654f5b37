// The words for a weight that shortest paths cannot have.
#pragma once

#include <fmt/format.h>

#include <string>

namespace strider::detail {

/// Of a weight that is negative or no number, between vertices of these labels.
template <class W>
[[nodiscard]] std::string weight_message(const std::string& from, const std::string& to, W weight) {
  return fmt::format(
      "the edge from {} to {} has the weight {}: shortest paths need weights of at least 0", from,
      to, weight);
}

}  // namespace strider::detail
