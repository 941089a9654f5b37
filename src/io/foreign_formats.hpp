// Formats that are recognized, but not read: what they are, and what to do.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace strider {

struct ForeignFormat {
  std::string name;
  /// What to do, as the end of a message: mostly "convert it with", and a command line that makes a
  /// file of a new name in a format that is read. A pipe is to be saved first.
  std::string advice;
};

/// The foreign format of the file at `path`, whose unpacked content begins with `head`; nullopt if
/// it is none that is known.
[[nodiscard]] std::optional<ForeignFormat> find_foreign_format(const std::string& path,
                                                               std::string_view head);

/// The foreign format that the suffix of `path` names, for texts that are nothing else: DOT.
[[nodiscard]] std::optional<ForeignFormat> foreign_format_of_name(const std::string& path);

/// Such an advice for a sparse matrix of scipy in another layout than csr.
[[nodiscard]] std::string advice_to_csr(const std::string& path);

/// For an archive of arrays of numpy, of which the first three are sources, targets and weights.
[[nodiscard]] std::string advice_to_stack(const std::string& path);

/// And for tables in builds without the Arrow library.
[[nodiscard]] std::string advice_from_parquet(const std::string& path);
[[nodiscard]] std::string advice_from_arrow(const std::string& path);
/// The line that makes a .parquet result of the .csv result beside it.
[[nodiscard]] std::string line_to_parquet(const std::string& path);

}  // namespace strider
