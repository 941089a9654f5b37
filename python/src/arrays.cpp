#include "arrays.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#include "base/parallel.hpp"
#include "strider/error.hpp"
#include "strider/threads.hpp"

namespace nb = nanobind;

namespace strider::python {
namespace {

/// The smallest page of a machine that the library runs on.
constexpr std::uintptr_t kPageBytes = 4096;

/// Whether kArrayPadding bytes behind the array are readable: those of its last page are.
bool has_padding(const HostArray& array) {
  if (kCopiesArrays || array.nbytes() == 0) return false;
  const auto end = reinterpret_cast<std::uintptr_t>(array.data()) + array.nbytes();
  return (end - 1) / kPageBytes == (end + kArrayPadding - 1) / kPageBytes;
}

template <class T>
std::span<const T> elements(const HostArray& array) {
  return {static_cast<const T*>(array.data()), array.size()};
}

/// body(elements) in the type that the array has; types that the package does not pass are refused.
template <class F>
auto with_elements(const HostArray& array, const char* what, F&& body) {
  const nb::dlpack::dtype type = array.dtype();
  if (type == nb::dtype<std::int32_t>()) return body(elements<std::int32_t>(array));
  if (type == nb::dtype<std::uint32_t>()) return body(elements<std::uint32_t>(array));
  if (type == nb::dtype<std::int64_t>()) return body(elements<std::int64_t>(array));
  if (type == nb::dtype<std::uint64_t>()) return body(elements<std::uint64_t>(array));
  throw InputError(std::string(what) + " must be integers of 32 or 64 bits");
}

/// The array of the caller as it is, read as T of the same width.
template <class T>
SharedArray<T> borrow(const HostArray& array, Owner owner) {
  return {std::move(owner), elements<T>(array)};
}

/// Copies `from`, each element to T. Throws InputError if one is not in [0, limit).
template <class T, class S>
Array<T> convert(std::span<const S> from, std::uint64_t limit, const std::string& what,
                 int threads) {
  Array<T> to(from.size());
  parallel_chunks(
      from.size(), resolve_threads(threads), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
          // A negative number is a large one without its sign.
          const auto value = static_cast<std::uint64_t>(from[i]);
          if (value >= limit) {
            throw InputError(what + " " + std::to_string(from[i]) + ", entry " + std::to_string(i) +
                             ", is not in the range 0 to " + std::to_string(limit - 1));
          }
          to[i] = static_cast<T>(value);
        }
      });
  return to;
}

/// Borrows an array of T's width, converts one of the other.
template <class T>
Taken<T> take(const HostArray& array, std::uint64_t limit, const std::string& what, Owner owner,
              Sharing sharing, int threads) {
  return with_elements(array, what.c_str(), [&](const auto& from) -> Taken<T> {
    using S = typename std::decay_t<decltype(from)>::value_type;
    if (sizeof(S) == sizeof(T) && sharing == Sharing::kBorrow && has_padding(array)) {
      return {borrow<T>(array, std::move(owner)), true};
    }
    return {convert<T>(from, limit, what, threads), false};
  });
}

/// The smallest and the largest of some integers.
template <class S>
std::pair<S, S> bounds(std::span<const S> values, int threads) {
  std::pair<S, S> all{std::numeric_limits<S>::max(), std::numeric_limits<S>::lowest()};
  std::mutex merging;
  parallel_chunks(
      values.size(), resolve_threads(threads), [&](std::size_t begin, std::size_t end, int) {
        const auto [low, high] = std::minmax_element(values.begin() + begin, values.begin() + end);
        const std::lock_guard lock(merging);
        all = {std::min(all.first, *low), std::max(all.second, *high)};
      });
  return all;
}

