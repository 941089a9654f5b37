// strider cluster: clusters by single linkage, or by the betweenness of edges.
#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <memory>
#include <optional>

#include "msf_verb.hpp"
#include "strider/clusters.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

/// Infinite: null.
Json distance_json(double distance) {
  return std::isinf(distance) ? Json() : Json(distance);
}

enum class Way : std::uint8_t { kLinkage, kBetweenness };

struct ClusterVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kColumn = "cluster";

  std::optional<double> threshold;
  std::optional<std::uint64_t> count;
  Way way = Way::kLinkage;

  void accept(const GraphFacts& facts) const {
    require_undirected(facts.directed ? Directedness::kDirected : Directedness::kUndirected,
                       facts.input, graph.path, "the clusters of a graph need");
    if (count && *count > facts.vertices) {
      throw UsageError(
          fmt::format("--count {}: the graph has {}", *count, counted(facts.vertices, "vertex")));
    }
  }
  /// Where only the graph limits them, `count` cannot be reached by merging, nor left by splitting.
  void require_reached(std::uint64_t num_clusters) const {
    if (!count || num_clusters <= *count) return;
    throw UsageError(fmt::format("--count {}: the graph has {} components, which nothing links",
                                 *count, num_clusters));
  }
  [[nodiscard]] static VertexLabels values_of(const ComponentsResult& found) {
    return {found.labels()};
  }
  static void tell_sizes(const ComponentSizes& sizes, Story& story) {
    story.json = {{"clusters", sizes.num_components}, {"largest", sizes.largest_size}};
    story.lines = {{"clusters", fmt::format("{}; the largest has {}", grouped(sizes.num_components),
                                            counted(sizes.largest_size, "vertex"))}};
  }
};

struct LinkageVerb : ClusterVerb {
  explicit LinkageVerb(const ClusterVerb& verb) : ClusterVerb(verb) {}
  static constexpr const char* kStage = "finding the spanning forest";
  static constexpr bool weighted = true;
  static constexpr Sought kSought = Sought::kForest;

  [[nodiscard]] ClusterLimits limits() const {
    ClusterLimits all;
    if (threshold) all.distance = *threshold;
    if (count) all.count = *count;
    return all;
  }
  /// A Graph, of which every edge weighs 1, or a WeightedGraph.
  template <std::convertible_to<AnyGraph> G>
  [[nodiscard]] LinkedClusters find(Progress& /*progress*/, const G& where) const {
    LinkedClusters found = single_linkage(where, limits(), run.threads);
    if (std::isinf(found.next_distance)) require_reached(found.num_components());
    return found;
  }
  template <std::same_as<DistGraph> G>
  [[nodiscard]] auto find(Progress& /*progress*/, const G& where) const
      -> decltype(single_linkage(where, ClusterLimits())) {
    auto found = single_linkage(where, limits(), run.threads);
    if (std::isinf(found.next_distance)) require_reached(found.sizes.num_components);
    return found;
  }
  [[nodiscard]] auto check(const DistLinkedClusters& found, const Cluster& cluster,
                           const DistGraph& graph) const {
    return validate_single_linkage(cluster, graph.input(), found, limits(), run.threads);
  }
  template <class G>
  [[nodiscard]] auto check(const LinkedClusters& found, const G& where) const {
    return strider::visit_weighted(AnyGraph(where), [&](const auto& each) {
      return validate_single_linkage(each, found, limits());
    });
  }
  [[nodiscard]] static const char* what_holds() {
    return "clusters are linked within the limit, and apart beyond it";
  }
  static void tell(const LinkedClusters& found, Story& story) {
    tell_sizes(found.sizes(), story);
    tell_distances(found, story);
  }
  static void tell(const DistLinkedClusters& found, Story& story) {
    tell_sizes(found.sizes, story);
    tell_distances(found, story);
  }
  static void tell_distances(const auto& found, Story& story) {
    story.json["last_distance"] = distance_json(found.last_distance);
    story.json["next_distance"] = distance_json(found.next_distance);
    if (!std::isinf(found.last_distance)) {
      story.lines.emplace_back("merged", fmt::format("up to the distance {}", found.last_distance));
    }
    if (!std::isinf(found.next_distance)) {
      story.lines.emplace_back("apart", fmt::format("by {} or more", found.next_distance));
    }
  }
};

