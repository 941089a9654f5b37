#include "advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "print.hpp"
#include "report.hpp"
#include "shell_word.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"

namespace strider::cli {
namespace {

/// Larger files are not read: it takes longer than a user waits for advice.
constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20U;
// Containers are not parsed, only verified.
constexpr std::uint64_t kMostContainerBytes = 64 * kMostBytes;

/// What the commands depend on; of a file that was not read, a guess.
struct Facts {
  std::string source = "VERTEX";
  bool weighted = false;
  bool directed = false;
  bool is_small = false;
};

void print_commands(const std::string& path, const Facts& facts) {
  const std::string file = shell_word(path);
  const auto command = [](const std::string& text, std::string_view what) {
    print_line(stdout, "  {}", text);
    print_line(stdout, "      {}", what);
  };
  print(stdout, "Next:\n");
  command(fmt::format("strider info {}", file), "what is in it: degrees, components, weights");
  if (facts.weighted) {
    command(fmt::format("strider sssp {} --source {} -o distances.tsv", file, facts.source),
            "shortest paths by weight from a vertex");
    command(
        fmt::format("strider msf {}{} -o forest.tsv", file, facts.directed ? " --undirected" : ""),
        "a minimum spanning forest");
  } else {
    command(fmt::format("strider bfs {} --source {} -o levels.tsv", file, facts.source),
            "the fewest edges from a vertex to every other one");
    command(
        fmt::format("strider bc {}{} -o scores.tsv", file, facts.is_small ? "" : " --samples 256"),
        "the vertices with the most shortest paths through them");
  }
}

/// The vertex of highest degree among the first ones: its searches reach something.
Vertex some_source(const Graph& graph) {
  constexpr Vertex kLookedAt = 10'000;
  Vertex best = 0;
  for (Vertex v = 1; v < std::min(graph.num_vertices(), kLookedAt); ++v) {
    if (graph.out().degree(v) > graph.out().degree(best)) best = v;
  }
  return best;
}

bool opens_quickly(const std::string& path) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  return !failed && (size <= (path.ends_with(".strider") ? kMostContainerBytes : kMostBytes));
}

}  // namespace

void print_first_steps() {
  print(stdout,
        "Strider: parallel graph traversal.\n"
        "Usage: strider VERB [OPTIONS], or strider FILE to see commands for a graph file\n"
        "Next:\n"
        "  strider generate kronecker --scale 16 -o kron16.strider\n"
        "      a graph to try things on\n"
        "  strider bfs kron16.strider --source 1 --validate\n"
        "      a search of this graph\n"
        "  strider --help\n"
        "      all verbs\n");
}

bool is_folder(const std::string& argument) {
  std::error_code failed;
  return std::filesystem::is_directory(argument, failed);
}

bool is_file(const std::string& argument) {
  std::error_code failed;
  return std::filesystem::is_regular_file(argument, failed);
}

void print_next_commands(const std::string& path) {
  if (!opens_quickly(path)) {
    print_line(
        stdout,
        "{} is large and was not read: replace VERTEX with the label of one of its vertices.",
        path);
    print_commands(path, {});
    return;
  }
  const LoadedGraph loaded = read_graph(path);
  const Graph& graph = topology(loaded.graph);
  print_line(stdout, "{}: {}, {}{}, {}, {}", path, file_format_name(loaded.facts.format),
             counted(graph.num_vertices(), "vertex"), loaded.facts.weighted ? " with weights" : "",
             counted(graph.num_edges(), "edge"), graph.is_directed() ? "directed" : "undirected");
  if (graph.num_vertices() == 0) {
    print(stdout,
          "The graph is empty. strider --help lists the verbs that generate and convert graphs.\n");
    return;
  }
  constexpr Vertex kSmall = 10'000;
  print_commands(path, {.source = shell_word(graph.labels().label(some_source(graph))),
                        .weighted = loaded.facts.weighted,
                        .directed = graph.is_directed(),
                        .is_small = graph.num_vertices() <= kSmall});
}

}  // namespace strider::cli
