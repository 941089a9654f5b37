// If one rank throws, every rank throws the same error.
//
// A rank that throws by itself leaves the others waiting for its messages. What may fail on some
// ranks only (an allocation, a slice of a file) is therefore done without communication, and then
// all ranks exchange whether it failed, before they continue.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::comm {

/// What all errors that every rank throws together have in common, besides their types.
class CollectiveError {
 public:
  explicit CollectiveError(int num_ranks) : num_ranks_(num_ranks) {}
  CollectiveError(const CollectiveError&) = default;
  CollectiveError& operator=(const CollectiveError&) = default;
  virtual ~CollectiveError() = default;
  /// The number of ranks that threw it: the size of their communicator.
  [[nodiscard]] int num_ranks() const { return num_ranks_; }

 private:
  int num_ranks_;
};

/// Whether all ranks of `comm` threw this error together.
[[nodiscard]] bool is_collective(const std::exception& error, const Communicator& comm);

/// Every rank says how it fared, null for well. Returns where all did; else throws on all ranks
/// the error of the lowest rank that failed: of the same type where that is one of
/// strider/error.hpp (std::bad_alloc becomes MemoryError, others become Error), with "rank 3: "
/// before its message unless all ranks failed with the same one. A CommError is thrown at once:
/// there is no talking about it. Where there is no memory for words either, the others still learn
/// of it, and an error may be a std::bad_alloc. Collective; one all-reduce where all is well.
void throw_on_all_ranks(const Communicator& comm, const std::exception_ptr& error);

/// What a rank does by itself until all ranks say how they fared. After a failure it attempts
/// nothing more, and takes part in what is collective all the same: others wait for it.
class Attempts {
 public:
  /// Runs `body` unless something failed before. Returns what it returned, or, where it failed or
  /// was not run, a default. Throws a CommError at once: there is no talking about it.
  template <class F>
  std::invoke_result_t<F> run(F&& body) {
    if (have_failed()) return std::invoke_result_t<F>();
    return take_part(body);
  }
  /// Runs `body` in any case: it is collective, and may fail on this rank only.
  template <class F>
  std::invoke_result_t<F> take_part(F&& body) {
    try {
      return body();
    } catch (const CommError&) {
      throw;
    } catch (...) {
      if (!have_failed()) error_ = std::current_exception();
      return std::invoke_result_t<F>();
    }
  }
  [[nodiscard]] bool have_failed() const { return error_ != nullptr; }
  /// As the function of that name, of what failed, which it forgets. Collective.
  void throw_on_all_ranks(const Communicator& comm) {
    comm::throw_on_all_ranks(comm, std::exchange(error_, nullptr));
  }
  void forget() { error_ = nullptr; }

 private:
  std::exception_ptr error_;
};

/// In place of a number of vertices, or of edges, it says, in the sum over fewer than 2^20 ranks,
/// that one of them may have failed: throw_on_all_ranks() tells. No known graph has as many
/// vertices.
inline constexpr std::uint64_t kMayHaveFailed = std::uint64_t{1} << 44U;

/// Runs `body`, which must not communicate, on each rank; if it throws on any rank, all ranks
/// throw, as throw_on_all_ranks says. Returns what body returned. Collective.
template <class F>
std::invoke_result_t<F> try_on_all_ranks(const Communicator& comm, F&& body) {
  using Result = std::invoke_result_t<F>;
  if constexpr (std::is_void_v<Result>) {
    Attempts attempts;
    attempts.run(body);
    attempts.throw_on_all_ranks(comm);
  } else {
    std::optional<Result> result;
    try_on_all_ranks(comm, [&] { result.emplace(std::forward<F>(body)()); });
    return std::move(*result);
  }
}

/// Who gets something in an exchange.
enum class Receivers : std::uint8_t {
  kAll,  ///< the ranks of a machine as much as this one, or so
  kSome  ///< this rank only, or others besides: each asks for what it gets itself
};

namespace detail {
/// The sum of `counts`, elements of that size, for which this rank and the others of its machine
/// that receive must have the memory. Throws MemoryError on this rank only.
[[nodiscard]] std::uint64_t require_room(const Communicator& comm,
                                         std::span<const std::uint64_t> counts,
                                         std::size_t element_size, Receivers receivers);
}  // namespace detail

/// As Communicator::all_to_all into `received_counts`, of as many elements as there are ranks; but
/// all ranks check that the memory for the received elements is free before anything is sent:
/// throws MemoryError on all ranks.
/// Asks for no memory before that. One all-reduce more. Collective.
template <Sendable T>
[[nodiscard]] Array<T> checked_all_to_all(const Communicator& comm, std::span<const T> elements,
                                          std::span<const std::uint64_t> counts,
                                          std::span<std::uint64_t> received_counts,
                                          Receivers receivers = Receivers::kAll) {
  comm.exchange_counts(counts, received_counts);
  Array<T> received = try_on_all_ranks(comm, [&] {
    comm.reserve_messages(counts, received_counts, sizeof(T));
    return Array<T>(detail::require_room(comm, received_counts, sizeof(T), receivers));
  });
  comm.all_to_all(elements, counts, received.span(), received_counts);
  return received;
}

/// What all ranks have, by rank. Throws MemoryError on all ranks. Collective.
template <Sendable T>
[[nodiscard]] Array<T> checked_all_gather(const Communicator& comm, std::span<const T> mine) {
  const std::span<const std::uint64_t> counts = comm.gather_counts(mine.size());
  std::vector<std::uint64_t> starts;
  Array<T> all = try_on_all_ranks(comm, [&] {
    starts.assign(1, 0);
    for (const std::uint64_t count : counts) starts.push_back(starts.back() + count);
    const std::vector<std::uint64_t> to_each(counts.size(), mine.size());
    comm.reserve_messages(to_each, counts, sizeof(T));
    Array<T> room(detail::require_room(comm, counts, sizeof(T), Receivers::kAll));
    std::ranges::copy(mine, room.begin() + starts[static_cast<std::size_t>(comm.rank())]);
    return room;
  });
  comm.all_gather_in_place(all.span(), std::span<const std::uint64_t>(starts));
  return all;
}

}  // namespace strider::comm
