// Graph files that ranks write, held against those of one machine; and what is refused.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/compression/decompress.hpp"
#include "ranks/results/shared_output.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"
#include "strider/strider.hpp"
#include "support/compare_graphs.hpp"
#include "support/failing_disk.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/share_out.hpp"
#include "support/shared_folder.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

struct Kind {
  const char* name;
  FileFormat format;
};
constexpr Kind kKinds[] = {
    {"g.mtx", FileFormat::kMatrixMarket}, {"g.el", FileFormat::kEdgeList},
    {"g.csv", FileFormat::kEdgeList},     {"g.tsv", FileFormat::kEdgeList},
    {"g.gr", FileFormat::kDimacs},        {"g.graph", FileFormat::kMetis},
    {"g.sg", FileFormat::kGapbs},         {"g.graph500", FileFormat::kGraph500},
    {"g.strider", FileFormat::kNative}};

/// What a call throws, if it refuses a graph.
template <class Write>
std::optional<std::string> refusal_of(const Write& write) {
  try {
    write();
  } catch (const UsageError& error) {
    return error.what();
  }
  return std::nullopt;
}

std::optional<std::string> content_of(const std::string& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  return test::read_whole(path);
}

EdgeList copy_of(const EdgeList& list) {
  EdgeList copy =
      test::list_of(list.num_vertices, std::vector<Edge>(list.edges.begin(), list.edges.end()),
                    list.directedness);
  std::visit(
      [&](const auto& weights) {
        using Held = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<Held, std::monostate>) {
          copy.weights = Held::copy_of(weights.span());
        }
      },
      list.weights);
  return copy;
}

/// Writes what one machine and all ranks make of the list, in each format: the same bytes, or the
/// same refusal and no file.
void expect_same_files(const Cluster& cluster, const EdgeList& list, const BuildOptions& build) {
  const DistInput input = test::share_out(cluster, list);
  const DistGraph graph(cluster, input,
                        {.scheme = PartitionScheme::k1d,
                         .self_loops = build.self_loops,
                         .duplicates = build.duplicates,
                         .threads = 2});
  BuildReport report;
  const AnyGraph whole = build_any_graph(
      copy_of(list), {.self_loops = build.self_loops, .duplicates = build.duplicates, .threads = 1},
      &report);
  const test::SharedFolder folder;
  for (const auto& [name, format] : kKinds) {
    SCOPED_TRACE(name);
    const std::string one = folder.file(std::string("one-") + name);
    const std::string many = folder.file(std::string("many-") + name);
    std::uint32_t refused = 0;
    folder.make([&, format = format] {
      const bool is_native = format == FileFormat::kNative;
      refused = refusal_of([&] {
        is_native ? write_native(whole, one, nullptr, &report, 1)
                  : write_graph(whole, one, format, 1);
      })
                    ? 1
                    : 0;
    });
    const auto refusal =
        refusal_of([&, format = format] { write_graph(cluster, input, graph, many, format); });
    refused = test_world().all_reduce(refused, comm::Reduction::kMax);
    EXPECT_EQ(refusal.has_value(), refused == 1) << refusal.value_or("taken");
    // Of long texts, EXPECT_EQ would look for the differences.
    EXPECT_TRUE(content_of(many) == content_of(one));
    EXPECT_TRUE(content_of(many + ".weights") == content_of(one + ".weights"));
    EXPECT_EQ(keeps_vertices(input, graph, format), keeps_vertices(topology(whole), format, 1));
    EXPECT_EQ(keeps_labels(input, format), keeps_labels(topology(whole), format));
  }
}

/// With what the formats differ in: direction, weights, and what is kept.
void expect_same_files(const Cluster& cluster, Vertex n, const std::vector<Edge>& edges,
                       const std::vector<int>& kinds_of_weights) {
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    for (const int weights : kinds_of_weights) {
      EdgeList list = test::list_of(n, edges, directedness);
      if (weights == 1) test::add_weights<float>(list);
      if (weights == 2) test::add_weights<double>(list);
      if (weights == 3) test::add_weights<std::uint32_t>(list);
      SCOPED_TRACE("weights " + std::to_string(weights));
      expect_same_files(cluster, list, weights == 3 ? test::kKeepAll : BuildOptions());
    }
  }
}

