#include "ranks/graph_output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "files.hpp"
#include "label_map.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

LabelFate label_fate(const DistInput& input, FileFormat format) {
  return cli::label_fate(keeps_labels(input, format), input.facts().labels);
}

}  // namespace

void require_writable_on_ranks(const GraphOutput& output) {
  if (output.format != FileFormat::kNative) return;
  if (is_standard_output(output.path)) {
    throw UnavailableError(
        "-o -: ranks write a container only to a file: name one, or run it without mpirun");
  }
  const std::filesystem::path path(output.path);
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path)) {
    throw UnavailableError(fmt::format(
        "{}: ranks write a container only to a file: name one, or run it without mpirun",
        output.path));
  }
}

void require_replaceable(const GraphOutput& output, const DistInput& input,
                         const std::string& read) {
  if (input.num_vertices() >= std::numeric_limits<Vertex>::max()) {
    throw UsageError("-o: ranks write graphs of fewer than 2^32 - 1 vertices");
  }
  require_label_map_replaceable(label_fate(input, output.format), output.path, read);
  require_weights_replaceable(input.weight_type() != 0, output.path, output.format, read);
}

WritingRemarks write_on_ranks(const Cluster& cluster, const DistInput& input,
                              const DistGraph& graph, const GraphOutput& output) {
  const LabelFate labels = label_fate(input, output.format);
  const bool all_kept = keeps_vertices(input, graph, output.format);
  WritingRemarks remarks;
  bool has_map = false;
  attempt_on_all_ranks(cluster, [&] {
    if (cluster.rank() != 0) return;
    remarks =
        remarks_on_writing({.labels = labels, .all_kept = all_kept}, output.path, output.format);
    has_map = has_label_map(labels, output.path);
  });
  has_map = cluster.maximum(has_map ? 1 : 0) > 0;
  // A graph that is refused must not replace the labels of an earlier one, and one that is there
  // has its own.
  write_graph(cluster, input, graph, output.path == "-" ? "/dev/stdout" : output.path,
              output.format, [&] {
                if (!has_map) return;
                write_label_map(cluster, input, label_map_path(output.path), output.format);
              });
  attempt_on_all_ranks(cluster, [&] {
    if (cluster.rank() == 0) remove_old_label_map(labels, output.path);
  });
  return remarks;
}

}  // namespace strider::cli
