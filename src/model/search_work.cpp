#include "model/search_work.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/delegate_split.hpp"

namespace strider::model {
namespace {

/// A bitmap is read and written once.
constexpr double kPasses = 2;
constexpr double kBitsPerByte = 8;

double bitmap_bytes(double vertices) {
  return kPasses * vertices / kBitsPerByte;
}

/// Vertices that look for neighbours of a kind, each in all of so many parts of its arcs: ...
struct Lookers {
  ByClass vertices;
  ByClass arcs;   ///< mean of those that may be looked at
  ByClass found;  ///< mean of those among them that end the search of a part
  double parts = 1;
};

/// ... the arcs that they look at, and how often a part has one.
Work looked_at(const Lookers& lookers) {
  Work work;
  for (std::size_t i = 0; i < lookers.vertices.size(); ++i) {
    const double arcs = lookers.arcs[i] / lookers.parts;
    const double found = std::min(arcs, lookers.found[i] / lookers.parts);
    // A part has a Poisson number of arcs, each of which ends its search by the same chance.
    const double looked = found > 1e-9 ? -std::expm1(-found) * arcs / found : arcs;
    work.arcs += lookers.vertices[i] * lookers.parts * looked;
    work.vertices += lookers.vertices[i] * lookers.parts * -std::expm1(-arcs);
  }
  return work;
}

class WorkOf {
 public:
  WorkOf(const DegreeLaw& law, const SearchProfile& profile, const Scheme& scheme)
      : law_(law), profile_(profile), scheme_(scheme), ranks_(scheme.ranks) {}

  [[nodiscard]] Work top_down_1d(std::size_t l) const {
    return {.arcs = frontier_arcs(l) / ranks_,
            .vertices = (profile_.vertices(l) + profile_.vertices(l + 1)) / ranks_,
            .bytes = bitmap_bytes(own())};
  }
  [[nodiscard]] Work bottom_up_1d(std::size_t l) const {
    Work work = looked_at(unvisited(l, 1));
    work.arcs /= ranks_;
    work.vertices = (work.vertices + profile_.vertices(l + 1)) / ranks_;
    work.bytes = bitmap_bytes(law_.num_vertices() + own());
    return work;
  }

  /// Each rank of a column of the grid has the whole frontier of the column, and finds rows that
  /// others of its own row of the grid find, too.
  [[nodiscard]] Work top_down_2d(std::size_t l) const {
    const double columns = scheme_.grid.columns;
    const double rows_found =
        law_.num_vertices() / scheme_.grid.rows *
        law_.share_with(profile_.among(l, 1 / columns), profile_.before(l) / columns);
    return {.arcs = frontier_arcs(l) / ranks_,
            .vertices = profile_.vertices(l) / columns + rows_found,
            .bytes = grid_bitmaps()};
  }
  /// The rows of a block go round the ranks of its row of the grid until they are found.
  [[nodiscard]] Work bottom_up_2d(std::size_t l) const {
    const Lookers lookers = unvisited(l, 1);
    Work work = looked_at(lookers);
    work.arcs /= ranks_;
    double vertices = profile_.vertices(l + 1);
    const int columns = scheme_.grid.columns;
    const ByClass here = -1.0 * std::exp(-lookers.arcs / (1.0 * columns)) + 1.0;
    for (int step = 0; step < columns; ++step) {
      const ByClass left = std::exp(-lookers.found * (1.0 * step / columns));
      vertices += (lookers.vertices * left * here).sum();
    }
    work.vertices = vertices / ranks_;
    work.bytes = grid_bitmaps();
    return work;
  }

