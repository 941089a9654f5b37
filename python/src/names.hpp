// Methods and formats by the names that the command line uses, too.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "strider/betweenness.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider::python {

/// find(name), which returns nullopt for a name that is not one of `all`. Throws UsageError that
/// lists those.
template <class Find, class All, class NameOf>
auto by_name(const char* what, const std::string& name, Find&& find, const All& all,
             NameOf&& name_of) {
  if (const auto found = find(name)) return *found;
  std::string names;
  for (const auto& one : all) names += (names.empty() ? "" : ", ") + std::string(name_of(one));
  throw UsageError(std::string(what) + " is one of " + names + ", got '" + name + "'");
}

LayoutChoice layout_from_name(const std::string& name);
Duplicates duplicates_from_name(const std::string& name);
BetweennessOf betweenness_of_from_name(const std::string& name);

}  // namespace strider::python
