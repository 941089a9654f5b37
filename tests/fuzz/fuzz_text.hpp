// What the fuzz targets of the text parsers share.
#pragma once

#include <cstdint>
#include <cstdlib>
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
  const std::size_t weights = std::visit(
      [&](const auto& values) -> std::size_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return list.edges.size();
        } else {
          return values.size();
        }
      },
      list.weights);
  require(weights == list.edges.size());
  if (list.num_vertices > 0) require(!list.labels.label(list.num_vertices - 1).empty());
}

using Parser = InputEdges (*)(const NamedText&, const ReadOptions&);

/// Both with and without weights, and at two numbers of threads, the parser returns the same valid
/// list or throws a library error of one line.
inline int run(Parser parser, const std::uint8_t* data, std::size_t size,
               const ReadOptions& base = {}) {
  const FuzzText text(data, size);
  std::string first_error;
  std::size_t first_edges = 0;
  const auto attempt = [&](const ReadOptions& options, std::string& message, std::size_t& edges) {
    try {
      const InputEdges input = parser(text.named(), options);
      check(input);
      edges = input.list.edges.size();
    } catch (const MemoryError&) {
      message = "not enough memory";  // how much is free changes from one attempt to the next
    } catch (const Error& error) {
      message = error.what();
      require(message.find('\n') == std::string::npos);
    }
  };
  ReadOptions options = base;
  options.threads = 1;
  attempt(options, first_error, first_edges);
  std::string error;
  std::size_t edges = 0;
  options.threads = 2;
  attempt(options, error, edges);
  require(error == first_error && edges == first_edges);
  options.threads = 1;
  options.directedness = Directedness::kDirected;
  options.weights = ReadWeights::kNo;
  attempt(options, error, edges);
  return 0;
}

}  // namespace strider::fuzz
