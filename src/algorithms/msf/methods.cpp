// The names of the methods, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/msf.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<MsfMethod>({
    {MsfMethod::kAuto, "auto"},
    {MsfMethod::kKruskal, "kruskal"},
    {MsfMethod::kPrim, "prim"},
    {MsfMethod::kBoruvka, "boruvka"},
    {MsfMethod::kFilterKruskal, "filter-kruskal"},
});

}  // namespace

std::string_view msf_method_name(MsfMethod method) {
  return kMethods.name_of(method);
}
std::optional<MsfMethod> msf_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const MsfMethod> all_msf_methods() {
  return kMethods.values();
}

}  // namespace strider