template <class S>
SharedWeights convert_integers(std::span<const S> from, int threads) {
  if (from.empty()) return SharedArray<std::uint32_t>(Array<std::uint32_t>(0));
  const auto [low, high] = bounds(from, threads);
  if (std::cmp_greater_equal(low, 0) &&
      std::cmp_less_equal(high, std::numeric_limits<std::uint32_t>::max())) {
    return SharedArray<std::uint32_t>(
        convert<std::uint32_t>(from, std::uint64_t{1} << 32U, "weight", threads));
  }
  constexpr std::int64_t kExact = std::int64_t{1} << 53U;  // a double holds all integers up to it
  if (std::cmp_less(low, -kExact) || std::cmp_greater(high, kExact)) {
    throw InputError(
        "a weight is an integer beyond 2^53, which no number of the library holds exactly: "
        "convert the weights to float64 to round them");
  }
  Array<double> to(from.size());
  parallel_chunks(from.size(), resolve_threads(threads),
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t i = begin; i < end; ++i) to[i] = static_cast<double>(from[i]);
                  });
  return SharedArray<double>(std::move(to));
}

template <class T>
TakenWeights take_reals(const HostArray& array, Owner owner, Sharing sharing) {
  if (sharing == Sharing::kBorrow && has_padding(array)) {
    return {borrow<T>(array, std::move(owner)), true};
  }
  return {SharedArray<T>(Array<T>::copy_of(elements<T>(array))), false};
}

}  // namespace

Owner keep(nb::object object) {
  return {object.release().ptr(), [](const void* kept) {
            if (!nb::is_alive()) return;
            const nb::gil_scoped_acquire acquired;
            nb::handle(static_cast<PyObject*>(const_cast<void*>(kept))).dec_ref();
          }};
}

Taken<EdgeIndex> take_offsets(const HostArray& offsets, Owner owner, Sharing sharing, int threads) {
  return take<EdgeIndex>(offsets, std::uint64_t{1} << 63U, "offset", std::move(owner), sharing,
                         threads);
}

Taken<Vertex> take_vertices(const HostArray& vertices, std::uint64_t num_vertices, Owner owner,
                            Sharing sharing, int threads) {
  return take<Vertex>(vertices, num_vertices, "vertex", std::move(owner), sharing, threads);
}

TakenWeights take_weights(const HostArray& weights, Owner owner, Sharing sharing, int threads) {
  const nb::dlpack::dtype type = weights.dtype();
  if (type == nb::dtype<float>()) return take_reals<float>(weights, std::move(owner), sharing);
  if (type == nb::dtype<double>()) return take_reals<double>(weights, std::move(owner), sharing);
  if (type == nb::dtype<std::uint32_t>()) {
    return take_reals<std::uint32_t>(weights, std::move(owner), sharing);
  }
  return with_elements(weights, "weights", [&](const auto& from) -> TakenWeights {
    return {convert_integers(from, threads), false};
  });
}

nb::any vertices_to_numpy(Array<Vertex>&& vertices, Vertex num_vertices) {
  if (num_vertices <= static_cast<Vertex>(std::numeric_limits<std::int32_t>::max())) {
    // kNoVertex has the bits of -1.
    auto* const data = reinterpret_cast<std::int32_t*>(vertices.data());
    const std::size_t size = vertices.size();
    return to_any(to_numpy(data, size, std::move(vertices)));
  }
  Array<std::int64_t> wide(vertices.size());
  parallel_chunks(vertices.size(), resolve_threads(0),
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t i = begin; i < end; ++i) {
                      wide[i] = vertices[i] == kNoVertex ? -1 : std::int64_t{vertices[i]};
                    }
                  });
  return to_any(to_numpy(std::move(wide)));
}

Array<std::int32_t> signed_levels(LevelView levels, int threads) {
  Array<std::int32_t> numbers(levels.size());
  parallel_chunks(levels.size(), resolve_threads(threads),
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t v = begin; v < end; ++v) {
                      // kUnreached has the bits of -1.
                      numbers[v] = static_cast<std::int32_t>(levels[static_cast<Vertex>(v)]);
                    }
                  });
  return numbers;
}

}  // namespace strider::python
