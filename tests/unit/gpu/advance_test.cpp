// Every mapping follows every arc of the rows that it is given, once.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "gpu/advance_by_edges.hpp"
#include "gpu/advance_by_grid.hpp"
#include "gpu/weighted_rows.hpp"
#include "unit/simt/device_bench.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kRows = 90;
constexpr u32 kMultiple = 5;   // rows of which there is nothing to do
constexpr u32 kUseless = 7;    // arcs that need not be followed
constexpr u32 kSplitRow = 70;  // long enough for all warps

/// Counts how often arcs are followed, which are known by their weights.
struct CountArcs {
  using From = u32;
  const u32* offsets;
  const u32* targets;
  u32* times;
  bool asks_rows;

  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const { return !asks_rows || u % kMultiple != 0; }
  STRIDER_DEVICE_FUNCTION From from(u32 u) const { return 2 * u + 1; }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u32 /*from*/, u32 /*v*/, u32 arc) const {
    return arc % kUseless != 0;
  }
  STRIDER_DEVICE_FUNCTION u32 update_atomic(u32 u, u32 from, u32 v, u32 arc) const {
    const bool is_arc = offsets[u] <= arc && arc < offsets[u + 1] && v == targets[arc];
    if (is_arc && from == 2 * u + 1) simt::atomic_add(&times[arc], 1);
    return arc % 3 == 0 ? TwoQueues::kFirst : arc % 3 == 1 ? TwoQueues::kSecond : 0;
  }
};
struct InOnePart : CountArcs {};
/// The same in three parts, which tell each other of the arc.
struct InParts : CountArcs {
  STRIDER_DEVICE_FUNCTION u32 attempt(u32 /*u*/, u32 /*from*/, u32 /*v*/, u32 arc) const {
    return simt::atomic_add(&times[arc], 1) + arc;
  }
  STRIDER_DEVICE_FUNCTION u32 mark(u32 /*u*/, u32 from, u32 /*v*/, u32 arc, u32 old) const {
    return old == arc ? kRows * 2 * arc + from : 0;
  }
  STRIDER_DEVICE_FUNCTION u32 keep(u32 u, u32 from, u32 v, u32 arc, u32 both) const {
    if (both != kRows * 2 * arc + 2 * u + 1) return 0;
    simt::atomic_add(&times[arc], ~u32{0});
    return update_atomic(u, from, v, arc);
  }
};
/// The same of rows without weights, whose targets are the numbers of their arcs.
struct CountHeads {
  u32* times;
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 /*u*/, u32 v) const {
    simt::atomic_add(&times[v], 1);
    return v % 3 == 0;
  }
};

struct Example {
  std::vector<u32> offsets = {0};
  std::vector<u32> targets, weights;
  std::vector<u32> list;
  std::vector<u64> sums = {0};  ///< arcs of the rows of the list before each

  explicit Example(bool all) {
    for (u32 u = 0; u < kRows; ++u) {
      const u32 degree = u % 3 == 0 ? 0 : u == 40 ? 1100 : u == 46 ? 600 : u * 7 % 80;
      offsets.push_back(offsets.back() + degree);
    }
    targets.resize(offsets.back());
    for (u32 arc = 0; arc < targets.size(); ++arc) targets[arc] = arc * 31 % kRows;
    weights.resize(targets.size());
    std::iota(weights.begin(), weights.end(), 0U);
    for (u32 u = 0; u < kRows; ++u) {
      if (all || u % 2 == 0) list.push_back(all ? u : kRows - 2 - u);
    }
    for (const u32 u : list) sums.push_back(sums.back() + offsets[u + 1] - offsets[u]);
  }
};

