// The option --output of verbs that write a table.
#pragma once

#include <cstdint>
#include <string>

#include "strider/results.hpp"

namespace strider::cli {

class OptionTable;
struct GraphVerb;
struct RunOptions;

/// Which formats a verb's table has, if it writes one: LDBC knows only some results.
enum class ResultTables : std::uint8_t { kNone, kAllFormats, kWithoutLdbc };

/// Adds --output to a verb that writes a table with these columns: "vertex level parent".
void add_result_option(OptionTable& table, GraphVerb& verb, const std::string& columns);
/// By the suffix of --output. Throws UsageError where it names no format of such results.
[[nodiscard]] ResultFormat result_format(const RunOptions& run, ResultTables tables);

}  // namespace strider::cli
