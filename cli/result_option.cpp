#include "result_option.hpp"

#include <fmt/format.h>

#include <string_view>

#include "option_table.hpp"
#include "strider/error.hpp"
#include "verb.hpp"

namespace strider::cli {
namespace {

/// The formats that may be compressed.
std::string_view text_formats(ResultTables tables) {
  return tables == ResultTables::kAllFormats ? ".tsv, .csv, .json, .ldbc" : ".tsv, .csv, .json";
}

}  // namespace

void add_result_option(OptionTable& table, GraphVerb& verb, const std::string& columns) {
  add_output_option(table, verb.run,
                    fmt::format("Rows ({}): {}, also .gz, .zst, .xz; .npy, .parquet; - is stdout",
                                columns, text_formats(verb.tables)));
}

ResultFormat result_format(const RunOptions& run, ResultTables tables) {
  if (tables == ResultTables::kNone) return ResultFormat::kTsv;
  const auto format = result_format_from_path(run.output);
  if (format && (*format != ResultFormat::kLdbc || tables == ResultTables::kAllFormats)) {
    require_result_format(*format, run.output);
    return *format;
  }
  const std::string_view path = run.output;
  for (const std::string_view suffix : {".npy", ".parquet"}) {
    if (path.find(fmt::format("{}.", suffix)) != std::string_view::npos) {
      throw UsageError(
          fmt::format("{}: {} files are not compressed as a whole: write {}, or .csv with this "
                      "suffix",
                      path, suffix, suffix));
    }
  }
  throw UsageError(
      fmt::format("{}: the suffix does not name a format of this result: use .npy, .parquet, or "
                  "{}, which may have .gz, "
                  ".zst or .xz behind it",
                  path, text_formats(tables)));
}

}  // namespace strider::cli
