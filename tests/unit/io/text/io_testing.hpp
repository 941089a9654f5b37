// Parsing texts of tests from memory.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "io/readers.hpp"
#include "strider/error.hpp"

namespace strider::io_testing {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using EdgeVector = std::vector<Edge>;
using Words = std::vector<std::string>;

/// A text with the padding that parsers rely on, in memory of its own so that sanitizers see reads
/// beyond that.
class PaddedText {
 public:
  explicit PaddedText(const std::string& text, std::string name = "test")
      : name_(std::move(name)), bytes_(text.begin(), text.end()) {
    bytes_.resize(text.size() + kTextPadding, '\0');
  }
  [[nodiscard]] NamedText named() const {
    return {name_, {bytes_.data(), bytes_.size() - kTextPadding}};
  }

 private:
  std::string name_;
  std::vector<char> bytes_;
};

using Parser = InputEdges (*)(const NamedText&, const ReadOptions&);

inline InputEdges parse(Parser parser, const std::string& text, const ReadOptions& options = {},
                        const std::string& name = "test") {
  return parser(PaddedText(text, name).named(), options);
}

/// The message of the InputError that `text` makes; fails the test where there is none.
inline std::string error_of(Parser parser, const std::string& text,
                            const ReadOptions& options = {}) {
  try {
    static_cast<void>(parse(parser, text, options));
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "expected an InputError for:\n" << text;
  return "";
}

inline InputEdges read_edge_list(const std::string& text, const ReadOptions& options = {},
                                 const std::string& name = "test") {
  return parse(parse_edge_list, text, options, name);
}
inline std::string edge_list_error(const std::string& text) {
  return error_of(parse_edge_list, text);
}

inline EdgeVector edges_of(const InputEdges& input) {
  return {input.list.edges.begin(), input.list.edges.end()};
}

inline Words labels_of(const InputEdges& input) {
  Words labels;
  for (Vertex v = 0; v < input.list.num_vertices; ++v) labels.push_back(input.list.labels.label(v));
  return labels;
}

template <class W>
std::vector<W> weights_of(const InputEdges& input) {
  const auto* weights = std::get_if<Array<W>>(&input.list.weights);
  if (weights == nullptr) {
    ADD_FAILURE() << "the weights are of another type, or there are none";
    return {};
  }
  return {weights->begin(), weights->end()};
}

}  // namespace strider::io_testing

namespace strider {
inline void PrintTo(const Edge& edge, std::ostream* out) {
  *out << edge.source << "->" << edge.target;
}
}  // namespace strider
