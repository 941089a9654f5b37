#include <filesystem>
#include <fstream>

#include "strider/io.hpp"
#include "support/errors.hpp"
#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

InputEdges read_ldbc(const std::string& vertices, const std::string& edges) {
  return parse_ldbc(PaddedText(vertices, "g.v").named(), PaddedText(edges, "g.e").named(), {});
}

std::string ldbc_error(const std::string& vertices, const std::string& edges) {
  return test::message_of<InputError>([&] { static_cast<void>(read_ldbc(vertices, edges)); });
}

TEST(Ldbc, VerticesWithoutEdgesCount) {
  const InputEdges input = read_ldbc("2\n3\n9\n5\n", "2 9 0.5\n9 3 1.5\n");
  EXPECT_EQ(input.list.num_vertices, 4U);
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"2", "3", "5", "9"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 3}, {3, 1}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{0.5, 1.5}));
}

TEST(Ldbc, WithoutWeights) {
  const InputEdges input = read_ldbc("1\n2\n", "1 2\n");
  EXPECT_EQ(input.list.labels.base(), 1U);
  EXPECT_FALSE(input.facts.weighted);
}

TEST(Ldbc, Errors) {
  EXPECT_THAT(ldbc_error("1\nx\n", ""), HasSubstr("g.v:2: expected a vertex number, found 'x'"));
  EXPECT_THAT(ldbc_error("1\n1\n", ""), HasSubstr("lists 2 vertices, but only 1 distinct"));
  EXPECT_THAT(ldbc_error("1\n2\n", "1 2\n1 3\n"),
              HasSubstr("g.e:2: vertex '3' is not in the vertex file"));
  EXPECT_THAT(ldbc_error("1\n2\n", "1 2 3\n1 2\n"), HasSubstr("g.e:2: expected a weight"));
  EXPECT_THAT(ldbc_error("1\n2\n", "1 2\n1 2 3\n"),
              HasSubstr("g.e:2: expected the end of the line"));
  EXPECT_THAT(ldbc_error("1\n2\n", "1\n"), HasSubstr("g.e:1: expected a vertex number"));
}

class LdbcFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("strider_ldbc_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    write("g.v", "1\n2\n3\n");
    write("g.e", "1 2\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

TEST_F(LdbcFiles, AreNamedByEitherFileOrTheirPrefix) {
  for (const char* name : {"g", "g.v", "g.e"}) {
    const InputEdges input = read_edges(path(name));
    EXPECT_EQ(input.facts.format, FileFormat::kLdbc) << name;
    EXPECT_EQ(input.list.num_vertices, 3U) << name;
    EXPECT_EQ(input.facts.lines, 4U) << name;
  }
}

TEST_F(LdbcFiles, PropertiesSayTheDirection) {
  EXPECT_EQ(read_edges(path("g")).list.directedness, Directedness::kDirected);
  write("g.properties", "graph.g.vertex-file = g.v\ngraph.g.directed = false\n");
  EXPECT_EQ(read_edges(path("g")).list.directedness, Directedness::kUndirected);
}

TEST_F(LdbcFiles, MissingFileIsNamed) {
  std::filesystem::remove(path("g.e"));
  test::expect_error<InputError>("g.e: cannot be opened",
                                 [&] { static_cast<void>(read_edges(path("g.v"))); });
}

}  // namespace
}  // namespace strider::io_testing
