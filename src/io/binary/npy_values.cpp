#include "io/binary/npy_values.hpp"

#include <atomic>
#include <optional>

#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace strider {
namespace {

/// 2^53: above it a double no longer tells neighbouring integers apart.
constexpr double kExactIntegers = 9007199254740992.0;

template <class T>
std::optional<std::uint64_t> to_number(T value) {
  if constexpr (std::is_integral_v<T>) {
    if (value < 0) return std::nullopt;
    return static_cast<std::uint64_t>(value);
  } else {
    const double number = to_double(value);
    if (!(number >= 0 && number <= kExactIntegers) || number != std::floor(number)) {
      return std::nullopt;
    }
    return static_cast<std::uint64_t>(number);
  }
}

template <class T>
std::string text_of(T value) {
  if constexpr (std::is_integral_v<T>) return std::to_string(value);
  return fmt::format("{}", to_double(value));
}

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
  require_memory(saturating_mul(column.size, sizeof(std::uint64_t)), "the numbers of an array");
  Array<std::uint64_t> numbers(column.size);
  with_npy_type(column, name, [&]<class T>() {
    for_each_element<T>(
        column, threads,
        [&](std::size_t i, T value) {
          const auto number = to_number(value);
          numbers[i] = number.value_or(0);
          return number && *number < limit;
        },
        [&](std::uint64_t i, T value) {
          const std::string found = text_of(value);
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
  require_memory(saturating_mul(column.size, sizeof(double)), "the weights of an array");
  Array<double> values(column.size);
  with_npy_type(column, name, [&]<class T>() {
    for_each_element<T>(
        column, threads,
        [&](std::size_t i, T value) {
          values[i] = to_double(value);
          return !std::isnan(values[i]);
        },
        [&](std::uint64_t i, T) {
          throw InputError(name, 0,
                           fmt::format("element {} is not a number: expected a weight", i));
        });
  });
  return values;
}

}  // namespace strider
