// Options that say where a table of edges has what.
#pragma once

#include "options.hpp"
#include "parser.hpp"

namespace strider::cli {

/// Those of the columns, the header and the delimiter, and which attribute or column is the weight.
void add_table_options(CLI::App& verb, GraphOptions& options);

}  // namespace strider::cli
