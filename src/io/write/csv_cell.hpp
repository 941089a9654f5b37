// Cells of CSV, as RFC 4180 quotes them.
#pragma once

#include <string_view>

#include "io/write/text_output.hpp"

namespace strider {

/// Whether a reader of rows would take `cell` for two cells, for a comment, for a missing one, or
/// without its blanks.
[[nodiscard]] bool needs_quotes(std::string_view cell);

/// Appends `cell`, in quotes where it needs them.
void append_csv(std::string_view cell, TextBuffer& out);

}  // namespace strider
