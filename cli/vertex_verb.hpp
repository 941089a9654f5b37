// Verbs that find a value of each vertex: their runs at all places. Such a verb has
//   kStage                      what progress calls the search
//   find(progress, where...)    the result, in a Graph or a DeviceGraph, or in a DistGraph, on a
//                               Device or not; none of the places where the verb does not run
//   check(result, where...)     its validation, by a Graph, or by a Cluster and a DistGraph
//   what_holds()                in words, of a result that passed
//   kColumn, values_of(result)  a name and the values on one machine: a span of numbers, or
//                               VertexLabels; on ranks the result is a DistVertexValues
//   tell(result, story)         what there is to report
// and may have
//   top                         so many of the highest values are reported, or kTopScores
//   weighted                    an option: find() and check() get a WeightedGraph where it is given
//   kSought                     which partitions it is for: else 1d
//   has_values(result)          whether there are any to be written
//   accept(facts)               throws where the verb does not take such a graph
//   write_graphs(result, loaded, story)  to other files than --output, in one process only
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "devices/search_on_device.hpp"
#include "load.hpp"
#include "option_table.hpp"
#include "page/picture.hpp"
#include "ranks/job.hpp"
#include "ranks/picture.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "strider/vertex_values.hpp"

namespace strider::cli {

struct VertexVerb : GraphVerb {
  using GraphVerb::GraphVerb;
};

/// Values that are vertices, and written as the labels of these.
struct VertexLabels {
  std::span<const Vertex> vertices;

  [[nodiscard]] std::size_t size() const { return vertices.size(); }
};

/// What a run has to report.
struct Story : RunOutcome {
  GraphFacts graph = {};
  double seconds = 0;
  double prepare_s = 0;  ///< until the graph is on a device
  /// What the input calls vertices; collective on ranks.
  std::function<std::vector<std::string>(std::span<const GlobalVertex>)> labels_of = {};
  // What the verb tells:
  Json json = Json::object();                                   ///< its keys
  std::vector<std::pair<std::string, std::string>> lines = {};  ///< of the summary
  std::vector<std::string> notes = {};                          ///< behind these
  std::optional<double> teps = {};                              ///< edges a second
  std::vector<VertexScore> top = {};                            ///< shown one by one

  [[nodiscard]] Json vertex_json(GlobalVertex v) const {
    return label_json(graph.input.labels, labels_of({&v, 1}).front());
  }
};
/// Prints it. Throws ValidationFailed where the verdict is that the result is wrong. Collective on
/// ranks.
void report(const VertexVerb& verb, const Story& story, const std::string& what_holds);

/// The options of such a verb that all of them have, before and after its own. `columns` are those
/// of its result.
void add_graph_and_ranks(OptionTable& table, VertexVerb& verb);
void add_result_and_run(OptionTable& table, VertexVerb& verb, const std::string& columns);

// A verb that does not run at a place has no find() there.
template <class V>
concept RunsOnDevices = requires(const V& verb, Progress& progress, const DeviceGraph& graph) {
  verb.find(progress, graph);
};
template <class V>
concept RunsOnRanks = requires(const V& verb, Progress& progress, const DistGraph& graph) {
  verb.find(progress, graph);
};
/// Which partitions of a graph a verb is for: its kSought, or 1d.
template <class V>
[[nodiscard]] constexpr Sought sought_by() {
  if constexpr (requires { V::kSought; }) {
    return V::kSought;
  } else {
    return Sought::kVertexValues;
  }
}
/// body(graph), with its weights where the verb has an option `weighted` that was given. A
/// WeightError becomes an InputError that names the file.
template <class V, class Body>
auto visit_graph(const V& verb, const AnyGraph& graph, const Body& body) {
  if constexpr (requires { verb.weighted; }) {
    try {
      if (verb.weighted) return std::visit(body, graph);
    } catch (const WeightError& error) {
      throw InputError(verb.graph.path, 0, error.what());
    }
  }
  return body(topology(graph));
}

template <class V, class Result>
[[nodiscard]] bool has_values(const Result& result) {
  if constexpr (requires { V::has_values(result); }) {
    return V::has_values(result);
  } else {
    return true;
  }
}
/// Writes the values to the file of --output.
template <class V, class Values>
void write_values(const V& verb, const Values& values, const Graph& graph) {
  const RunOptions& run = verb.run;
  if constexpr (std::is_same_v<Values, VertexLabels>) {
    write_vertex_labels(graph.labels(), V::kColumn, values.vertices, run.output, verb.format,
                        run.threads);
  } else {
    write_vertex_values(graph.labels(), V::kColumn, values, run.output, verb.format, run.threads);
  }
}

/// What a page shows of the values.
template <class V, class Values>
[[nodiscard]] Picture picture_of_values(const V& /*verb*/, const Graph& graph,
                                        const Values& values) {
  Picture picture = picture_of(graph);
  if (values.size() != graph.num_vertices()) return picture;
  if constexpr (std::is_same_v<Values, VertexLabels>) {
    add_groups(picture, V::kColumn, values.vertices);
  } else {
    add_values(picture, V::kColumn,
               {values.size(), [&](std::size_t v) { return static_cast<double>(values[v]); }});
  }
  return picture;
}

template <std::derived_from<VertexVerb> V>
void run_in_one_process(const V& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress);
  const Graph& graph = topology(loaded.graph);
  Story story;
  story.graph = graph_facts(verb.graph, loaded);
  if constexpr (requires { verb.accept(story.graph); }) verb.accept(story.graph);
  story.labels_of = [&](std::span<const GlobalVertex> vertices) {
    std::vector<std::string> labels;
    for (const GlobalVertex v : vertices) {
      labels.push_back(graph.labels().label(static_cast<Vertex>(v)));
    }
    return labels;
  };
  progress.stage(V::kStage);
  const Stopwatch watch;
  const auto find_in = [&](const auto& there) {
    story.prepare_s = watch.seconds();
    auto result = verb.find(progress, there);
    story.seconds = watch.seconds() - story.prepare_s;
    return result;
  };
  const auto result = [&] {
    if constexpr (kHasDevices && RunsOnDevices<V>) {
      if (is_on_device(verb.place)) {
        return search_on_device(verb, graph, story.device_name, find_in);
      }
    }
    return visit_graph(verb, loaded.graph, find_in);
  }();
  if (verb.validate) {
    progress.stage("validating");
    const auto check = [&](const auto& there) { return verb.check(result, there); };
    const auto validation = visit_graph(verb, loaded.graph, check);
    story.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices()),
                     open_of(validation)};
  }
  progress.clear();
  const auto values = V::values_of(result);
  if (story.verdict.passed()) {
    if (!verb.run.output.empty()) {
      if (has_values<V>(result)) {
        write_values(verb, values, graph);
      } else {
        story.notes.push_back(verb.run.output + " is not written: there is nothing to write");
      }
    }
    if constexpr (requires { verb.write_graphs(result, loaded, story); }) {
      verb.write_graphs(result, loaded, story);
    }
  }
  if constexpr (requires { verb.top; })
    story.top = highest_scores(values, verb.top.value_or(kTopScores));
  if (!verb.run.page.empty()) story.picture = picture_of_values(verb, graph, values);
  verb.tell(result, story);
  report(verb, story, verb.what_holds());
}

