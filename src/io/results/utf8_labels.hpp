// Formats that can hold only text in UTF-8.
#pragma once

#include <cstdint>
#include <string_view>

#include "strider/labels.hpp"

namespace strider {

/// Throws UsageError if a label of vertices 0 .. num_vertices-1 is a text that is not UTF-8.
/// `file` is what the message calls it: "a .json file". O(total length of text labels).
void require_utf8_labels(const Labels& labels, std::uint64_t num_vertices, std::string_view file);

}  // namespace strider
