// Layouts by weight in containers: searched from the first search on, verified where they are read.
#include "graph/layout/weight_layout.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/random.hpp"
#include "native_file.hpp"
#include "strider/sssp.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider {
namespace {

using test::weigh;
using test::WeightMix;

/// A graph that kAuto lays out, with its layout in the order of that name.
struct Shape {
  const char* name;
  detail::RowOrder order;
  Vertex num_vertices;
  std::vector<Edge> (*edges)();
};
void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.name;
}

template <class W>
void expect_same_distances(const WeightedGraph<W>& graph, const WeightedGraph<W>& other) {
  const Vertex source = graph.topology().num_vertices() / 2;
  const auto expected = sssp(graph, source, {.method = SsspMethod::kDijkstra});
  SsspSolver<W> solver(other, {.threads = 2});
  const auto found = solver.run(source);
  EXPECT_EQ(solver.layout(), SsspLayout::kByWeight);
  EXPECT_TRUE(std::ranges::equal(found.distances(), expected.distances()));
  EXPECT_TRUE(std::ranges::equal(found.parents(), expected.parents()));
}

class NativeWeightLayout : public NativeFile, public testing::WithParamInterface<Shape> {
 protected:
  template <class W>
  WeightedGraph<W> write(WeightMix mix = WeightMix::kUniform) {
    const Graph graph = test::make_graph(GetParam().num_vertices, GetParam().edges());
    const auto laid_out = lay_out_by_weight(weigh<W>(graph, mix, 1), 2);
    write_native(laid_out, path_);
    content_ = test::read_whole(path_);
    return laid_out;
  }
  [[nodiscard]] LoadedGraph read(ReadLayouts layouts,
                                 Verification verification = Verification::kChecksums) {
    return read_graph(path_, {.verification = verification, .layouts = layouts, .threads = 2});
  }

  template <class W>
  void comes_back() {
    const WeightedGraph<W> graph = write<W>();
    ASSERT_TRUE(graph.layout());
    EXPECT_EQ(graph.layout()->order, GetParam().order);
    EXPECT_NO_THROW(verify_native(path_));
    for (const ReadLayouts layouts : {ReadLayouts::kAll, ReadLayouts::kByWeight}) {
      const LoadedGraph loaded = read(layouts);
      expect_same_distances(graph, std::get<WeightedGraph<W>>(loaded.graph));
    }
    for (const ReadLayouts layouts : {ReadLayouts::kNone, ReadLayouts::kBreadthFirst}) {
      EXPECT_EQ(std::get<WeightedGraph<W>>(read(layouts).graph).layout(), nullptr);
    }
    // Written again, it is the same file.
    write_native(read(ReadLayouts::kAll).graph, folder_.file("again.strider"));
    EXPECT_EQ(test::read_whole(folder_.file("again.strider")), content_);
  }