struct SplitVerb : ClusterVerb {
  explicit SplitVerb(const ClusterVerb& verb) : ClusterVerb(verb) {}
  static constexpr const char* kStage = "taking out edges";

  [[nodiscard]] SplitProgress shown_by(Progress& progress) const {
    return [&progress, this](std::uint64_t num_components, std::uint64_t num_removed) {
      progress.step(fmt::format("{} taken out", counted(num_removed, "edge")),
                    static_cast<double>(num_components) / static_cast<double>(*count));
    };
  }
  [[nodiscard]] SplitClusters find(Progress& progress, const Graph& where) const {
    SplitClusters found =
        split_by_betweenness(where, count.value(), run.threads, shown_by(progress));
    require_reached(found.num_components());
    return found;
  }
  template <std::same_as<DistGraph> G>
  [[nodiscard]] auto find(Progress& progress, const G& where) const
      -> decltype(split_by_betweenness(where, std::uint64_t{})) {
    auto found = split_by_betweenness(where, count.value(), run.threads, shown_by(progress));
    require_reached(found.sizes.num_components);
    return found;
  }
  /// By the graph with the edges that were taken out, which the result does not have: so many
  /// clusters, each connected.
  [[nodiscard]] auto check(const SplitClusters& found, const Graph& where) const {
    return validate_split(where, found, count.value());
  }
  [[nodiscard]] auto check(const DistSplitClusters& found, const Cluster& cluster,
                           const DistGraph& graph) const {
    return validate_split(cluster, graph.input(), found, count.value(), run.threads);
  }
  [[nodiscard]] static const char* what_holds() {
    return "every cluster is connected, and named by its first vertex";
  }
  static void tell(const SplitClusters& found, Story& story) {
    tell(found.sizes(), found.splits, story);
  }
  static void tell(const DistSplitClusters& found, Story& story) {
    tell(found.sizes, found.splits, story);
  }
  static void tell(const ComponentSizes& sizes, std::span<const SplitClusters::Split> splits,
                   Story& story) {
    tell_sizes(sizes, story);
    story.json["levels"] = Json::array();
    for (const SplitClusters::Split& split : splits) {
      story.json["levels"].push_back({{"clusters", split.num_components},
                                      {"removed", split.num_removed},
                                      {"u", story.vertex_json(split.edge.source)},
                                      {"v", story.vertex_json(split.edge.target)}});
    }
    const std::uint64_t removed = splits.empty() ? 0 : splits.back().num_removed;
    story.lines.emplace_back("split", counted(removed, "edge") + " taken out");
  }
};

void run(const ClusterVerb& verb) {
  if (verb.way == Way::kBetweenness) {
    if (!verb.count) throw UsageError("--betweenness needs --count: how many clusters there are");
    SplitVerb split(verb);
    return run_vertex_verb(split);
  }
  if (!verb.count && !verb.threshold) {
    throw UsageError("cluster needs --threshold, --count or both: when merging ends");
  }
  LinkageVerb linkage(verb);
  run_vertex_verb(linkage);
}

}  // namespace

void add_cluster(CLI::App& program) {
  auto verb = std::make_shared<ClusterVerb>("cluster");
  verb->graph.plain_edge_list = Directedness::kUndirected;
  verb->algorithm.all = {.host = "auto", .ranks = "auto"};
  OptionTable table(program, "cluster", "Clusters by single linkage or betweenness of edges");
  add_graph_and_ranks(table, *verb);
  table.add(kSearchGroup,
            {{"--threshold", number(verb->threshold), "Merge clusters up to this distance"},
             {"--count", number(verb->count, at_least_one<std::uint64_t>),
              "Merge clusters until there are N, or split until then"},
             {"--betweenness",
              flag(verb->way, Way::kBetweenness),
              "Take out the edges of most shortest paths until there are --count clusters (Girvan "
              "and Newman)",
              {.excludes = {"--threshold"}}}});
  add_result_and_run(table, *verb, "vertex cluster");
  table.footer(
      "Example:\n  strider cluster roads.gr.gz --undirected --threshold 500 -o clusters.tsv\n"
      "  strider cluster web.mtx --betweenness --count 2");
  table.on_run([verb] { run(*verb); });
}

}  // namespace strider::cli
