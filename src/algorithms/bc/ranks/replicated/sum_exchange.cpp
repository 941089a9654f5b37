#include "algorithms/bc/ranks/replicated/sum_exchange.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace strider::detail {
namespace {

/// Scores of a chunk.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 20U;

}  // namespace

SumExchange::SumExchange(Workspace& workspace, const comm::Communicator& comm, std::size_t size)
    : comm_(comm),
      size_(size),
      chunk_(std::min(size, kMostAtOnce)),
      counts_(static_cast<std::size_t>(comm.size()), 0),
      received_counts_(counts_.size(), 0),
      starts_(counts_.size() + 1, 0) {
  workspace.declare("the sums sent", sent_, 2 * chunk_);
  // The chunks of all ranks, each no longer than the largest.
  workspace.declare("the sums received", received_,
                    2 * (chunk_ + static_cast<std::size_t>(comm.size())));
  workspace.when_taken([this] {
    const std::vector<std::uint64_t> most(counts_.size(), 2 * chunk_);
    comm_.reserve_messages(most, most, sizeof(double));
  });
}

std::uint64_t SumExchange::chunk_begin(std::size_t rank, std::size_t size) const {
  if (rank == counts_.size()) return size;
  return static_chunk(size, static_cast<int>(rank), comm_.size()).begin;
}

/// Leaves this rank's chunk of the totals in the front of received_.
void SumExchange::add_up_chunk(const PairSums& mine, std::size_t begin, std::size_t size) {
  const auto rank = static_cast<std::size_t>(comm_.rank());
  for (std::size_t r = 0; r <= counts_.size(); ++r) starts_[r] = chunk_begin(r, size);
  const std::size_t chunk = starts_[rank + 1] - starts_[rank];
  for (std::size_t r = 0; r < counts_.size(); ++r) {
    counts_[r] = 2 * (starts_[r + 1] - starts_[r]);
    received_counts_[r] = 2 * chunk;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const PairSum sum = mine[begin + i];
    sent_[2 * i] = sum.high;
    sent_[2 * i + 1] = sum.low;
  }
  comm_.all_to_all<double>(std::span<const double>(sent_.data(), 2 * size), counts_,
                           received_.span().first(2 * chunk * counts_.size()), received_counts_);
  for (std::size_t i = 0; i < chunk; ++i) {
    PairSum total;
    for (std::size_t r = 0; r < counts_.size(); ++r) {
      const double* const words = received_.data() + 2 * (r * chunk + i);
      total.add({words[0], words[1]});
    }
    received_[2 * i] = total.high;
    received_[2 * i + 1] = total.low;
  }
}

void SumExchange::to_all(const PairSums& mine, std::span<double> totals) {
  const auto rank = static_cast<std::size_t>(comm_.rank());
  for (std::size_t begin = 0; begin < size_; begin += chunk_) {
    const std::size_t size = std::min(chunk_, size_ - begin);
    add_up_chunk(mine, begin, size);
    for (std::size_t i = starts_[rank]; i < starts_[rank + 1]; ++i) {
      totals[begin + i] = received_[2 * (i - starts_[rank])];
    }
    comm_.all_gather_in_place(totals.subspan(begin, size), starts_);
  }
}

void SumExchange::to_first(PairSums& mine) {
  const auto rank = static_cast<std::size_t>(comm_.rank());
  for (std::size_t begin = 0; begin < size_; begin += chunk_) {
    const std::size_t size = std::min(chunk_, size_ - begin);
    add_up_chunk(mine, begin, size);
    const std::size_t chunk = starts_[rank + 1] - starts_[rank];
    std::copy_n(received_.begin(), 2 * chunk, sent_.begin());
    for (std::size_t r = 0; r < counts_.size(); ++r) {
      counts_[r] = r == 0 ? 2 * chunk : 0;
      received_counts_[r] = rank == 0 ? 2 * (starts_[r + 1] - starts_[r]) : 0;
    }
    comm_.all_to_all<double>(std::span<const double>(sent_.data(), 2 * chunk), counts_,
                             received_.span().first(rank == 0 ? 2 * size : 0), received_counts_);
    for (std::size_t i = 0; i < size; ++i) {
      mine.set(begin + i, rank == 0 ? PairSum{received_[2 * i], received_[2 * i + 1]} : PairSum{});
    }
  }
}

}  // namespace strider::detail
