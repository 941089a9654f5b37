#include "model/search_work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "model/level_profile.hpp"
#include "strider/bfs.hpp"
#include "strider/generate.hpp"
#include "strider/graph.hpp"

namespace strider::model {
namespace {

Work sum(const std::vector<Work>& levels) {
  Work all;
  for (const Work& work : levels) all += work;
  return all;
}

Work work_of(const DegreeLaw& law, const Scheme& scheme) {
  return sum(work_of(law, profile_of(law, scheme, counted_levels(20)), scheme));
}

/// Top-down all arcs of what is reached are looked at, each once, wherever they are.
TEST(SearchWork, TopDownLooksAtAllArcs) {
  const DegreeLaw law(20, 16);
  for (const int side : {1, 4, 16}) {
    const int ranks = side * side;
    for (const PartitionScheme kind : {PartitionScheme::k1d, PartitionScheme::k2d}) {
      const Work work = work_of(law, {.kind = kind,
                                      .ranks = ranks,
                                      .grid = {side, side},
                                      .direction = DistDirection::kTopDown});
      EXPECT_NEAR(work.arcs * ranks / law.num_arcs(), 1, 1e-3) << ranks;
    }
  }
}

/// Bottom-up a search of such a graph looks at a few hundredths of them. On a grid they are the
/// same, but each rank of a row looks at the vertex.
TEST(SearchWork, BottomUpLooksAtFew) {
  const DegreeLaw law(20, 16);
  const Work alone = work_of(law, {.kind = PartitionScheme::k1d, .ranks = 1});
  EXPECT_LT(alone.arcs, 0.1 * law.num_arcs());
  EXPECT_GT(alone.arcs, law.num_connected() / 2);
  const Work on_64 = work_of(law, {.kind = PartitionScheme::k1d, .ranks = 64});
  EXPECT_NEAR(64 * on_64.arcs / alone.arcs, 1, 1e-9);
  EXPECT_NEAR(64 * on_64.vertices / alone.vertices, 1, 1e-9);
  const Work grid = work_of(law, {.kind = PartitionScheme::k2d, .ranks = 64, .grid = {8, 8}});
  EXPECT_GT(64 * grid.vertices, 1.1 * alone.vertices);
  EXPECT_LT(64 * grid.vertices, 8 * alone.vertices);
}

/// Every rank has rows of the delegates: Pan, Pearce and Owens 2018, section IV-B.
TEST(SearchWork, OfDelegatesGrowsWithRanks) {
  const DegreeLaw law(20, 16);
  const Scheme one{.kind = PartitionScheme::kDelegate, .ranks = 1, .threshold = 64};
  Scheme many = one;
  many.ranks = 64;
  const Work alone = work_of(law, one);
  const Work shared = work_of(law, many);
  EXPECT_LT(alone.arcs, 0.1 * law.num_arcs());
  EXPECT_GT(64 * (shared.arcs + shared.vertices), 1.5 * (alone.arcs + alone.vertices));
  EXPECT_LT(shared.arcs + shared.vertices, alone.arcs + alone.vertices);
  // Without delegates it is a search top-down.
  Scheme none = many;
  none.threshold = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(64 * work_of(law, none).arcs / law.num_arcs(), 1, 0.02);
}

/// A search of a graph, whose neighbours are in no order, with vertices that ranks own at random.
class Counted {
 public:
  Counted() {
    const KroneckerParameters parameters{.scale = kScale};
    const Graph graph = build_graph(generate(parameters));
    BfsResult result;
    for (std::uint64_t search = 0; result.num_reached() < graph.num_vertices() / 10; ++search) {
      result = bfs(graph, static_cast<Vertex>(kronecker_search_key(parameters, search)));
    }
    levels_.resize(result.num_levels());
    std::mt19937 random(1);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const auto row = graph.out().neighbors(v);
      neighbours_.emplace_back(row.begin(), row.end());
      std::ranges::shuffle(neighbours_.back(), random);
      owners_.push_back(static_cast<int>(random() % (kSide * kSide)));
      level_of_.push_back(result.levels()[v]);
      arcs_ += static_cast<double>(row.size());
      if (level_of_[v] == kUnreached) continue;
      levels_[level_of_[v]].vertices += 1;
      levels_[level_of_[v]].arcs += static_cast<double>(row.size());
    }
    for (SearchLevel& level : levels_) level.arcs /= arcs_;
  }

  [[nodiscard]] const std::vector<SearchLevel>& levels() const { return levels_; }

  /// Of all ranks, on a grid of `columns` columns (1: 1d) that the rows of a level go round.
  [[nodiscard]] Work bottom_up(Level level, int columns) const {
    Work work;
    for (std::size_t v = 0; v < neighbours_.size(); ++v) {
      if (level_of_[v] <= level) continue;  // all others are beyond it
      bool found = false;
      for (int step = 0; step < columns && !found; ++step) {
        const int column = (owners_[v] + step) % columns;
        bool has_row = false;
        for (const Vertex u : neighbours_[v]) {
          if (owners_[u] % columns != column) continue;
          has_row = true;
          work.arcs += 1;
          found = level_of_[u] == level;
          if (found) break;
        }
        work.vertices += has_row ? 1 : 0;
      }
    }
    work.vertices += levels_.at(level + 1).vertices;  // those that are found
    return work;
  }

