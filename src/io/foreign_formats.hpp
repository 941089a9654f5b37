// Formats that are recognized, but not read: what they are, and the line that converts them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace strider {

struct ForeignFormat {
  std::string name;
  /// A command line that converts the file to a format that is read.
  std::string conversion;
};

/// The foreign format of the file at `path`, whose unpacked content begins with `head`; nullopt if
/// it is none that is known.
[[nodiscard]] std::optional<ForeignFormat> find_foreign_format(const std::string& path,
                                                               std::string_view head);

/// The line that converts a sparse matrix of scipy to the layout csr.
[[nodiscard]] std::string line_to_csr(const std::string& path);

/// The lines that convert tables of builds without the Arrow library.
[[nodiscard]] std::string line_from_parquet(const std::string& path);
[[nodiscard]] std::string line_from_arrow(const std::string& path);
[[nodiscard]] std::string line_to_parquet(const std::string& path);

}  // namespace strider
