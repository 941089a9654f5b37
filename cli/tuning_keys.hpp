// The table of tuning values.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuning.hpp"

namespace strider::cli {

/// The searches that use a key.
struct TuningUse {
  std::string_view verb;
  Place place;
  std::string_view methods = "";  ///< with a blank between them; empty: all
};

/// On ranks: the ways to partition a graph that use a key; none: all of them.
using Schemes = std::vector<std::string>;

struct TuningKey {
  std::string_view name;
  std::string_view meaning;
  std::string range;
  std::vector<TuningUse> uses;
  Schemes schemes;
  std::function<std::string(Tuning)> value;
  /// False, and nothing set, where the text is no value within the range.
  std::function<bool(Tuning&, std::string_view)> set;
};

[[nodiscard]] std::span<const TuningKey> tuning_keys();

}  // namespace strider::cli
