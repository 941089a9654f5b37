// The names of the methods, as the command line and reports write them.
#include <algorithm>
#include <array>

#include "strider/betweenness.hpp"

namespace strider {
namespace {

constexpr std::array kMethods{
    BetweennessMethod::kAuto,           BetweennessMethod::kSerial,
    BetweennessMethod::kVertexParallel, BetweennessMethod::kEdgeParallel,
    BetweennessMethod::kWorkEfficient,  BetweennessMethod::kHybrid,
};

}  // namespace

std::string_view betweenness_method_name(BetweennessMethod method) {
  switch (method) {
    case BetweennessMethod::kAuto:
      return "auto";
    case BetweennessMethod::kSerial:
      return "serial";
    case BetweennessMethod::kVertexParallel:
      return "vertex-parallel";
    case BetweennessMethod::kEdgeParallel:
      return "edge-parallel";
    case BetweennessMethod::kWorkEfficient:
      return "work-efficient";
    case BetweennessMethod::kHybrid:
      return "hybrid";
  }
  return "unknown";
}

std::optional<BetweennessMethod> betweenness_method_from_name(std::string_view name) {
  const auto* const found = std::find_if(
      kMethods.begin(), kMethods.end(),
      [&](BetweennessMethod method) { return betweenness_method_name(method) == name; });
  if (found == kMethods.end()) return std::nullopt;
  return *found;
}

std::span<const BetweennessMethod> all_betweenness_methods() {
  return kMethods;
}

}  // namespace strider
