// The labels that GML gives to nodes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/labels.hpp"

namespace strider {

/// The labels of vertices as a GML file writes them, without its character entities: numbers if all
/// of them are, otherwise texts. nullopt if there are none, and with a note if some are missing or
/// occur twice.
[[nodiscard]] std::optional<Labels> gml_labels(std::span<const std::string_view> written,
                                               std::vector<std::string>& notes);

}  // namespace strider
