// A group of ranks and what they do together: typed, 64-bit counts, counted traffic.
//
// Calls marked collective must be made by all ranks of the communicator, in the same order. One
// thread a rank makes them. Element types are trivially copyable. Errors of MPI are thrown as
// CommError; they leave the ranks in a state from which only abort() leads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "comm/traffic.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::comm {

/// A failure inside MPI: no user's mistake.
class CommError : public Error {
 public:
  using Error::Error;
};

/// Throws CommError, naming `call`, where an MPI call returned an error.
void check(int mpi_result, const char* call);

enum class Reduction : std::uint8_t { kSum, kMin, kMax, kOr };

/// Types that all_reduce knows.
template <class T>
concept Reducible = std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::uint32_t> ||
    std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::int64_t> ||
    std::is_same_v<T, float> || std::is_same_v<T, double>;

template <class T>
concept Sendable = std::is_trivially_copyable_v<T>;

namespace detail {
enum class ScalarType : std::uint8_t { kUint8, kUint32, kUint64, kInt64, kFloat, kDouble };
template <Reducible T>
[[nodiscard]] constexpr ScalarType scalar_type() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return ScalarType::kUint8;
  if constexpr (std::is_same_v<T, std::uint32_t>) return ScalarType::kUint32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return ScalarType::kUint64;
  if constexpr (std::is_same_v<T, std::int64_t>) return ScalarType::kInt64;
  if constexpr (std::is_same_v<T, float>) return ScalarType::kFloat;
  if constexpr (std::is_same_v<T, double>) return ScalarType::kDouble;
}
}  // namespace detail

class Communicator {
 public:
  Communicator(Communicator&&) noexcept;
  Communicator& operator=(Communicator&&) noexcept;
  ~Communicator();

  /// All ranks of the job. Collective. Use Environment::world.
  [[nodiscard]] static Communicator duplicate_world();
  /// The ranks of a communicator by its Fortran handle. Collective over it.
  [[nodiscard]] static Communicator duplicate_fortran(int handle);

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  /// f(r) for every other rank, the next one first: where all ranks send in this order, no rank is
  /// sent to by all at once.
  template <class F>
  void for_each_other(F&& f) const {
    for (int r = (rank() + 1) % size(); r != rank(); r = (r + 1) % size()) f(r);
  }
  /// How many ranks share this rank's memory, of those that the first of the communicators that
  /// led to this one has: this one among them.
  [[nodiscard]] int ranks_on_node() const;
  /// Shared with the communicators that come from this one.
  [[nodiscard]] Traffic& traffic() const;

  // These throw MemoryError on all ranks.

  /// The ranks of equal colour, by key, then by rank here. Collective.
  [[nodiscard]] Communicator split(int colour, int key) const;
  /// The ranks that share this rank's memory. Collective.
  [[nodiscard]] Communicator split_by_node() const;
  /// A communicator of the same ranks, whose messages never match a receive of this one.
  /// Collective.
  [[nodiscard]] Communicator duplicate() const;

  /// Ends these ranks at once, with that exit status, and no others where MPI can.
  [[noreturn]] void abort(int exit_status) const;

  /// Collective.
  void barrier() const;

  /// In place, element by element. Collective.
  template <Reducible T>
  void all_reduce(std::span<T> values, Reduction reduction) const {
    all_reduce_bytes(values.data(), values.size(), detail::scalar_type<T>(), reduction);
  }
  template <Reducible T>
  [[nodiscard]] T all_reduce(T value, Reduction reduction) const {
    all_reduce(std::span<T>(&value, 1), reduction);
    return value;
  }
  /// The sum of `value` over lower ranks; 0 on rank 0. Collective.
  [[nodiscard]] std::uint64_t exclusive_sum(std::uint64_t value) const;

  /// From `root` to all. Collective.
  template <Sendable T>
  void broadcast(std::span<T> values, int root) const {
    broadcast_bytes(std::as_writable_bytes(values), root);
  }
  /// One value of each rank, by rank. Collective.
  template <Sendable T>
  [[nodiscard]] std::vector<T> all_gather(const T& value) const {
    std::vector<T> all(static_cast<std::size_t>(size()));
    all_gather_bytes(std::as_bytes(std::span<const T>(&value, 1)),
                     std::as_writable_bytes(std::span<T>(all)));
    return all;
  }
  /// The same into `all`, of as many elements as there are ranks. Collective.
  template <Sendable T>
  void all_gather(const T& value, std::span<T> all) const {
    all_gather_bytes(std::as_bytes(std::span<const T>(&value, 1)), std::as_writable_bytes(all));
  }
  /// The same of several elements, as many of each rank.
  template <Sendable T>
  void all_gather(std::span<const T> mine, std::span<T> all) const {
    all_gather_bytes(std::as_bytes(mine), std::as_writable_bytes(all));
  }
  /// A count of each rank, by rank, in memory that the communicator has; valid until the next call.
  /// Collective.
  [[nodiscard]] std::span<const std::uint64_t> gather_counts(std::uint64_t mine) const;

