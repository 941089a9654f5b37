// The names of the methods, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/sssp.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<SsspMethod>({
    {SsspMethod::kAuto, "auto"},
    {SsspMethod::kDijkstra, "dijkstra"},
    {SsspMethod::kBellmanFord, "bellman-ford"},
    {SsspMethod::kDeltaStepping, "delta-stepping"},
});

}  // namespace

std::string_view sssp_method_name(SsspMethod method) {
  return kMethods.name_of(method);
}
std::optional<SsspMethod> sssp_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const SsspMethod> all_sssp_methods() {
  return kMethods.values();
}

}  // namespace strider
