// Writing graphs, for convert and generate.
#pragma once

#include <string>
#include <vector>

#include "label_map.hpp"
#include "strider/io.hpp"

namespace strider::cli {

class OptionTable;

/// The format that the suffix of `path` stands for. Throws UsageError.
[[nodiscard]] FileFormat output_format(const std::string& path);
/// The format called `name`, else the one that the suffix of `path` stands for. Throws UsageError.
[[nodiscard]] FileFormat output_format(const std::string& path, const std::string& name);

/// --to, the name of that format.
void add_to_option(OptionTable& table, std::string& into, const std::string& what);

/// What is said about a graph that is written in a format that cannot hold all of it.
struct WritingRemarks {
  std::vector<std::string> notes;     ///< of what is written in another way
  std::vector<std::string> warnings;  ///< of what is lost

  [[nodiscard]] std::vector<std::string> all() const;
};
[[nodiscard]] WritingRemarks remarks_on_writing(const AnyGraph& graph, const std::string& path,
                                                FileFormat format, int threads);
/// What a format does with the labels and the vertices of a graph, wherever the graph is.
struct WrittenVertices {
  LabelFate labels = LabelFate::kKept;
  bool all_kept = true;  ///< none is lost
};
[[nodiscard]] WritingRemarks remarks_on_writing(const WrittenVertices& vertices,
                                                const std::string& path, FileFormat format);
/// Prints the warnings to stderr.
void print_warnings(const WritingRemarks& remarks);

/// Writes any writable format; a layout goes into the native container only. Labels that the format
/// does not hold go into PATH.labels.csv. Takes up to `threads` threads, 0 for all cores.
void write_as(const AnyGraph& graph, const std::string& path, FileFormat format,
              const PreparedGraph* prepared, const BuildReport& report, int threads);

}  // namespace strider::cli
