#include "result_option.hpp"

#include <fmt/format.h>

#include <string_view>

#include "strider/error.hpp"

namespace strider::cli {
namespace {

/// The formats that may be compressed.
std::string_view text_formats(ResultTables tables) {
  return tables == ResultTables::kAllFormats ? ".tsv, .csv, .json, .ldbc" : ".tsv, .csv, .json";
}

}  // namespace

void add_result_option(CLI::App& verb, RunOptions& options, const std::string& columns,
                       ResultTables tables) {
  add_output_option(verb, options,
                    fmt::format("All rows ({}): {}, also .gz, .zst, .xz; .npy; - is stdout",
                                columns, text_formats(tables)));
}

ResultFormat result_format(const RunOptions& run, ResultTables tables) {
  const auto format = result_format_from_path(run.output);
  if (format && (*format != ResultFormat::kLdbc || tables == ResultTables::kAllFormats)) {
    return *format;
  }
  const std::string_view path = run.output;
  if (path.ends_with(".parquet")) {
    throw UsageError(fmt::format(
        "{}: .parquet is not written: write .csv and convert it: "
        "python3 -c \"import pandas; pandas.read_csv('FILE.csv').to_parquet('FILE.parquet')\"",
        path));
  }
  if (path.find(".npy.") != std::string_view::npos) {
    throw UsageError(fmt::format(
        "{}: NumPy cannot load a compressed .npy file: write .npy, or .csv with this suffix",
        path));
  }
  throw UsageError(fmt::format(
      "{}: the suffix does not name a format of this result: use .npy, or {}, which may have .gz, "
      ".zst or .xz behind it",
      path, text_formats(tables)));
}

}  // namespace strider::cli
