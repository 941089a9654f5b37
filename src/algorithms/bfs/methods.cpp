// The names of the methods, as the command line and reports write them.
#include <algorithm>
#include <array>

#include "strider/bfs.hpp"

namespace strider {
namespace {

constexpr std::array kMethods{
    BfsMethod::kAuto,     BfsMethod::kSerial,
    BfsMethod::kTopDown,  BfsMethod::kTopDownLocal,
    BfsMethod::kBag,      BfsMethod::kVertexParallel,
    BfsMethod::kBottomUp, BfsMethod::kDirectionOptimizing,
};

}  // namespace

std::string_view bfs_method_name(BfsMethod method) {
  switch (method) {
    case BfsMethod::kAuto:
      return "auto";
    case BfsMethod::kSerial:
      return "serial";
    case BfsMethod::kTopDown:
      return "top-down";
    case BfsMethod::kTopDownLocal:
      return "top-down-local";
    case BfsMethod::kBag:
      return "bag";
    case BfsMethod::kVertexParallel:
      return "vertex-parallel";
    case BfsMethod::kBottomUp:
      return "bottom-up";
    case BfsMethod::kDirectionOptimizing:
      return "direction-optimizing";
  }
  return "unknown";
}

std::optional<BfsMethod> bfs_method_from_name(std::string_view name) {
  const auto* const found = std::find_if(kMethods.begin(), kMethods.end(), [&](BfsMethod method) {
    return bfs_method_name(method) == name;
  });
  if (found == kMethods.end()) return std::nullopt;
  return *found;
}

std::span<const BfsMethod> all_bfs_methods() {
  return kMethods;
}

}  // namespace strider
