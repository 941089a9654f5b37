// strider diameter, wherever it runs.
#include "strider/diameter.hpp"

#include <fmt/format.h>

#include <array>
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "rules.hpp"
#include "verbs.hpp"
#include "vertex_verb.hpp"

namespace strider::cli {
namespace {

struct DiameterVerb : VertexVerb {
  using VertexVerb::VertexVerb;
  static constexpr const char* kStage = "searching";
  static constexpr const char* kColumn = "eccentricity";

  bool all = false;
  bool by_weights = false;
  DiameterSought sought = DiameterSought::kDiameter;
  std::uint64_t most_searches = 0;
  EffectiveDiameterOptions effective;
  bool is_effective = false;

  [[nodiscard]] DiameterOptions options(Progress& progress) const {
    return {.threads = run.threads,
            .scope = all || sought == DiameterSought::kEccentricities
                         ? DiameterScope::kAllComponents
                         : DiameterScope::kLargestComponent,
            .sought = sought,
            .most_searches = most_searches,
            .on_search = [&progress](std::uint64_t searches, std::uint64_t open) {
              progress.step(kStage,
                            static_cast<double>(searches) / static_cast<double>(searches + open));
            }};
  }
};

template <class T>
std::string number_text(T number) {
  if constexpr (std::is_integral_v<T>) {
    return grouped(number);
  } else {
    return fmt::format("{}", number);
  }
}
template <class T>
std::string range(T least, T greatest) {
  return least == greatest ? number_text(least)
                           : fmt::format("{} to {}", number_text(least), number_text(greatest));
}

template <class T>
void tell_facts(const DiameterFacts<T>& facts, Story& story) {
  story.json = {{"counted", facts.num_vertices}, {"searches", facts.searches}};
  if (facts.num_vertices == 0) {
    story.json.update({{"diameter", nullptr}, {"radius", nullptr}, {"center", nullptr}});
    return;
  }
  const std::array named{facts.ends[0], facts.ends[1], facts.center};
  const std::vector<std::string> labels = story.labels_of(named);
  const auto json_of = [&](std::size_t i) {
    return label_json(story.graph.input.labels, labels[i]);
  };
  story.json.update({{"diameter", facts.diameter},
                     {"radius", facts.radius},
                     {"center", json_of(2)},
                     {"ends", {json_of(0), json_of(1)}}});
  if (!facts.is_exact()) {
    story.json["diameter_at_most"] = facts.diameter_bound;
    story.json["radius_at_least"] = facts.radius_bound;
  }
  story.lines = {
      {"diameter", fmt::format("{}, from {} to {}", range(facts.diameter, facts.diameter_bound),
                               labels[0], labels[1])},
      {"radius", fmt::format("{}, of {}", range(facts.radius_bound, facts.radius), labels[2])},
      {"searches", fmt::format("{}; {} of {} vertices count", grouped(facts.searches),
                               grouped(facts.num_vertices), grouped(story.graph.vertices))}};
}
void tell_extremes(std::uint64_t center, std::uint64_t periphery, Story& story) {
  story.json["center_size"] = center;
  story.json["periphery_size"] = periphery;
  story.lines.emplace_back("center", counted(center, "vertex"));
  story.lines.emplace_back("periphery", counted(periphery, "vertex"));
}
template <class T>
void tell_result(const EccentricityResult<T>& found, DiameterSought sought, Story& story) {
  tell_facts(found.facts(), story);
  if (sought == DiameterSought::kDiameter || found.facts().num_vertices == 0) return;
  tell_extremes(found.center().size(), found.periphery().size(), story);
}

/// By hops.
struct HopsVerb : DiameterVerb {
  explicit HopsVerb(const DiameterVerb& verb) : DiameterVerb(verb) {}

  template <class... Where>
  auto find(Progress& progress, const Where&... where) const
      -> decltype(diameter(where..., DiameterOptions())) {
    return diameter(where..., options(progress));
  }
  [[nodiscard]] auto check(const DiameterResult& found, const Graph& graph) const {
    return validate_diameter(graph, found, {.seed = seed()});
  }
  [[nodiscard]] auto check(const DistDiameterResult& found, const Cluster& /*cluster*/,
                           const DistGraph& graph) const {
    return validate_diameter(graph, found, {.seed = seed()});
  }
  [[nodiscard]] static const char* what_holds() { return rule_name(DiameterRule::kDiameter); }
  [[nodiscard]] static std::span<const Level> values_of(const DiameterResult& found) {
    return found.upper();
  }
  void tell(const DiameterResult& found, Story& story) const { tell_result(found, sought, story); }
  void tell(const DistDiameterResult& found, Story& story) const {
    tell_facts(found.facts, story);
    if (sought == DiameterSought::kDiameter || found.facts.num_vertices == 0) return;
    tell_extremes(found.center_size, found.periphery_size, story);
  }
};

struct WeightedDiameter {
  std::variant<DiameterResult, EccentricityResult<float>, EccentricityResult<double>,
               EccentricityResult<std::uint64_t>>
      result;
  std::vector<double> eccentricities;
};

/// By weights where the graph has some: in one process, on the host. Options refuse validation.
struct WeightedVerb : DiameterVerb {
  explicit WeightedVerb(const DiameterVerb& verb) : DiameterVerb(verb) {}
  static constexpr bool weighted = true;

