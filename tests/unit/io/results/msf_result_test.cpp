// Forests written are read back as they were; what is wrong with a file is reported with its line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include "strider/error.hpp"
#include "strider/results.hpp"
#include "support/errors.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

template <class W>
using Forest = std::vector<MsfEdge<W>>;

class MsfResultFiles : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.file(name); }
  std::string write(const std::string& text) const {
    std::ofstream(path("f.tsv")) << text;
    return path("f.tsv");
  }
  static std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  template <class W>
  void expect_round_trip(const Forest<W>& forest, const Labels& labels) {
    for (const auto& [name, format] :
         {std::pair("r.tsv", ResultFormat::kTsv), std::pair("r.csv", ResultFormat::kCsv),
          std::pair("r.npy", ResultFormat::kNpy)}) {
      if (format == ResultFormat::kNpy && labels.kind() == LabelKind::kText) continue;
      write_msf_result<W>(labels, 4, forest, path(name), format);
      const auto read = read_msf_result<W>(path(name), labels, 4);
      ASSERT_EQ(read.size(), forest.size()) << name;
      for (std::size_t i = 0; i < forest.size(); ++i) EXPECT_EQ(read[i], forest[i]) << name;
    }
  }
  std::string error_of(const std::string& text) {
    return test::message_of<InputError>(
        [&] { (void)read_msf_result<std::uint32_t>(write(text), Labels(), 4); });
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(MsfResultFiles, ComeBackAsTheyWere) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Forest<float> reals{{0, 1, 0.1F}, {1, 2, -kInfinity}, {2, 3, 1e-45F}};
  const Forest<double> doubles{{0, 1, 0.1}, {1, 2, 1.7976931348623157e308}, {0, 3, -5e-324}};
  const Forest<std::uint32_t> integers{{0, 1, 0}, {1, 2, 0xFFFF'FFFFU}};
  for (const Labels& labels :
       {Labels(), Labels::dense(1),
        Labels::sparse(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{9, 1, 77, 1000})),
        Labels::text({"ann", "bob", "u", "-1"})}) {
    expect_round_trip(reals, labels);
    expect_round_trip(doubles, labels);
    expect_round_trip(integers, labels);
    expect_round_trip(Forest<double>{}, labels);
  }
}

// More rows than are formatted at once, so that several threads write them.
TEST_F(MsfResultFiles, KeepTheirOrder) {
  constexpr Vertex kEdges = 100'000;
  Forest<std::uint32_t> forest;
  for (Vertex v = 0; v < kEdges; ++v) forest.push_back({v, v + 1, v});
  for (const char* const name : {"r.tsv", "r.csv.zst", "r.npy"}) {
    write_msf_result<std::uint32_t>(Labels(), kEdges + 1, forest, path(name),
                                    result_format_from_path(name).value(), 3);
    const auto read = read_msf_result<std::uint32_t>(path(name), Labels(), kEdges + 1);
    ASSERT_EQ(read.size(), forest.size()) << name;
    EXPECT_TRUE(std::equal(read.begin(), read.end(), forest.begin())) << name;
  }
  write_msf_result<std::uint32_t>(Labels(), kEdges + 1, {}, path("empty.json"),
                                  ResultFormat::kJson);
  EXPECT_EQ(content(path("empty.json")), "[\n]\n");
}

TEST_F(MsfResultFiles, HaveAHeaderAndShortNumbers) {
  const Forest<float> forest{{0, 2, 0.1F}, {1, 2, 3}};
  write_msf_result<float>(Labels::dense(1), 3, forest, path("r.tsv"), ResultFormat::kTsv);
  EXPECT_EQ(content(path("r.tsv")), "u\tv\tweight\n1\t3\t0.1\n2\t3\t3\n");
}

TEST_F(MsfResultFiles, AreReadFromOtherPrograms) {
  const Forest<std::uint32_t> expected{{0, 1, 5}, {2, 3, 7}};
  for (const char* const text : {"u\tv\tweight\n0\t1\t5\n2\t3\t7\n", "# by hand\n\n0 1 5\n2 3 7",
                                 "0,1,5.0\r\n2,3,7e0\r\n", "id weight v u\na 5 1 0\nb 7 3 2\n"}) {
    const auto read = read_msf_result<std::uint32_t>(write(text), Labels(), 4);
    ASSERT_EQ(read.size(), 2U) << text;
    EXPECT_EQ(read[0], expected[0]) << text;
    EXPECT_EQ(read[1], expected[1]) << text;
  }
}

TEST_F(MsfResultFiles, TellWhatIsWrongAndWhere) {
  EXPECT_NE(error_of("u v weight\n0 9 5\n").find("f.tsv:2: the graph has no vertex '9'"),
            std::string::npos);
  EXPECT_NE(error_of("0 1 5\n1 2\n").find(":2:"), std::string::npos);
  EXPECT_NE(error_of("0 1 5 6\n").find(":1:"), std::string::npos);
  for (const char* const weight :
       {"x", "3.5", "-1", "4294967296", "nan", "inf", "5x", "''", "+-1"}) {
    EXPECT_NE(error_of(std::string("0 1 5\n2 3 ") + weight + "\n").find(":2:"), std::string::npos)
        << weight;
  }
  EXPECT_NE(error_of(""), "taken");
  EXPECT_NE(error_of("# only a comment\n"), "taken");
}

TEST_F(MsfResultFiles, OfNumpyAreCheckedFirst) {
  const Forest<double> forest{{0, 1, 0.5}};
  write_msf_result<double>(Labels(), 4, forest, path("r.npy"), ResultFormat::kNpy);
  const std::string whole = content(path("r.npy"));
  for (std::size_t length = 6; length < whole.size(); ++length) {
    std::ofstream(path("cut.npy"), std::ios::binary) << whole.substr(0, length);
    EXPECT_THROW((void)read_msf_result<double>(path("cut.npy"), Labels(), 4), InputError) << length;
  }
  // Reals where the graph has integers.
  EXPECT_THROW((void)read_msf_result<std::uint32_t>(path("r.npy"), Labels(), 4), InputError);
}

TEST_F(MsfResultFiles, RefuseWhatCannotHoldThem) {
  const Forest<float> forest{{0, 1, 1}};
  EXPECT_THROW(write_msf_result<float>(Labels(), 2, forest, path("r.ldbc"), ResultFormat::kLdbc),
               UsageError);
  EXPECT_THROW(write_msf_result<float>(Labels::text({"a", "b"}), 2, forest, path("r.npy"),
                                       ResultFormat::kNpy),
               UsageError);
  EXPECT_THROW(write_msf_result<float>(Labels::text({"a\tb", "b"}), 2, forest, path("r.tsv"),
                                       ResultFormat::kTsv),
               UsageError);
}

}  // namespace
}  // namespace strider
