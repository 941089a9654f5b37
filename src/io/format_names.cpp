#include <array>
#include <utility>

#include "strider/io.hpp"

namespace strider {
namespace {

constexpr std::array<std::pair<FileFormat, std::string_view>, 10> kNames{{
    {FileFormat::kMatrixMarket, "mtx"},
    {FileFormat::kEdgeList, "edgelist"},
    {FileFormat::kDimacs, "dimacs"},
    {FileFormat::kMetis, "metis"},
    {FileFormat::kLdbc, "ldbc"},
    {FileFormat::kGapbs, "gapbs"},
    {FileFormat::kGraph500, "graph500"},
    {FileFormat::kGml, "gml"},
    {FileFormat::kGraphMl, "graphml"},
    {FileFormat::kNative, "native"},
}};

}  // namespace

std::string_view file_format_name(FileFormat format) {
  for (const auto& [known, name] : kNames) {
    if (known == format) return name;
  }
  return "";
}

std::optional<FileFormat> file_format_from_name(std::string_view name) {
  for (const auto& [format, known] : kNames) {
    if (known == name) return format;
  }
  return std::nullopt;
}

}  // namespace strider
