// Times PageRank, as JSON lines.
//
//   strider_benchmark pagerank GRAPH ... [--tolerance X] [--threads T ...] [--repetitions N]
//
// A run takes its memory itself. --tolerance is of all scores together, as GAPBS' `pr -e` has it.
// The error is what one more power iteration would change.
#include "strider/pagerank.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "graph_source.hpp"
#include "strider/strider.hpp"
#include "timing.hpp"

namespace benchmark {
namespace {

struct PageRankArguments {
  std::vector<std::string> graphs;
  std::vector<int> threads{0};
  int repetitions = 9;
  double tolerance = 1e-4;
};

void run(const PageRankArguments& arguments, const std::string& name) {
  double start = now();
  const strider::Graph graph = make_graph(name);
  const Json facts = graph_facts(name, graph, now() - start);
  for (const int threads : arguments.threads) {
    const strider::PageRankOptions options{.tolerance = arguments.tolerance / graph.num_vertices(),
                                           .threads = threads};
    strider::PageRankResult found;
    std::vector<double> seconds;
    for (int repetition = 0; repetition <= arguments.repetitions; ++repetition) {
      start = now();
      found = strider::pagerank(graph, options);
      if (repetition > 0) seconds.push_back(now() - start);
    }
    Json line = facts;
    line.update({{"threads", threads},
                 {"iterations", found.iterations},
                 {"error", validate_pagerank(graph, found.scores.span(), options).change},
                 {"runs", seconds.size()},
                 {"median_seconds", median(seconds)},
                 {"min_seconds", *std::min_element(seconds.begin(), seconds.end())}});
    fmt::print("{}\n", line.dump());
  }
}

}  // namespace

void add_pagerank(CLI::App& program) {
  auto* command = program.add_subcommand("pagerank", "Times PageRank");
  const auto given = std::make_shared<PageRankArguments>();
  command->add_option("graphs", given->graphs, kGraphNames)->required();
  command->add_option("--threads", given->threads, "One line of output for each; 0: all cores");
  command->add_option("--tolerance", given->tolerance, "Change of all scores at which a run ends");
  command->add_option("--repetitions", given->repetitions, "Runs after a first")
      ->check(CLI::PositiveNumber);
  command->callback([given] {
    for (const std::string& graph : given->graphs) run(*given, graph);
  });
}

}  // namespace benchmark
