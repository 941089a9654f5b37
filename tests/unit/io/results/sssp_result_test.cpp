#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "strider/error.hpp"
#include "strider/results.hpp"
#include "support/errors.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

// 0 - 1 over a weight, and 2 out of reach.
const std::vector<Vertex> kParentsByDistance = {0, 0, kNoVertex};

template <class W>
std::vector<SsspDistance<W>> distances_of(SsspDistance<W> one) {
  return {0, one, kInfiniteDistance<W>};
}

class SsspResultFile : public testing::Test {
 protected:
  template <class W>
  std::string write(const Labels& labels, SsspDistance<W> one, const std::string& name) {
    path_ = folder_.file(name);
    const auto distances = distances_of<W>(one);
    write_sssp_result<W>(labels, kParentsByDistance, distances, path_,
                         result_format_from_path(path_).value());
    return test::read_whole(path_);
  }
  template <class W>
  SubmittedSssp<W> read(const std::string& content, const Labels& labels = {}) {
    path_ = folder_.file("claim.tsv");
    test::write_whole(path_, content);
    return read_sssp_result<W>(path_, labels, 3);
  }
  template <class W>
  void expect_back(const Labels& labels, SsspDistance<W> one, const std::string& name) {
    static_cast<void>(write<W>(labels, one, name));
    const SubmittedSssp<W> claim = read_sssp_result<W>(path_, labels, 3);
    EXPECT_EQ(claim.source, 0U);
    EXPECT_EQ(std::vector(claim.parents.begin(), claim.parents.end()), kParentsByDistance);
    EXPECT_EQ(std::vector(claim.distances.begin(), claim.distances.end()), distances_of<W>(one));
  }
  template <class W>
  void refuses(const std::string& content, const std::string& part) {
    test::expect_error<InputError>(part, [&] { static_cast<void>(read<W>(content)); });
  }

  test::TemporaryFolder folder_;
  std::string path_;
};

TEST_F(SsspResultFile, TsvCarriesTheLabelsOfTheInput) {
  EXPECT_EQ(write<std::uint32_t>(Labels::dense(1), 7, "r.tsv"),
            "vertex\tdistance\tparent\n1\t0\t1\n2\t7\t1\n3\tinf\t-1\n");
  EXPECT_EQ(write<double>(Labels::text({"a", "b", "c"}), .1, "t"),
            "vertex\tdistance\tparent\na\t0\ta\nb\t0.1\ta\nc\tinf\t-1\n");
}

TEST_F(SsspResultFile, LdbcWritesInfinity) {
  EXPECT_EQ(write<double>(Labels(), 1.5, "r.ldbc"), "0 0\n1 1.5\n2 infinity\n");
  EXPECT_THROW((void)read_sssp_result<double>(path_, Labels(), 3), InputError);
}

TEST_F(SsspResultFile, NpyIsRecordsBehindAnAlignedHead) {
  const std::string bytes = write<std::uint32_t>(Labels::dense(1), 7, "r.npy");
  ASSERT_EQ(bytes.size() % 64, 3 * 24 % 64);
  EXPECT_NE(bytes.find("[('vertex', '<i8'), ('distance', '<f8'), ('parent', '<i8')]"),
            std::string::npos);
  double distance = 0;
  std::memcpy(&distance, bytes.data() + bytes.size() - 16, sizeof(distance));
  EXPECT_EQ(distance, std::numeric_limits<double>::infinity());
  EXPECT_NE(write<float>(Labels(), 7, "f.npy").find("'<f4'"), std::string::npos);
}

TEST_F(SsspResultFile, JsonHasNullWhereThereIsNoNumber) {
  EXPECT_EQ(write<double>(Labels::text({"a\n\"b\"", "-1", "\\"}), 1e300, "r.json"),
            "[\n{\"vertex\": \"a\\u000a\\\"b\\\"\", \"distance\": 0, "
            "\"parent\": \"a\\u000a\\\"b\\\"\"},\n"
            "{\"vertex\": \"-1\", \"distance\": 1e+300, \"parent\": \"a\\u000a\\\"b\\\"\"},\n"
            "{\"vertex\": \"\\\\\", \"distance\": null, \"parent\": null}\n]\n");
  EXPECT_EQ(write<std::uint32_t>(Labels::dense(1), 7, "r.json"),
            "[\n{\"vertex\": 1, \"distance\": 0, \"parent\": 1},\n"
            "{\"vertex\": 2, \"distance\": 7, \"parent\": 1},\n"
            "{\"vertex\": 3, \"distance\": null, \"parent\": null}\n]\n");
}

