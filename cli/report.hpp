// What a verb tells: a summary for people, or JSON.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules.hpp"
#include "strider/io.hpp"
#include "verb.hpp"

namespace strider::cli {

using Json = nlohmann::ordered_json;

/// How many of the highest scores are shown where nothing is said.
inline constexpr std::uint32_t kTopScores = 10;

/// What a page shows beside the numbers of a run; docs/reports.md says what is in it.
struct Picture {
  Json distributions = Json::array();
  Json drawing = {};  ///< null: the graph is too large for one
};

/// The graph of a run as reports tell of it, on one machine or on ranks.
struct GraphFacts {
  std::string path = {};
  InputFacts input = {};
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool directed = false;
  std::string described_labels = {};  ///< of one machine
  std::uint64_t edges_listed = 0;
  // What was found and removed:
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;
  std::optional<std::uint64_t> isolated = {};
  bool keeps_self_loops = false;
  bool keeps_duplicates = false;
  double load_s = 0;
  double build_s = 0;
  // Of ranks:
  int ranks = 1;
  std::string described_ranks = {};  ///< how many, and how they share the graph
  Json partition = {};
};
/// Of a graph that was read on one machine.
[[nodiscard]] GraphFacts graph_facts(const GraphOptions& options, const LoadedGraph& loaded);

/// What the JSON of every verb starts with; docs/cli.md lists the keys.
struct CommonFacts {
  std::string verb = {};
  std::string graph = {};
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool directed = false;
  std::string algorithm = {};  ///< empty: null
  std::uint64_t seed = 0;
  int ranks = 1;
  double load_s = 0;
  double verify_s = 0;
  double build_s = 0;
  double time_s = 0;
};
[[nodiscard]] Json common_json(const CommonFacts& facts, const RunOptions& run);
/// Of a verb that read a graph. The algorithm is null where the verb has none to choose.
[[nodiscard]] Json common_json(const GraphVerb& verb, const GraphFacts& graph, double time_s);

/// What the reader found, as keys of info and convert.
void add_input_json(Json& json, const GraphFacts& graph);

/// `validated` and `passed`, which is null where nothing was checked.
void add_verdict_json(Json& json, const Verdict& verdict);

/// What any run has to report, wherever it ran.
struct RunOutcome {
  std::string device_name = {};             ///< empty on the host
  std::optional<DistTraffic> traffic = {};  ///< on ranks; of the last search
  Verdict verdict = {};                     ///< on the last search
  Picture picture = {};                     ///< where a page is asked for
};
/// `distributions` and `drawing`, where there are any.
void add_picture_json(Json& json, const Picture& picture);
/// The device's name, partition and traffic of ranks, the verdict, the picture.
void add_outcome_json(Json& json, const GraphFacts& graph, const RunOutcome& outcome);

/// A label as the input means it: a number, or a text.
[[nodiscard]] Json label_json(LabelKind kind, const std::string& label);
[[nodiscard]] Json label_json(const Labels& labels, Vertex vertex);

/// Bytes and messages of ranks, by phase and level.
[[nodiscard]] Json traffic_json(const DistTraffic& traffic);

/// `version, command, machine`: what ran, and where.
void add_run_json(Json& json);

/// The text of a report, which ends in a line feed.
[[nodiscard]] std::string json_text(const Json& json);
void print_json(const Json& json);

/// What was asked and answered, by topic; an empty topic continues with the last one.
using Words = std::vector<std::pair<std::string, std::string>>;

/// All that a run tells: its JSON, the summary for people, line by line, and in the end the files
/// of --report and --trace, which have both in them. The summary goes to stdout, to stderr where
/// the result goes to stdout, nowhere where it was not asked for.
class Summary {
 public:
  /// Of a verb without such files. `run` must live as long.
  explicit Summary(const RunOptions& run);
  /// Makes the JSON where it is needed, and prints it where that was asked for.
  Summary(const RunOptions& run, const std::function<Json()>& make_json);
  /// "topic   text"; an empty topic continues with the last one.
  void line(std::string_view topic, const std::string& text);
  /// Lines without words of an input.
  void text(std::string_view text);
  /// The score of a vertex or an edge.
  void score(std::string_view name, double score);
  /// The device's name, "" of the host, of which nothing is said; with the seed that orders the
  /// threads of an emulated one.
  void device(const std::string& name, std::uint64_t seed);
  /// Says that every edge has weight 1, where no weights were read.
  void weights(const InputFacts& facts);
  /// File, format, directedness, sizes, what was removed, ranks, times.
  void input(const GraphFacts& graph);
  /// Bytes and messages of ranks; by phase and level where all is `wanted`.
  void traffic(const DistTraffic& traffic, bool wanted);
  /// Writes the files of --report and --trace, if there are any. Throws InputError.
  void finish();
  /// Says what holds of a result that was checked, after finish(). Throws ValidationFailed where it
  /// does not.
  void verdict(const Verdict& verdict, const std::string& what_holds);

 private:
  const RunOptions* run_;
  Json json_ = {};
  Words words_ = {};
  std::FILE* stream_ = nullptr;
  bool is_emulated_ = false;
  bool ends_in_text_ = false;  ///< then an empty line comes before the verdict
};

/// Of a search that found nothing: says that --undirected may help, where the file is an edge list
/// whose edges lead one way, and --directed was not given.
void note_direction(Summary& summary, const GraphOptions& options, const InputFacts& facts);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);
/// "edges", "vertices", "communities", "searches".
[[nodiscard]] std::string plural(std::string_view noun);
/// "3 edges", "1 edge".
[[nodiscard]] std::string counted(std::uint64_t number, const std::string& noun);
/// "12.3 ms", "1.23 s".
[[nodiscard]] std::string duration(double seconds);
/// Edges a second as "123.4 MTEPS".
[[nodiscard]] std::string rate(double teps);
/// "weight", or "none" where a layout by weight has no bytes: sssp_layout of info and convert.
[[nodiscard]] std::string_view weight_layout_name(std::uint64_t layout_bytes);
/// "12.3 MiB".
[[nodiscard]] std::string bytes(std::uint64_t count);

}  // namespace strider::cli
