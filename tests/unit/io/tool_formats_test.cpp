// One graph as numpy, scipy, networkx, igraph, pandas and nauty write it (tests/data/formats).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/errors.hpp"

namespace strider {
namespace {

using testing::HasSubstr;
using Row = std::tuple<std::string, std::string, double>;
using Rows = std::multiset<Row>;

const std::string kFolder = STRIDER_TEST_DATA "/formats/";

struct ToolFile {
  const char* name;
  FileFormat format;
  bool weighted;
  bool keeps_isolated;
};

void PrintTo(const ToolFile& file, std::ostream* out) {
  *out << file.name;
}

double weight_of(const Weights& weights, std::size_t i) {
  return std::visit(
      [&](const auto& values) -> double {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return 1;
        } else {
          return static_cast<double>(values[i]);
        }
      },
      weights);
}

Rows rows_of(const EdgeList& list) {
  Rows rows;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const auto [u, v] = std::minmax(
        {list.labels.label(list.edges[i].source), list.labels.label(list.edges[i].target)});
    rows.emplace(u, v, weight_of(list.weights, i));
  }
  return rows;
}

Rows expected_rows(bool weighted) {
  Rows rows;
  for (const auto& [u, v, weight] :
       {std::tuple{"0", "1", 2}, {"0", "2", 1}, {"1", "2", 5}, {"2", "3", 1}, {"3", "4", 7}}) {
    rows.emplace(u, v, weighted ? weight : 1);
  }
  return rows;
}

class ToolFormats : public testing::TestWithParam<ToolFile> {};

TEST_P(ToolFormats, IsTheGraph) {
  const auto& [name, format, weighted, keeps_isolated] = GetParam();
  InputEdges input;
  try {
    input = read_edges(kFolder + name, {.directedness = Directedness::kUndirected});
  } catch (const UnavailableError& error) {
    EXPECT_THAT(error.what(), HasSubstr("convert it with  python3 -c"));
    GTEST_SKIP() << "this build has no Arrow library";
  }
  EXPECT_EQ(input.facts.format, format);
  EXPECT_EQ(input.facts.weighted, weighted);
  EXPECT_EQ(input.list.num_vertices, keeps_isolated ? 6U : 5U);
  EXPECT_EQ(rows_of(input.list), expected_rows(weighted));
  const InputEdges bare = read_edges(
      kFolder + name, {.directedness = Directedness::kUndirected, .weights = ReadWeights::kNo});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(bare.list.weights));
  EXPECT_EQ(rows_of(bare.list), expected_rows(false));
}

INSTANTIATE_TEST_SUITE_P(
    Files, ToolFormats,
    testing::Values(ToolFile{"csr.npz", FileFormat::kNpz, true, true},
                    ToolFile{"csc.npz", FileFormat::kNpz, true, true},
                    ToolFile{"coo.npz", FileFormat::kNpz, true, true},
                    ToolFile{"stored.npz", FileFormat::kNpz, true, true},
                    ToolFile{"bool.npz", FileFormat::kNpz, false, true},
                    ToolFile{"edges.npz", FileFormat::kNpz, true, false},
                    ToolFile{"edges.npy", FileFormat::kNpy, false, false},
                    ToolFile{"edges_fortran.npy", FileFormat::kNpy, false, false},
                    ToolFile{"edges_big_endian.npy", FileFormat::kNpy, true, false},
                    ToolFile{"edges_float.npy", FileFormat::kNpy, true, false},
                    ToolFile{"edges_half.npy", FileFormat::kNpy, true, false},
                    ToolFile{"edge_index.npy", FileFormat::kNpy, false, false},
                    ToolFile{"records.npy", FileFormat::kNpy, true, false},
                    ToolFile{"records_aligned.npy", FileFormat::kNpy, true, false},
                    ToolFile{"square.npy", FileFormat::kNpy, true, true},
                    ToolFile{"square_fortran.npy", FileFormat::kNpy, true, true},
                    ToolFile{"square_bool.npy", FileFormat::kNpy, false, true},
                    ToolFile{"square.txt", FileFormat::kMatrix, true, true},
                    ToolFile{"square.csv", FileFormat::kMatrix, true, true},
                    ToolFile{"networkx.gexf", FileFormat::kGexf, true, true},
                    ToolFile{"networkx.net", FileFormat::kPajek, true, true},
                    ToolFile{"igraph.net", FileFormat::kPajek, true, true},
                    ToolFile{"networkx.g6", FileFormat::kGraph6, false, true},
                    ToolFile{"networkx.s6", FileFormat::kGraph6, false, true},
                    ToolFile{"without_header.g6", FileFormat::kGraph6, false, true},
                    ToolFile{"igraph.lgl", FileFormat::kLgl, true, true},
                    ToolFile{"igraph.ncol", FileFormat::kEdgeList, true, false},
                    ToolFile{"edges.parquet", FileFormat::kParquet, true, false},
                    ToolFile{"words.parquet", FileFormat::kParquet, true, false},
                    ToolFile{"edges.feather", FileFormat::kArrow, true, false},
                    ToolFile{"words.arrow", FileFormat::kArrow, true, false}),
    [](const auto& file) {
      std::string name = file.param.name;
      std::replace(name.begin(), name.end(), '.', '_');
      return name;
    });

TEST(ToolFormats, SymmetricMatricesAreDirectedAndSaySo) {
  for (const char* const name : {"csr.npz", "square.npy", "square.txt"}) {
    const InputEdges input = read_edges(kFolder + name);
    EXPECT_EQ(input.facts.directedness, Directedness::kDirected) << name;
    EXPECT_EQ(input.list.edges.size(), 10U) << name;
    EXPECT_THAT(input.facts.notes, testing::Contains(HasSubstr("the matrix is symmetric")));
  }
}

TEST(ToolFormats, OtherLayoutsOfScipyAreRefusedWithTheLine) {
  for (const char* const name : {"bsr", "dia"}) {
    const std::string path = kFolder + name + ".npz";
    const std::string why =
        test::message_of<InputError>([&] { static_cast<void>(read_edges(path)); });
    EXPECT_THAT(why, HasSubstr("python3 -c \"import sys, scipy.sparse"));
    EXPECT_THAT(why, HasSubstr(path + " " + kFolder + name + ".csr.npz"));
  }
}

}  // namespace
}  // namespace strider