TEST_F(SsspResultFile, JsonRefusesWhatIsNotUtf8) {
  for (const char* label :
       {"\x80", "a\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE0\x80\x80", "\xFF"}) {
    EXPECT_THROW(write<float>(Labels::text({"a", label, "c"}), 1, "r.json"), UsageError) << label;
  }
  const std::string text =
      write<float>(Labels::text({"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}), 1, "r.json");
  EXPECT_NE(text.find("\"\xF0\x9F\x98\x80\""), std::string::npos);
}

TEST_F(SsspResultFile, EveryValueComesBack) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max() - 1;
  for (const char* name : {"r.tsv", "r.csv", "r.npy"}) {
    expect_back<float>(Labels::dense(1), 0.1F, name);
    expect_back<float>(Labels(), std::numeric_limits<float>::denorm_min(), name);
    expect_back<double>(Labels(), 0.1, name);
    expect_back<double>(Labels(), std::numeric_limits<double>::max(), name);
    expect_back<std::uint32_t>(Labels(), (std::uint64_t{1} << 53U) - 1, name);
  }
  expect_back<std::uint32_t>(Labels(), kLargest, "r.tsv");
  expect_back<double>(Labels::text({"a", "-1", "c"}), 2, "r.tsv");
}

TEST_F(SsspResultFile, NpyRefusesWhatItCannotHold) {
  EXPECT_THROW(write<std::uint32_t>(Labels(), std::uint64_t{1} << 53U, "r.npy"), UsageError);
  EXPECT_THROW(write<float>(Labels::text({"a", "b", "c"}), 1, "r.npy"), UsageError);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(SsspResultFile, ReadsTablesOfOtherPrograms) {
  for (const char* content : {"# a comment\nparent,vertex,distance\n0,0,0\n0,1,+2.0\n",
                              "0 0 0\n1 2 0\n2 inf -1\n", "1 2 0\n0 0 0\n2 Infinity -1\n"}) {
    const SubmittedSssp<std::uint32_t> claim = read<std::uint32_t>(content);
    EXPECT_EQ(claim.source, 0U) << content;
    EXPECT_EQ(std::vector(claim.parents.begin(), claim.parents.end()), kParentsByDistance)
        << content;
    EXPECT_EQ(claim.distances[1], 2U) << content;
    EXPECT_EQ(claim.distances[2], kInfiniteDistance<std::uint32_t>) << content;
  }
  EXPECT_EQ(read<float>("0 0 0\n1 2 1\n").source, std::nullopt);
  EXPECT_EQ(read<float>("0 0 0\n1 2 77\n").parents[1], 3U);
}

TEST_F(SsspResultFile, RefusesWhatIsNoTable) {
  refuses<float>("0 0 0\n0 1 0\n", "claim.tsv:2: vertex '0' has a second row");
  refuses<float>("9 0 0\n", "the graph has no vertex '9'");
  refuses<float>("0 x 0\n", "expected a distance, found 'x'");
  refuses<float>("0 +-1 0\n", "expected a distance, found '+-1'");
  refuses<std::uint32_t>("0 18446744073709551616 0\n", "cannot be a distance");
  refuses<std::uint32_t>("0 0.5 0\n", "cannot be a distance");
  refuses<std::uint32_t>("0 -3 0\n", "cannot be a distance");
  refuses<std::uint32_t>("0 nan 0\n", "cannot be a distance");
  refuses<float>("", "contains neither rows");
  refuses<float>("0 0\n", "expected 'vertex distance parent', found 2 columns");
  refuses<float>(std::string("\x93NUMPY\x01\x00", 8), ".npy");
}

}  // namespace
}  // namespace strider
