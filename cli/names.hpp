// Names in help texts and messages.
#pragma once

#include <string>

namespace strider::cli {

/// "auto, near-far, bellman-ford": the name of each, as name_of(item) gives it.
template <class Items, class NameOf>
std::string joined_names(const Items& items, NameOf name_of) {
  std::string names;
  for (const auto& item : items) {
    if (!names.empty()) names += ", ";
    names += name_of(item);
  }
  return names;
}

}  // namespace strider::cli
