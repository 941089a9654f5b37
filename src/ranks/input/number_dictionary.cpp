#include "ranks/input/number_dictionary.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/memory.hpp"
#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "partition/ids.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {
namespace {

/// Samples that a rank's share of the numbers is cut by: parts differ by a sixty-fourth.
constexpr std::uint64_t kSamplesPerRank = 64;

}  // namespace

NumberDictionary::NumberDictionary(const comm::Communicator& comm,
                                   std::span<const std::uint64_t> numbers, int threads)
    : rank_(static_cast<std::size_t>(comm.rank())) {
  choose_splitters(comm, numbers);
  const NodeMemory memory(comm);
  comm::try_on_all_ranks(comm, [&] {
    // What comes, as much again to sort it: where numbers are spread evenly, as many as are here.
    memory.require(saturating_mul(numbers.size(), 2 * sizeof(std::uint64_t)),
                   "the numbers of vertices");
  });
  const std::vector<std::uint64_t> counts = count_by_rank(numbers);
  std::vector<std::uint64_t> came;
  part_ = comm.all_to_all(numbers, counts, came);
  comm::try_on_all_ranks(comm, [&] {
    {
      auto buffer =
          take_array<Array<std::uint64_t>>(part_.size(), "sorting the numbers of vertices", memory);
      parallel_sort(part_.span(), buffer.span(), threads, std::less<>());
    }
    const auto* const end = std::unique(part_.begin(), part_.end());
    part_ = Array<std::uint64_t>::copy_of({part_.begin(), end});
  });
  first_of_rank_.assign(1, 0);
  for (const std::uint64_t size : comm.all_gather(std::uint64_t{part_.size()})) {
    first_of_rank_.push_back(first_of_rank_.back() + size);
  }
}

void NumberDictionary::choose_splitters(const comm::Communicator& comm,
                                        std::span<const std::uint64_t> numbers) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const std::uint64_t all = comm.all_reduce(std::uint64_t{numbers.size()}, comm::Reduction::kSum);
  const std::uint64_t step = std::max<std::uint64_t>(1, all / (kSamplesPerRank * ranks));
  std::vector<std::uint64_t> mine;
  for (std::uint64_t i = 0; i < numbers.size(); i += step) mine.push_back(numbers[i]);
  Array<std::uint64_t> samples =
      comm::checked_all_gather(comm, std::span<const std::uint64_t>(mine));
  std::sort(samples.begin(), samples.end());
  for (std::uint64_t r = 1; r < ranks; ++r) {
    splitters_.push_back(samples.empty() ? 0 : samples[r * samples.size() / ranks]);
  }
}

std::vector<std::uint64_t> NumberDictionary::count_by_rank(
    std::span<const std::uint64_t> numbers) const {
  std::vector<std::uint64_t> counts;
  auto from = numbers.begin();
  for (const std::uint64_t splitter : splitters_) {
    const auto to = std::lower_bound(from, numbers.end(), splitter);
    counts.push_back(static_cast<std::uint64_t>(to - from));
    from = to;
  }
  counts.push_back(static_cast<std::uint64_t>(numbers.end() - from));
  return counts;
}

Array<GlobalVertex> NumberDictionary::vertices_of(const comm::Communicator& comm,
                                                  std::span<const std::uint64_t> numbers) const {
  // What is asked here, where ranks ask each other evenly, and the answers.
  const NodeMemory memory(comm);
  comm::try_on_all_ranks(
      comm, [&] { memory.require(2 * numbers.size_bytes(), "vertices by their numbers"); });
  const std::vector<std::uint64_t> counts = count_by_rank(numbers);
  std::vector<std::uint64_t> came;
  Array<std::uint64_t> asked = comm.all_to_all(numbers, counts, came);
  for (std::uint64_t& number : asked) {
    const auto* const found = std::lower_bound(part_.begin(), part_.end(), number);
    number = found != part_.end() && *found == number
                 ? first_vertex() + static_cast<std::uint64_t>(found - part_.begin())
                 : kNoGlobalVertex;
  }
  return comm.answer(std::span<const std::uint64_t>(asked.span()), came, counts);
}

Array<std::uint64_t> NumberDictionary::numbers_of(const comm::Communicator& comm,
                                                  std::span<const GlobalVertex> vertices) const {
  const auto rank_of = [&](GlobalVertex v) {
    const auto after = std::upper_bound(first_of_rank_.begin(), first_of_rank_.end(), v);
    return static_cast<std::size_t>(after - first_of_rank_.begin()) - 1;
  };
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came;
  std::vector<std::uint64_t> next;
  const NodeMemory memory(comm);
  Array<GlobalVertex> asked;
  comm::try_on_all_ranks(comm, [&] {
    counts.assign(first_of_rank_.size() - 1, 0);
    came.assign(counts.size(), 0);
    next.assign(counts.size(), 0);
    // The questions of this rank, as many of others, and the answers to both.
    memory.require(saturating_mul(vertices.size(), 4 * sizeof(std::uint64_t)),
                   "the labels of vertices");
    asked = Array<GlobalVertex>(vertices.size());
  });
  for (const GlobalVertex v : vertices) ++counts[rank_of(v)];
  const auto start = [&] {
    std::exclusive_scan(counts.begin(), counts.end(), next.begin(), std::uint64_t{0});
  };
  start();
  for (const GlobalVertex v : vertices) asked[next[rank_of(v)]++] = v;
  Array<std::uint64_t> answers = comm::checked_all_to_all(
      comm, std::span<const GlobalVertex>(asked.span()), counts, std::span(came));
  for (std::uint64_t& answer : answers) answer = part_[answer - first_vertex()];
  // As many come back from each as were asked.
  const Array<std::uint64_t> numbers = comm::checked_all_to_all(
      comm, std::span<const std::uint64_t>(answers.span()), came, std::span(counts));
  // Answers stand by rank; those of one rank in the order of its questions.
  Array<std::uint64_t> in_order =
      comm::try_on_all_ranks(comm, [&] { return Array<std::uint64_t>(vertices.size()); });
  start();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    in_order[i] = numbers[next[rank_of(vertices[i])]++];
  }
  return in_order;
}

}  // namespace strider::detail
