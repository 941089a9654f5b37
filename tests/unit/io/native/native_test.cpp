#include <gtest/gtest.h>

#include <functional>

#include "io/readers.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "strider/prepare.hpp"
#include "unit/io/native/native_file.hpp"

namespace strider {
namespace {

struct Case {
  const char* name;
  std::function<AnyGraph()> make;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

template <class W>
AnyGraph weighted(Directedness directedness) {
  EdgeList list = test::random_list(500, 3000, directedness);
  test::add_weights<W>(list);
  return build_any_graph(std::move(list));
}

AnyGraph labelled(Labels labels) {
  EdgeList list = test::random_list(3, 3, Directedness::kUndirected);
  list.labels = std::move(labels);
  return build_any_graph(std::move(list));
}

AnyGraph with_loops() {
  return build_any_graph(
      test::random_list(20, 300, Directedness::kDirected),
      BuildOptions{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
}

class NativeRoundTrip : public testing::TestWithParam<Case> {};

TEST_P(NativeRoundTrip, GivesTheSameGraph) {
  const TemporaryFolder folder;
  const std::string path = folder.file("g.strider");
  const AnyGraph graph = GetParam().make();
  write_native(graph, path);
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  test::expect_equal(graph, open_native(path, keep).graph);
  EXPECT_TRUE(topology(open_native(path, keep).graph).has_transpose());
  EXPECT_NO_THROW(verify_native(path));
  const InputEdges edges = read_native_edges(path, {});
  EXPECT_EQ(edges.list.edges.size(), topology(graph).num_edges());
  EXPECT_EQ(folder.names(), std::vector<std::string>{"g.strider"});
}

INSTANTIATE_TEST_SUITE_P(
    Graphs, NativeRoundTrip,
    testing::Values(
        Case{"empty", [] { return AnyGraph(Graph()); }},
        Case{"isolated", [] { return build_any_graph(test::random_list(5, 0, {})); }},
        Case{"undirected",
             [] {
               return build_any_graph(test::random_list(1000, 9000, Directedness::kUndirected));
             }},
        Case{
            "directed",
            [] { return build_any_graph(test::random_list(1000, 9000, Directedness::kDirected)); }},
        Case{"float", [] { return weighted<float>(Directedness::kUndirected); }},
        Case{"double", [] { return weighted<double>(Directedness::kDirected); }},
        Case{"uint32", [] { return weighted<std::uint32_t>(Directedness::kUndirected); }},
        Case{"one_based", [] { return labelled(Labels::dense(1)); }},
        Case{"sparse",
             [] {
               return labelled(Labels::sparse(
                   Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{7, ~0ULL, 3})));
             }},
        Case{"text",
             [] {
               return labelled(Labels::text({"a b", "", "#c"}));
             }},
        Case{"multigraph", with_loops}),
    [](const auto& test_case) { return std::string(test_case.param.name); });

TEST_F(NativeFile, RemembersWhatBuildingMet) {
  const LoadedGraph loaded = open_native(path_);
  EXPECT_EQ(loaded.build.edges_listed, 900U);
  EXPECT_EQ(loaded.build.self_loops, report_.self_loops);
  EXPECT_EQ(loaded.build.duplicates, report_.duplicates);
  EXPECT_EQ(loaded.build.isolated, report_.isolated);
  EXPECT_EQ(loaded.facts.format, FileFormat::kNative);
  EXPECT_EQ(loaded.facts.labels, LabelKind::kText);
  EXPECT_TRUE(loaded.facts.weighted);
}

TEST_F(NativeFile, ArraysAreAlignedAndPadded) {
  const LoadedGraph loaded = open_native(path_);
  const auto& targets = topology(loaded.graph).out().targets();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(targets.data()) % 64, 0U);
  const auto* end = reinterpret_cast<const std::byte*>(targets.data() + targets.size());
  for (std::size_t i = 0; i < kArrayPadding; ++i) EXPECT_EQ(end[i], std::byte{0});
}

TEST_F(NativeFile, WeightsCanBeLeftOut) {
  const auto loaded = map_native(path_, ReadOptions{.weights = ReadWeights::kNo}, {});
  EXPECT_TRUE(std::holds_alternative<Graph>(loaded->graph));
  EXPECT_TRUE(loaded->facts.weighted);
}

TEST_F(NativeFile, IsNotMappedWhereAnotherGraphIsAskedFor) {
  const ReadOptions undirected{.directedness = Directedness::kUndirected};
  EXPECT_FALSE(map_native(path_, undirected, {}));
  const InputEdges edges = read_native_edges(path_, undirected);
  EXPECT_EQ(edges.list.directedness, Directedness::kUndirected);
  EXPECT_EQ(edges.facts.directedness_reason, "as asked for");
  write_native(with_loops(), path_);
  EXPECT_FALSE(map_native(path_, {}, {}));
  EXPECT_FALSE(map_native(path_, {}, BuildOptions{.self_loops = SelfLoops::kKeep}));
  EXPECT_TRUE(map_native(
      path_, {}, BuildOptions{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep}));
}

TEST_F(NativeFile, RefusesOtherFiles) {
  write_whole(path_, "");
  expect_refused("truncated");
  write_whole(path_, std::string(4096, 'x'));
  expect_refused("does not start with STRIDER");
}

TEST_F(NativeFile, RefusesAnotherByteOrderAndVersion) {
  const std::uint32_t swapped = __builtin_bswap32(native::kByteOrder);
  forge([&](test::ContainerTables& t) { t.header.byte_order = swapped; });
  expect_refused("other byte order");
  forge([](test::ContainerTables& t) {
    t.header.byte_order = native::kByteOrder;
    t.header.version = 1;
  });
  expect_refused("version 1, but this library reads version 2");
}

TEST_F(NativeFile, RefusesEveryFlippedBitOfTheHeader) {
  for (std::size_t i = 0; i < header().header_bytes; ++i) {
    std::string flipped = content_;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
    write_whole(path_, flipped);
    EXPECT_THROW((void)open_native(path_), InputError) << "byte " << i;
  }
}

TEST_F(NativeFile, RefusesEveryTruncation) {
  std::vector<std::size_t> lengths{0, 1, sizeof(FileHeader) - 1, sizeof(FileHeader),
                                   content_.size() - 1};
  for (std::size_t i = 0; i < header().section_count; ++i) {
    SectionEntry entry;
    std::memcpy(&entry, content_.data() + sizeof(FileHeader) + i * sizeof(entry), sizeof(entry));
    lengths.push_back(entry.offset);
    lengths.push_back(entry.offset + entry.count * entry.element_bytes);
  }
  for (const std::size_t length : lengths) {
    write_whole(path_, content_.substr(0, length));
    EXPECT_THROW((void)open_native(path_), InputError) << "cut at " << length;
  }
  write_whole(path_, content_ + "x");
  expect_refused("truncated or extended");
}

TEST_F(NativeFile, RefusesForgedSections) {
  const std::string genuine = content_;
  const auto refuses = [&](const std::string& words,
                           const std::function<void(SectionEntry&)>& change) {
    content_ = genuine;
    forge_section(1, change);
    expect_refused(words);
  };
  const std::string outside = "lies outside the file";
  refuses(outside, [](SectionEntry& s) { s.offset += 1; });
  refuses(outside, [](SectionEntry& s) { s.offset = 0; });
  refuses(outside, [&](SectionEntry& s) { s.offset = genuine.size() / 64 * 64; });
  refuses(outside, [](SectionEntry& s) { s.count = ~0ULL; });
  refuses(outside, [](SectionEntry& s) { s.element_bytes = 0; });
  refuses(outside, [](SectionEntry& s) { s.element_bytes = 1U << 31U; });
  refuses(outside, [](SectionEntry& s) { s.offset -= 64; });
  refuses(outside, [](SectionEntry& s) { s.kind = static_cast<native::SectionKind>(9); });
  refuses("elements of", [](SectionEntry& s) { s.count -= 1; });
  refuses("elements of", [](SectionEntry& s) { s.element_bytes = 2; });
  refuses("corrupt name", [](SectionEntry& s) { s.name.fill('x'); });
  refuses("corrupt name", [](SectionEntry& s) { s.name.fill(0); });
  refuses("does not have the section", [](SectionEntry& s) { s.name[0] = 'x'; });
}

TEST_F(NativeFile, RefusesForgedCounts) {
  const std::string genuine = content_;
  const auto refuses = [&](const std::function<void(FileHeader&)>& change) {
    content_ = genuine;
    forge_and_sign([&](test::ContainerTables& tables) { change(tables.header); });
    EXPECT_THROW((void)open_native(path_), InputError);
  };
  refuses([](FileHeader& h) { h.num_vertices += 1; });
  refuses([](FileHeader& h) { h.num_vertices = 1ULL << 32U; });
  refuses([](FileHeader& h) { h.num_arcs -= 1; });
  refuses([](FileHeader& h) { h.num_self_loops = h.num_arcs + 1; });
  refuses([](FileHeader& h) { h.weight_type = 9; });
  refuses([](FileHeader& h) { h.label_kind = 9; });
  refuses([](FileHeader& h) { h.layout = 9; });
  refuses([](FileHeader& h) { h.flags = 0xFF; });
  refuses([](FileHeader& h) { h.file_bytes += 64; });
  refuses([](FileHeader& h) { h.isolated = h.num_vertices + 1; });
}

}  // namespace
}  // namespace strider
