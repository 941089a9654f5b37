// The names of formats, as the command line and reports write them, and their suffixes.
#include <algorithm>
#include <array>

#include "base/name_table.hpp"
#include "io/input_file.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

constexpr auto kFormats = detail::name_table<FileFormat>({
    {FileFormat::kMatrixMarket, "mtx"},  {FileFormat::kEdgeList, "edgelist"},
    {FileFormat::kDimacs, "dimacs"},     {FileFormat::kMetis, "metis"},
    {FileFormat::kLdbc, "ldbc"},         {FileFormat::kGapbs, "gapbs"},
    {FileFormat::kGraph500, "graph500"}, {FileFormat::kGml, "gml"},
    {FileFormat::kGraphMl, "graphml"},   {FileFormat::kGexf, "gexf"},
    {FileFormat::kPajek, "pajek"},       {FileFormat::kGraph6, "graph6"},
    {FileFormat::kLgl, "lgl"},           {FileFormat::kMatrix, "matrix"},
    {FileFormat::kNpy, "npy"},           {FileFormat::kNpz, "npz"},
    {FileFormat::kParquet, "parquet"},   {FileFormat::kArrow, "arrow"},
    {FileFormat::kNative, "native"},
});

struct Suffix {
  std::string_view text;
  FileFormat format;
};
constexpr std::array kSuffixes = {Suffix{".mtx", FileFormat::kMatrixMarket},
                                  Suffix{".mm", FileFormat::kMatrixMarket},
                                  Suffix{".el", FileFormat::kEdgeList},
                                  Suffix{".wel", FileFormat::kEdgeList},
                                  Suffix{".edges", FileFormat::kEdgeList},
                                  Suffix{".edgelist", FileFormat::kEdgeList},
                                  Suffix{".ncol", FileFormat::kEdgeList},
                                  Suffix{".txt", FileFormat::kEdgeList},
                                  Suffix{".tsv", FileFormat::kEdgeList},
                                  Suffix{".csv", FileFormat::kEdgeList},
                                  Suffix{".gr", FileFormat::kDimacs},
                                  Suffix{".dimacs", FileFormat::kDimacs},
                                  Suffix{".graph", FileFormat::kMetis},
                                  Suffix{".metis", FileFormat::kMetis},
                                  Suffix{".v", FileFormat::kLdbc},
                                  Suffix{".e", FileFormat::kLdbc},
                                  Suffix{".sg", FileFormat::kGapbs},
                                  Suffix{".wsg", FileFormat::kGapbs},
                                  Suffix{".graph500", FileFormat::kGraph500},
                                  Suffix{".bin", FileFormat::kGraph500},
                                  Suffix{".gml", FileFormat::kGml},
                                  Suffix{".graphml", FileFormat::kGraphMl},
                                  Suffix{".gexf", FileFormat::kGexf},
                                  Suffix{".net", FileFormat::kPajek},
                                  Suffix{".g6", FileFormat::kGraph6},
                                  Suffix{".s6", FileFormat::kGraph6},
                                  Suffix{".d6", FileFormat::kGraph6},
                                  Suffix{".lgl", FileFormat::kLgl},
                                  Suffix{".npy", FileFormat::kNpy},
                                  Suffix{".npz", FileFormat::kNpz},
                                  Suffix{".parquet", FileFormat::kParquet},
                                  Suffix{".arrow", FileFormat::kArrow},
                                  Suffix{".feather", FileFormat::kArrow},
                                  Suffix{".strider", FileFormat::kNative}};

constexpr std::array kWritten = {
    FileFormat::kMatrixMarket, FileFormat::kEdgeList, FileFormat::kDimacs, FileFormat::kMetis,
    FileFormat::kGapbs,        FileFormat::kGraph500, FileFormat::kNative};

}  // namespace

std::span<const FileFormat> file_formats() {
  return kFormats.values();
}
std::string_view file_format_name(FileFormat format) {
  return kFormats.name_of(format);
}
std::optional<FileFormat> file_format_from_name(std::string_view name) {
  return kFormats.from_name(name);
}
std::optional<FileFormat> file_format_from_path(std::string_view path) {
  const std::string_view name = without_compression_suffix(path);
  const auto* const found =
      std::find_if(kSuffixes.begin(), kSuffixes.end(),
                   [&](const Suffix& suffix) { return name.ends_with(suffix.text); });
  return found == kSuffixes.end() ? std::nullopt : std::optional(found->format);
}
std::span<const FileFormat> written_file_formats() {
  return kWritten;
}

}  // namespace strider
