#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "io/direct_load.hpp"
#include "io/native/container.hpp"
#include "io/native/layout.hpp"
#include "io/readers.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "strider/prepare.hpp"
#include "support/compare_graphs.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using native::FileHeader;
using native::SectionEntry;
using test::read_whole;
using test::TemporaryFolder;
using test::write_whole;

LoadedGraph open(const std::string& path, const BuildOptions& build = {}) {
  auto loaded = map_native(path, {}, build);
  if (!loaded) throw std::logic_error("not mapped");
  return std::move(*loaded);
}

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
  test::expect_equal(graph, open(path, keep).graph);
  EXPECT_TRUE(topology(open(path, keep).graph).has_transpose());
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

class NativeFile : public testing::Test {
 protected:
  void SetUp() override {
    EdgeList list = test::random_list(200, 900, Directedness::kDirected);
    list.labels = Labels::text([] {
      std::vector<std::string> names;
      for (int v = 0; v < 200; ++v) names.push_back("vertex" + std::to_string(v));
      return names;
    }());
    test::add_weights<double>(list);
    BuildReport report;
    graph_ = build_any_graph(std::move(list), {}, &report);
    report_ = report;
    write_native(graph_, path_, nullptr, &report);
    content_ = read_whole(path_);
  }
  [[nodiscard]] FileHeader header() const {
    FileHeader header;
    std::memcpy(&header, content_.data(), sizeof(header));
    return header;
  }
  /// Writes `content_` with another header, its checksum made right.
  void forge(const FileHeader& header) {
    std::memcpy(content_.data(), &header, sizeof(header));
    sign();
  }
  void forge_section(std::size_t i, const std::function<void(SectionEntry&)>& change) {
    char* at = content_.data() + sizeof(FileHeader) + i * sizeof(SectionEntry);
    SectionEntry entry;
    std::memcpy(&entry, at, sizeof(entry));
    change(entry);
    std::memcpy(at, &entry, sizeof(entry));
    sign();
  }
  /// Changes the words of the section of that name; all checksums are made right.
  void forge_array(std::string_view name,
                   const std::function<void(std::span<std::uint32_t>)>& change) {
    for (std::size_t i = 0; i < header().section_count; ++i) {
      forge_section(i, [&](SectionEntry& s) {
        if (name != s.name.data()) return;
        std::vector<std::uint32_t> words(s.count * s.element_bytes / sizeof(std::uint32_t));
        char* const at = content_.data() + s.offset;
        std::memcpy(words.data(), at, words.size() * sizeof(std::uint32_t));
        change(words);
        std::memcpy(at, words.data(), words.size() * sizeof(std::uint32_t));
        s.checksum = native::section_checksum(reinterpret_cast<const std::byte*>(at),
                                              s.count * s.element_bytes);
      });
    }
  }
  void sign() {
    FileHeader signed_header = header();
    signed_header.header_checksum = native::header_checksum(
        reinterpret_cast<const std::byte*>(content_.data()), signed_header.header_bytes);
    std::memcpy(content_.data(), &signed_header, sizeof(signed_header));
    write_whole(path_, content_);
  }
  void expect_refused(const std::string& words) {
    try {
      (void)open(path_);
      FAIL() << "opened; expected: " << words;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(words), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos);
      EXPECT_TRUE(message.starts_with(path_));
    }
  }

  void expect_unverified(const std::string& words) {
    try {
      verify_native(path_);
      FAIL() << "verified; expected: " << words;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("g.strider");
  AnyGraph graph_;
  BuildReport report_;
  std::string content_;
};

TEST_F(NativeFile, RemembersWhatBuildingMet) {
  const LoadedGraph loaded = open(path_);
  EXPECT_EQ(loaded.build.edges_listed, 900U);
  EXPECT_EQ(loaded.build.self_loops, report_.self_loops);
  EXPECT_EQ(loaded.build.duplicates, report_.duplicates);
  EXPECT_EQ(loaded.build.isolated, report_.isolated);
  EXPECT_EQ(loaded.facts.format, FileFormat::kNative);
  EXPECT_EQ(loaded.facts.labels, LabelKind::kText);
  EXPECT_TRUE(loaded.facts.weighted);
}

TEST_F(NativeFile, ArraysAreAlignedAndPadded) {
  const LoadedGraph loaded = open(path_);
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
  FileHeader changed = header();
  changed.byte_order = __builtin_bswap32(changed.byte_order);
  forge(changed);
  expect_refused("other byte order");
  changed = header();
  changed.byte_order = native::kByteOrder;
  changed.version = 2;
  forge(changed);
  expect_refused("version 2, but this library reads version 1");
}

TEST_F(NativeFile, RefusesEveryFlippedBitOfTheHeader) {
  for (std::size_t i = 0; i < header().header_bytes; ++i) {
    std::string flipped = content_;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
    write_whole(path_, flipped);
    EXPECT_THROW((void)open(path_), InputError) << "byte " << i;
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
    EXPECT_THROW((void)open(path_), InputError) << "cut at " << length;
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
    FileHeader changed = header();
    change(changed);
    forge(changed);
    EXPECT_THROW((void)open(path_), InputError);
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

// Damaged data may open: then verification tells, unless nothing that counts was hit.
TEST_F(NativeFile, RandomDamageIsFoundOrHarmless) {
  CounterRng rng(11, 0);
  int found = 0;
  for (int round = 0; round < 400; ++round) {
    std::string damaged = content_;
    const std::size_t at = rng.below(damaged.size());
    damaged[at] = static_cast<char>(damaged[at] ^ (1U << rng.below(8)));
    write_whole(path_, damaged);
    try {
      const LoadedGraph loaded = open(path_);
      verify_native(path_);
      test::expect_equal(graph_, loaded.graph);
    } catch (const InputError&) {
      ++found;
    }
  }
  EXPECT_GT(found, 300);  // what is not found lies in the padding
}

// Forged arrays whose checksums are right open, but do not pass.
TEST_F(NativeFile, ChecksumsThatMatchDoNotExcuseBadContent) {
  // Section 1 holds the targets; the first becomes a vertex that is not there.
  forge_array("out.targets", [](std::span<Vertex> targets) { targets[0] = kNoVertex; });
  EXPECT_NO_THROW((void)open(path_));
  EXPECT_THROW(verify_native(path_), InputError);
  EXPECT_THROW((void)read_native_edges(path_, {}), InputError);
}

TEST_F(NativeFile, VerificationComparesTheTranspose) {
  forge_array("in.targets",
              [](std::span<Vertex> targets) { targets[0] = targets[0] == 0 ? 1 : 0; });
  expect_unverified("incoming edges that do not match its outgoing edges");
}

TEST_F(NativeFile, VerificationComparesTheEndsOfUndirectedEdges) {
  write_native(build_any_graph(test::random_list(50, 300, Directedness::kUndirected)), path_);
  content_ = read_whole(path_);
  // Vertex 0 gets another last neighbour, which knows nothing of it.
  forge_array("out.targets", [](std::span<Vertex> targets) {
    const auto descends = std::adjacent_find(targets.begin(), targets.end(), std::greater<>());
    *descends = 49;
  });
  expect_unverified("some edges lead one way only");
}

TEST_F(NativeFile, VerificationChecksThatRowsAscendWhereTheHeaderSaysSo) {
  forge_array("out.targets", [](std::span<Vertex> targets) {
    const auto ascends = std::adjacent_find(targets.begin(), targets.end(), std::less<>());
    std::swap(ascends[0], ascends[1]);
  });
  expect_unverified("has repeated or unsorted edges");
}

TEST_F(NativeFile, VerificationLooksIntoLayouts) {
  const Graph graph = build_graph(test::random_list(300, 500, Directedness::kUndirected));
  for (const LayoutChoice layout : {LayoutChoice::kLocality, LayoutChoice::kDegree}) {
    const PreparedGraph prepared = prepare(graph, {.layout = layout});
    write_native(graph, path_, &prepared);
    EXPECT_NO_THROW(verify_native(path_));
    const std::string genuine = read_whole(path_);
    const detail::LayoutSections sections = native::layout_to_sections(prepared);
    for (const auto& array : sections.arrays()) {
      content_ = genuine;
      forge_array(array.name, [](std::span<std::uint32_t> words) {
        std::fill(words.begin(), words.begin() + words.size() / 2, 0x7000'0000U);
      });
      if (array.bytes.size() < 2 * sizeof(std::uint32_t)) continue;
      EXPECT_THROW(verify_native(path_), InputError) << array.name;
    }
  }
}

TEST_F(NativeFile, RefusesLayoutsOfDirectedGraphs) {
  FileHeader changed = header();
  changed.layout = static_cast<std::uint8_t>(Layout::kLocality);
  forge(changed);
  expect_refused("directed, but has a layout");
}

}  // namespace
}  // namespace strider
