#include "io/text/line_chunks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace strider {
namespace {

std::string lines_of_growing_length(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::string(static_cast<std::size_t>(i % 97), 'x') + '\n';
  return text;
}

TEST(LineChunks, CountsNewlines) {
  const std::string text = lines_of_growing_length(20'000);
  for (std::size_t begin = 0; begin < 70; ++begin) {
    const std::string_view part = std::string_view(text).substr(begin, text.size() - 3 * begin);
    EXPECT_EQ(count_newlines(part),
              static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n')));
  }
}

TEST(LineChunks, LinesOfTheWhole) {
  EXPECT_EQ(count_lines("", 2), 0U);
  EXPECT_EQ(count_lines("a", 2), 1U);
  EXPECT_EQ(count_lines("a\n", 2), 1U);
  EXPECT_EQ(count_lines("a\n\nb", 2), 3U);
}

TEST(LineChunks, ChunksAreWholeLinesInOrder) {
  const std::string text = lines_of_growing_length(100'000);
  ASSERT_GT(text.size(), std::size_t{4} << 20);
  const std::vector<LineChunk> chunks = cut_at_lines(text, 3);
  ASSERT_GT(chunks.size(), 3U);
  std::string joined;
  std::uint64_t lines = 0;
  for (const LineChunk& chunk : chunks) {
    EXPECT_EQ(chunk.text.back(), '\n');
    EXPECT_EQ(chunk.lines_before, lines);
    lines += chunk.lines;
    joined += chunk.text;
  }
  EXPECT_EQ(joined, text);
  EXPECT_EQ(lines, 100'000U);
}

TEST(LineChunks, ALineLongerThanAChunkStaysWhole) {
  std::string text(std::size_t{3} << 20, 'x');
  text += "\ny";
  const std::vector<LineChunk> chunks = cut_at_lines(text, 1);
  ASSERT_EQ(chunks.size(), 2U);
  EXPECT_EQ(chunks[1].text, "y");
}

TEST(LineChunks, SlicesHoldEveryLineOnce) {
  const std::string text = lines_of_growing_length(50) + "last";
  for (int parts = 1; parts < 400; parts += 7) {
    std::string joined;
    for (int part = 0; part < parts; ++part) joined += slice_of_lines(text, part, parts);
    EXPECT_EQ(joined, text) << parts;
  }
}

}  // namespace
}  // namespace strider
