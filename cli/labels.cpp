#include "labels.hpp"

#include <fmt/format.h>

#include "suggestion.hpp"

namespace strider::cli {
namespace {

std::string no_vertex(const std::string& label) {
  return fmt::format("the graph has no vertex '{}'", label);
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

}  // namespace strider::cli
