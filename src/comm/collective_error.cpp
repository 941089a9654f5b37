#include "comm/collective_error.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <new>
#include <numeric>
#include <string_view>

#include "base/memory.hpp"

namespace strider::comm {
namespace {

enum class Kind : std::uint8_t {
  kOther,
  kUsage,
  kInput,
  kWeight,
  kMemory,
  kUnavailable,
  kInterrupted
};

/// An error as it travels: this, then its message.
struct Failure {
  Kind kind = Kind::kOther;
  std::uint64_t needed_bytes = 0;
  std::uint64_t free_bytes = 0;
  std::uint64_t length = 0;
};

template <class E>
class Collective : public E, public CollectiveError {
 public:
  template <class... Arguments>
  explicit Collective(int num_ranks, const Arguments&... arguments)
      : E(arguments...), CollectiveError(num_ranks) {}
};

Kind kind_of(const std::exception& error) {
  // The more special first.
  if (dynamic_cast<const WeightError*>(&error) != nullptr) return Kind::kWeight;
  if (dynamic_cast<const InputError*>(&error) != nullptr) return Kind::kInput;
  if (dynamic_cast<const UsageError*>(&error) != nullptr) return Kind::kUsage;
  if (dynamic_cast<const UnavailableError*>(&error) != nullptr) return Kind::kUnavailable;
  if (dynamic_cast<const InterruptedError*>(&error) != nullptr) return Kind::kInterrupted;
  return Kind::kOther;
}

/// What the failure of this rank is, and its message, which `error` owns: there may be no memory
/// for another copy.
Failure describe(const std::exception_ptr& error, std::string_view& message) {
  Failure failure;
  try {
    std::rethrow_exception(error);
  } catch (const CommError&) {
    throw;
  } catch (const MemoryError& memory) {
    failure = {Kind::kMemory, memory.needed_bytes(), memory.free_bytes(), 0};
    message = memory.what();
  } catch (const std::bad_alloc&) {
    failure.kind = Kind::kMemory;
    message = "not enough memory: an allocation failed";
  } catch (const std::exception& other) {
    failure.kind = kind_of(other);
    message = other.what();
  } catch (...) {
    message = "an error of unknown type";
  }
  failure.length = message.size();
  return failure;
}

/// The root's message, as far as there is memory for it. Collective, whatever happens: so it is no
/// checked_broadcast, which throws where there is none.
std::string broadcast_message(const Communicator& comm, std::string_view message,
                              std::uint64_t length, int root) {
  std::string copy;
  try {
    copy.reserve(length);
  } catch (const std::bad_alloc&) {
    // What there is room for.
  }
  std::array<char, 512> part{};
  for (std::size_t at = 0; at < length; at += part.size()) {
    const std::size_t size = std::min<std::size_t>(part.size(), length - at);
    if (comm.rank() == root) std::copy_n(message.data() + at, size, part.data());
    comm.broadcast(std::span<char>(part).first(size), root);
    copy.append(part.data(), std::min(size, copy.capacity() - copy.size()));
  }
  return copy;
}

[[noreturn]] void throw_collective(const Failure& failure, const std::string& message,
                                   int num_ranks) {
  switch (failure.kind) {
    case Kind::kUsage:
      throw Collective<UsageError>(num_ranks, message);
    case Kind::kInput:
      throw Collective<InputError>(num_ranks, message);
    case Kind::kWeight:
      throw Collective<WeightError>(num_ranks, message);
    case Kind::kMemory:
      throw Collective<MemoryError>(num_ranks, failure.needed_bytes, failure.free_bytes, message);
    case Kind::kUnavailable:
      throw Collective<UnavailableError>(num_ranks, message);
    case Kind::kInterrupted:
      throw Collective<InterruptedError>(num_ranks, message);
    case Kind::kOther:
      break;
  }
  throw Collective<Error>(num_ranks, message);
}

}  // namespace

std::uint64_t detail::require_room(const Communicator& comm, std::span<const std::uint64_t> counts,
                                   std::size_t element_size, Receivers receivers) {
  const std::uint64_t total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const auto ranks =
      receivers == Receivers::kAll ? static_cast<std::uint64_t>(comm.ranks_on_node()) : 1;
  require_memory(saturating_mul(total, ranks * element_size), "what other ranks send");
  return total;
}

bool is_collective(const std::exception& error, const Communicator& comm) {
  const auto* const collective = dynamic_cast<const CollectiveError*>(&error);
  return collective != nullptr && collective->num_ranks() == comm.size();
}

void throw_on_all_ranks(const Communicator& comm, const std::exception_ptr& error) {
  const PhaseScope control(comm.traffic(), Phase::kControl);
  Failure failure;
  std::string_view mine;
  if (error != nullptr) failure = describe(error, mine);
  const auto size = static_cast<std::uint32_t>(comm.size());
  const auto rank = static_cast<std::uint32_t>(comm.rank());
  const std::uint32_t first = comm.all_reduce(error != nullptr ? rank : size, Reduction::kMin);
  if (first == size) return;

  // Whether the least and the greatest digest of the ranks are the same; of ranks that are well
  // it is 0.
  const std::uint64_t digest = error == nullptr ? 0 : std::hash<std::string_view>{}(mine) | 1U;
  std::array<std::uint64_t, 2> digests = {digest, ~digest};
  comm.all_reduce(std::span<std::uint64_t>(digests), Reduction::kMin);
  const bool common = digests[0] == ~digests[1];

  const auto root = static_cast<int>(first);
  comm.broadcast(std::span<Failure>(&failure, 1), root);
  const std::string message = broadcast_message(comm, mine, failure.length, root);
  throw_collective(failure, common ? message : "rank " + std::to_string(first) + ": " + message,
                   comm.size());
}

}  // namespace strider::comm
