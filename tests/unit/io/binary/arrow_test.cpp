#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/writer.h>
#include <gtest/gtest.h>

#include "io/readers.hpp"
#include "support/compare_graphs.hpp"

namespace strider {
namespace {

std::shared_ptr<arrow::Array> numbers(const std::vector<std::int32_t>& values) {
  return std::make_shared<arrow::Int32Array>(static_cast<std::int64_t>(values.size()),
                                             arrow::Buffer::FromVector(values));
}

/// An uncompressed Arrow file of one batch, with padding behind it.
std::string file_of(const std::shared_ptr<arrow::Schema>& schema,
                    const arrow::ArrayVector& columns) {
  const auto sink = arrow::io::BufferOutputStream::Create().ValueOrDie();
  const auto writer = arrow::ipc::MakeFileWriter(sink, schema).ValueOrDie();
  const auto batch = arrow::RecordBatch::Make(schema, columns.front()->length(), columns);
  if (!writer->WriteRecordBatch(*batch).ok() || !writer->Close().ok()) return {};
  return sink->Finish().ValueOrDie()->ToString();
}

// The weight stands before the ends of the edges, and the text, which nothing reads, has an offset
// beyond its end.
TEST(Arrow, ReadsOnlyTheColumnsOfEdges) {
  const auto text = std::make_shared<arrow::StringArray>(
      2, arrow::Buffer::FromVector(std::vector<std::int32_t>{0, 99999, 2}),
      arrow::Buffer::FromString("ab"));
  const auto schema = arrow::schema(
      {arrow::field("weight", arrow::int32()), arrow::field("text", arrow::utf8()),
       arrow::field("target", arrow::int32()), arrow::field("source", arrow::int32())});
  std::string file = file_of(schema, {numbers({5, 6}), text, numbers({1, 2}), numbers({0, 1})});
  ASSERT_FALSE(file.empty());
  const std::size_t size = file.size();
  file.resize(size + kTextPadding, '\0');
  const NamedText input{"test", {file.data(), size}};

  const InputEdges edges = parse_arrow(input, {});
  EXPECT_EQ(test::to_vector(edges.list.edges.span()), (std::vector<Edge>{{0, 1}, {1, 2}}));
  const auto& weights = std::get<Array<std::uint32_t>>(edges.list.weights);
  EXPECT_EQ(test::to_vector(weights.span()), (std::vector<std::uint32_t>{5, 6}));

  const InputEdges unweighted = parse_arrow(input, {.weights = ReadWeights::kNo});
  EXPECT_EQ(test::to_vector(unweighted.list.edges.span()),
            test::to_vector(edges.list.edges.span()));
  EXPECT_EQ(unweighted.list.weights.index(), 0U);
  EXPECT_TRUE(unweighted.facts.weighted);
}

}  // namespace
}  // namespace strider
