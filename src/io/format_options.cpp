#include "io/format_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "strider/error.hpp"

namespace strider {

void require_options_of_format(const std::string& path, FileFormat format,
                               const ReadOptions& options) {
  const TableOptions& table = options.table;
  const auto refuse = [&](std::string_view option, std::string_view where) {
    throw UsageError(fmt::format("{}: {} applies only to {}, and this is {}", path, option, where,
                                 file_format_name(format)));
  };
  constexpr std::array kTables = {FileFormat::kEdgeList, FileFormat::kNpy, FileFormat::kParquet,
                                  FileFormat::kArrow};
  const bool is_table = std::find(kTables.begin(), kTables.end(), format) != kTables.end();
  const bool has_attributes =
      format == FileFormat::kGml || format == FileFormat::kGraphMl || format == FileFormat::kGexf;
  if (!options.weight_column.empty() && !is_table && !has_attributes) {
    refuse("--weight-column (--weight-attribute)", "tables, GML, GraphML and GEXF");
  }
  if (!is_table) {
    if (!table.source_column.empty()) refuse("--source-column", "tables");
    if (!table.target_column.empty()) refuse("--target-column", "tables");
  }
  if (options.unlisted == UnlistedVertices::kLeftOut && !is_table) {
    refuse("--only-listed", "tables");
  }
  if (format == FileFormat::kEdgeList) return;
  constexpr std::string_view kText = "tables that are text";
  if (table.header != TableHeader::kAuto) refuse("--header", kText);
  if (table.delimiter) refuse("--delimiter", kText);
  if (table.skip_lines > 0) refuse("--skip-lines", kText);
}

}  // namespace strider
