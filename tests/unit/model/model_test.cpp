#include "strider/model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "strider/error.hpp"

namespace strider {
namespace {

const Machine& machine(const std::string& name) {
  for (const Machine& known : known_machines()) {
    if (known.name == name) return known;
  }
  throw UsageError("unknown machine " + name);
}

TEST(ModelSearch, AddsUpItsSteps) {
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    const SearchModel found =
        model_search({.scheme = scheme, .scale = 30, .ranks = 64, .machine = machine("ray")});
    ModelPhase sum;
    for (const ModelStep& step : found.steps) {
      EXPECT_TRUE(std::isfinite(step.network_s) && step.network_s >= 0);
      EXPECT_TRUE(std::isfinite(step.computing_s) && step.computing_s >= 0);
      sum.network_s += step.network_s;
      sum.computing_s += step.computing_s;
      sum.bytes += step.bytes / 64;
      sum.messages += step.messages / 64;
    }
    for (const ModelLevel& level : found.levels) sum.computing_s += level.computing_s;
    EXPECT_NEAR(found.total.network_s, sum.network_s, 1e-9 * sum.network_s);
    EXPECT_NEAR(found.total.computing_s, sum.computing_s, 1e-9 * sum.computing_s);
    EXPECT_NEAR(found.total.time_s(), sum.time_s(), 1e-9 * sum.time_s());
    EXPECT_NEAR(found.total.bytes, sum.bytes, 1e-9 * sum.bytes);
    EXPECT_NEAR(found.total.messages, sum.messages, 1e-9 * sum.messages);
    EXPECT_GT(found.memory_bytes, 4 * std::ldexp(1.0, 30 + 4) / 64);
  }
}

/// The article's own threshold and share of delegates: Pan, Pearce and Owens 2018, section VI-B.
TEST(ModelSearch, ChoosesTheThresholdOfTheArticle) {
  const SearchModel found = model_search(
      {.scheme = PartitionScheme::kDelegate, .scale = 33, .ranks = 124, .machine = machine("ray")});
  EXPECT_EQ(found.delegate_threshold, 128U);
  EXPECT_NEAR(found.delegates / std::ldexp(1.0, 33), 0.0176, 2e-4);
}

TEST(ModelSearch, IsFiniteAtEveryScale) {
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    for (int scale = 1; scale <= 57; ++scale) {
      for (const int ranks : {1, 2, 12, 100'000, 1 << 28}) {
        const double block = std::ldexp(1.0, scale) / ranks;
        if (block < 1 || block > 0x1p31 / std::sqrt(ranks)) continue;
        const SearchModel found = model_search({.scheme = scheme,
                                                .scale = scale,
                                                .ranks = ranks,
                                                .delegate_threshold = 64,
                                                .machine = machine("ray")});
        EXPECT_TRUE(std::isfinite(found.total.bytes) && std::isfinite(found.total.time_s()))
            << scale << " " << ranks;
        EXPECT_EQ(found.total.bytes == 0, ranks == 1) << scale << " " << ranks;
        for (const ModelStep& step : found.steps) {
          EXPECT_TRUE(std::isfinite(step.bytes) && step.bytes >= 0) << scale << " " << ranks;
          EXPECT_TRUE(std::isfinite(step.network_s) && step.network_s >= 0)
              << scale << " " << ranks;
        }
        for (const ModelLevel& level : found.levels) {
          EXPECT_TRUE(std::isfinite(level.computing_s) && level.computing_s >= 0)
              << scale << " " << ranks;
        }
      }
    }
  }
}

TEST(ModelSearch, TakesAGrid) {
  const ModelOptions square{
      .scheme = PartitionScheme::k2d, .scale = 24, .ranks = 64, .machine = machine("k")};
  EXPECT_EQ(model_search(square).grid, "8x8");
  ModelOptions column = square;
  column.grid = "64x1";
  EXPECT_EQ(model_search(column).grid, "64x1");
  EXPECT_GT(model_search(column).total.bytes, model_search(square).total.bytes);
}

/// As in a run: a graph without hubs, or a threshold above all degrees.
TEST(ModelSearch, TakesGraphsWithoutDelegates) {
  ModelOptions options{
      .scheme = PartitionScheme::kDelegate, .scale = 20, .ranks = 16, .machine = machine("ray")};
  options.delegate_threshold = std::numeric_limits<std::uint64_t>::max();
  for (const double edge_factor : {16.0, 1e6}) {
    options.edge_factor = edge_factor;
    const SearchModel found = model_search(options);
    EXPECT_EQ(found.delegates, 0);
    EXPECT_GT(found.total.bytes, 0);
    for (const ModelStep& step : found.steps) EXPECT_NE(step.phase, "reduce");
  }
  // A graph of two vertices has no hubs.
  options = {.scheme = PartitionScheme::kDelegate, .scale = 1, .ranks = 2, .machine = machine("k")};
  EXPECT_EQ(model_search(options).delegate_threshold, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(model_search(options).delegates, 0);
}

/// The last node has fewer ranks: that changes little.
TEST(ModelSearch, NodesNeedNotBeFull) {
  const auto reduce = [](int ranks) {
    const SearchModel found = model_search({.scheme = PartitionScheme::kDelegate,
                                            .scale = 33,
                                            .ranks = ranks,
                                            .delegate_threshold = 128,
                                            .machine = machine("ray")});
    for (const ModelPhase& phase : found.phases) {
      if (phase.name == "reduce") return phase.network_s;
    }
    return 0.0;
  };
  EXPECT_NEAR(reduce(125) / reduce(124), 1, 0.05);
  EXPECT_NEAR(reduce(127) / reduce(128), 1, 0.05);
}

/// As in a run: a grid asks for 2d, a threshold for delegates.
TEST(ModelSearch, TakesASchemeByItself) {
  const ModelOptions few{.scale = 24, .ranks = 8, .machine = machine("k")};
  EXPECT_EQ(model_search(few).scheme, PartitionScheme::k2d);
  EXPECT_EQ(model_search(few).grid, "8x1");
  ModelOptions grid = few;
  grid.grid = "4x2";
  EXPECT_EQ(model_search(grid).scheme, PartitionScheme::k2d);
  ModelOptions delegates = few;
  delegates.delegate_threshold = 64;
  EXPECT_EQ(model_search(delegates).scheme, PartitionScheme::kDelegate);
  // Messages decide on many ranks.
  const ModelOptions many{.scale = 34, .ranks = 1 << 14, .machine = machine("slingshot")};
  EXPECT_EQ(model_search(many).scheme, PartitionScheme::k2d);
  EXPECT_EQ(model_search(many).grid, "128x128");
}

/// What their rates were calibrated by: src/model/machines.cpp.
TEST(ModelSearch, MachinesTakeTheTimeOfTheirOneDevice) {
  const auto expect = [](ModelOptions options, const char* name, double edges, double teps) {
    options.ranks = 1;
    options.machine = machine(name);
    EXPECT_NEAR(edges / model_search(options).total.time_s() / teps, 1, 1e-3) << name;
    options.machine.arcs_per_s = 1;
    EXPECT_NEAR(calibrated_arcs_per_s(options, edges / teps) / machine(name).arcs_per_s, 1, 1e-3);
  };
  expect({.scheme = PartitionScheme::kDelegate, .scale = 24}, "ray", 0x1p28, 22.9e9);
  expect({.scheme = PartitionScheme::k2d,
          .scale = 21,
          .direction = DistDirection::kTopDown,
          .isolated = IsolatedVertices::kKept},
         "piz-daint", 0x1p25, 1.13e9);
  expect({.scheme = PartitionScheme::k1d, .scale = 26}, "slingshot", 1051922424, 275e9);
  ModelOptions options{.scheme = PartitionScheme::k1d, .scale = 20, .machine = machine("k")};
  EXPECT_THROW(static_cast<void>(calibrated_arcs_per_s(options, 1e-9)), UsageError);
  EXPECT_GT(measure_bytes_per_s(1), 1e6);
}

/// Lists are longer than bitmaps, and bitmaps of fewer vertices shorter.
TEST(ModelSearch, LooksAtMoreArcsTopDown) {
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    ModelOptions options{.scheme = scheme, .scale = 26, .ranks = 64, .machine = machine("ray")};
    const double both_ways = model_search(options).total.computing_s;
    options.direction = DistDirection::kTopDown;
    EXPECT_GT(model_search(options).total.computing_s, 2 * both_ways);
  }
}

TEST(ModelSearch, VariesAsItIsAskedTo) {
  ModelOptions options{
      .scheme = PartitionScheme::k2d, .scale = 33, .ranks = 4096, .machine = machine("piz-daint")};
  options.direction = DistDirection::kTopDown;
  options.encoding = WireEncoding::kThreshold;
  options.isolated = IsolatedVertices::kKept;
  const SearchModel threshold = model_search(options);
  for (const ModelLevel& level : threshold.levels) {
    EXPECT_EQ(level.direction, BfsDirection::kTopDown);
  }
  options.encoding = WireEncoding::kList;
  EXPECT_GT(model_search(options).total.bytes, 3 * threshold.total.bytes);
  options.encoding = WireEncoding::kBitmap;
  const SearchModel bitmaps = model_search(options);
  options.isolated = IsolatedVertices::kLeftOut;
  const SearchModel fewer = model_search(options);
  EXPECT_LT(fewer.total.bytes, 0.5 * bitmaps.total.bytes);
  EXPECT_LT(fewer.memory_bytes, bitmaps.memory_bytes);
  // So a grid may have more rows than 32 bits count with all vertices.
  options = {.scheme = PartitionScheme::k2d,
             .scale = 42,
             .ranks = 152064,
             .grid = "528x288",
             .isolated = IsolatedVertices::kKept,
             .machine = machine("fugaku")};
  EXPECT_THROW(static_cast<void>(model_search(options)), UsageError);
  options.isolated = IsolatedVertices::kLeftOut;
  EXPECT_GT(model_search(options).total.time_s(), 0);
  // Of scale 43 a quarter is connected, which is still 7.5e9 columns.
  options.scale = 43;
  EXPECT_THROW(static_cast<void>(model_search(options)), UsageError);
}

TEST(ModelSearch, RefusesWhatIsNoSearch) {
  const ModelOptions good{.scale = 20, .ranks = 16, .machine = machine("fdr")};
  const auto expect_refused = [](const ModelOptions& options) {
    EXPECT_THROW(static_cast<void>(model_search(options)), UsageError);
  };
  ModelOptions bad = good;
  bad.scale = 0;
  expect_refused(bad);
  bad = good;
  bad.ranks = 0;
  expect_refused(bad);
  bad = good;
  bad.ranks = 1 << 21;
  expect_refused(bad);
  bad = good;
  bad.grid = "3x3";
  expect_refused(bad);
  // What a graph on ranks may not have either: vertices of a rank, and rows of a grid.
  bad = good;
  bad.scale = 40;
  bad.ranks = 4;
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    bad.scheme = scheme;
    expect_refused(bad);
  }
  bad = good;
  bad.scale = 36;
  bad.ranks = 64;
  bad.grid = "64x1";
  expect_refused(bad);
  bad = good;
  bad.machine.gap_s = -1;
  expect_refused(bad);
  try {
    static_cast<void>(model_search(bad));
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "machine fdr: gap_s must be a finite number of at least 0, got -1");
  }
  bad = good;
  bad.machine.ranks_per_node = 0;
  expect_refused(bad);
  bad = good;
  bad.machine.arcs_per_s = 0;
  expect_refused(bad);
  bad = good;
  bad.machine.bytes_per_s = std::numeric_limits<double>::quiet_NaN();
  expect_refused(bad);
}

}  // namespace
}  // namespace strider
