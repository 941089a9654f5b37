#include "model/level_profile.hpp"

#include <array>
#include <cmath>

#include "graph/direction_rule.hpp"
#include "strider/bfs.hpp"

namespace strider::model {
namespace {

struct CountedLevel {
  double vertices;
  double arcs;
};
struct CountedSearch {
  double arcs;  ///< of the graph
  std::vector<CountedLevel> levels;
};

/// By scale, from kFirstCountedScale. Made by the commands here.
// clang-format off
//   for scale in 14 15 16 17 18 19 20; do
//     strider generate kronecker --scale $scale -o k.strider
//     for seed in $(seq 65); do
//       strider bfs k.strider --trials 1 --seed $seed --json
//     done | jq -sc '
//       map(select(.reached > .vertices / 10))
//       | sort_by(([.frontier[] | .level * .vertices] | add) / .reached)
//       | .[length / 2 | floor]
//       | [2 * .edges, [.frontier[] | [.vertices, .edges]]]'
//   done
// clang-format on
const std::array<CountedSearch, kLastCountedScale - kFirstCountedScale + 1>& counted_searches() {
  static const std::array<CountedSearch, kLastCountedScale - kFirstCountedScale + 1> kSearches = {{
      {426176, {{1, 11}, {11, 5059}, {2949, 320716}, {9200, 99942}, {388, 447}, {1, 1}}},
      {882816, {{1, 7}, {7, 5738}, {3995, 616122}, {19093, 259645}, {1086, 1289}, {7, 8}, {1, 1}}},
      {1819196, {{1, 7}, {7, 6467}, {5277, 1154294}, {38596, 654799}, {2903, 3598}, {19, 19}}},
      {3728516, {{1, 3}, {3, 7204}, {7175, 2145582}, {75263, 1565793}, {7609, 9868}, {36, 36}}},
      {7610044,
       {{1, 6}, {6, 8457}, {6964, 3443150}, {143651, 4125007}, {22853, 33206}, {110, 110}}},
      {15481624,
       {{1, 3},
        {3, 16386},
        {13751, 7479486},
        {279174, 7926028},
        {41994, 59348},
        {177, 180},
        {3, 3}}},
      {31400738,
       {{1, 6},
        {6, 13059},
        {12270, 11103062},
        {508641, 20080364},
        {124090, 203127},
        {632, 637},
        {3, 3}}},
  }};
  return kSearches;
}

}  // namespace

std::vector<SearchLevel> counted_levels(int scale) {
  const CountedSearch& search =
      counted_searches().at(static_cast<std::size_t>(scale - kFirstCountedScale));
  std::vector<SearchLevel> levels;
  for (const CountedLevel& level : search.levels) {
    levels.push_back({.vertices = level.vertices, .arcs = level.arcs / search.arcs});
  }
  return levels;
}

std::vector<SearchLevel> levels_by_law(const DegreeLaw& law, double degree) {
  // The source is like any vertex with neighbours, but for the number of these.
  ByClass before = 0.0 * law.draws();
  ByClass vertices = law.vertices_with(law.draws(), before);
  ByClass draws = law.draws_among(vertices);
  draws *= degree / (law.vertices() * draws).sum();
  std::vector<SearchLevel> levels = {{.vertices = 1, .arcs = degree / law.num_arcs()}};
  constexpr std::size_t kMostLevels = 64;
  while (levels.size() < kMostLevels) {
    vertices = law.vertices_with(draws, before);
    if (vertices.sum() < 0.5) break;
    const ByClass neighbours = law.neighbours_among(vertices);
    levels.push_back(
        {.vertices = vertices.sum(), .arcs = (law.vertices() * neighbours).sum() / law.num_arcs()});
    before += draws;
    draws = law.draws_among(vertices);
  }
  return levels;
}

std::vector<SearchLevel> typical_levels(const DegreeLaw& law, int scale, double edge_factor) {
  constexpr double kCountedEdgeFactor = 16;
  if (edge_factor == kCountedEdgeFactor && scale >= kFirstCountedScale &&
      scale <= kLastCountedScale) {
    return counted_levels(scale);
  }
  return levels_by_law(law, counted_levels(kLastCountedScale)[1].vertices);
}

void choose_directions_1d(const DegreeLaw& law, std::vector<SearchLevel>& levels) {
  using Rule = strider::detail::PredictedCostRule;
  const Rule rule{law.num_arcs(), law.num_connected()};
  double unvisited = law.num_connected();
  BfsDirection direction = BfsDirection::kTopDown;
  for (SearchLevel& level : levels) {
    const bool counted =
        direction == BfsDirection::kTopDown || level.vertices * Rule::kListingFactor < unvisited;
    unvisited = std::max(0.0, unvisited - level.vertices);
    direction =
        counted ? rule.next(level.arcs * law.num_arcs(), unvisited) : BfsDirection::kBottomUp;
    level.direction = direction;
  }
}

void choose_directions_2d(const DegreeLaw& law, strider::detail::Grid grid,
                          std::vector<SearchLevel>& levels) {
  const BfsTuning tuning;
  const auto whole = [](double number) { return static_cast<std::uint64_t>(number); };
  const strider::detail::DirectionRule rule{tuning.alpha, tuning.beta, whole(law.num_vertices())};
  const strider::detail::GridReturnRule back{law.num_vertices(), grid.rows, grid.columns};
  double unvisited = 1;  // share of the arcs
  double previous = 0;
  BfsDirection direction = BfsDirection::kTopDown;
  for (SearchLevel& level : levels) {
    unvisited = std::max(0.0, unvisited - level.arcs);
    const double edges = level.arcs * law.num_arcs();
    const BfsDirection next = rule.next(direction, {whole(level.vertices), whole(edges)},
                                        whole(previous), whole(unvisited * law.num_arcs()));
    const bool returns = direction == BfsDirection::kBottomUp && next == BfsDirection::kTopDown;
    if (!returns || back.is_cheap_top_down(level.vertices, edges)) direction = next;
    previous = level.vertices;
    level.direction = direction;
  }
}

}  // namespace strider::model
