#include "graph/layout/sections.hpp"

#include <fmt/format.h>

#include "strider/error.hpp"

namespace strider::detail {

void LayoutSections::add_bytes(std::string name, std::size_t element_bytes,
                               SharedArray<std::byte> bytes) {
  arrays_.push_back({std::move(name), element_bytes, std::move(bytes)});
}

void LayoutSections::add_scalar(std::string name, std::uint64_t value) {
  scalars_.push_back({std::move(name), value});
}

void LayoutSections::add_csr(const std::string& name, const Csr& csr) {
  add_array(name + ".offsets", csr.offsets());
  add_array(name + ".targets", csr.targets());
}

std::uint64_t LayoutSections::scalar(std::string_view name) const {
  for (const NamedScalar& scalar : scalars_) {
    if (scalar.name == name) return scalar.value;
  }
  throw InputError(origin_, 0, fmt::format("the layout does not have the number '{}'", name));
}

std::uint64_t LayoutSections::scalar(std::string_view name, std::uint64_t largest) const {
  const std::uint64_t value = scalar(name);
  if (value > largest) {
    throw InputError(
        origin_, 0,
        fmt::format("the layout's number '{}' is {}, expected at most {}", name, value, largest));
  }
  return value;
}

Csr LayoutSections::csr(const std::string& name, Vertex num_vertices) const {
  auto offsets = array<EdgeIndex>(name + ".offsets", num_vertices + std::size_t{1});
  auto targets = array<Vertex>(name + ".targets");
  if (offsets[0] != 0 || offsets[num_vertices] != targets.size()) {
    throw InputError(origin_, 0,
                     fmt::format("the layout's offsets '{}' do not span its targets", name));
  }
  return {std::move(offsets), std::move(targets)};
}

const LayoutSections::NamedArray& LayoutSections::find_array(std::string_view name,
                                                             std::size_t element_bytes) const {
  for (const NamedArray& array : arrays_) {
    if (array.name != name) continue;
    if (array.element_bytes != element_bytes) {
      throw InputError(origin_, 0,
                       fmt::format("the layout's array '{}' has elements of {} bytes, expected {}",
                                   name, array.element_bytes, element_bytes));
    }
    return array;
  }
  throw InputError(origin_, 0, fmt::format("the layout does not have the array '{}'", name));
}

void LayoutSections::refuse_size(std::string_view name, std::uint64_t found,
                                 std::uint64_t expected) const {
  throw InputError(
      origin_, 0,
      fmt::format("the layout's array '{}' has {} elements, expected {}", name, found, expected));
}

}  // namespace strider::detail
