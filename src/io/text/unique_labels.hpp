// Labels that a file gives to nodes beside their ids.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "strider/labels.hpp"

namespace strider {

/// The texts, one for each vertex, as labels: numbers if all of them are. An empty text is none.
/// nullopt if there are none, and with a note if some are missing or occur twice.
[[nodiscard]] std::optional<Labels> unique_labels(std::span<const std::string> texts,
                                                  std::vector<std::string>& notes);

/// The note that nodes are called by the attribute 'name'.
inline constexpr const char* kLabelsAreNames =
    "the attribute 'name' of the nodes is read as their labels";

}  // namespace strider
