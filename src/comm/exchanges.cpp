// The exchanges of a communicator in which ranks send different numbers of elements.
#include <mpi.h>

#include <algorithm>
#include <array>
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

/// What a rank sends and receives in one exchange with all others, in steps: in step k it sends to
/// the k-th rank behind it and receives from the k-th before it, so that no rank is sent to by all
/// at once. No more steps are under way than the window has; the oldest is waited for first. That
/// ends: where r waits for its oldest step k, and no rank for an older one, the ranks that r sends
/// to and receives from in step k have begun it, too.
class PairwiseSteps {
 public:
  /// Into room that is there: see Communicator::reserve_messages.
  PairwiseSteps(Communicator::State& state, StepKind kind)
      : state_(state), name_{kind, state.size}, requests_(state.requests) {
    requests_.clear();
  }

  /// Begins the next step: either message may be empty, and is not sent then.
  void begin(std::span<std::byte> receive, int from, std::span<const std::byte> send, int to) {
    if (receive.empty() && send.empty()) return;
    if (num_begun_ - num_over_ == state_.window->most) wait_for_oldest();
    each_part(receive, [&](std::byte* at, int part, MPI_Request* request) {
      check(MPI_Irecv(at, part, MPI_BYTE, from, kExchangeTag, state_.comm.get(), request),
            "MPI_Irecv");
    });
    each_part(send, [&](const std::byte* at, int part, MPI_Request* request) {
      check(MPI_Isend(at, part, MPI_BYTE, to, kExchangeTag, state_.comm.get(), request),
            "MPI_Isend");
      state_.traffic->add_share(name_, static_cast<std::uint64_t>(part), 1);
      count_receiver(state_, to, static_cast<std::uint64_t>(part));
    });
    ends_[num_begun_++ % ends_.size()] = requests_.size();
  }
  void finish() {
    wait_all(state_, std::span(requests_).subspan(first_));
    first_ = requests_.size();
  }

 private:
  void wait_for_oldest() {
    const std::size_t end = ends_[num_over_++ % ends_.size()];
    wait_all(state_, std::span(requests_).subspan(first_, end - first_));
    first_ = end;
  }

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
  std::vector<MPI_Request>& requests_;             // of all steps
  std::array<std::size_t, kMostUnderWay> ends_{};  // of the steps under way, in requests_
  std::size_t num_begun_ = 0;
  std::size_t num_over_ = 0;
  std::size_t first_ = 0;  // of the requests that are under way
};

/// Where what a rank sends to the others, or receives from them, lies: one rank after the other.
class Places {
 public:
  Places(std::span<const std::uint64_t> counts, std::size_t element_size, std::size_t rank)
      : counts_(counts), element_size_(element_size), rank_(rank) {
    for (std::size_t r = 0; r < rank_; ++r) begin_ += bytes_of(r);
    end_ = begin_;
    for (std::size_t r = rank_; r < counts_.size(); ++r) end_ += bytes_of(r);
  }

  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t size() const { return bytes_of(rank_); }
  /// To the rank behind, the first one behind the last.
  void go_up() {
    begin_ += size();
    if (++rank_ == counts_.size()) rank_ = begin_ = 0;
  }
  /// To the rank before.
  void go_down() {
    if (rank_ == 0) {
      rank_ = counts_.size();
      begin_ = end_;
    }
    --rank_;
    begin_ -= size();
  }

 private:
  [[nodiscard]] std::size_t bytes_of(std::size_t r) const { return counts_[r] * element_size_; }

  std::span<const std::uint64_t> counts_;
  std::size_t element_size_;
  std::size_t rank_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;  // of all
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
  PairwiseSteps steps(*state_, StepKind::kAllGather);
  for (int step = 1; step < size(); ++step) {
    const int from = (rank() - step + size()) % size();
    steps.begin(part_of(from), from, own, (rank() + step) % size());
  }
  steps.finish();
}

void Communicator::all_to_all_bytes(std::span<const std::byte> elements,
                                    std::span<const std::uint64_t> starts,
                                    std::span<const std::uint64_t> counts,
                                    std::span<std::byte> received,
                                    std::span<const std::uint64_t> received_counts,
                                    std::size_t element_size) const {
  const CollectiveScope scope(*state_, StepKind::kAllToAll);
  const auto self = static_cast<std::size_t>(rank());
  Places to(counts, element_size, self);
  Places from(received_counts, element_size, self);
  const auto sent = [&] {
    return elements.subspan(starts.empty() ? to.begin() : starts[to.rank()] * element_size,
                            to.size());
  };
  if (to.size() > 0) std::memcpy(received.data() + from.begin(), sent().data(), to.size());
  PairwiseSteps steps(*state_, StepKind::kAllToAll);
  for (int step = 1; step < size(); ++step) {
    to.go_up();
    from.go_down();
    steps.begin(received.subspan(from.begin(), from.size()), static_cast<int>(from.rank()), sent(),
                static_cast<int>(to.rank()));
  }
  steps.finish();
}

}  // namespace strider::comm
