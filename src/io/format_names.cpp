// The names of formats, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

constexpr auto kFormats = detail::name_table<FileFormat>({
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
});

}  // namespace

std::string_view file_format_name(FileFormat format) {
  return kFormats.name_of(format);
}
std::optional<FileFormat> file_format_from_name(std::string_view name) {
  return kFormats.from_name(name);
}

}  // namespace strider
