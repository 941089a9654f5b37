#include "label_map.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "files.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

namespace fs = std::filesystem;

/// A descriptor has no folder in which a file could lie beside it.
bool is_descriptor(const std::string& path) {
  return is_standard_output(path) ||
         place_of(fs::path(path).parent_path()).native().starts_with("/proc/");
}

bool is_some_label_map(const std::string& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return false;
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) && line == "vertex,label";
}

}  // namespace

LabelFate label_fate(bool are_kept, LabelKind kind) {
  if (are_kept) return LabelFate::kKept;
  return kind == LabelKind::kDense ? LabelFate::kRenumbered : LabelFate::kInTable;
}

LabelFate label_fate(const Graph& graph, FileFormat format) {
  return label_fate(keeps_labels(graph, format), graph.labels().kind());
}

std::string label_map_path(const std::string& path) {
  return path + ".labels.csv";
}

bool has_label_map(LabelFate labels, const std::string& path) {
  if (labels != LabelFate::kInTable || is_descriptor(path)) return false;
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  return !fs::exists(status) || fs::is_regular_file(status);
}

bool has_old_label_map(LabelFate labels, const std::string& path) {
  return labels != LabelFate::kInTable && !is_descriptor(path) &&
         is_some_label_map(label_map_path(path));
}

void remove_old_label_map(LabelFate labels, const std::string& path) {
  if (!has_old_label_map(labels, path)) return;
  std::error_code failed;
  fs::remove(label_map_path(path), failed);
  if (failed) {
    throw InputError(label_map_path(path), 0,
                     fmt::format("cannot be removed: {}", failed.message()));
  }
}

void require_label_map_replaceable(LabelFate labels, const std::string& output,
                                   const std::string& input) {
  const std::string path = label_map_path(output);
  if (has_label_map(labels, output) || has_old_label_map(labels, output)) {
    const std::string what = fmt::format("the label map {}", path);
    const NamedFile files[] = {{what, &path, FileUse::kWritten}, {"GRAPH", &input}};
    require_apart(files);
  }
  std::error_code none;
  if (has_label_map(labels, output) && fs::exists(path, none) && !is_some_label_map(path)) {
    throw UsageError(
        fmt::format("{} is not a label map and would be overwritten: remove it, or name another "
                    "output",
                    path));
  }
}

void require_weights_replaceable(bool weighted, const std::string& output, FileFormat format,
                                 const std::string& input) {
  if (format != FileFormat::kGraph500 || !weighted) return;
  const std::string path = output + ".weights";
  const std::string what = fmt::format("the weights of {}", output);
  const NamedFile files[] = {{what, &path, FileUse::kWritten}, {"GRAPH", &input}};
  require_apart(files);
  std::error_code none;
  if (fs::exists(path, none) && !fs::exists(output, none)) {
    throw UsageError(fmt::format(
        "{} exists and would be overwritten by {}: remove it, or name another output", path, what));
  }
}

}  // namespace strider::cli
