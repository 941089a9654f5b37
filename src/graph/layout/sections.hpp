// How a layout goes into a native container and comes back: as named arrays and numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

struct DegreeLayout;
struct LocalityLayout;

/// The parts of a layout by name. Arrays share storage with the layout, or with the mapped file.
class LayoutSections {
 public:
  struct NamedArray {
    std::string name;
    std::size_t element_bytes;
    SharedArray<std::byte> bytes;
  };
  struct NamedScalar {
    std::string name;
    std::uint64_t value;
  };

  /// `origin` is named by the errors of the getters below: the file's path.
  explicit LayoutSections(std::string origin = "a layout") : origin_(std::move(origin)) {}

  /// Names are at most kMaxNameBytes long and differ from one another.
  template <class T>
  void add_array(std::string name, const SharedArray<T>& array) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kSectionAlignment);
    add_bytes(std::move(name), sizeof(T),
              SharedArray<std::byte>(std::make_shared<const SharedArray<T>>(array),
                                     std::as_bytes(array.span())));
  }
  void add_bytes(std::string name, std::size_t element_bytes, SharedArray<std::byte> bytes);
  void add_scalar(std::string name, std::uint64_t value);
  /// Two arrays, NAME.offsets and NAME.targets.
  void add_csr(const std::string& name, const Csr& csr);

  /// The array of that name. Throws InputError where it is missing or its elements are not as large
  /// as T. O(1): the content is not looked at.
  template <class T>
  [[nodiscard]] SharedArray<T> array(std::string_view name) const {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kSectionAlignment);
    const NamedArray& found = find_array(name, sizeof(T));
    const std::span<const T> view(reinterpret_cast<const T*>(found.bytes.data()),
                                  found.bytes.size() / sizeof(T));
    return {std::make_shared<const SharedArray<std::byte>>(found.bytes), view};
  }
  /// The same; throws InputError too where it has not `size` elements.
  template <class T>
  [[nodiscard]] SharedArray<T> array(std::string_view name, std::size_t size) const {
    SharedArray<T> found = array<T>(name);
    if (found.size() != size) refuse_size(name, found.size(), size);
    return found;
  }
  /// Throws InputError where it is missing.
  [[nodiscard]] std::uint64_t scalar(std::string_view name) const;
  /// The same; throws InputError too where it is above `largest`.
  [[nodiscard]] std::uint64_t scalar(std::string_view name, std::uint64_t largest) const;
  /// Throws InputError where it is missing, or where the offsets are not those of num_vertices
  /// vertices and do not go from 0 to the number of targets.
  [[nodiscard]] Csr csr(const std::string& name, Vertex num_vertices) const;

  [[nodiscard]] const std::vector<NamedArray>& arrays() const { return arrays_; }
  [[nodiscard]] const std::vector<NamedScalar>& scalars() const { return scalars_; }
  [[nodiscard]] const std::string& origin() const { return origin_; }

  static constexpr std::size_t kMaxNameBytes = 23;
  /// Arrays lie at multiples of this, in memory and in files.
  static constexpr std::size_t kSectionAlignment = 64;

 private:
  [[nodiscard]] const NamedArray& find_array(std::string_view name,
                                             std::size_t element_bytes) const;
  [[noreturn]] void refuse_size(std::string_view name, std::uint64_t found,
                                std::uint64_t expected) const;

  std::string origin_;
  std::vector<NamedArray> arrays_;
  std::vector<NamedScalar> scalars_;
};

/// The parts of a layout, sharing its storage. O(1) a part.
[[nodiscard]] LayoutSections to_sections(const DegreeLayout& layout);
[[nodiscard]] LayoutSections to_sections(const LocalityLayout& layout);

/// The layout of those parts, sharing their storage. `graph` is the one that it was made of. Checks
/// sizes and scalars only, in O(1) a part: the arrays may be mapped and are not touched. Throws
/// InputError.
[[nodiscard]] std::shared_ptr<const DegreeLayout> degree_layout_from_sections(
    const LayoutSections& sections, const Graph& graph);
[[nodiscard]] std::shared_ptr<const LocalityLayout> locality_layout_from_sections(
    const LayoutSections& sections, const Graph& graph);

}  // namespace strider::detail
