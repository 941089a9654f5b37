#include "io/detect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/readers.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"

namespace strider {
namespace {

using testing::HasSubstr;

/// The format of a content that is padded as that of files is.
FileFormat detected(const std::string& name, std::string content) {
  const std::size_t size = content.size();
  content.resize(size + kTextPadding, '\0');
  return format_of_content(name, std::string_view(content).substr(0, size));
}

TEST(Detect, ContentBeforeName) {
  const std::pair<const char*, FileFormat> contents[] = {
      {"%%MatrixMarket matrix coordinate real general\n", FileFormat::kMatrixMarket},
      {"%%matrixmarket matrix array real general\n", FileFormat::kMatrixMarket},
      {"c roads\nc\n\np sp 3 4\n", FileFormat::kDimacs},
      {"p tw 3 4\n", FileFormat::kDimacs},
      {"graph [\n", FileFormat::kGml},
      {"# made by\nCreator \"x\"\nVersion 1\ngraph\n[\n", FileFormat::kGml},
      {"<?xml version=\"1.0\"?>\n<graphml>", FileFormat::kGraphMl},
      {"\xEF\xBB\xBF<graphml>", FileFormat::kGraphMl},
      {"<?xml version=\"1.0\"?>\n<gexf version=\"1.3\">", FileFormat::kGexf},
      {"*Vertices 3\n1 \"a\"\n", FileFormat::kPajek},
      {"% x\n\n*network y\n*vertices 1\n", FileFormat::kPajek},
      {">>graph6<<DQc\n", FileFormat::kGraph6},
      {">>digraph6<<&DI?AO?\n", FileFormat::kGraph6},
      {"\x93NUMPY\x01", FileFormat::kNpy},
      {"PK\x03\x04 x", FileFormat::kNpz},
      {"PAR1", FileFormat::kParquet},
      {"ARROW1", FileFormat::kArrow},
      {"0 1 0 0\n1 0 0 0\n0 0 0 1\n0 0 1 0\n", FileFormat::kMatrix},
      {"0 1\n", FileFormat::kEdgeList},
      {"# comment\n0 1\n", FileFormat::kEdgeList},
      {"c d\np sp 1 1\n", FileFormat::kDimacs},
      {"c d\np q\n", FileFormat::kEdgeList},
      {"", FileFormat::kEdgeList},
  };
  for (const auto& [content, format] : contents) {
    EXPECT_EQ(detected("x.txt", content), format) << content;
  }
  EXPECT_EQ(detected("x.graph", "%%MatrixMarket matrix\n"), FileFormat::kMatrixMarket);
}

TEST(Detect, NameWhereContentSaysNothing) {
  const char* const numbers = "3 2\n2\n1 3\n2\n";
  EXPECT_EQ(detected("a/x.graph", numbers), FileFormat::kMetis);
  EXPECT_EQ(detected("a/x.graph.gz", numbers), FileFormat::kMetis);
  EXPECT_EQ(detected("x.metis", numbers), FileFormat::kMetis);
  EXPECT_EQ(detected("x.mtx", numbers), FileFormat::kMatrixMarket);
  EXPECT_EQ(detected("x.gr", numbers), FileFormat::kDimacs);
  EXPECT_EQ(detected("x.csv", numbers), FileFormat::kEdgeList);
  EXPECT_EQ(detected("x.g6", "DQc\n"), FileFormat::kGraph6);
  EXPECT_EQ(detected("x.s6.gz", ":Fa@x^\n"), FileFormat::kGraph6);
  EXPECT_EQ(detected("x.lgl", "# a\nb\n"), FileFormat::kLgl);
  EXPECT_EQ(detected("x.net", "0 1\n"), FileFormat::kEdgeList);
  const char* const square = "0 1 0 0\n1 0 0 0\n0 0 0 1\n0 0 1 0\n";
  for (const char* const name : {"x.el", "x.wel", "x.edges.gz", "x.edgelist", "x.ncol"}) {
    EXPECT_EQ(detected(name, square), FileFormat::kEdgeList) << name;
  }
  for (const char* const name : {"x.csv", "x.net", "x.npy", "x"}) {
    EXPECT_EQ(detected(name, square), FileFormat::kMatrix) << name;
  }
}

TEST(Detect, BinaryFormatsByName) {
  EXPECT_EQ(format_of_name("x.sg"), FileFormat::kGapbs);
  EXPECT_EQ(format_of_name("x.wsg"), FileFormat::kGapbs);
  EXPECT_EQ(format_of_name("x.bin"), FileFormat::kGraph500);
  EXPECT_EQ(format_of_name("x.graph500"), FileFormat::kGraph500);
  EXPECT_EQ(format_of_name("x.v"), FileFormat::kLdbc);
  EXPECT_EQ(format_of_name("x.e.gz"), FileFormat::kLdbc);
  EXPECT_EQ(format_of_name("x.txt"), std::nullopt);
}

std::string refusal(const char* path, const std::string& text) {
  return test::message_of<InputError>([&] { static_cast<void>(detected(path, text)); });
}

TEST(Detect, EmptyFilesOfOtherFormatsAreRefused) {
  for (const char* const name : {"e.npz", "e.npy", "e.strider", "e.parquet", "e.net", "e.lgl"}) {
    EXPECT_THAT(refusal(name, ""), HasSubstr("is empty, so it is not")) << name;
  }
  EXPECT_EQ(detected("e.csv", ""), FileFormat::kEdgeList);
  EXPECT_EQ(detected("e", ""), FileFormat::kEdgeList);
}

TEST(Detect, TheSuffixOfDotDecidesOfATextThatIsNothingElse) {
  EXPECT_THAT(refusal("x.dot", "a -> b;\n"), HasSubstr("DOT"));
  EXPECT_THAT(refusal("x.gv.gz", "a -> b;\n"), HasSubstr("DOT"));
  EXPECT_EQ(detected("x.gv", "graph [\n"), FileFormat::kGml);
}

TEST(Detect, OtherXmlIsRefused) {
  EXPECT_THAT(refusal("x.html", "<!DOCTYPE html>\n<html><body/></html>\n"),
              HasSubstr("is XML, but neither GraphML nor GEXF"));
  EXPECT_EQ(detected("x", "<?xml version=\"1.0\"?>\n<g:gexf xmlns:g=\"x\"/>\n"), FileFormat::kGexf);
  EXPECT_EQ(detected("x", "<g:graphml xmlns:g=\"x\"/>\n"), FileFormat::kGraphMl);
}

TEST(Detect, KnownButNotReadIsRefusedByName) {
  const std::pair<std::string, const char*> refused[] = {
      {"title\n 5 1 1 3 0\nRUA            5     5    11\n(3I6) (11I3)\n", "Rutherford-Boeing"},
      {"digraph G {\n a -> b;\n}\n", "DOT"},
      {"{\"nodes\": []}", "JSON"},
      {std::string("0 1\0", 4), "is not text"},
  };
  for (const auto& [content, what] : refused) {
    const std::string why = refusal("file", content);
    EXPECT_TRUE(why.starts_with("file: ")) << why;
    EXPECT_THAT(why, HasSubstr(what));
  }
}

}  // namespace
}  // namespace strider
