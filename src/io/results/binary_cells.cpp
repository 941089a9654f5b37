#include "io/results/binary_cells.hpp"

#include <fmt/format.h>

#include "strider/error.hpp"

namespace strider {

std::int64_t signed_label(std::uint64_t label, std::string_view file) {
  if (label > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    throw UsageError(
        fmt::format("label {} does not fit {}: write .tsv or .csv instead", label, file));
  }
  return static_cast<std::int64_t>(label);
}

double exact_distance(const Cell& cell, std::string_view file) {
  if (cell.is_missing()) return std::numeric_limits<double>::infinity();
  constexpr std::uint64_t kExact = std::uint64_t{1} << std::numeric_limits<double>::digits;
  const auto distance = cell.as<std::uint64_t>();
  if (distance >= kExact) {
    throw UsageError(fmt::format(
        "the distance {} does not fit {} exactly: write .tsv or .csv instead", distance, file));
  }
  return static_cast<double>(distance);
}

}  // namespace strider