/// On all processes of the launcher. Throws Reported where it failed.
template <std::derived_from<VertexVerb> V>
requires RunsOnRanks<V>
void run_on_ranks(const V& verb) {
  if constexpr (kHasRanks) {
    static_cast<void>(partition_options(verb, sought_by<V>()));
    run_job(verb, [](const Cluster& cluster, const V& mine) {
      const std::optional<RankDevice> device = open_device(cluster, mine);
      const SharedGraph shared = load(cluster, mine, sought_by<V>());
      Story story;
      story.graph = graph_facts(cluster, mine.graph, shared);
      if constexpr (requires { mine.accept(story.graph); }) {
        attempt_on_all_ranks(cluster, [&] { mine.accept(story.graph); });
      }
      Progress progress(mine.run.progress());
      progress.stage(V::kStage);
      const auto result = [&] {
        if constexpr (requires { mine.find(progress, shared.graph, device->device); }) {
          if (device) return mine.find(progress, shared.graph, device->device);
        }
        return mine.find(progress, shared.graph);
      }();
      story.labels_of = [&](std::span<const GlobalVertex> vertices) {
        return shared.input.labels_of(cluster, vertices);
      };
      if (device) story.device_name = device->name;
      story.traffic = result.traffic;
      story.seconds = result.seconds;
      if (mine.validate) {
        progress.stage("validating");
        story.verdict =
            verdict_on(cluster, shared.input, mine.check(result, cluster, shared.graph));
      }
      progress.clear();
      if (!mine.run.output.empty() && story.verdict.passed()) {
        if (has_values<V>(result)) {
          write_vertex_values(cluster, shared.input, V::kColumn, result, mine.run.output,
                              mine.format);
        } else {
          story.notes.push_back(mine.run.output + " is not written: there is nothing to write");
        }
      }
      if constexpr (requires { mine.top; }) {
        story.top = highest_scores(cluster, result, mine.top.value_or(kTopScores));
      }
      SharedPicture picture(cluster, mine.run, shared);
      add_values(picture, V::kColumn, result);
      story.picture = picture.take();
      mine.tell(result, story);
      report_on_all_ranks(cluster, [&] { report(mine, story, mine.what_holds()); });
    });
  }
}

template <std::derived_from<VertexVerb> V>
void run_vertex_verb(V& verb) {
  // Where nothing else is random, the schedule of an emulated device is.
  if (verb.default_seed == 0 && verb.run.device != "host") verb.default_seed = SimtOptions{}.seed;
  run_at_place(verb, run_in_one_process<V>);
}

}  // namespace strider::cli
