#include "io/binary/npy_values.hpp"

#include <atomic>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "io/edge_table.hpp"

namespace strider {
namespace {

/// store(i, element) for each element; where it returns false, refuse(i, element) for the first
/// such element, which is the same for any number of threads.
template <class T, class Store, class Refuse>
void for_each_element(const NpyColumn& column, int threads, const Store& store,
                      const Refuse& refuse) {
  std::atomic<std::uint64_t> first_refused{column.size};
  parallel_chunks(column.size, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      if (store(i, npy_element<T>(column, i))) continue;
      std::uint64_t first = first_refused;
      while (i < first && !first_refused.compare_exchange_weak(first, i)) {
      }
      return;
    }
  });
  if (first_refused < column.size) {
    refuse(first_refused.load(), npy_element<T>(column, first_refused));
  }
}

}  // namespace

Array<std::uint64_t> npy_numbers(const NpyColumn& column, std::uint64_t limit,
                                 const std::string& name, int threads) {
  auto numbers = detail::take_array<Array<std::uint64_t>>(column.size, "the numbers of an array");
  with_npy_type(column, name, [&]<class T>() {
    for_each_element<T>(
        column, threads,
        [&](std::size_t i, auto value) {
          const auto number = vertex_number(value);
          numbers[i] = number.value_or(0);
          return number && *number < limit;
        },
        [&](std::uint64_t i, auto value) {
          const std::string found = fmt::format("{}", value);
          throw InputError(
              name, 0,
              limit == ~std::uint64_t{0}
                  ? fmt::format("element {} is {}: expected a vertex number from 0", i, found)
                  : fmt::format("element {} is {}: expected a number below {}", i, found, limit));
        });
  });
  return numbers;
}

Array<double> npy_values(const NpyColumn& column, const std::string& name, int threads) {
  auto values = detail::take_array<Array<double>>(column.size, "the weights of an array");
  with_npy_type(column, name, [&]<class T>() {
    for_each_element<T>(
        column, threads,
        [&](std::size_t i, auto value) {
          values[i] = static_cast<double>(value);
          return !std::isnan(values[i]);
        },
        [&](std::uint64_t i, auto) {
          throw InputError(name, 0,
                           fmt::format("element {} is not a number: expected a weight", i));
        });
  });
  return values;
}

}  // namespace strider
