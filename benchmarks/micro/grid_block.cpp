// Steps of one rank of a large grid, alone: its block of the matrix of a Kronecker graph, and what
// its peers would have sent, made up.
//
//   grid_block SCALE SIDE [threads] [repetitions] [all|connected|degree] [csc|bitmap]
//
// The block is one of SIDE x SIDE of the graph of 2^SCALE vertices in random order; SIDE is a power
// of two. Every vertex is named by the bits that it is drawn by, so that the ranks of a row and of
// a column are known without the rest of the graph: of the vertices that share all but their last
// log2 SIDE bits, each rank has one, drawn by a hash. A level of a search is made up by expected
// degrees: whoever has E edges is found by a frontier that has a share f of all edges with
// probability 1 - exp(-E f). All vertices have rows and columns, or the connected ones, in random
// order or by expected degree. One line a step: milliseconds, the least of the repetitions.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/two_d/host/column_search.hpp"
#include "algorithms/bfs/ranks/two_d/host/row_search.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "ranks/two_d/graph_2d.hpp"

namespace {

using namespace strider;
using namespace strider::detail;

// Graph500's, of an edge in a random direction.
constexpr double kBoth = 0.57;
constexpr double kOne = 0.19;
constexpr double kNone = 0.05;

/// The names of the vertices of a rank's rows or columns.
class Names {
 public:
  Names(int scale, int side_bits, std::uint64_t seed)
      : scale_(scale), side_bits_(side_bits), seed_(seed) {
    for (int ones = 0; ones <= scale; ++ones) {
      degrees_.push_back(32 * std::ldexp(1.0, scale) * std::pow(kBoth + kOne, scale - ones) *
                         std::pow(kOne + kNone, ones));
    }
  }
  [[nodiscard]] std::uint32_t size() const {
    return 1U << static_cast<unsigned>(scale_ - side_bits_);
  }
  /// The last bits of the vertex with these first ones.
  [[nodiscard]] std::uint32_t last_bits(std::uint32_t first) const {
    return static_cast<std::uint32_t>(mix64(seed_ + first) &
                                      ((1ULL << static_cast<unsigned>(side_bits_)) - 1));
  }
  /// Edges that the vertex is expected to have.
  [[nodiscard]] double degree(std::uint32_t first) const {
    return degrees_[static_cast<std::size_t>(std::popcount(first) +
                                             std::popcount(last_bits(first)))];
  }
  /// In random order.
  [[nodiscard]] std::uint32_t shuffled(std::uint32_t first) const {
    const std::uint32_t mask = size() - 1;
    const auto half = static_cast<unsigned>(std::max(1, (scale_ - side_bits_) / 2));
    std::uint32_t x = first;
    for (const std::uint32_t odd : {0x9E3779B1U, 0x85EBCA6BU}) {
      x = (x * odd + static_cast<std::uint32_t>(seed_)) & mask;
      x ^= x >> half;
    }
    return x;
  }

 private:
  int scale_;
  int side_bits_;
  std::uint64_t seed_;
  std::vector<double> degrees_;  // by one bits
};

/// Whether a vertex is found by a frontier with a share of all edges; the same for all callers.
bool is_found(double degree, double share, std::uint32_t vertex, std::uint64_t level) {
  CounterRng rng(level, vertex);
  return rng.uniform() < 1 - std::exp(-degree * share);
}

/// The rows or columns of the vertices.
class Places {
 public:
  /// `is_drawn` by vertex: has an entry in the block.
  Places(const Names& names, const std::vector<bool>& is_drawn, const std::string& which) {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> in_order(names.size());
    for (std::uint32_t v = 0; v < names.size(); ++v) in_order[names.shuffled(v)] = v;
    for (const std::uint32_t v : in_order) {
      if (which == "all" || is_drawn[v] || is_found(names.degree(v), 1, v, 0)) order.push_back(v);
    }
    if (which == "degree") {
      std::ranges::stable_sort(order, std::greater<>(), [&](auto v) { return names.degree(v); });
    }
    place_.assign(names.size(), kNoVertex);
    for (std::uint32_t p = 0; p < order.size(); ++p) place_[order[p]] = p;
    num_places_ = order.size();
  }
  /// kNoVertex: it has none.
  [[nodiscard]] std::uint32_t of(std::uint32_t vertex) const { return place_[vertex]; }
  [[nodiscard]] std::size_t size() const { return num_places_; }