/// make(sums, split vertices, first chunks, num_split): the mapping.
template <class Functor, class Make>
void expect_each_arc_once(const Schedule& schedule, bool all, bool asks_rows,
                          simt::LaunchShape shape, bool cooperative, const Make& make) {
  Example example(all);
  const std::size_t arcs = example.targets.size();
  std::vector<u32> times(arcs, 0);
  std::vector<u32> first(arcs), second(arcs), sizes(2, 0);
  std::vector<u32> split_vertices(kRows), first_chunks(kRows);
  std::vector<u64> num_split(1, 0);
  DeviceBench bench(schedule);
  const u32* const offsets = bench.put(example.offsets);
  const u32* const targets = bench.put(example.targets);
  const WeightedArcs<u32> rows{kRows, offsets, nullptr, targets, bench.put(example.weights)};
  u32* const counts = bench.put(sizes);
  const TwoQueues output{{bench.put(first), counts}, {bench.put(second), counts + 1}};
  const Functor functor{{offsets, targets, bench.put(times), asks_rows}};
  const auto mapping = make(bench.put(example.sums), bench.put(split_vertices),
                            bench.put(first_chunks), bench.put(num_split));
  using Mapping = std::remove_cv_t<decltype(mapping)>;
  const auto run = [&]<class Some>(const Some& some) {
    const auto kernel = &advance_rows<WeightedArcs<u32>, Some, Functor, TwoQueues, Mapping>;
    if (cooperative) {
      bench.run_cooperative(shape, kernel, rows, some, functor, output, mapping);
    } else {
      bench.run(shape, kernel, rows, some, functor, output, mapping);
    }
  };
  if (all) {
    run(AllRows{kRows});
  } else {
    run(SomeRows{bench.put(example.list), static_cast<u32>(example.list.size())});
  }

  std::vector<u32> expected_times(arcs, 0);
  std::vector<u32> expected_first, expected_second;
  for (const u32 u : example.list) {
    for (u32 arc = example.offsets[u]; arc < example.offsets[u + 1]; ++arc) {
      if ((asks_rows && u % kMultiple == 0) || arc % kUseless == 0) continue;
      ++expected_times[arc];
      if (arc % 3 == 0) expected_first.push_back(example.targets[arc]);
      if (arc % 3 == 1) expected_second.push_back(example.targets[arc]);
    }
  }
  EXPECT_EQ(times, expected_times);
  ASSERT_EQ(sizes, (std::vector<u32>{static_cast<u32>(expected_first.size()),
                                     static_cast<u32>(expected_second.size())}));
  const auto sorted = [](std::vector<u32> values, std::size_t size) {
    values.resize(size);
    std::ranges::sort(values);
    return values;
  };
  EXPECT_EQ(sorted(first, sizes[0]), sorted(expected_first, sizes[0]));
  EXPECT_EQ(sorted(second, sizes[1]), sorted(expected_second, sizes[1]));
}

template <class Functor = InOnePart, class Make>
void expect_of_every_schedule(bool asks_rows, simt::LaunchShape shape, bool cooperative,
                              const Make& make) {
  for (const Schedule& schedule : schedules()) {
    for (const bool all : {false, true}) {
      expect_each_arc_once<Functor>(schedule, all, asks_rows, shape, cooperative, make);
    }
  }
}

constexpr simt::LaunchShape kShape{.grid = 3, .block = 64};

TEST(Advance, ByThreads) {
  expect_of_every_schedule(true, kShape, false, [](auto...) { return ByThreads(); });
}
TEST(Advance, ByWarps) {
  expect_of_every_schedule(true, kShape, false, [](auto...) { return ByWarps{6}; });
}
TEST(Advance, ByClasses) {
  expect_of_every_schedule(true, kShape, false, [](auto...) { return ByClasses{6, 50}; });
}
TEST(Advance, ByBlock) {
  expect_of_every_schedule(true, {.grid = 1, .block = 96}, false,
                           [](auto...) { return ByBlock{6}; });
}
TEST(Advance, ByGrid) {
  expect_of_every_schedule(true, kShape, true,
                           [](u64*, u32* vertices, u32* first_chunks, u64* num_split) {
                             return ByGrid{6, kSplitRow, {vertices, first_chunks}, num_split};
                           });
}
TEST(Advance, InParts) {
  expect_of_every_schedule<InParts>(
      true, kShape, true, [](u64*, u32* vertices, u32* first_chunks, u64* num_split) {
        return ByGrid{6, kSplitRow, {vertices, first_chunks}, num_split};
      });
  expect_of_every_schedule<InParts>(false, kShape, false,
                                    [](const u64* sums, auto...) { return ByMergePath{sums}; });
}
TEST(Advance, ByEdges) {
  expect_of_every_schedule(false, kShape, false,
                           [](const u64* sums, auto...) { return ByEdges<4>{sums}; });
  expect_of_every_schedule(false, kShape, false,
                           [](const u64* sums, auto...) { return ByEdges<1>{sums}; });
}
TEST(Advance, ByMergePath) {
  expect_of_every_schedule(false, kShape, false,
                           [](const u64* sums, auto...) { return ByMergePath{sums}; });
}

