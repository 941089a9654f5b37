// Arrays on their way between numpy and the library.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "strider/array.hpp"
#include "strider/bfs.hpp"
#include "strider/graph.hpp"

namespace strider::python {

/// Any contiguous array of one dimension in the memory of the host. The package sees to shape,
/// alignment, order of bytes and kind of elements.
using HostArray =
    nanobind::ndarray<nanobind::ro, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// A build for AddressSanitizer borrows nothing.
inline constexpr bool kCopiesArrays = STRIDER_PYTHON_COPIES_ARRAYS != 0;

/// An array of the library, and whether it is the memory of the caller.
template <class T>
struct Taken {
  SharedArray<T> array;
  bool borrowed = false;
};

/// A Python object, which lives until the last of these is gone, on whatever thread that is.
using Owner = std::shared_ptr<const void>;
/// Called with the GIL.
Owner keep(nanobind::object object);

enum class Sharing : std::uint8_t { kBorrow, kCopy };

// These may run without the GIL.

/// Offsets of rows, of 32 or 64 bits. Those of 64 bits are borrowed if `sharing` allows it, and
/// others converted in parallel. `owner` is kept as long as its memory is used. Throws InputError
/// if one is negative.
Taken<EdgeIndex> take_offsets(const HostArray& offsets, Owner owner, Sharing sharing, int threads);
/// Vertices of 32 or 64 bits; those of 32 bits are borrowed. Throws InputError if one is negative
/// or not below `num_vertices`, as far as the width has room for such a number: check_csr does the
/// rest.
Taken<Vertex> take_vertices(const HostArray& vertices, std::uint64_t num_vertices, Owner owner,
                            Sharing sharing, int threads);

struct TakenWeights {
  SharedWeights weights;
  bool borrowed = false;
};
/// float32, float64 and uint32 are borrowed. Integers become uint32 if all fit, else float64 if all
/// are below 2^53 in magnitude; others throw InputError.
TakenWeights take_weights(const HostArray& weights, Owner owner, Sharing sharing, int threads);

/// A numpy array of one dimension.
template <class T>
using NumpyArray = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

/// A numpy array of `size` elements at `data`, which `owner` keeps until the array is gone.
template <class T, class Owner>
NumpyArray<T> to_numpy(T* data, std::size_t size, Owner&& owner) {
  auto kept = std::make_unique<std::decay_t<Owner>>(std::forward<Owner>(owner));
  const nanobind::capsule capsule(
      kept.get(), [](void* memory) noexcept { delete static_cast<std::decay_t<Owner>*>(memory); });
  static_cast<void>(kept.release());
  return NumpyArray<T>(data, {size}, capsule);
}
/// It owns its elements, and the caller may write them.
template <class T>
NumpyArray<T> to_numpy(Array<T>&& values) {
  T* const data = values.data();
  const std::size_t size = values.size();
  return to_numpy(data, size, std::move(values));
}
/// It is read-only: the copies of `values` share the memory.
template <class T>
NumpyArray<const T> to_numpy(const SharedArray<T>& values) {
  return to_numpy(values.data(), values.size(), values);
}

/// An object whose type depends on the data, for the stub.
template <class T>
nanobind::any to_any(T&& value) {
  return nanobind::steal<nanobind::any>(nanobind::cast(std::forward<T>(value)).release());
}

/// Vertices as numpy shows them: int32 with -1 for kNoVertex, or int64 where 2^31 - 1 and more are
/// vertices.
nanobind::any vertices_to_numpy(Array<Vertex>&& vertices, Vertex num_vertices);

/// Levels as numpy shows them: -1 for kUnreached.
Array<std::int32_t> signed_levels(LevelView levels, int threads);

}  // namespace strider::python