  /// Sends counts[r] elements to rank r: they lie in `elements` one rank after the other. Returns
  /// what came, by rank; received_counts[r] of them from rank r. Empty messages are not sent.
  /// Memory: what is returned. Collective. Throws MemoryError on this rank only, and leaves the
  /// others waiting: see checked_all_to_all (comm/collective_error.hpp).
  template <Sendable T>
  [[nodiscard]] Array<T> all_to_all(std::span<const T> elements,
                                    std::span<const std::uint64_t> counts,
                                    std::vector<std::uint64_t>& received_counts) const {
    received_counts = exchange_counts(counts);
    return answer(elements, counts, received_counts);
  }
  /// Answers to what was asked: counts[r] of them to rank r, which knows how many; this rank asked
  /// for asked[r] of its own. Those for rank r begin at answers[starts[r]], or, without starts, lie
  /// one rank after the other. Returns those that came, by rank. Throws as all_to_all. Collective.
  template <Sendable T>
  [[nodiscard]] Array<T> answer(std::span<const T> answers, std::span<const std::uint64_t> starts,
                                std::span<const std::uint64_t> counts,
                                std::span<const std::uint64_t> asked) const {
    reserve_messages(counts, asked, sizeof(T));
    std::uint64_t total = 0;
    for (const std::uint64_t count : asked) total += count;
    Array<T> received(total);
    all_to_all(answers, starts, counts, received.span(), asked);
    return received;
  }
  template <Sendable T>
  [[nodiscard]] Array<T> answer(std::span<const T> answers, std::span<const std::uint64_t> counts,
                                std::span<const std::uint64_t> asked) const {
    return answer(answers, {}, counts, asked);
  }
  /// counts[r] of this rank becomes an element of the result of rank r. Collective.
  [[nodiscard]] std::vector<std::uint64_t> exchange_counts(
      std::span<const std::uint64_t> counts) const;

  // The same in steps, of which one asks for memory.

  /// As many numbers to each rank, by rank: both spans have a multiple of size(). Collective.
  void exchange_counts(std::span<const std::uint64_t> counts,
                       std::span<std::uint64_t> received) const;
  /// Room for what MPI has to remember of the next all-to-all exchange. Throws MemoryError on this
  /// rank only.
  void reserve_messages(std::span<const std::uint64_t> counts,
                        std::span<const std::uint64_t> received_counts,
                        std::size_t element_size) const;
  /// As above; what will come is known. Precondition: reserve_messages with the same counts.
  /// Collective.
  template <Sendable T>
  void all_to_all(std::span<const T> elements, std::span<const std::uint64_t> counts,
                  std::span<T> received, std::span<const std::uint64_t> received_counts) const {
    all_to_all(elements, {}, counts, received, received_counts);
  }
  /// The same, where those for rank r begin at elements[starts[r]].
  template <Sendable T>
  void all_to_all(std::span<const T> elements, std::span<const std::uint64_t> starts,
                  std::span<const std::uint64_t> counts, std::span<T> received,
                  std::span<const std::uint64_t> received_counts) const {
    all_to_all_bytes(std::as_bytes(elements), starts, counts, std::as_writable_bytes(received),
                     received_counts, sizeof(T));
  }

  /// All ranks' parts of `all`, where rank r's is [starts[r], starts[r + 1]) and the own one is
  /// there already. If all parts together are longer than the largest message, each rank sends its
  /// own to every other one: reserve_messages comes first then. Collective.
  template <Sendable T>
  void all_gather_in_place(std::span<T> all, std::span<const std::uint64_t> starts) const {
    all_gather_in_place_bytes(std::as_writable_bytes(all), starts, sizeof(T));
  }

  /// Messages of more bytes are sent in parts: MPI counts with 32 bits. Tests make it small.
  void set_largest_message(std::size_t bytes);

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  explicit Communicator(std::unique_ptr<State> state);

  void all_reduce_bytes(void* values, std::size_t count, detail::ScalarType type,
                        Reduction reduction) const;
  void broadcast_bytes(std::span<std::byte> bytes, int root) const;
  void all_gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all) const;
  void all_gather_by_mpi(std::span<std::byte> all, std::span<const std::uint64_t> starts,
                         std::size_t element_size) const;
  void all_gather_in_place_bytes(std::span<std::byte> all, std::span<const std::uint64_t> starts,
                                 std::size_t element_size) const;
  void all_to_all_bytes(std::span<const std::byte> elements, std::span<const std::uint64_t> starts,
                        std::span<const std::uint64_t> counts, std::span<std::byte> received,
                        std::span<const std::uint64_t> received_counts,
                        std::size_t element_size) const;

  std::unique_ptr<State> state_;
};

}  // namespace strider::comm
