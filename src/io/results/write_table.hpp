// Tables in files.
#pragma once

#include <string>

#include "io/results/table.hpp"
#include "strider/results.hpp"

namespace strider {

/// The number of rows that are formatted, and compressed, at once: about a quarter of a megabyte of
/// text.
inline constexpr std::size_t kRowsInBlock = std::size_t{1} << 14U;

/// Writes a table to `path`, compressed if the path ends in .gz, .zst or .xz. The file appears
/// whole or not at all; "-" is the standard output. Throws InputError, UsageError
/// and UnavailableError, as make_encoder and make_parquet_file do. `threads`: 0 means all cores the
/// process may use.
void write_table(const ResultTable& table, const std::string& path, ResultFormat format,
                 int threads);

}  // namespace strider
