// Tables of Parquet and Arrow, read or written, in a build without the Arrow library.
#include <fmt/format.h>

#include "io/foreign_formats.hpp"
#include "io/readers.hpp"
#include "io/results/parquet.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

[[noreturn]] void refuse_table(const std::string& path, const char* what,
                               const std::string& advice) {
  throw UnavailableError(
      fmt::format("{}: is {}, which this build of Strider does not read "
                  "(STRIDER_ARROW): {}",
                  path, what, advice));
}

}  // namespace

InputEdges parse_parquet(const NamedText& input, const ReadOptions& /*options*/) {
  refuse_table(input.name, "a Parquet table", advice_from_parquet(input.name));
}

InputEdges parse_arrow(const NamedText& input, const ReadOptions& /*options*/) {
  refuse_table(input.name, "an Arrow table", advice_from_arrow(input.name));
}

void require_parquet(const std::string& path) {
  throw UnavailableError(
      fmt::format("{}: this build of Strider does not write Parquet (STRIDER_ARROW): write .csv "
                  "and convert it with  {}",
                  path, line_to_parquet(path)));
}

std::unique_ptr<TableFile> make_parquet_file(const TableSchema& /*schema*/,
                                             const Labels& /*labels*/,
                                             std::uint64_t /*num_vertices*/,
                                             const std::string& path) {
  require_parquet(path);
  return nullptr;
}

}  // namespace strider
