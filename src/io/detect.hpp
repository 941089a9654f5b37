// Which format a file is in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "strider/io.hpp"

namespace strider {

/// The format of a file that is opened by its name only: .sg, .wsg, .graph500, .bin, and the .v
/// and .e of LDBC, given by either or by their common prefix.
[[nodiscard]] std::optional<FileFormat> format_of_name(const std::string& path);

/// Whether the file begins like the native container; false where it cannot be opened, and for
/// pipes and devices, which are not touched: they can be read once.
[[nodiscard]] bool is_native_file(const std::string& path);

/// The format as far as it is known before the file is read: the one that the options name, the
/// native container, or that of format_of_name. Throws UsageError if an option does not apply to
/// that format.
[[nodiscard]] std::optional<FileFormat> format_before_reading(const std::string& path,
                                                              const ReadOptions& options);

/// The format of an unpacked file, by its content and where that says nothing, by its name. Throws
/// InputError where it is known to be none of those that are read, with the line that converts it
/// where there is one. kTextPadding readable zero bytes follow `content`.
[[nodiscard]] FileFormat format_of_content(const std::string& path, std::string_view content);

/// The paths of a Graphalytics graph that `path` names: dir/name, dir/name.v or dir/name.e.
struct LdbcPaths {
  std::string vertices;
  std::string edges;
  std::string properties;
};
[[nodiscard]] LdbcPaths ldbc_paths(const std::string& path);

}  // namespace strider