 private:
  std::vector<std::uint32_t> place_;
  std::size_t num_places_ = 0;
};

/// Entries of the block, drawn as edges of the whole graph are, those elsewhere left out.
Array<std::uint64_t> draw_entries(int scale, int side_bits, const Names& rows, const Names& columns,
                                  int threads) {
  constexpr unsigned kAtATime = 5;
  constexpr std::uint32_t kWays = 1U << (2 * kAtATime);
  // Running sums of the chances of so many bits of both ends.
  std::array<std::uint32_t, kWays> sums{};
  double sum = 0;
  const auto chance_of = [](std::uint32_t a, std::uint32_t b, unsigned bits) {
    const int both = std::popcount(a & b);
    const int one = std::popcount(a ^ b);
    return std::pow(kNone, both) * std::pow(kOne, one) *
           std::pow(kBoth, static_cast<int>(bits) - both - one);
  };
  for (std::uint32_t way = 0; way < kWays; ++way) {
    sum += chance_of(way >> kAtATime, way % (1U << kAtATime), kAtATime);
    sums[way] = static_cast<std::uint32_t>(std::min(sum * 0x1.0p32, 0x1.fffffffep31));
  }
  // Where to look for a number among the sums, by its first bits.
  constexpr unsigned kGuideBits = 12;
  std::array<std::uint32_t, 1U << kGuideBits> guide{};
  for (std::uint32_t g = 0; g < guide.size(); ++g) {
    const std::uint32_t least = g << (32 - kGuideBits);
    guide[g] = static_cast<std::uint32_t>(std::upper_bound(sums.begin(), sums.end() - 1, least) -
                                          sums.begin());
  }
  const auto way_of = [&](std::uint32_t drawn) {
    std::uint32_t way = guide[drawn >> (32 - kGuideBits)];
    while (way + 1 < kWays && sums[way] <= drawn) ++way;
    return way;
  };
  const auto kept_bits = static_cast<unsigned>(scale - side_bits);
  const double likeliest = std::pow(kBoth, side_bits);
  const auto draws = static_cast<std::uint64_t>(32 * std::ldexp(1.0, scale) * likeliest);
  std::vector<std::vector<std::uint64_t>> of_parts(static_cast<std::size_t>(threads));
  parallel_parts(draws, threads, [&](Range range, std::size_t part) {
    CounterRng rng(7, part);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      std::uint32_t row = 0;
      std::uint32_t column = 0;
      for (unsigned bits = 0; bits < kept_bits; bits += kAtATime) {
        const std::uint32_t way = way_of(static_cast<std::uint32_t>(rng.next() >> 32U));
        const unsigned left = std::min(kAtATime, kept_bits - bits);
        row = row << left | (way >> kAtATime) >> (kAtATime - left);
        column = column << left | way % (1U << kAtATime) >> (kAtATime - left);
      }
      const double chance = chance_of(rows.last_bits(row), columns.last_bits(column),
                                      static_cast<unsigned>(side_bits));
      if (rng.uniform() * likeliest < chance) {
        of_parts[part].push_back(matrix_entry(row, column));
      }
    }
  });
  std::size_t size = 0;
  for (const auto& part : of_parts) size += part.size();
  Array<std::uint64_t> entries(size);
  auto* to = entries.data();
  for (const auto& part : of_parts) to = std::copy(part.begin(), part.end(), to);
  return entries;
}

/// Who is in the frontier and who is visited when a step begins.
struct Step {
  const char* name;
  double frontier_share;  ///< of edges, of the frontier that found this one; 0: hubs
  double visited_share;   ///< of edges of all that were found before; 0: hubs
};

}  // namespace

