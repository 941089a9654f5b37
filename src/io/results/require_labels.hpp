// Formats that cannot hold every text label.
#pragma once

#include <cstdint>
#include <string_view>

#include "strider/labels.hpp"

namespace strider {

/// What a message says of a label that does not fit.
struct LabelRefusal {
  std::string_view file;    ///< "a .json file"
  std::string_view reason;  ///< "it is not UTF-8"
};

/// Throws UsageError if a label of vertices 0 .. num_vertices-1 is a text for which `fits` is
/// false. O(total length of text labels).
void require_labels(const Labels& labels, std::uint64_t num_vertices,
                    bool (*fits)(std::string_view label), const LabelRefusal& refusal);

/// The same where text must be UTF-8.
void require_utf8_labels(const Labels& labels, std::uint64_t num_vertices, std::string_view file);

}  // namespace strider
