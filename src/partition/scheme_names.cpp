#include "base/name_table.hpp"
#include "strider/dist_graph.hpp"

namespace strider {
namespace {

constexpr auto kSchemes = detail::name_table<PartitionScheme>({
    {PartitionScheme::kAuto, "auto"},
    {PartitionScheme::k1d, "1d"},
    {PartitionScheme::k2d, "2d"},
    {PartitionScheme::kDelegate, "delegate"},
});

}  // namespace

std::string_view partition_name(PartitionScheme scheme) {
  return kSchemes.name_of(scheme);
}

std::optional<PartitionScheme> partition_from_name(std::string_view name) {
  return kSchemes.from_name(name);
}

}  // namespace strider
