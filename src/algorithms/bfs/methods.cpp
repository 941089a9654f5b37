// The names of the methods, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/bfs.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<BfsMethod>({
    {BfsMethod::kAuto, "auto"},
    {BfsMethod::kSerial, "serial"},
    {BfsMethod::kTopDown, "top-down"},
    {BfsMethod::kTopDownLocal, "top-down-local"},
    {BfsMethod::kBag, "bag"},
    {BfsMethod::kVertexParallel, "vertex-parallel"},
    {BfsMethod::kBottomUp, "bottom-up"},
    {BfsMethod::kDirectionOptimizing, "direction-optimizing"},
});

constexpr auto kDirections =
    detail::name_table<BfsDirection>({{BfsDirection::kTopDown, "top-down"},
                                      {BfsDirection::kBottomUp, "bottom-up"},
                                      {BfsDirection::kNone, "none"}});

}  // namespace

std::string_view bfs_method_name(BfsMethod method) {
  return kMethods.name_of(method);
}
std::optional<BfsMethod> bfs_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const BfsMethod> all_bfs_methods() {
  return kMethods.values();
}

std::string_view bfs_direction_name(BfsDirection direction) {
  return kDirections.name_of(direction);
}

}  // namespace strider
