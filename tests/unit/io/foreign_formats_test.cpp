#include "io/foreign_formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using namespace std::string_view_literals;

TEST(ForeignFormats, HaveALineThatConverts) {
  const std::tuple<std::string_view, std::string_view, std::string_view> cases[] = {
      {"digraph G {\n a -> b;\n}\n", "DOT", "gv2gml dir/x.in > dir/x.gml"},
      {"strict graph\n{ a -- b }", "DOT", "gv2gml"},
      {"/* Created by igraph 1.0.0 */\ndigraph {\n", "DOT", "gv2gml"},
      {"// c\n\n# c\n#!dot\n/* a\n b */ graph {\n", "DOT", "gv2gml"},
      {" {\"nodes\": []}", "JSON",
       "networkx.node_link_graph(d), sys.argv[2])\" dir/x.in dir/x.graphml"},
      {"[{\"source\": 0}]", "JSON",
       "pandas.read_json(sys.argv[1]).to_csv(sys.argv[2], index=False)"},
      {"[[0, 1]]", "JSON", "index=False, header=False)"},
      {"{\"source\": 0}\n{\"source\": 1}\n", "JSON", "read_json(sys.argv[1], lines=True)"},
      {"{\"source\": {\"0\": 1}}", "JSON", "pandas.read_json"},
      {"\x80\x04\x95 pandas.core.frame", "a pickle of Python", "pandas.read_pickle"},
      {"\x93NUMPY\x01\0v\0{'descr': '<U1', "sv, "an array of texts", "allow_pickle=True"},
      {"\x93NUMPY\x01\0v\0{'descr': '|O', "sv, "an array of texts", "allow_pickle=True"},
      {"title\n 5 1 1 3 0\nRUA            5     5    11\n(3I6) (11I3)\n", "Rutherford-Boeing",
       "scipy.io.hb_read"},
      {"title\n 5 1 1 3 0\nRSA            5     5    11\n(3I6) (11I3)\n", "Rutherford-Boeing",
       "a = a + s.tril(a, -1).T"},
      {"MATLAB 5.0 MAT-file, Platform: GLNXA64", "MATLAB", "scipy.io.loadmat"},
      {"MATLAB 7.3 MAT-file, Platform: GLNXA64", "MATLAB 7.3", "h5py.File"},
      {"\x89HDF\r\n\x1a\n\0\0PYTABLES_FORMAT_VERSION"sv, "a table of pandas", "pandas.read_hdf"},
      {"\x89HDF\r\n\x1a\n"sv, "HDF5", "save its edges as CSV"},
      {"SQLite format 3\0"sv, "SQLite", "sqlite3 -csv -header dir/x.in"},
      {"PK\x03\x04\x14\0\0\0[Content_Types].xml"sv, "a spreadsheet", "pandas.read_excel"},
      {"\x80\x04\x95"sv, "a pickle of Python", "pickle.load"},
      {"\xFF\xFE"
       "0\0,\0"sv,
       "text in UTF-16", "iconv -f UTF-16 -t UTF-8 dir/x.in > dir/x-utf8.in"},
      {"BZh91AY&SY"sv, "bzip2", "bunzip2 -c dir/x.in > dir/x"},
      {"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0"
       "e.csv"sv,
       "zip", "unzip -p dir/x.in > dir/x.csv"},
      {"#BVGraph properties\n", "WebGraph", "ArcListASCIIGraph dir/x dir/x.arcs"},
  };
  for (const auto& [head, name, line] : cases) {
    const auto found = find_foreign_format("dir/x.in", head);
    ASSERT_TRUE(found) << name;
    EXPECT_THAT(found->name, HasSubstr(name));
    EXPECT_THAT(found->advice, HasSubstr(line));
  }
  EXPECT_FALSE(find_foreign_format("x", "graph [\n node [ label \"{\" ] ]\n"));
  EXPECT_FALSE(find_foreign_format("x", "# c\ngraph [ node [ label \"{\" ] ]\n"));
  EXPECT_FALSE(find_foreign_format("x", "# graph {\n/* digraph {\n"));
  EXPECT_FALSE(find_foreign_format("x", "graphs have { edges\n"));
  EXPECT_FALSE(find_foreign_format("x", "0 1\n"));
  EXPECT_FALSE(find_foreign_format("x", ""));
}

TEST(ForeignFormats, PathsAreWordsOfAShell) {
  EXPECT_THAT(find_foreign_format("it's a.dot.gz", "graph {")->advice,
              HasSubstr("gv2gml 'it'\\''s a.dot.gz' > 'it'\\''s a.gml'"));
}

TEST(ForeignFormats, LinesOpenPackedFiles) {
  EXPECT_THAT(find_foreign_format("a.pkl.gz", "\x80\x04\x95")->advice,
              HasSubstr("pickle.load(__import__('gzip').open(sys.argv[1]))"));
  EXPECT_THAT(find_foreign_format("a.json.xz", "{\"nodes\": []}")->advice,
              HasSubstr("json.load(__import__('lzma').open(sys.argv[1]))"));
}

TEST(ForeignFormats, NoLineOverwritesAFile) {
  const test::TemporaryFolder folder;
  const auto advice = [&] { return find_foreign_format(folder.file("a.dot"), "graph {")->advice; };
  EXPECT_THAT(advice(), EndsWith("/a.gml"));
  test::write_whole(folder.file("a.gml"), "other");
  EXPECT_THAT(advice(), EndsWith("/a-2.gml"));
  test::write_whole(folder.file("a-2.gml"), "other");
  EXPECT_THAT(advice(), EndsWith("/a-3.gml"));
  test::write_whole(folder.file("m.csr.npz"), "other");
  EXPECT_THAT(advice_to_csr(folder.file("m.npz")), EndsWith("/m-2.csr.npz"));
}

TEST(ForeignFormats, NoLineReadsAPipeAgain) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& advice :
       {find_foreign_format(pipe, "graph {")->advice, advice_to_csr(pipe),
        advice_from_parquet(pipe), find_foreign_format("/dev/stdin", "graph {")->advice}) {
    EXPECT_THAT(advice, HasSubstr("save it to a file first"));
    EXPECT_THAT(advice, Not(HasSubstr("gv2gml")));
  }
}

TEST(ForeignFormats, WebGraphIsToldByItsProperties) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("web.graph");
  EXPECT_FALSE(find_foreign_format(path, "2 1\n2\n1\n"));
  std::ofstream(folder.file("web.properties")) << "#BVGraph properties\n";
  EXPECT_EQ(find_foreign_format(path, "2 1\n2\n1\n")->name, "WebGraph");
}

}  // namespace
}  // namespace strider
