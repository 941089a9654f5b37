// The names of the methods, as the command line and reports write them.
#include <algorithm>
#include <array>

#include "strider/msf.hpp"

namespace strider {
namespace {

constexpr std::array kMethods{
    MsfMethod::kAuto,    MsfMethod::kKruskal,       MsfMethod::kPrim,
    MsfMethod::kBoruvka, MsfMethod::kFilterKruskal,
};

}  // namespace

std::string_view msf_method_name(MsfMethod method) {
  switch (method) {
    case MsfMethod::kAuto:
      return "auto";
    case MsfMethod::kKruskal:
      return "kruskal";
    case MsfMethod::kPrim:
      return "prim";
    case MsfMethod::kBoruvka:
      return "boruvka";
    case MsfMethod::kFilterKruskal:
      return "filter-kruskal";
  }
  return "unknown";
}

std::optional<MsfMethod> msf_method_from_name(std::string_view name) {
  const auto* const found = std::find_if(kMethods.begin(), kMethods.end(), [&](MsfMethod method) {
    return msf_method_name(method) == name;
  });
  if (found == kMethods.end()) return std::nullopt;
  return *found;
}

std::span<const MsfMethod> all_msf_methods() {
  return kMethods;
}

}  // namespace strider