STRIDER_KERNEL advance_as_usual(Rows<u64> rows, u32* times, VertexQueue output) {
  const AllRows all{rows.num_vertices};
  advance(rows, all, CountHeads{times}, output);
  advance(rows, all, CountHeads{times}, Nowhere());
}

TEST(Advance, NeedsNoMoreThanOneWord) {
  for (const Schedule& schedule : schedules()) {
    const Example example(true);
    std::vector<u64> offsets(example.offsets.begin(), example.offsets.end());
    std::vector<u32> targets = example.weights;
    std::vector<u32> times(targets.size(), 0), found(targets.size()), size(1, 0);
    DeviceBench bench(schedule);
    const Rows<u64> rows{kRows, bench.put(offsets), bench.put(targets)};
    bench.run(kShape, advance_as_usual, rows, bench.put(times),
              VertexQueue{bench.put(found), bench.put(size)});
    EXPECT_EQ(times, std::vector<u32>(targets.size(), 2));
    ASSERT_EQ(size[0], (targets.size() + 2) / 3);
    std::ranges::sort(found.begin(), found.begin() + size[0]);
    for (u32 i = 0; i < size[0]; ++i) EXPECT_EQ(found[i], 3 * i);
  }
}

STRIDER_KERNEL ask_single_block(Rows<u64> rows, SomeRows some, SingleBlock block, u32* answers) {
  constexpr u32 kMaxDegree = 1100;  // of the graph
  answers[simt::global_id()] = block.is_enough_for(rows, some, kMaxDegree) ? 1 : 0;
}

TEST(Advance, ASingleBlockIsEnoughForFewArcsWhateverTheMaxDegree) {
  // Every row by itself, and all but the two longest: these are more than a warp's.
  const Example example(true);
  std::vector<u64> offsets(example.offsets.begin(), example.offsets.end());
  std::vector<u32> targets = example.targets, list;
  u64 arcs = 0;
  for (u32 u = 0; u < kRows; ++u) {
    if (u == 40 || u == 46) continue;
    list.push_back(u);
    arcs += offsets[u + 1] - offsets[u];
  }
  const auto size = static_cast<u32>(list.size());
  const auto answer = [&](const SingleBlock& block, u32 rows_asked) {
    DeviceBench bench;
    std::vector<u32> answers(kShape.grid * kShape.block);
    bench.run(kShape, ask_single_block, Rows<u64>{kRows, bench.put(offsets), bench.put(targets)},
              SomeRows{bench.put(list), rows_asked}, block, bench.put(answers));
    EXPECT_EQ(answers, std::vector<u32>(answers.size(), answers[0]));
    return answers[0] != 0;
  };
  EXPECT_TRUE(answer({size, arcs}, size));
  EXPECT_FALSE(answer({size, arcs - 1}, size));
  EXPECT_FALSE(answer({size - 1, arcs}, size));
  EXPECT_TRUE(answer({size, arcs}, 20));
  EXPECT_FALSE(answer({0, arcs}, 1));
}

/// A walk that a single block takes while its number is small.
struct Walk {
  u32 number;
  u32 sum;
  STRIDER_DEVICE_FUNCTION u32 step() const { return number; }
};
STRIDER_KERNEL walk_in_block(u32 until, Walk* stopped_at, Walk* ends) {
  const Walk end = step_in_single_block(
      Walk{1, 0}, stopped_at,
      [](const Walk& at, u32* found) {
        if (simt::thread_id() < at.number) simt::atomic_add(found, 1);
        simt::syncthreads();
        return Walk{at.number + 1, at.sum + simt::load(found)};
      },
      [&](const Walk& at) { return at.number < until; });
  ends[simt::global_id()] = end;
}

TEST(Advance, ASingleBlockStepsAndAllLearnWhereItStopped) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<Walk> stopped_at(1), ends(kShape.grid * kShape.block);
    bench.run_cooperative(kShape, walk_in_block, 9, bench.put(stopped_at), bench.put(ends));
    for (const Walk& end : ends) {
      EXPECT_EQ(end.number, 9U);
      EXPECT_EQ(end.sum, 36U);
    }
  }
}

}  // namespace
}  // namespace strider::detail::STRIDER_DEVICE
