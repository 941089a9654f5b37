// The names of the methods, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/betweenness.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<BetweennessMethod>({
    {BetweennessMethod::kAuto, "auto"},
    {BetweennessMethod::kSerial, "serial"},
    {BetweennessMethod::kVertexParallel, "vertex-parallel"},
    {BetweennessMethod::kEdgeParallel, "edge-parallel"},
    {BetweennessMethod::kWorkEfficient, "work-efficient"},
    {BetweennessMethod::kHybrid, "hybrid"},
});

}  // namespace

std::string_view betweenness_method_name(BetweennessMethod method) {
  return kMethods.name_of(method);
}
std::optional<BetweennessMethod> betweenness_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const BetweennessMethod> all_betweenness_methods() {
  return kMethods.values();
}

}  // namespace strider
