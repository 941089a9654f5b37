// What a verb tells: a summary for people, or JSON.
#pragma once

#include <cstdint>
#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "options.hpp"
#include "strider/components.hpp"
#include "strider/io.hpp"

namespace strider::cli {

using Json = nlohmann::ordered_json;

/// What the JSON of every verb starts with; docs/cli.md lists the keys.
struct CommonFacts {
  std::string verb;
  std::string graph;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool directed = false;
  std::string algorithm;  ///< empty: null
  std::uint64_t seed = 0;
  int ranks = 1;
  double load_s = 0;
  double verify_s = 0;
  double build_s = 0;
  double time_s = 0;
};
[[nodiscard]] Json common_json(const CommonFacts& facts, const RunOptions& run);
/// Of a graph that was read; time_s, algorithm and seed are left to the verb.
[[nodiscard]] CommonFacts common_facts(std::string verb, const GraphOptions& options,
                                       const LoadedGraph& loaded);

/// What the reader found, as keys of info and convert.
void add_input_json(Json& json, const LoadedGraph& loaded);

/// `validated` and `passed`, which is null where nothing was checked.
void add_validation_json(Json& json, std::optional<bool> passed);

/// A label as the input means it: a number, or a text.
[[nodiscard]] Json label_json(const Labels& labels, Vertex vertex);

/// The text of a report, which ends in a line feed.
[[nodiscard]] std::string json_text(const Json& json);
void print_json(const Json& json);

/// Of verb components: `components`, `largest`, `isolated` and `teps`.
void add_components_json(Json& json, const ComponentSizes& sizes, double teps);
/// "12, weakly connected; the largest has 3 vertices; 2 isolated vertices".
[[nodiscard]] std::string described_components(const ComponentSizes& sizes,
                                               Directedness directedness);

/// The summary for people, line by line: on stdout, on stderr where the result goes to stdout,
/// nowhere where it was not asked for.
class Summary {
 public:
  explicit Summary(const RunOptions& run);
  /// "topic   text"; an empty topic continues with the last one.
  void line(std::string_view topic, const std::string& text) const;
  /// Lines without words of an input.
  void text(std::string_view text) const;
  /// The score of a vertex or an edge.
  void score(std::string_view name, double score) const;
  /// The device's name, "" of the host, of which nothing is said; with the seed that orders the
  /// threads of an emulated one.
  void device(const std::string& name, std::uint64_t seed) const;
  /// Says that every edge has weight 1, where no weights were read.
  void weights(const InputFacts& facts) const;
  /// File, format, directedness, sizes, what was removed, times.
  void input(const GraphOptions& options, const LoadedGraph& loaded) const;

 private:
  std::FILE* stream_ = nullptr;
  bool is_emulated_ = false;
};

/// Of a search that found nothing: says that --undirected may help, where the file is an edge list
/// whose edges lead one way, and --directed was not given.
void note_direction(const Summary& summary, const GraphOptions& options, const InputFacts& facts);

/// What loading took, with the part of reading that verified a container, if there is one.
[[nodiscard]] std::string described_loading(double read_s, double verify_s, double build_s);
/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);
/// "3 edges", "1 edge".
[[nodiscard]] std::string counted(std::uint64_t number, const std::string& noun);
/// "12.3 ms", "1.23 s".
[[nodiscard]] std::string duration(double seconds);
/// Edges a second as "123.4 MTEPS".
[[nodiscard]] std::string rate(double teps);
/// "12.3 MiB".
[[nodiscard]] std::string bytes(std::uint64_t count);

}  // namespace strider::cli
