// The option --output of verbs that write a table.
#pragma once

#include <cstdint>
#include <string>

#include "options.hpp"
#include "parser.hpp"
#include "strider/results.hpp"

namespace strider::cli {

/// Which formats a verb's table has: LDBC knows only some results.
enum class ResultTables : std::uint8_t { kAllFormats, kWithoutLdbc };

/// Adds --output to a verb that writes a table with these columns: "vertex level parent".
void add_result_option(CLI::App& verb, RunOptions& options, const std::string& columns,
                       ResultTables tables);
/// By the suffix of --output. Throws UsageError where it names no format of such results.
[[nodiscard]] ResultFormat result_format(const RunOptions& run, ResultTables tables);

}  // namespace strider::cli
