#include "io/foreign_formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using testing::HasSubstr;
using namespace std::string_view_literals;

TEST(ForeignFormats, HaveALineThatConverts) {
  const std::tuple<std::string_view, std::string_view, std::string_view> cases[] = {
      {"digraph G {\n a -> b;\n}\n", "DOT", "gv2gml dir/x.in > dir/x.gml"},
      {"strict graph\n{ a -- b }", "DOT", "gv2gml"},
      {" {\"nodes\": []}", "JSON",
       "networkx.node_link_graph(d), sys.argv[2])\" dir/x.in dir/x.graphml"},
      {"title\n 5 1 1 3 0\nRUA            5     5    11\n(3I6) (11I3)\n", "Rutherford-Boeing",
       "scipy.io.hb_read"},
      {"title\n 5 1 1 3 0\nRSA            5     5    11\n(3I6) (11I3)\n", "Rutherford-Boeing",
       "a = a + s.tril(a, -1).T"},
      {"MATLAB 5.0 MAT-file, Platform: GLNXA64", "MATLAB", "scipy.io.loadmat"},
      {"\x89HDF\r\n\x1a\n"sv, "HDF5", "pandas.read_hdf"},
      {"SQLite format 3\0"sv, "SQLite", "sqlite3 -csv -header dir/x.in"},
      {"PK\x03\x04\x14\0\0\0[Content_Types].xml"sv, "a spreadsheet", "pandas.read_excel"},
      {"\x80\x04\x95"sv, "a pickle of Python", "pickle.load"},
      {"#BVGraph properties\n", "WebGraph", "ArcListASCIIGraph dir/x dir/x.arcs"},
  };
  for (const auto& [head, name, line] : cases) {
    const auto found = find_foreign_format("dir/x.in", head);
    ASSERT_TRUE(found) << name;
    EXPECT_THAT(found->name, HasSubstr(name));
    EXPECT_THAT(found->conversion, HasSubstr(line));
  }
  EXPECT_FALSE(find_foreign_format("x", "graph [\n node [ label \"{\" ] ]\n"));
  EXPECT_FALSE(find_foreign_format("x", "graphs have { edges\n"));
  EXPECT_FALSE(find_foreign_format("x", "0 1\n"));
  EXPECT_FALSE(find_foreign_format("x", ""));
}

TEST(ForeignFormats, PathsAreWordsOfAShell) {
  EXPECT_THAT(find_foreign_format("it's a.dot.gz", "graph {")->conversion,
              HasSubstr("gv2gml 'it'\\''s a.dot.gz' > 'it'\\''s a.gml'"));
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
