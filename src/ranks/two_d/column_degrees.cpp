#include "ranks/two_d/column_degrees.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include "base/parallel.hpp"

namespace strider::detail {
namespace {

std::uint32_t saturating_sum(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t sum = std::uint64_t{a} + b;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

std::uint64_t ColumnDegrees::bytes(const GridPlace& place) {
  // What is sent and what comes, and the degrees.
  return (2 * std::uint64_t{place.num_columns()} + place.block_size()) * sizeof(std::uint32_t);
}

ColumnDegrees::ColumnDegrees(Graph2d& graph, const comm::Communicator& column, int threads)
    : threads_(threads),
      counts_(static_cast<std::size_t>(column.size()), graph.place.block_size()),
      mine_(graph.place.num_columns(), 0),
      received_(graph.place.num_columns()) {
  graph.degrees = Array<std::uint32_t>(graph.place.block_size(), 0);
  graph.by_source.for_each_column(threads,
                                  [&](std::uint32_t c, std::span<const std::uint32_t> rows) {
                                    mine_[c] = static_cast<std::uint32_t>(rows.size());
                                  });
  column.reserve_messages(counts_, counts_, sizeof(std::uint32_t));
}

void ColumnDegrees::sum(const comm::Communicator& world, const comm::Communicator& column,
                        Graph2d& graph) {
  const auto exchange = [&] {
    column.all_to_all(std::span<const std::uint32_t>(mine_.span()), counts_, received_.span(),
                      counts_);
  };
  exchange();
  const std::size_t block = graph.place.block_size();
  const std::size_t ranks = counts_.size();
  parallel_chunks(block, threads_, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = begin; v < end; ++v) {
      std::uint32_t& degree = graph.degrees[v];
      for (std::size_t r = 0; r < ranks; ++r) {
        degree = saturating_sum(degree, received_[r * block + v]);
      }
      for (std::size_t r = 0; r < ranks; ++r) mine_[r * block + v] = degree;
    }
  });
  exchange();
  graph.column_degrees = std::move(received_);
  const auto with_arcs = std::ranges::count_if(graph.degrees, [](auto d) { return d > 0; });
  std::array<std::uint64_t, 2> sums = {graph.by_source.num_entries(),
                                       static_cast<std::uint64_t>(with_arcs)};
  world.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
  graph.num_arcs = sums[0];
  graph.num_sources = sums[1];
}

}  // namespace strider::detail
