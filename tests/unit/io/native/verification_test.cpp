#include <gtest/gtest.h>

#include <algorithm>

#include "io/native/layout.hpp"
#include "io/readers.hpp"
#include "strider/prepare.hpp"
#include "unit/io/native/native_file.hpp"

namespace strider {
namespace {

class NativeVerification : public NativeFile {};

// Opening tells, unless nothing that counts was hit.
TEST_F(NativeVerification, RandomDamageIsFoundOrHarmless) {
  CounterRng rng(11, 0);
  int found = 0;
  for (int round = 0; round < 400; ++round) {
    std::string damaged = content_;
    const std::size_t at = rng.below(damaged.size());
    damaged[at] = static_cast<char>(damaged[at] ^ (1U << rng.below(8)));
    write_whole(path_, damaged);
    try {
      const LoadedGraph loaded = open_native(path_);
      test::expect_equal(graph_, loaded.graph);
    } catch (const InputError&) {
      ++found;
    }
  }
  EXPECT_GT(found, 300);  // what is not found lies in the padding
}

// Whatever the verification: a search would follow the target.
TEST_F(NativeVerification, ChecksumsThatMatchDoNotExcuseBadContent) {
  // Section 1 holds the targets; the first becomes a vertex that is not there.
  forge_array("out.targets", [](std::span<Vertex> targets) { targets[0] = kNoVertex; });
  EXPECT_THROW((void)open_native(path_), InputError);
  EXPECT_THROW(verify_native(path_), InputError);
  const ReadOptions trusting{.verification = Verification::kStructure};
  EXPECT_THROW((void)map_native(path_, trusting, {}), InputError);
  EXPECT_THROW((void)read_native_edges(path_, {}), InputError);
  EXPECT_THROW((void)read_native_edges(path_, trusting), InputError);
}

TEST_F(NativeVerification, VerificationComparesTheTranspose) {
  forge_array("in.targets",
              [](std::span<Vertex> targets) { targets[0] = targets[0] == 0 ? 1 : 0; });
  expect_unverified("incoming edges that do not match its outgoing edges");
}

TEST_F(NativeVerification, VerificationComparesTheEndsOfUndirectedEdges) {
  write_native(build_any_graph(test::random_list(50, 300, Directedness::kUndirected)), path_);
  content_ = read_whole(path_);
  // Vertex 0 gets another last neighbour, which knows nothing of it.
  forge_array("out.targets", [](std::span<Vertex> targets) {
    const auto descends = std::adjacent_find(targets.begin(), targets.end(), std::greater<>());
    *descends = 49;
  });
  expect_unverified("some edges lead one way only");
}

// The edge {9068754, 1773326}, led to another vertex at one end. The products of both directions
// still agree (graph/arc_sums.hpp).
TEST_F(NativeVerification, TrustComparesTheEndsOfUndirectedEdges) {
  constexpr Vertex kLow = 1773326;
  constexpr Vertex kHigh = 9068754;
  constexpr Vertex kOther = 8287843;
  Array<EdgeIndex> offsets(kHigh + 2, 0);
  std::fill(offsets.begin() + kLow + 1, offsets.end(), 1);
  offsets[kHigh + 1] = 2;
  const std::vector<Vertex> targets = {kHigh, kOther};
  write_native(
      Graph(Csr(std::move(offsets), Array<Vertex>::copy_of(targets)), Directedness::kUndirected, 0),
      path_);
  const ReadOptions trusting{.verification = Verification::kStructure};
  EXPECT_THROW((void)map_native(path_, trusting, {}), InputError);
}

TEST_F(NativeVerification, VerificationChecksThatRowsAscendWhereTheHeaderSaysSo) {
  forge_array("out.targets", [](std::span<Vertex> targets) {
    const auto ascends = std::adjacent_find(targets.begin(), targets.end(), std::less<>());
    std::swap(ascends[0], ascends[1]);
  });
  expect_unverified("has repeated or unsorted edges");
}

TEST_F(NativeVerification, VerificationLooksIntoLayouts) {
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

// Neither a count nor a name is believed without the checksums of the sections.
TEST_F(NativeVerification, ChecksumsOfSectionsCoverTheHeader) {
  const std::string genuine = content_;
  const auto refuses = [&](const Change& change) {
    content_ = genuine;
    forge(change);
    EXPECT_THROW((void)open_native(path_), InputError);
  };
  refuses([](test::ContainerTables& t) { t.header.label_base += 1; });
  refuses([](test::ContainerTables& t) { t.header.edges_listed += 1; });
  refuses([](test::ContainerTables& t) { t.header.duplicates_listed += 1; });
  refuses([](test::ContainerTables& t) {
    std::swap(t.sections[0].name, t.sections[2].name);  // offsets
  });
}

TEST_F(NativeVerification, StoredLayoutsBelongToTheirGraph) {
  const auto write = [&](std::uint64_t seed) {
    const Graph graph = build_graph(test::random_list(300, 500, Directedness::kUndirected, seed));
    const PreparedGraph prepared = prepare(graph, {.layout = LayoutChoice::kDegree});
    write_native(graph, path_, &prepared);
    content_ = read_whole(path_);
  };
  write(3);
  const test::ContainerTables other(container());
  const std::string other_content = content_;
  write(4);
  // The section of candidates comes from the other container, with its checksum.
  forge([&](test::ContainerTables& tables) {
    for (std::size_t i = 0; i < tables.sections.size(); ++i) {
      if (std::string_view(tables.sections[i].name.data()) != "first") continue;
      const SectionEntry& from = other.sections[i];
      content_.replace(tables.sections[i].offset, from.count * from.element_bytes, other_content,
                       from.offset, from.count * from.element_bytes);
      tables.sections[i].checksum = from.checksum;
    }
  });
  expect_refused("section 'first' is corrupt");
}

TEST_F(NativeVerification, TrustSkipsTheChecksums) {
  forge([](test::ContainerTables& tables) { tables.sections[0].checksum ^= 1; });
  expect_refused("checksum does not match");
  const auto loaded = map_native(path_, ReadOptions{.verification = Verification::kStructure}, {});
  test::expect_equal(graph_, loaded->graph);
}

TEST_F(NativeVerification, TellsTheTimeOfVerification) {
  EXPECT_GT(open_native(path_).facts.verify_seconds, 0);
  EXPECT_GE(open_native(path_).facts.seconds, open_native(path_).facts.verify_seconds / 1000);
  EXPECT_GT(read_native_edges(path_, {}).facts.verify_seconds, 0);
}

// A stored layout is verified with the graph even if only the edges are read.
TEST_F(NativeVerification, ReadingEdgesVerifiesTheLayout) {
  const Graph graph = build_graph(test::random_list(300, 500, Directedness::kUndirected));
  const PreparedGraph prepared = prepare(graph, {.layout = LayoutChoice::kDegree});
  write_native(graph, path_, &prepared);
  content_ = read_whole(path_);
  forge_array("first", [](std::span<Vertex> first) { first[0] = kNoVertex; });
  EXPECT_THROW((void)read_native_edges(path_, {}), InputError);
}

TEST_F(NativeVerification, ChecksumsSpanBlocks) {
  // More than a block of targets, of which the last byte is damaged.
  const Graph graph = build_graph(test::random_list(1000, 300'000, Directedness::kDirected));
  write_native(graph, path_);
  content_ = read_whole(path_);
  EXPECT_NO_THROW((void)open_native(path_));
  const test::ContainerTables tables(container());
  for (const SectionEntry& section : tables.sections) {
    const auto bytes = test::ContainerTables::bytes_of(container(), section);
    // Not the last entry of offsets, which is looked at before.
    std::byte& damaged = bytes[bytes.size() - 9];
    damaged ^= std::byte{1};
    write_whole(path_, content_);
    expect_refused(std::string("section '") + section.name.data() + "' is corrupt");
    damaged ^= std::byte{1};
  }
}

TEST_F(NativeVerification, RefusesLayoutsOfDirectedGraphs) {
  forge([](test::ContainerTables& tables) {
    tables.header.layout = static_cast<std::uint8_t>(Layout::kLocality);
  });
  expect_refused("directed, but has a layout");
}

}  // namespace
}  // namespace strider
