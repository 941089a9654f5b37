// Times what is asked of a whole graph and has no options of its own, as JSON lines.
//
//   strider_benchmark closeness|clustering|communities|cores|diameter|strong GRAPH ...
//     [--threads T ...] [--repetitions N]
//
// A run takes its memory itself.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "graph_source.hpp"
#include "strider/closeness.hpp"
#include "strider/core.hpp"
#include "strider/diameter.hpp"
#include "strider/label_propagation.hpp"
#include "strider/local_clustering.hpp"
#include "strider/strider.hpp"
#include "strider/strong_components.hpp"
#include "timing.hpp"

namespace benchmark {
namespace {

using strider::Graph;

/// Answers the question, and says what to print of the answer.
using Ask = std::function<Json(const Graph& graph, int threads)>;

struct QuestionArguments {
  std::vector<std::string> graphs;
  std::vector<int> threads{0};
  int repetitions = 5;
};

void run(const QuestionArguments& arguments, const Ask& ask, const std::string& name) {
  double start = now();
  const Graph graph = make_graph(name);
  const Json facts = graph_facts(name, graph, now() - start);
  for (const int threads : arguments.threads) {
    Json line = facts;
    std::vector<double> seconds;
    for (int repetition = 0; repetition <= arguments.repetitions; ++repetition) {
      start = now();
      const Json answer = ask(graph, threads);
      if (repetition > 0) seconds.push_back(now() - start);
      line.update(answer);
    }
    line.update({{"threads", threads},
                 {"runs", seconds.size()},
                 {"median_seconds", median(seconds)},
                 {"min_seconds", *std::min_element(seconds.begin(), seconds.end())}});
    fmt::print("{}\n", line.dump());
  }
}

void add(CLI::App& program, const std::string& name, const std::string& what, Ask ask) {
  auto* command = program.add_subcommand(name, "Times " + what);
  const auto given = std::make_shared<QuestionArguments>();
  command->add_option("graphs", given->graphs, kGraphNames)->required();
  command->add_option("--threads", given->threads, "One line of output for each; 0: all cores");
  command->add_option("--repetitions", given->repetitions, "Runs after a first")
      ->check(CLI::PositiveNumber);
  command->callback([given, ask = std::move(ask)] {
    for (const std::string& graph : given->graphs) run(*given, ask, graph);
  });
}

}  // namespace

void add_questions(CLI::App& program) {
  add(program, "closeness", "closeness of all vertices", [](const Graph& graph, int threads) {
    const auto found = strider::closeness(graph, {.threads = threads});
    return Json{{"sources", found.num_sources}};
  });
  add(program, "clustering", "local clustering", [](const Graph& graph, int threads) {
    const auto found = strider::local_clustering(graph, {.threads = threads});
    return Json{{"average", found.average}, {"triangles", found.num_triangles}};
  });
  add(program, "communities", "label propagation", [](const Graph& graph, int threads) {
    const auto found = strider::label_propagation(graph, {.threads = threads});
    return Json{{"iterations", found.iterations}};
  });
  add(program, "cores", "core numbers", [](const Graph& graph, int threads) {
    const auto found = strider::core_numbers(graph, {.threads = threads});
    return Json{{"degeneracy", found.degeneracy}};
  });
  add(program, "diameter", "exact diameters", [](const Graph& graph, int threads) {
    const auto found = strider::diameter(graph, {.threads = threads});
    return Json{{"diameter", found.facts().diameter},
                {"radius", found.facts().radius},
                {"searches", found.facts().searches}};
  });
  add(program, "strong", "strong components", [](const Graph& graph, int threads) {
    const auto found = strider::strong_components(graph, {.threads = threads});
    return Json{{"components", found.num_components()}, {"largest", found.sizes().largest_size}};
  });
}

}  // namespace benchmark
