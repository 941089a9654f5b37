// What the fuzz targets of the text parsers share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/readers.hpp"
#include "strider/error.hpp"

namespace strider::fuzz {

/// A copy of the bytes with padding behind it, so that the sanitizer sees reads beyond that.
class FuzzText {
 public:
  FuzzText(const std::uint8_t* data, std::size_t size) : bytes_(data, data + size), size_(size) {
    bytes_.resize(size + kTextPadding, '\0');
  }
  [[nodiscard]] NamedText named() const { return {"fuzz", {bytes_.data(), size_}}; }

 private:
  std::vector<char> bytes_;
  std::size_t size_;
};

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// What holds of every list that a parser returns.
inline void check(const InputEdges& input) {
  const EdgeList& list = input.list;
  for (const Edge& edge : list.edges) {
    require(edge.source < list.num_vertices && edge.target < list.num_vertices);
  }
  std::visit(
      [&](const auto& values) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          require(values.size() == list.edges.size());
          for (const auto value : values) require(!std::isnan(static_cast<double>(value)));
        }
      },
      list.weights);
  if (list.num_vertices > 0) require(!list.labels.label(list.num_vertices - 1).empty());
}

inline bool same_elements(const auto& one, const auto& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

inline bool same_labels(const Labels& one, const Labels& other) {
  if (one.kind() != other.kind()) return false;
  switch (one.kind()) {
    case LabelKind::kDense:
      return one.base() == other.base();
    case LabelKind::kSparse:
      return same_elements(one.numbers().span(), other.numbers().span());
    case LabelKind::kText:
      return same_elements(one.text_offsets().span(), other.text_offsets().span()) &&
             same_elements(one.arena().span(), other.arena().span());
  }
  return false;
}

inline bool same_vertices(const EdgeList& one, const EdgeList& other) {
  return one.num_vertices == other.num_vertices && one.directedness == other.directedness &&
         same_labels(one.labels, other.labels);
}

inline bool same_weights(const EdgeList& one, const EdgeList& other) {
  if (one.weights.index() != other.weights.index()) return false;
  return std::visit(
      [&](const auto& values) {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return true;
        } else {
          return same_elements(values, std::get<std::decay_t<decltype(values)>>(other.weights));
        }
      },
      one.weights);
}

using Parser = InputEdges (*)(const NamedText&, const ReadOptions&);

/// A list, or why there is none.
struct Parsed {
  std::optional<InputEdges> input;
  std::string error;
};

/// How much memory is free changes from one attempt to the next.
constexpr const char* kNoMemory = "not enough memory";

inline Parsed parse(Parser parser, const NamedText& text, const ReadOptions& options) {
  try {
    Parsed parsed{parser(text, options), {}};
    check(*parsed.input);
    return parsed;
  } catch (const MemoryError&) {
    return {{}, kNoMemory};
  } catch (const Error& error) {
    const std::string message = error.what();
    require(!message.empty() && message.find('\n') == std::string::npos);
    return {{}, message};
  }
}

/// METIS keeps both ends of an undirected edge if their weights differ.
enum class EdgesFollow : std::uint8_t { kRows, kWeights };

/// At two numbers of threads the parser returns the same valid list, or throws the same library
/// error of one line. Without weights it returns the same edges, and throws only where it throws
/// with weights.
inline int run(Parser parser, const std::uint8_t* data, std::size_t size,
               const ReadOptions& base = {}, EdgesFollow edges = EdgesFollow::kRows) {
  const FuzzText text(data, size);
  ReadOptions options = base;
  options.threads = 1;
  const Parsed first = parse(parser, text.named(), options);
  options.threads = 2;
  const Parsed second = parse(parser, text.named(), options);
  require(first.error == second.error);
  if (first.input) {
    require(same_vertices(first.input->list, second.input->list));
    require(same_elements(first.input->list.edges, second.input->list.edges));
    require(same_weights(first.input->list, second.input->list));
  }
  options.threads = 1;
  options.weights = ReadWeights::kNo;
  const Parsed unweighted = parse(parser, text.named(), options);
  require(unweighted.error == kNoMemory || unweighted.error.empty() || !first.input);
  if (unweighted.input) {
    require(unweighted.input->list.weights.index() == 0);
    if (first.input) {
      require(same_vertices(first.input->list, unweighted.input->list));
      require(edges == EdgesFollow::kWeights ||
              same_elements(first.input->list.edges, unweighted.input->list.edges));
    }
  }
  options.directedness = Directedness::kDirected;
  (void)parse(parser, text.named(), options);
  return 0;
}

}  // namespace strider::fuzz
