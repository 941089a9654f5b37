// What the input calls the vertices of a graph that ranks share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "ranks/input/number_dictionary.hpp"
#include "strider/array.hpp"
#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A bijection between vertices and labels. Copies share storage.
class VertexNames {
 public:
  /// Labels that every rank knows without asking another: dense ones, or those in a mapped file.
  VertexNames(Labels labels = {})  // NOLINT(google-explicit-constructor): labels are names
      : labels_(std::move(labels)) {}
  /// The numbers of a dictionary.
  explicit VertexNames(std::shared_ptr<const NumberDictionary> numbers)
      : numbers_(std::move(numbers)) {}

  [[nodiscard]] LabelKind kind() const { return numbers_ ? LabelKind::kSparse : labels_.kind(); }
  /// The labels, where a rank can name any vertex by itself; else null: ask numbers_of().
  [[nodiscard]] const Labels* labels() const { return numbers_ ? nullptr : &labels_; }

  /// The labels of any vertices of the graph, in their order. Precondition: kind() is not kText.
  /// Memory: 16 bytes a vertex asked for. Collective.
  [[nodiscard]] Array<std::uint64_t> numbers_of(const comm::Communicator& comm,
                                                std::span<const GlobalVertex> vertices) const;
  /// Their names as texts, of any kind. Collective.
  [[nodiscard]] std::vector<std::string> labels_of(const comm::Communicator& comm,
                                                   std::span<const GlobalVertex> vertices) const;
  /// The vertex of that label among num_vertices, if there is one. Of words and of numbers in no
  /// order the first call makes an index. Precondition: labels() is not null.
  [[nodiscard]] std::optional<GlobalVertex> find_here(std::string_view label,
                                                      std::uint64_t num_vertices) const;
  /// The numbers; null where labels() is not.
  [[nodiscard]] const NumberDictionary* dictionary() const { return numbers_.get(); }
  /// The vertex of that label among num_vertices, if there is one; the same answer on all ranks.
  /// Collective.
  [[nodiscard]] std::optional<GlobalVertex> find(const comm::Communicator& comm,
                                                 std::string_view label,
                                                 std::uint64_t num_vertices) const;

 private:
  Labels labels_;
  std::shared_ptr<const NumberDictionary> numbers_;
};

}  // namespace strider::detail
