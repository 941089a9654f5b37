#include "strider/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "comm/encoding/wire.hpp"
#include "comm/traffic.hpp"
#include "graph/matrix_format.hpp"
#include "model/choose_partition.hpp"
#include "model/degree_law.hpp"
#include "model/level_profile.hpp"
#include "model/result.hpp"
#include "model/scheme.hpp"
#include "model/search_work.hpp"
#include "partition/delegates.hpp"
#include "partition/grid.hpp"
#include "partition/owner_map.hpp"

namespace strider {
namespace {

using model::DegreeLaw;
using model::Scheme;
using model::Step;
using model::Work;

/// The grid that is asked for, or taken.
detail::Grid grid_of(const ModelOptions& options) {
  return options.grid.empty() ? detail::near_square_grid(options.ranks)
                              : detail::parse_grid(options.grid, options.ranks);
}

/// Share of the vertices that have rows and columns.
double kept_share(const ModelOptions& options, const DegreeLaw& law) {
  if (options.isolated == IsolatedVertices::kKept || options.scheme != PartitionScheme::k2d) {
    return 1;
  }
  const auto of_block = static_cast<std::uint64_t>(law.num_vertices() / options.ranks);
  const bool leaves_out = options.isolated == IsolatedVertices::kLeftOut ||
                          detail::may_leave_out(grid_of(options), of_block);
  return leaves_out ? model::kept_share(law.num_connected() / law.num_vertices()) : 1;
}

/// Of the blocks of vertices of the ranks, of which a share is kept. Throws UsageError where they
/// own too few or too many.
std::uint64_t block_size(const ModelOptions& options, double kept) {
  const auto vertices = static_cast<std::uint64_t>(std::ldexp(1.0, options.scale));
  const auto numbered = std::max(static_cast<std::uint64_t>(options.ranks),
                                 static_cast<std::uint64_t>(kept * static_cast<double>(vertices)));
  return detail::OwnerMap::block(numbered, options.ranks).block_size();
}

detail::Grid fitting_grid(const ModelOptions& options, std::uint64_t block_size) {
  const detail::Grid grid = grid_of(options);
  // Refuses a grid whose rows or columns are too many for a rank.
  static_cast<void>(detail::GridPlace(grid, 0, block_size));
  return grid;
}

/// Offsets and entries of one copy of a rank's block, by rows or by columns
/// (graph/local_matrix.hpp).
double block_bytes(double lines, double kept, double entries) {
  // If few have offsets, a bitmap says which.
  const double offsets =
      detail::is_hypersparse(lines, kept, entries) ? 4 * kept + 12 * lines / 64 : 8 * lines;
  return offsets + 4 * entries;
}

/// With the degrees of the own vertices, and of those of all columns, which have names if not all
/// vertices have columns.
double graph_bytes_2d(const DegreeLaw& law, detail::Grid grid, std::uint64_t block, double kept) {
  const double columns = static_cast<double>(block) * grid.rows;
  const double rows = static_cast<double>(block) * grid.columns;
  const double entries = law.num_arcs() / grid.columns / grid.rows;
  const double names =
      kept == 1 ? 0 : (law.num_vertices() / grid.columns < 0x1p32 ? 4 : 8) * columns;
  return block_bytes(columns, law.kept_columns(grid), entries) +
         block_bytes(rows, law.kept_rows(grid), entries) + 4 * columns / grid.rows + 4 * columns +
         names;
}

/// Table I of Pan, Pearce and Owens 2018, but that a ghost is named once: of several arcs to one, a
/// rank has less.
double graph_bytes_delegate(const DegreeLaw& law, double threshold, int ranks) {
  const double ghosts = std::min(law.subgraphs(threshold).nn / ranks, law.ghosts_1d(ranks));
  return (8 * law.num_vertices() + 4 * law.num_arcs()) / ranks + 4 * ghosts +
         8 * law.above(threshold).vertices;
}

/// With the scheme that a run takes, in place of kAuto.
ModelOptions chosen(ModelOptions options, const DegreeLaw& law) {
  if (options.scheme != PartitionScheme::kAuto) return options;
  if (!options.grid.empty() || options.delegate_threshold) {
    options.scheme = options.grid.empty() ? PartitionScheme::kDelegate : PartitionScheme::k2d;
    return options;
  }
  const detail::PartitionChoice choice = detail::choose_partition(
      {.num_vertices = static_cast<std::uint64_t>(law.num_vertices()),
       .num_edges = static_cast<std::uint64_t>(options.edge_factor * law.num_vertices()),
       .ranks = options.ranks,
       .machine = options.machine,
       .purpose = GraphPurpose::kLevels,
       .degrees = law.histogram()});
  options.scheme = choice.scheme;
  options.delegate_threshold = choice.threshold;
  if (choice.scheme == PartitionScheme::k2d) options.grid = detail::grid_name(choice.grid);
  return options;
}

/// The scheme's numbers, and what depends on them.
Scheme scheme_of(const ModelOptions& options, std::uint64_t block, const DegreeLaw& law,
                 SearchModel& found) {
  Scheme scheme{.kind = options.scheme,
                .ranks = options.ranks,
                .ranks_per_node = options.machine.ranks_per_node,
                .direction = options.direction,
                .encoding = comm::kind_of(options.encoding),
                .kept = kept_share(options, law)};
  switch (options.scheme) {
    case PartitionScheme::k2d:
      scheme.grid = fitting_grid(options, block);
      found.grid = detail::grid_name(scheme.grid);
      found.memory_bytes = graph_bytes_2d(law, scheme.grid, block, scheme.kept);
      return scheme;
    case PartitionScheme::kDelegate: {
      const std::uint64_t threshold = options.delegate_threshold.value_or(
          detail::choose_threshold(law.histogram(), options.ranks, Directedness::kUndirected));
      if (threshold != detail::kNoDelegates) scheme.threshold = static_cast<double>(threshold);
      found.delegate_threshold = threshold;
      found.delegates = law.above(scheme.threshold).vertices;
      found.memory_bytes = graph_bytes_delegate(law, scheme.threshold, options.ranks);
      return scheme;
    }
    default:
      found.memory_bytes = model::graph_bytes_1d(law, options.ranks);
      return scheme;
  }
}

/// What ranks compute between steps.
constexpr std::string_view kSearchPhase = "search";

}  // namespace

SearchModel model_search(const ModelOptions& asked) {
  model::require_valid(asked.machine);
  const DegreeLaw law(asked.scale, asked.edge_factor);
  model::require_ranks(asked.ranks, asked.scale);
  const ModelOptions options = chosen(asked, law);
  const std::uint64_t block = block_size(options, kept_share(options, law));
  SearchModel found;
  found.scheme = options.scheme;
  const Scheme scheme = scheme_of(options, block, law, found);
  const model::SearchProfile profile = model::profile_of(
      law, scheme, model::typical_levels(law, options.scale, options.edge_factor));
  std::vector<Work> work = model::work_of(law, profile, scheme);
  work.resize(profile.num_levels());  // of levels that are not expanded none
  found.total.name = "all";
  for (std::size_t l = 0; l < work.size(); ++l) {
    const double seconds = model::computing_seconds(options.machine, work[l]);
    found.levels.push_back({.vertices = profile.level(l).vertices,
                            .arcs = profile.level(l).arcs,
                            .direction = profile.level(l).direction,
                            .arcs_looked_at = work[l].arcs,
                            .vertices_looked_at = work[l].vertices,
                            .computing_s = seconds});
    model::add_phase(found, {.name = kSearchPhase, .computing_s = seconds});
  }
  for (const Step& step : model::steps_of(law, profile, scheme)) {
    model::add_step(found, step, options.machine, options.ranks);
  }
  // The tree: a parent of 8 bytes and a level of one.
  found.memory_bytes += 9 * law.num_vertices() / options.ranks;
  return found;
}

}  // namespace strider
