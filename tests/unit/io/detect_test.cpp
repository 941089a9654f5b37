#include "io/detect.hpp"

#include <gtest/gtest.h>

#include "strider/error.hpp"

namespace strider {
namespace {

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
      {"0 1\n", FileFormat::kEdgeList},
      {"# comment\n0 1\n", FileFormat::kEdgeList},
      {"c d\np q\n", FileFormat::kDimacs},
      {"", FileFormat::kEdgeList},
  };
  for (const auto& [content, format] : contents) {
    EXPECT_EQ(format_of_content("x.txt", content), format) << content;
  }
  EXPECT_EQ(format_of_content("x.graph", "%%MatrixMarket matrix\n"), FileFormat::kMatrixMarket);
}

TEST(Detect, NameWhereContentSaysNothing) {
  const char* const numbers = "3 2\n2\n1 3\n2\n";
  EXPECT_EQ(format_of_content("a/x.graph", numbers), FileFormat::kMetis);
  EXPECT_EQ(format_of_content("a/x.graph.gz", numbers), FileFormat::kMetis);
  EXPECT_EQ(format_of_content("x.metis", numbers), FileFormat::kMetis);
  EXPECT_EQ(format_of_content("x.mtx", numbers), FileFormat::kMatrixMarket);
  EXPECT_EQ(format_of_content("x.gr", numbers), FileFormat::kDimacs);
  EXPECT_EQ(format_of_content("x.csv", numbers), FileFormat::kEdgeList);
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

TEST(Detect, KnownButNotReadIsRefusedByName) {
  const std::pair<std::string, const char*> refused[] = {
      {"*Vertices 3\n1 \"a\"\n", "Pajek"},
      {"title\n 5 1 1 3 0\nRUA            5     5    11\n(3I6) (11I3)\n", "Rutherford-Boeing"},
      {"digraph G {\n a -> b;\n}\n", "DOT"},
      {"{\"nodes\": []}", "JSON"},
      {std::string("0 1\0", 4), "is not text"},
  };
  for (const auto& [content, what] : refused) {
    try {
      static_cast<void>(format_of_content("file", content));
      ADD_FAILURE() << content;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("file: unknown format: "), std::string::npos);
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace strider