  template <std::convertible_to<AnyGraph> G>
  [[nodiscard]] WeightedDiameter find(Progress& progress, const G& graph) const {
    auto result = diameter(graph, options(progress));
    std::vector<double> eccentricities(result.upper().begin(), result.upper().end());
    return {std::move(result), std::move(eccentricities)};
  }
  [[nodiscard]] static DiameterValidation check(const WeightedDiameter&, const auto&) { return {}; }
  [[nodiscard]] static const char* what_holds() { return ""; }
  [[nodiscard]] static std::span<const double> values_of(const WeightedDiameter& found) {
    return found.eccentricities;
  }
  void tell(const WeightedDiameter& found, Story& story) const {
    std::visit([&](const auto& result) { tell_result(result, sought, story); }, found.result);
  }
};

/// From sampled sources: in one process, on the host. Options refuse validation and output.
struct EffectiveVerb : DiameterVerb {
  explicit EffectiveVerb(const DiameterVerb& verb) : DiameterVerb(verb) {}

  [[nodiscard]] EffectiveDiameter find(Progress& /*progress*/, const Graph& graph) const {
    EffectiveDiameterOptions all = effective;
    all.threads = run.threads;
    all.seed = seed();
    return effective_diameter(graph, all);
  }
  [[nodiscard]] static DiameterValidation check(const EffectiveDiameter&, const Graph&) {
    return {};
  }
  [[nodiscard]] static const char* what_holds() { return ""; }
  [[nodiscard]] static std::span<const Level> values_of(const EffectiveDiameter&) { return {}; }
  void tell(const EffectiveDiameter& found, Story& story) const {
    story.json = {{"effective_diameter", found.hops},
                  {"effective_diameter_at_least", found.least},
                  {"effective_diameter_at_most", found.greatest},
                  {"samples", found.samples}};
    std::string hops = fmt::format("{}: so near are {:.0f} % of the pairs of ",
                                   number_text(found.hops), 100 * effective.share);
    hops += counted(found.samples, "source") + " with all others";
    story.lines = {
        {"effective", hops},
        {"all pairs", fmt::format("{} with {:.0f} % certainty", range(found.least, found.greatest),
                                  100 * effective.confidence)}};
  }
};

template <class V>
void run_as(const DiameterVerb& verb) {
  V way(verb);
  run_vertex_verb(way);
}

void run(const DiameterVerb& verb) {
  const bool finds_all = verb.sought == DiameterSought::kEccentricities;
  if (!verb.run.output.empty() && !finds_all) {
    throw UsageError("--output needs --eccentricities, which it writes");
  }
  if (verb.validate && (verb.by_weights || verb.is_effective || verb.most_searches != 0)) {
    throw UsageError(
        "--validate checks exact diameters by hops: leave out --weighted, --effective and "
        "--most-searches");
  }
  if (verb.most_searches != 0 && verb.sought != DiameterSought::kDiameter) {
    throw UsageError("--most-searches gives bounds only: leave out --center and --eccentricities");
  }
  if (verb.is_effective) return run_as<EffectiveVerb>(verb);
  if (verb.by_weights) return run_as<WeightedVerb>(verb);
  run_as<HopsVerb>(verb);
}

}  // namespace

void add_diameter(CLI::App& program) {
  auto verb = std::make_shared<DiameterVerb>("diameter");
  verb->default_seed = 1;
  verb->algorithm.all = {
      .host = "auto", .device = "auto", .ranks = "auto", .ranks_on_devices = "auto"};
  OptionTable table(program, "diameter", "Exact diameter and radius, by few searches");
  add_graph_and_ranks(table, *verb);
  // Neither changes a distance.
  table.move(kRareGroup, {"--keep-self-loops", "--keep-duplicates"});
  const Refusal only_on_host{.places = {Place::kDevice, Place::kRanks, Place::kRanksOnDevices},
                             .why = ": supported only on the host, in one process: leave it out"};
  table.add(
      kSearchGroup,
      {{"--all", flag(verb->all), "Of all components; default: of the largest one"},
       {"--center", flag(verb->sought, DiameterSought::kExtremes),
        "Count the vertices of the centre and of the periphery"},
       {"--eccentricities", flag(verb->sought, DiameterSought::kEccentricities),
        "Of every vertex, in its component; implies --all"},
       {"--most-searches", number(verb->most_searches),
        "Stop after N searches of a component, with bounds; 0: never"},
       {"--weighted",
        flag(verb->by_weights),
        "Measure paths by weight, not by hops",
        {.excludes = {"--most-searches"}, .refusals = {only_on_host}}},
       {"--effective",
        flag(verb->is_effective),
        "Within which distance 90 % of the pairs of vertices are, from sampled sources",
        {.excludes = {"--all", "--center", "--eccentricities", "--most-searches", "--weighted"},
         .refusals = {only_on_host}}},
       {"--samples",
        number(verb->effective.samples, at_least_one<std::uint64_t>),
        "Number of sources of --effective (default: {})",
        {.needs = {"--effective"}}}});
  add_result_and_run(table, *verb, "vertex eccentricity");
  table.footer(
      "Example:\n  strider diameter roads.gr.gz --undirected --validate\n"
      "  strider diameter web.el --undirected --eccentricities -o eccentricities.tsv");
  table.on_run([verb] { run(*verb); });
}

}  // namespace strider::cli