int main(int argc, char** argv) {
  const int scale = argc > 1 ? std::atoi(argv[1]) : 28;
  const int side = argc > 2 ? std::atoi(argv[2]) : 32;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
  const int repetitions = argc > 4 ? std::atoi(argv[4]) : 5;
  const int side_bits = std::countr_zero(static_cast<unsigned>(side));
  const Names rows(scale, side_bits, 11);
  const Names columns(scale, side_bits, 12);

  const std::string which = argc > 5 ? argv[5] : "connected";
  const MatrixFormat format = argc <= 6                       ? MatrixFormat::kAuto
                              : std::string(argv[6]) == "csc" ? MatrixFormat::kCsc
                                                              : MatrixFormat::kBitmap;

  Array<std::uint64_t> entries = draw_entries(scale, side_bits, rows, columns, threads);
  std::vector<bool> drawn_rows(rows.size());
  std::vector<bool> drawn_columns(columns.size());
  for (const std::uint64_t entry : entries) {
    drawn_rows[static_cast<std::uint32_t>(entry)] = true;
    drawn_columns[entry >> 32U] = true;
  }
  const Places row_of(rows, drawn_rows, which);
  const Places column_of(columns, drawn_columns, which);
  for (std::uint64_t& entry : entries) {
    entry = matrix_entry(row_of.of(static_cast<std::uint32_t>(entry)),
                         column_of.of(static_cast<std::uint32_t>(entry >> 32U)));
  }
  Graph2d graph;
  const std::size_t of_side = static_cast<std::size_t>(side) * 64;
  const std::size_t most = std::max(row_of.size(), column_of.size());
  graph.place = GridPlace({side, side}, 0, (most + of_side - 1) / of_side * 64);
  const std::uint32_t num_rows = graph.place.num_rows();
  const std::uint32_t num_columns = graph.place.num_columns();
  graph.by_source = LocalMatrix(std::move(entries), num_rows, num_columns, format, threads);
  graph.by_target = graph.by_source.transposed(format, threads);
  graph.column_degrees = Array<std::uint32_t>(num_columns, 0);
  for (std::uint32_t c = 0; c < columns.size(); ++c) {
    if (column_of.of(c) == kNoVertex) continue;
    graph.column_degrees[column_of.of(c)] =
        static_cast<std::uint32_t>(std::min(columns.degree(c), 4e9));
  }

  Workspace workspace;
  BlockBits frontier(workspace, "the frontier", num_columns + std::size_t{64}, threads);
  BlockBits visited(workspace, "the visited rows", num_rows, threads);
  BlockBits before(workspace, "the rows visited before", num_rows, threads);
  BlockBits found(workspace, "the rows found", num_rows, threads);
  RowSearch bottom_up(workspace, graph, threads);
  Array<std::uint32_t> parents;
  Array<std::uint8_t> levels;
  workspace.declare("the parents", parents, num_rows);
  workspace.declare("the levels", levels, num_rows);
  workspace.take("a block", HostMemory());
  const ColumnSearch top_down(graph.by_source, threads);
  fmt::print("# scale {}, {} x {}: {} rows, {} entries, by_source {:.3f} GB, by_target {:.3f} GB\n",
             scale, side, side, num_rows, graph.by_source.num_entries(),
             1e-9 * static_cast<double>(graph.by_source.bytes()),
             1e-9 * static_cast<double>(graph.by_target.bytes()));

  const double hub = std::exp2(0.35 * scale);  // so many edges: found by the first steps
  const auto is_hub = [&](double degree) { return degree >= hub; };
  for (const Step& step :
       {Step{"hubs", 0, 0}, Step{"most", 0.3, 0}, Step{"rest", 0.9, 0.3}, Step{"last", 1.0, 0.9}}) {
    const auto fill = [&](const Names& names, const Places& places, BlockBits& bits,
                          bool of_visited) {
      bits.clear();
      for (std::uint32_t v = 0; v < names.size(); ++v) {
        if (places.of(v) == kNoVertex) continue;
        const double degree = names.degree(v);
        const bool earlier = step.visited_share == 0
                                 ? is_hub(degree)
                                 : is_hub(degree) || is_found(degree, step.visited_share, v, 1);
        const bool now = step.frontier_share == 0
                             ? is_hub(degree)
                             : !earlier && is_found(degree, step.frontier_share, v, 2);
        if (of_visited ? earlier || now : now) bits.set(places.of(v));
      }
    };
    fill(columns, column_of, frontier, false);
    fill(rows, row_of, before, true);
    const auto restart = [&] {
      std::copy_n(before.words(), 2 * before.num_groups(), visited.words());
    };
    double up = 1e9;
    double down = 1e9;
    std::uint64_t count = 0;
    for (int i = 0; i < repetitions; ++i) {
      restart();
      Timer timer;
      bottom_up.begin(frontier);
      bottom_up.search({.frontier = &frontier,
                        .visited = &visited,
                        .found = &found,
                        .parents = parents.data(),
                        .levels = {.narrow = levels.data()},
                        .level = 2},
                       0, visited.num_groups());
      up = std::min(up, timer.seconds());
      count = found.count_groups(0, found.num_groups());
      restart();
      found.clear();
      timer = Timer();
      top_down.map_rows(frontier, visited, parents.data(), found);
      down = std::min(down, timer.seconds());
      if (count != found.count_groups(0, found.num_groups())) {
        fmt::print(stderr, "grid_block: both directions must find the same rows\n");
        return 1;
      }
    }
    fmt::print("{}\tfrontier {}\tfound {}\tbottom-up {:.3f} ms\ttop-down {:.3f} ms\n", step.name,
               frontier.count_groups(0, frontier.num_groups()), count, 1e3 * up, 1e3 * down);
  }
  return 0;
}