  /// Each of the four subgraphs goes the way of less work, but for arcs between normal vertices.
  [[nodiscard]] Work delegate(std::size_t l, const DelegateSplit& split) const {
    const LevelParts& parts = split.levels()[l];
    const ByClass delegates = share_of_delegates();
    const ByClass normals = -1.0 * delegates + 1.0;
    const ByClass& before = profile_.before(l);
    const ByClass normals_left = split.small_without(before, scheme_.threshold);
    const ByClass delegates_left = law_.vertices() * std::exp(-before) - normals_left;
    ByClass normal_arcs = 0.0 * before;
    ByClass delegate_arcs = normal_arcs;
    ByClass higher_arcs = normal_arcs;
    for (std::size_t i = l; i < split.levels().size(); ++i) {
      normal_arcs += split.levels()[i].normal;
      delegate_arcs += split.levels()[i].delegate;
      higher_arcs += split.levels()[i].delegate * split.levels()[i].higher;
    }
    const auto forward = [&](const ByClass& ends, const ByClass& neighbours) {
      return Work{.arcs = (law_.vertices() * ends * neighbours).sum()};
    };
    // nn, dn, nd and dd.
    Work work = forward(normals, parts.normal);
    work += cheaper(forward(normals, parts.delegate),
                    looked_at({normals_left, delegate_arcs, parts.delegate, 1}));
    work += cheaper(forward(delegates, parts.normal),
                    looked_at({delegates_left, normal_arcs, parts.normal, ranks_}));
    work += cheaper(forward(delegates, parts.delegate),
                    between_delegates(delegates_left, delegate_arcs, higher_arcs, parts));
    work.arcs /= ranks_;
    // Each rank has a row of each delegate.
    work.vertices = (work.vertices + parts.normals) / ranks_ + parts.delegates;
    work.bytes = 2 * bitmap_bytes(split.delegates()) + bitmap_bytes(own());
    return work;
  }

 private:
  /// The owner of a delegate has its arcs to those of a higher degree, and as many of the others as
  /// each rank.
  [[nodiscard]] Work between_delegates(const ByClass& delegates, const ByClass& arcs,
                                       const ByClass& higher, const LevelParts& parts) const {
    const ByClass lower = (arcs - higher) / ranks_;
    const ByClass found_higher = parts.delegate * parts.higher;
    const ByClass found_lower = (parts.delegate - found_higher) / ranks_;
    Work work = looked_at({delegates, higher + lower, found_higher + found_lower, 1});
    if (ranks_ > 1) {
      const double others = ranks_ - 1;
      work += looked_at({delegates, others * lower, others * found_lower, others});
    }
    return work;
  }

  /// The way that a search goes.
  [[nodiscard]] Work cheaper(const Work& forward, const Work& backward) const {
    if (scheme_.direction == DistDirection::kTopDown) return forward;
    return forward.arcs + forward.vertices < backward.arcs + backward.vertices ? forward : backward;
  }

  [[nodiscard]] double own() const { return law_.num_vertices() / ranks_; }
  [[nodiscard]] double frontier_arcs(std::size_t l) const {
    return profile_.level(l).arcs * law_.num_arcs();
  }
  [[nodiscard]] double grid_bitmaps() const {
    const double lines = 1.0 / scheme_.grid.rows + 1.0 / scheme_.grid.columns;
    return bitmap_bytes(scheme_.kept * law_.num_vertices() * lines);
  }
  [[nodiscard]] Lookers unvisited(std::size_t l, double parts) const {
    const ByClass& before = profile_.before(l);
    // Of the draws between two hubs most are duplicates.
    const ByClass arcs = law_.degrees() / (law_.draws() + kLeast) * (law_.draws() - before);
    return {law_.vertices() * std::exp(-before), arcs, profile_.found_by(l), parts};
  }
  [[nodiscard]] ByClass share_of_delegates() const {
    ByClass share = law_.degrees();
    for (double& degree : share) degree = poisson_tails(degree, scheme_.threshold).above;
    return share;
  }

  const DegreeLaw& law_;
  const SearchProfile& profile_;
  const Scheme& scheme_;
  double ranks_;
};

}  // namespace

std::vector<Work> work_of(const DegreeLaw& law, const SearchProfile& profile,
                          const Scheme& scheme) {
  const WorkOf of(law, profile, scheme);
  std::vector<Work> work;
  if (scheme.kind == PartitionScheme::kDelegate) {
    const DelegateSplit split(law, profile, scheme.threshold);
    for (std::size_t l = 0; l < profile.num_levels(); ++l) work.push_back(of.delegate(l, split));
    return work;
  }
  const bool on_grid = scheme.kind == PartitionScheme::k2d;
  for (std::size_t l = 0; profile.is_expanded(l); ++l) {
    if (profile.level(l).direction == BfsDirection::kBottomUp) {
      work.push_back(on_grid ? of.bottom_up_2d(l) : of.bottom_up_1d(l));
    } else {
      work.push_back(on_grid ? of.top_down_2d(l) : of.top_down_1d(l));
    }
  }
  return work;
}

double computing_seconds(const Machine& machine, const Work& work) {
  return (work.arcs + work.vertices) / machine.arcs_per_s + work.bytes / machine.bytes_per_s;
}

}  // namespace strider::model
