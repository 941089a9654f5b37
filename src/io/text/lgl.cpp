// Large Graph Layout, .lgl: a line "# NAME" for a vertex, then a line "NAME [WEIGHT]" for each of
// its neighbours. A. T. Adai et al., J. Mol. Biol. 340 (2004).
#include <fmt/format.h>

#include "base/memory.hpp"
#include "io/edge_collector.hpp"
#include "io/readers.hpp"
#include "io/text/rows.hpp"
#include "io/text/text_labels.hpp"

namespace strider {
namespace {

class LglParser {
 public:
  LglParser(std::string_view text, ReadWeights weights)
      : at_(text.data()), end_(text.data() + text.size()), edges_(weights) {}

  InputEdges parse(const ReadOptions& options) {
    const auto skip_blank_lines = [this] {
      at_ = skip_to_row(at_, end_, [](const char* /*line*/) { return false; });
    };
    for (skip_blank_lines(); at_ < end_; skip_blank_lines()) read_line();
    InputEdges result;
    std::move(edges_).finish(result, options);
    result.facts.directedness_reason = ".lgl files are undirected";
    result.list.num_vertices = labels_.size();
    result.list.labels = labels_.numbers_or_words();
    return result;
  }

 private:
  std::string_view word() {
    const char* const start = at_ = skip_blanks(at_);
    while (!is_blank(*at_) && !is_line_end(*at_)) ++at_;
    if (at_ == start) fail_at(start, "expected the name of a vertex, found the end of the line");
    return {start, static_cast<std::size_t>(at_ - start)};
  }

  void read_line() {
    const char* const start = at_;
    if (*at_ == '#') {
      ++at_;
      vertex_ = labels_.number(word());
      return expect_line_end(at_, end_);
    }
    if (!vertex_) fail_at(start, "expected a line '# NAME' before the first neighbour");
    const Vertex neighbor = labels_.number(word());
    at_ = skip_blanks(at_);
    std::optional<double> weight;
    if (!is_line_end(*at_)) weight = expect_weight(at_).value;
    expect_line_end(at_, end_);
    if (edges_.size() == 0) weighted_ = weight.has_value();
    if (weight.has_value() != weighted_) {
      fail_at(start, "either all edges have a weight or none: the first one and this one differ");
    }
    edges_.add({*vertex_, neighbor}, Directedness::kUndirected, weight);
  }

  const char* at_;
  const char* end_;
  EdgeCollector edges_;
  TextLabels labels_;
  std::optional<Vertex> vertex_;
  bool weighted_ = false;
};

}  // namespace

InputEdges parse_lgl(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return LglParser(input.text, options.weights).parse(options); });
}

}  // namespace strider
