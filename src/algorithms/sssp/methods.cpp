// The names of the methods, as the command line and reports write them.
#include <algorithm>
#include <array>

#include "strider/sssp.hpp"

namespace strider {
namespace {

constexpr std::array kMethods{SsspMethod::kAuto, SsspMethod::kDijkstra, SsspMethod::kBellmanFord,
                              SsspMethod::kDeltaStepping};

}  // namespace

std::string_view sssp_method_name(SsspMethod method) {
  switch (method) {
    case SsspMethod::kAuto:
      return "auto";
    case SsspMethod::kDijkstra:
      return "dijkstra";
    case SsspMethod::kBellmanFord:
      return "bellman-ford";
    case SsspMethod::kDeltaStepping:
      return "delta-stepping";
  }
  return "unknown";
}

std::optional<SsspMethod> sssp_method_from_name(std::string_view name) {
  const auto* const found = std::find_if(kMethods.begin(), kMethods.end(), [&](SsspMethod method) {
    return sssp_method_name(method) == name;
  });
  if (found == kMethods.end()) return std::nullopt;
  return *found;
}

std::span<const SsspMethod> all_sssp_methods() {
  return kMethods;
}

}  // namespace strider
