#include "labels.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "strider/error.hpp"
#include "suggestion.hpp"

namespace strider::cli {
namespace {

std::string no_vertex(const std::string& label) {
  return fmt::format("the graph has no vertex '{}'", label);
}

/// Without what editors leave at the end of a line.
std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

std::string no_vertex_message(const Labels& labels, Vertex num_vertices, const std::string& label) {
  if (num_vertices == 0) return no_vertex(label) + ": it is empty";
  if (labels.kind() == LabelKind::kText) {
    NearestWord nearest(label);
    std::string word;
    for (Vertex v = 0; v < num_vertices; ++v) {
      word.clear();
      labels.append_label(v, word);
      if (!nearest.look_at(word)) break;
    }
    if (const std::string suggestion = nearest.suggestion(); !suggestion.empty()) {
      return no_vertex(label) + suggestion;
    }
  }
  return no_vertex_message(label, labels.label(0), labels.label(num_vertices - 1));
}

std::string no_vertex_message(const std::string& label, const std::string& first,
                              const std::string& last) {
  return fmt::format("{}; its first vertex is '{}', its last is '{}'", no_vertex(label), first,
                     last);
}

std::string no_vertex_message(const std::string& label, std::span<const std::string> words) {
  const std::string suggestion = did_you_mean(label, words);
  if (!suggestion.empty()) return no_vertex(label) + suggestion;
  return no_vertex_message(label, words.front(), words.back());
}

std::vector<LabelLine> read_labels(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path, 0, fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::vector<LabelLine> labels;
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    const std::string_view label = trimmed(line);
    if (!label.empty()) labels.push_back({std::string(label), number});
  }
  if (file.bad()) throw InputError(path, 0, "cannot be read");
  if (labels.empty()) throw InputError(path, 0, "contains no label");
  return labels;
}

}  // namespace strider::cli
