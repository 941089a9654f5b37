// Which suffix means which format, and which formats this build has.
#include <algorithm>
#include <array>
#include <utility>

#include "io/compression/compress.hpp"
#include "io/input_file.hpp"
#include "io/results/parquet.hpp"
#include "strider/results.hpp"

namespace strider {

std::optional<ResultFormat> result_format_from_path(std::string_view path) {
  constexpr std::array kSuffixes = {std::pair("", ResultFormat::kTsv),
                                    std::pair(".tsv", ResultFormat::kTsv),
                                    std::pair(".txt", ResultFormat::kTsv),
                                    std::pair(".csv", ResultFormat::kCsv),
                                    std::pair(".json", ResultFormat::kJson),
                                    std::pair(".npy", ResultFormat::kNpy),
                                    std::pair(".parquet", ResultFormat::kParquet),
                                    std::pair(".ldbc", ResultFormat::kLdbc)};
  if (path == "-") return ResultFormat::kTsv;
  const std::string_view name = without_compression_suffix(path.substr(path.find_last_of('/') + 1));
  const std::size_t dot = name.find_last_of('.');
  const std::string_view suffix = dot == std::string_view::npos ? "" : name.substr(dot);
  const auto* const found = std::find_if(kSuffixes.begin(), kSuffixes.end(),
                                         [&](const auto& known) { return known.first == suffix; });
  if (found == kSuffixes.end()) return std::nullopt;
  // NumPy reads no compressed array, and Parquet compresses its columns.
  const bool is_binary =
      found->second == ResultFormat::kNpy || found->second == ResultFormat::kParquet;
  if (is_binary && compression_of_name(path) != Compression::kNone) return std::nullopt;
  return found->second;
}

void require_result_format(ResultFormat format, const std::string& path) {
  if (format == ResultFormat::kParquet) require_parquet(path);
}

}  // namespace strider