  /// No change of a layout that was signed crashes a search, or keeps it from ending.
  template <class W>
  void survives_changes() {
    write<W>();
    const std::string genuine = content_;
    CounterRng rng(7, 0);
    int refused = 0;
    constexpr int kRounds = 120;
    for (int round = 0; round < kRounds; ++round) {
      content_ = genuine;
      forge_and_sign([&](test::ContainerTables& tables) { change_layout(tables, rng); });
      try {
        const LoadedGraph loaded = read(ReadLayouts::kByWeight, Verification::kStructure);
        SsspSolver<W> solver(std::get<WeightedGraph<W>>(loaded.graph), {.threads = 2});
        const auto tree = solver.run(0);
        walk(tree);
        EXPECT_THROW(verify_native(path_), InputError);
      } catch (const InputError&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, 0);
    EXPECT_LT(refused, kRounds) << "no search saw a changed layout";
  }

 private:
  /// Parents are vertices, and paths end, or are refused.
  template <class W>
  static void walk(const SsspResult<W>& tree) {
    const auto n = static_cast<Vertex>(tree.parents().size());
    for (Vertex v = 0; v < n; ++v) {
      ASSERT_TRUE(tree.parents()[v] < n || tree.parents()[v] == kNoVertex);
      // Of a few, since paths of a grid are long.
      if (v % 64 != 0) continue;
      try {
        ASSERT_LE(tree.path_to(v).size(), n);
      } catch (const InputError&) {
        continue;
      }
    }
  }

  void change_layout(test::ContainerTables& tables, CounterRng& rng) {
    const SectionEntry* section = nullptr;
    do {
      section = &tables.sections[rng.below(tables.sections.size())];
    } while (!std::string_view(section->name.data()).starts_with("weight."));
    if (rng.below(8) == 0) {
      tables.scalars[rng.below(tables.scalars.size())].value += rng.below(2) == 0 ? 1 : ~0ULL;
      return;
    }
    const auto bytes = test::ContainerTables::bytes_of(container(), *section);
    for (std::uint64_t i = 0; i < 1 + rng.below(3); ++i) {
      const auto at = rng.below(bytes.size() / sizeof(std::uint32_t)) * sizeof(std::uint32_t);
      // Another number, or one near it, which is often in range.
      std::uint32_t word = 0;
      std::memcpy(&word, bytes.data() + at, sizeof(word));
      word = rng.below(2) == 0 ? static_cast<std::uint32_t>(rng.next()) : word ^ 1U;
      std::memcpy(bytes.data() + at, &word, sizeof(word));
    }
  }
};

TEST_P(NativeWeightLayout, ComesBackAsItWas) {
  comes_back<float>();
  comes_back<double>();
  comes_back<std::uint32_t>();
}

TEST_P(NativeWeightLayout, ASignedChangeCrashesNoSearch) {
  survives_changes<float>();
  survives_changes<double>();
  survives_changes<std::uint32_t>();
}

TEST_P(NativeWeightLayout, IsVerifiedWhereItIsRead) {
  write<std::uint32_t>();
  const test::ContainerTables tables(container());
  for (const SectionEntry& section : tables.sections) {
    if (!std::string_view(section.name.data()).starts_with("weight.")) continue;
    auto bytes = test::ContainerTables::bytes_of(container(), section);
    bytes[bytes.size() / 2] ^= std::byte{1};
    test::write_whole(path_, content_);
    expect_refused(std::string("section '") + section.name.data() + "' is corrupt");
    EXPECT_NO_THROW((void)read(ReadLayouts::kBreadthFirst));
    EXPECT_NO_THROW((void)read(ReadLayouts::kNone));
    bytes[bytes.size() / 2] ^= std::byte{1};
  }
}

TEST_P(NativeWeightLayout, IsLeftOutOnRequest) {
  const auto graph = write<std::uint32_t>();
  SsspSolver<std::uint32_t> solver(graph, {.preparing = Preparing::kNever});
  static_cast<void>(solver.run(0));
  EXPECT_EQ(solver.layout(), SsspLayout::kNone);
  EXPECT_GT(weight_layout_bytes(graph), 0U);
  EXPECT_EQ(weight_layout_bytes(without_weight_layout(graph)), 0U);
}

INSTANTIATE_TEST_SUITE_P(Shapes, NativeWeightLayout,
                         testing::Values(Shape{"uniform", detail::RowOrder::kGraph, 2000,
                                               [] { return test::random_edges(2000, 12000, 1); }},
                                         Shape{"skewed", detail::RowOrder::kDegree, 2048,
                                               [] { return test::skewed_edges(11, 20000, 1); }},
                                         Shape{"grid", detail::RowOrder::kLocality, 120 * 120,
                                               [] { return test::grid_edges(120, 120); }}),
                         [](const auto& test_case) { return std::string(test_case.param.name); });

TEST(LayOutByWeight, LeavesGraphsAsTheyAreThatItDoesNotMakeFaster) {
  const auto edges = test::random_edges(2000, 12000, 1);
  const Graph directed = test::make_graph(2000, edges, Directedness::kDirected);
  EXPECT_EQ(lay_out_by_weight(weigh<float>(directed, WeightMix::kUniform, 1)).layout(), nullptr);
  const Graph small = test::make_graph(20, test::line_edges(20));
  EXPECT_EQ(lay_out_by_weight(weigh<float>(small, WeightMix::kUniform, 1)).layout(), nullptr);
  EXPECT_EQ(lay_out_by_weight(WeightedGraph<double>()).layout(), nullptr);
}

TEST(LayOutByWeight, RefusesWeightsThatAreNoLengths) {
  const Graph graph = test::make_graph(3, test::line_edges(3));
  const WeightedGraph<double> weighted(graph, Array<double>(graph.num_arcs(), -1.0));
  EXPECT_THROW((void)lay_out_by_weight(weighted), WeightError);
}

}  // namespace
}  // namespace strider