  /// Of all ranks, where vertices of more neighbours than `threshold` are delegates and each
  /// subgraph goes the way of less work.
  [[nodiscard]] Work delegate(Level level, std::size_t threshold) const {
    const auto is_delegate = [&](std::size_t v) { return neighbours_[v].size() > threshold; };
    Work sum;
    for (const bool from : {false, true}) {
      for (const bool to : {false, true}) {
        Work forward;
        Work backward;
        for (std::size_t v = 0; v < neighbours_.size(); ++v) {
          if (level_of_[v] == level && is_delegate(v) == from) {
            forward.arcs += static_cast<double>(std::ranges::count_if(
                neighbours_[v], [&](Vertex u) { return is_delegate(u) == to; }));
          }
          if (level_of_[v] <= level || is_delegate(v) != to) continue;
          for (int rank = 0; rank < kSide * kSide; ++rank) {
            const auto is_here = [&](Vertex u) {
              return is_delegate(u) == from && owner_of_arc(v, u, to && from, to) == rank;
            };
            backward += look(v, level, is_here);
          }
        }
        const bool goes_back = (from || to) && backward.arcs + backward.vertices < forward.arcs;
        sum += goes_back ? backward : forward;
      }
    }
    for (std::size_t v = 0; v < neighbours_.size(); ++v) {
      if (level_of_[v] == level) sum.vertices += is_delegate(v) ? kSide * kSide : 1;
    }
    return sum;
  }

  static constexpr int kScale = 16;
  static constexpr int kSide = 4;

 private:
  /// Pan, Pearce and Owens 2018, algorithm 1.
  [[nodiscard]] int owner_of_arc(std::size_t v, std::size_t u, bool are_delegates,
                                 bool v_is_delegate) const {
    if (!are_delegates) return owners_[v_is_delegate ? u : v];
    const auto key = [&](std::size_t end) { return std::pair(neighbours_[end].size(), end); };
    return owners_[std::min(key(v), key(u)).second];
  }
  /// A vertex on no earlier level looks at some of its neighbours until one is on this.
  template <class F>
  [[nodiscard]] Work look(std::size_t v, Level level, const F& is_one) const {
    Work work;
    for (const Vertex u : neighbours_[v]) {
      if (!is_one(u)) continue;
      work.vertices = 1;
      work.arcs += 1;
      if (level_of_[u] == level) break;
    }
    return work;
  }

  std::vector<std::vector<Vertex>> neighbours_;
  std::vector<int> owners_;
  std::vector<Level> level_of_;
  std::vector<SearchLevel> levels_;
  double arcs_ = 0;
};

TEST(SearchWork, IsWhatIsCountedInASearch) {
  const Counted counted;
  const DegreeLaw law(Counted::kScale, 16);
  constexpr int kRanks = Counted::kSide * Counted::kSide;
  std::vector<SearchLevel> levels = counted.levels();
  ASSERT_GT(levels.size(), 4U);
  for (SearchLevel& level : levels) level.direction = BfsDirection::kBottomUp;
  const SearchProfile profile(law, levels, law.num_connected());
  for (const PartitionScheme kind : {PartitionScheme::k1d, PartitionScheme::k2d}) {
    const bool on_grid = kind == PartitionScheme::k2d;
    const std::vector<Work> work = work_of(
        law, profile, {.kind = kind, .ranks = kRanks, .grid = {Counted::kSide, Counted::kSide}});
    // Searches go bottom-up from about here on.
    for (Level l = 2; l + 2 < levels.size(); ++l) {
      const Work of_all = counted.bottom_up(l, on_grid ? Counted::kSide : 1);
      EXPECT_NEAR(kRanks * work[l].arcs / of_all.arcs, 1, 0.05) << on_grid << " " << l;
      EXPECT_NEAR(kRanks * work[l].vertices / of_all.vertices, 1, 0.05) << on_grid << " " << l;
    }
  }
}

TEST(SearchWork, OfDelegatesIsWhatIsCounted) {
  const Counted counted;
  const DegreeLaw law(Counted::kScale, 16);
  const Scheme scheme{.kind = PartitionScheme::kDelegate,
                      .ranks = Counted::kSide * Counted::kSide,
                      .threshold = 64};
  const std::vector<Work> work = work_of(law, profile_of(law, scheme, counted.levels()), scheme);
  ASSERT_GT(work.size(), 4U);
  for (Level l = 2; l + 2 < work.size(); ++l) {
    const Work of_all = counted.delegate(l, 64);
    EXPECT_NEAR(scheme.ranks * work[l].arcs / of_all.arcs, 1, 0.1) << l;
    EXPECT_NEAR(scheme.ranks * work[l].vertices / of_all.vertices, 1, 0.05) << l;
  }
}

TEST(SearchWork, TakesTimeByTheRates) {
  const Machine machine{.name = "", .arcs_per_s = 100, .bytes_per_s = 1000};
  EXPECT_DOUBLE_EQ(computing_seconds(machine, {.arcs = 300, .vertices = 100, .bytes = 500}), 4.5);
}

}  // namespace
}  // namespace strider::model
