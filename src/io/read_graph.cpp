#include "io/column_names.hpp"
#include "io/detect.hpp"
#include "io/direct_load.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

/// The graph of a format that holds adjacency, without the way over an edge list, where the options
/// allow that.
std::optional<LoadedGraph> load_directly(const std::string& path, const ReadOptions& options,
                                         const BuildOptions& build) {
  std::optional<FileFormat> format = options.format;
  if (!format && is_native_file(path)) format = FileFormat::kNative;
  if (!format) format = format_of_name(path);
  if (format) require_options_of_format(path, *format, options);
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
  if (auto loaded = load_directly(path, reading, building)) return std::move(*loaded);

  InputEdges input = read_edges(path, reading);
  LoadedGraph loaded;
  loaded.facts = std::move(input.facts);
  loaded.graph = build_any_graph(std::move(input.list), building, &loaded.build);
  return loaded;
}

}  // namespace strider
