// The exchanges of a communicator in which ranks send different numbers of elements.
#include <mpi.h>

#include <algorithm>
#include <cstring>

#include "comm/communicator.hpp"
#include "comm/state.hpp"
#include "comm/waiting.hpp"

namespace strider::comm {

void Communicator::reserve_messages(std::span<const std::uint64_t> counts,
                                    std::span<const std::uint64_t> received_counts,
                                    std::size_t element_size) const {
  const std::size_t most = state_->largest_message;
  const auto parts = [&](std::uint64_t count) { return (count * element_size + most - 1) / most; };
  std::size_t requests = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    requests += parts(counts[r]) + parts(received_counts[r]);
  }
  state_->requests.reserve(requests);
}

namespace {

/// The messages between a rank and all others in one exchange, begun as they are informed of.
class DirectMessages {
 public:
  /// Into room that is there: see Communicator::reserve_messages.
  DirectMessages(Communicator::State& state, StepKind kind)
      : state_(state), name_{kind, state.size}, requests_(state.requests) {
    requests_.clear();
  }

  void receive(std::span<std::byte> bytes, int from) {
    each_part(bytes, [&](std::byte* at, int part, MPI_Request* request) {
      check(MPI_Irecv(at, part, MPI_BYTE, from, kExchangeTag, state_.comm.get(), request),
            "MPI_Irecv");
    });
  }
  void send(std::span<const std::byte> bytes, int to) {
    each_part(bytes, [&](const std::byte* at, int part, MPI_Request* request) {
      check(MPI_Isend(at, part, MPI_BYTE, to, kExchangeTag, state_.comm.get(), request),
            "MPI_Isend");
      state_.traffic->add_share(name_, static_cast<std::uint64_t>(part), 1);
      count_receiver(state_, to, static_cast<std::uint64_t>(part));
    });
  }
  void wait() { wait_all(state_, requests_); }

 private:
  template <class Byte, class F>
  void each_part(std::span<Byte> bytes, F&& start) {
    const std::size_t most = state_.largest_message;
    for (std::size_t done = 0; done < bytes.size(); done += most) {
      requests_.emplace_back();
      start(bytes.data() + done, static_cast<int>(std::min(most, bytes.size() - done)),
            &requests_.back());
    }
  }

  const Communicator::State& state_;
  StepName name_;
  std::vector<MPI_Request>& requests_;
};

}  // namespace

void Communicator::all_gather_by_mpi(std::span<std::byte> all,
                                     std::span<const std::uint64_t> starts,
                                     std::size_t element_size) const {
  std::vector<int>& sizes = state_->part_sizes;
  std::vector<int>& places = state_->part_places;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    places[r] = static_cast<int>(starts[r] * element_size);
    sizes[r] = static_cast<int>((starts[r + 1] - starts[r]) * element_size);
  }
  const MPI_Comm mpi = state_->comm.get();
  collective(
      *state_, "MPI_Allgatherv",
      [&] {
        return MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all.data(), sizes.data(), places.data(),
                              MPI_BYTE, mpi);
      },
      [&](MPI_Request* request) {
        return MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all.data(), sizes.data(), places.data(),
                               MPI_BYTE, mpi, request);
      });
  const auto others = static_cast<std::uint64_t>(size() - 1);
  count_collective(*state_, StepKind::kAllGather, starts[sizes.size()] * element_size * others,
                   2 * others);
}

void Communicator::all_gather_in_place_bytes(std::span<std::byte> all,
                                             std::span<const std::uint64_t> starts,
                                             std::size_t element_size) const {
  const CollectiveScope scope(*state_, StepKind::kAllGather);
  const auto part_of = [&](int r) {
    const std::size_t begin = starts[static_cast<std::size_t>(r)];
    const std::size_t end = starts[static_cast<std::size_t>(r) + 1];
    return all.subspan(begin * element_size, (end - begin) * element_size);
  };
  const std::span<const std::byte> own = part_of(rank());
  if (starts[static_cast<std::size_t>(size())] * element_size <= state_->largest_message) {
    return all_gather_by_mpi(all, starts, element_size);
  }
  DirectMessages messages(*state_, StepKind::kAllGather);
  for_each_other([&](int r) { messages.receive(part_of(r), r); });
  for_each_other([&](int r) { messages.send(own, r); });
  messages.wait();
}

void Communicator::all_to_all_bytes(std::span<const std::byte> elements,
                                    std::span<const std::uint64_t> starts,
                                    std::span<const std::uint64_t> counts,
                                    std::span<std::byte> received,
                                    std::span<const std::uint64_t> received_counts,
                                    std::size_t element_size) const {
  const CollectiveScope scope(*state_, StepKind::kAllToAll);
  // body(r, where its elements begin, bytes), this rank first, as for_each_other.
  const auto for_each_part = [&](std::span<const std::uint64_t> sizes, auto&& body) {
    const auto ranks = static_cast<std::size_t>(size());
    const auto self = static_cast<std::size_t>(rank());
    std::size_t place = 0;
    for (std::size_t r = 0; r < self; ++r) place += sizes[r] * element_size;
    for (std::size_t i = 0; i < ranks; ++i) {
      const std::size_t r = (self + i) % ranks;
      if (r == 0) place = 0;
      const std::size_t bytes = sizes[r] * element_size;
      body(static_cast<int>(r), place, bytes);
      place += bytes;
    }
  };
  DirectMessages messages(*state_, StepKind::kAllToAll);
  std::span<std::byte> own_to;
  for_each_part(received_counts, [&](int r, std::size_t place, std::size_t bytes) {
    const std::span<std::byte> part = received.subspan(place, bytes);
    if (r == rank()) {
      own_to = part;
    } else {
      messages.receive(part, r);
    }
  });
  for_each_part(counts, [&](int r, std::size_t place, std::size_t bytes) {
    if (!starts.empty()) place = starts[static_cast<std::size_t>(r)] * element_size;
    const std::span<const std::byte> part = elements.subspan(place, bytes);
    if (r != rank()) {
      messages.send(part, r);
    } else if (bytes > 0) {
      std::memcpy(own_to.data(), part.data(), bytes);
    }
  });
  messages.wait();
}

}  // namespace strider::comm
