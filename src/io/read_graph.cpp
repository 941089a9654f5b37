#include "io/detect.hpp"
#include "io/direct_load.hpp"
#include "io/readers.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

/// The graph of a format that holds adjacency, without the way over an edge list, where the options
/// allow that.
std::optional<LoadedGraph> load_directly(const std::string& path, std::optional<FileFormat> format,
                                         const ReadOptions& options, const BuildOptions& build) {
  if (format == FileFormat::kNative) return map_native(path, options, build);
  if (format == FileFormat::kGapbs) return load_gapbs(path, options, build);
  return std::nullopt;
}

}  // namespace

LoadedGraph read_graph(const std::string& path, const ReadOptions& options,
                       const BuildOptions& build) {
  ReadOptions reading = options;
  if (build.directedness) reading.directedness = build.directedness;
  BuildOptions building = build;
  building.directedness = reading.directedness;
  const std::optional<FileFormat> format = format_before_reading(path, reading);
  if (auto loaded = load_directly(path, format, reading, building)) return std::move(*loaded);

  InputEdges input = read_edges_as(path, format, reading);
  LoadedGraph loaded;
  loaded.facts = std::move(input.facts);
  loaded.graph = build_any_graph(std::move(input.list), building, &loaded.build);
  return loaded;
}

}  // namespace strider
