// The methods that a benchmark is given.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/error.hpp"

namespace benchmark {

/// Those of the names; without any, all. from_name() gives nothing for a name that is none: then
/// throws UsageError.
template <class Method, class FromName>
std::vector<Method> methods_named(const std::vector<std::string>& names, const FromName& from_name,
                                  std::span<const Method> all) {
  std::vector<Method> methods;
  for (const std::string& name : names) {
    const auto method = from_name(std::string_view(name));
    if (!method) throw strider::UsageError("--method " + name + " is not a device method");
    methods.push_back(*method);
  }
  if (methods.empty()) methods.assign(all.begin(), all.end());
  return methods;
}

}  // namespace benchmark