TEST(WriteGraphOnRanks, SmallGraphsHaveTheBytesOfOneMachine) {
  const Cluster cluster;
  expect_same_files(cluster, 0, {}, {3});
  expect_same_files(cluster, 1, {}, {0});
  expect_same_files(cluster, 1, {{0, 0}, {0, 0}}, {3});
  expect_same_files(cluster, 9, {}, {0});
  expect_same_files(cluster, 20, {{0, 1}, {1, 0}, {0, 1}, {3, 3}, {19, 2}, {2, 19}, {7, 3}, {3, 3}},
                    {0, 3});
}

TEST(WriteGraphOnRanks, NoFileAppearsWhereTheDiskOfARankFails) {
  const Cluster cluster;
  EdgeList list = test::random_list(300, 2000, Directedness::kUndirected);
  test::add_weights<float>(list);
  const DistInput input = test::share_out(cluster, list);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  const test::SharedFolder folder;
  const std::string path = folder.file("g.graph500");
  const auto format = FileFormat::kGraph500;
  for (int rank = 0; rank < cluster.size(); ++rank) {
    for (const int good : {0, 1}) {
      std::optional<test::FailingDisk> disk;
      if (rank == cluster.rank()) disk.emplace(good);
      bool came_to_names = false;
      EXPECT_THROW(write_graph(cluster, input, graph, path, format, [&] { came_to_names = true; }),
                   InputError);
      EXPECT_FALSE(came_to_names);
      cluster.barrier();
      EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
      cluster.barrier();
    }
  }
  const test::FailingDisk disk(2);
  write_graph(cluster, input, graph, path, format);
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(WriteGraphOnRanks, RandomGraphsHaveTheBytesOfOneMachine) {
  const Cluster cluster;
  expect_same_files(cluster, 300, test::random_edges(300, 2000, 5), {0, 1, 2, 3});
}

TEST(WriteGraphOnRanks, LargeGraphsOfManyBlocksHaveTheBytesOfOneMachine) {
  const Cluster cluster;
  EdgeList list = test::random_list(30'001, 200'000, Directedness::kDirected);
  test::add_weights<std::uint32_t>(list);
  expect_same_files(cluster, list, {});
}

TEST(WriteGraphOnRanks, UnpackedTextIsThatOfOneMachine) {
  const Cluster cluster;
  for (const Vertex n : {Vertex{2}, Vertex{5'000}}) {
    EdgeList list = test::random_list(n, 40'000, Directedness::kUndirected);
    const DistInput input = test::share_out(cluster, list);
    const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
    const test::SharedFolder folder;
    const std::string plain = folder.file("g.mtx");
    write_graph(cluster, input, graph, plain, FileFormat::kMatrixMarket);
    for (const char* const suffix : {"gz", "zst", "xz"}) {
      const std::string packed = folder.file(std::string("p.mtx.") + suffix);
      write_graph(cluster, input, graph, packed, FileFormat::kMatrixMarket);
      const std::string bytes = test::read_whole(packed);
      ASSERT_EQ(find_compression(bytes), suffix);
      const Array<char> text = decompress(bytes, suffix, packed);
      EXPECT_TRUE(std::string(text.begin(), text.end()) == test::read_whole(plain));
    }
    EXPECT_THROW(write_graph(cluster, input, graph, folder.file("g.sg.gz"), FileFormat::kGapbs),
                 UsageError);
  }
}

TEST(WriteGraphOnRanks, NamesAreThoseOfTheInput) {
  const Cluster cluster;
  const test::SharedFolder folder;
  std::string sparse;
  std::string words = "source,target,weight\n";
  for (int i = 0; i < 400; ++i) {
    sparse += std::to_string(i * 700 % 90'100) + " " + std::to_string(i * i % 911 * 9'100) + "\n";
    words += "\"w," + std::to_string(i % 37) + "\",w" + std::to_string(i * 5 % 41) + "," +
             std::to_string(i) + ".5\n";
  }
  const std::string files[] = {folder.write("sparse.el", sparse), folder.write("words.csv", words),
                               folder.write("five.el", "5 6\n6 7\n9 5\n")};
  for (const std::string& path : files) {
    for (const SelfLoops loops : {SelfLoops::kKeep, SelfLoops::kRemove}) {
      const DistInput input = DistInput::read(cluster, path);
      const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d, .self_loops = loops});
      const LoadedGraph whole =
          read_graph(path, {.threads = 1}, {.self_loops = loops, .threads = 1});
      for (const auto& [name, format] :
           {Kind{"g.csv", FileFormat::kEdgeList}, Kind{"g.tsv", FileFormat::kEdgeList},
            Kind{"g.mtx", FileFormat::kMatrixMarket}}) {
        const std::string one = folder.file(std::string("one-") + name);
        const std::string many = folder.file(std::string("many-") + name);
        folder.make([&, format = format] {
          write_graph(whole.graph, one, format, 1);
          write_label_map(topology(whole.graph), one + ".labels", format, 1);
        });
        write_graph(cluster, input, graph, many, format);
        write_label_map(cluster, input, many + ".labels", format);
        EXPECT_EQ(test::read_whole(many), test::read_whole(one)) << path;
        EXPECT_EQ(test::read_whole(many + ".labels"), test::read_whole(one + ".labels")) << path;
        EXPECT_EQ(keeps_labels(input, format), keeps_labels(topology(whole.graph), format));
        EXPECT_EQ(keeps_vertices(input, graph, format),
                  keeps_vertices(topology(whole.graph), format, 1));
        cluster.barrier();
      }
    }
  }
}

TEST(WriteGraphOnRanks, RefusesOnAllRanksAndLeavesNoFile) {
  const Cluster cluster;
  const test::SharedFolder folder;
  EdgeList list = test::random_list(300, 2000, Directedness::kUndirected);
  test::add_weights<double>(list);
  // One rank alone has the weight that no .wsg holds.
  std::get<Array<double>>(list.weights)[7] = 0.1;
  const DistInput input = test::share_out(cluster, list);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  const auto write = [&](const std::string& path, FileFormat format) {
    write_graph(cluster, input, graph, path, format);
  };
  EXPECT_THROW(write(folder.file("g.wsg"), FileFormat::kGapbs), UsageError);
  EXPECT_THROW(write(folder.file("g.graph500"), FileFormat::kGraph500), UsageError);
  EXPECT_THROW(write(folder.file("g.gml"), FileFormat::kGml), UsageError);
  EXPECT_THROW(write(folder.file("no/g.mtx"), FileFormat::kMatrixMarket), InputError);
  EXPECT_THROW(write("/dev/full", FileFormat::kMatrixMarket), InputError);
  write("/dev/null", FileFormat::kMatrixMarket);
  for (const char* const name : {"g.wsg", "g.graph500", "g.graph500.weights", "g.gml"}) {
    EXPECT_EQ(content_of(folder.file(name)), std::nullopt) << name;
  }
  const DistGraph cyclic(
      cluster, input,
      {.scheme = PartitionScheme::k1d, .distribution = VertexDistribution::kCyclic});
  EXPECT_THROW(write_graph(cluster, input, cyclic, folder.file("g.mtx"), FileFormat::kMatrixMarket),
               UsageError);
}

/// More than is kept from the first time that blocks are made.
TEST(SharedOutput, LongPartsAreInOrder) {
  const comm::Communicator& world = test_world();
  const test::SharedFolder folder;
  const std::string path = folder.file("long");
  constexpr std::size_t kBlock = std::size_t{1} << 20U;
  const auto blocks_of = [](int rank) -> std::uint64_t { return rank % 3 == 1 ? 0 : 7; };
  const auto letter = [](int rank, std::uint64_t block) {
    return static_cast<char>('a' + (static_cast<std::uint64_t>(rank) * 7 + block) % 26);
  };
  detail::SharedOutput output(world, path);
  for (int repeats = 0; repeats < 2; ++repeats) {
    output.append({blocks_of(world.rank()),
                   [&](std::uint64_t number, TextBuffer& out) {
                     out.append(std::string(kBlock + number, letter(world.rank(), number)));
                   }},
                  2);
  }
  output.commit();
  if (world.rank() == 0) {
    std::string expected;
    for (int repeats = 0; repeats < 2; ++repeats) {
      for (int r = 0; r < world.size(); ++r) {
        for (std::uint64_t b = 0; b < blocks_of(r); ++b) expected.append(kBlock + b, letter(r, b));
      }
    }
    EXPECT_TRUE(test::read_whole(path) == expected);
  }
}

}  // namespace
}  // namespace strider
