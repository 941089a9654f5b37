// Reading and writing graphs.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "call.hpp"
#include "graph.hpp"
#include "inputs.hpp"
#include "module.hpp"
#include "names.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

FileFormat format_of(const std::string& name) {
  return by_name("format", name, file_format_from_name, file_formats(), file_format_name);
}

PyReadOptions read_options(std::optional<std::string> format, std::optional<bool> directed,
                           bool weights, std::string weight_column, std::string source_column,
                           std::string target_column, std::optional<bool> header,
                           std::optional<std::string> delimiter, std::uint64_t skip_lines,
                           bool only_listed, const std::string& duplicates, bool keep_self_loops,
                           bool trust, int threads) {
  ReadOptions read{.weight_column = std::move(weight_column), .threads = threads};
  if (format) read.format = format_of(*format);
  if (directed) {
    read.directedness = *directed ? Directedness::kDirected : Directedness::kUndirected;
  }
  if (!weights) read.weights = ReadWeights::kNo;
  read.table.source_column = std::move(source_column);
  read.table.target_column = std::move(target_column);
  if (header) read.table.header = *header ? TableHeader::kPresent : TableHeader::kAbsent;
  if (delimiter) {
    if (delimiter->size() != 1) throw UsageError("delimiter must be one character");
    read.table.delimiter = delimiter->front();
  }
  read.table.skip_lines = skip_lines;
  if (only_listed) read.unlisted = UnlistedVertices::kLeftOut;
  if (trust) read.verification = Verification::kStructure;
  return {.read = std::move(read),
          .build = {.self_loops = keep_self_loops ? SelfLoops::kKeep : SelfLoops::kRemove,
                    .duplicates = duplicates_from_name(duplicates),
                    .threads = threads}};
}

std::shared_ptr<PyGraph> read(const std::string& path, const PyReadOptions& options) {
  LoadedGraph loaded =
      call(options.read.threads, [&] { return read_graph(path, options.read, options.build); });
  auto made = share(std::move(loaded.graph));
  made->prepared = std::move(loaded.prepared);
  made->build = loaded.build;
  made->facts = std::move(loaded.facts);
  return made;
}

void write(PyGraph& graph, const std::string& path, std::optional<std::string> format,
           int threads) {
  const auto by_path = file_format_from_path(path);
  if (!format && !by_path) {
    throw UsageError("the suffix of '" + path + "' names no format: pass format=");
  }
  const FileFormat chosen = format ? format_of(*format) : *by_path;
  call(threads, [&] {
    if (chosen == FileFormat::kNative) {
      const bool has_paths = graph.is_laid_out() && graph.graph.index() != 0;
      write_native(has_paths ? graph.laid_out(threads) : graph.graph, path,
                   graph.prepared ? &*graph.prepared : nullptr,
                   graph.build ? &*graph.build : nullptr, threads);
    } else {
      write_graph(graph.graph, path, chosen, threads);
    }
  });
}

std::vector<std::string> names(std::span<const FileFormat> formats) {
  std::vector<std::string> names;
  for (const FileFormat format : formats) names.emplace_back(file_format_name(format));
  return names;
}

}  // namespace

void add_files(nb::module_& module) {
  nb::class_<PyReadOptions>(module, "ReadOptions");
  module.def("read_options", read_options, "format"_a.none(), "directed"_a.none(), "weights"_a,
             "weight_column"_a, "source_column"_a, "target_column"_a, "header"_a.none(),
             "delimiter"_a.none(), "skip_lines"_a, "only_listed"_a, "duplicates"_a,
             "keep_self_loops"_a, "trust"_a, "threads"_a);
  module.def("read", read, "path"_a, "options"_a);
  module.def("write", write, "graph"_a, "path"_a, "format"_a.none(), "threads"_a);
  module.def("read_formats", [] { return names(file_formats()); });
  module.def("written_formats", [] { return names(written_file_formats()); });
}

}  // namespace strider::python
