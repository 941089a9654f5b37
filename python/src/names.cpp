#include "names.hpp"

#include <array>
#include <utility>

namespace strider::python {
namespace {

template <class T, std::size_t N>
T from_table(const char* what, const std::array<std::pair<std::string_view, T>, N>& table,
             const std::string& name) {
  const auto find = [&](const std::string& asked) -> std::optional<T> {
    for (const auto& [known, value] : table) {
      if (known == asked) return value;
    }
    return std::nullopt;
  };
  return by_name(what, name, find, table, [](const auto& entry) { return entry.first; });
}

}  // namespace

LayoutChoice layout_from_name(const std::string& name) {
  static constexpr std::array<std::pair<std::string_view, LayoutChoice>, 4> kLayouts{
      {{"auto", LayoutChoice::kByGraph},
       {"degree", LayoutChoice::kDegree},
       {"locality", LayoutChoice::kLocality},
       {"none", LayoutChoice::kNone}}};
  return from_table("layout", kLayouts, name);
}

BetweennessOf betweenness_of_from_name(const std::string& name) {
  static constexpr std::array<std::pair<std::string_view, BetweennessOf>, 2> kParts{
      {{"vertices", BetweennessOf::kVertices}, {"edges", BetweennessOf::kEdges}}};
  return from_table("of", kParts, name);
}

Duplicates duplicates_from_name(const std::string& name) {
  static constexpr std::array<std::pair<std::string_view, Duplicates>, 3> kDuplicates{
      {{"lightest", Duplicates::kRemove},
       {"heaviest", Duplicates::kKeepHeaviest},
       {"keep", Duplicates::kKeep}}};
  return from_table("duplicates", kDuplicates, name);
}

}  // namespace strider::python
