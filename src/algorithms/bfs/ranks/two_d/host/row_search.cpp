#include "algorithms/bfs/ranks/two_d/host/row_search.hpp"

#include "base/parallel.hpp"

namespace strider::detail {
namespace {

/// Groups of rows that a thread takes at a time.
constexpr std::size_t kGrain = 128;

/// Rows of one group of 64, one after the other.
template <class Matrix>
void search_group(const Matrix& rows, const RowSearch::Step& step, std::size_t group) {
  std::uint64_t found = 0;
  for_each_vertex(~step.visited->group(group), group, [&](std::uint32_t row) {
    for (const std::uint32_t column : LocalMatrix::rows_in(rows, row)) {
      if (!step.frontier->test(column)) continue;
      step.parents[row] = column;
      step.levels.set(row, step.level);
      found |= 1ULL << (row % BlockBits::kGroup);
      break;
    }
  });
  step.found->set_group(group, found);
  step.visited->set_group(group, step.visited->group(group) | found);
}

}  // namespace

bool RowSearch::is_laid_out(const Graph2d& graph) {
  const LocalMatrix& rows = graph.by_target;
  return graph.directedness == Directedness::kUndirected &&
         rows.num_entries() >= kLayoutEntries * rows.num_columns() &&
         rows.format() == MatrixFormat::kCsc;
}

RowSearch::RowSearch(Workspace& workspace, const Graph2d& graph, int threads)
    : rows_(graph.by_target), threads_(threads) {
  if (!is_laid_out(graph)) return;
  // What a column of this matrix is here, is a row of the layout.
  workspace.count(
      "a layout for bottom-up steps",
      predict_degree_layout_bytes(graph.by_target.num_columns(), graph.column_degrees.size() + 1));
  workspace.when_taken([this, &graph] {
    rows_.visit([&](const auto& rows) {
      if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, Csr>) {
        layout_ = make_block_layout(rows, graph.column_degrees.span(), threads_);
      }
    });
  });
}

void RowSearch::begin(const BlockBits& frontier) {
  if (layout_ != nullptr) hubs_in_frontier_ = hubs_in_frontier(*layout_, frontier.words());
}

void RowSearch::search(const Step& step, std::size_t first, std::size_t count) const {
  const std::size_t chunks = (count + kGrain - 1) / kGrain;
  rows_.visit([&](const auto& rows) {
    const auto search_chunk = [&](std::size_t chunk) {
      const std::size_t begin = first + chunk * kGrain;
      const std::size_t end = std::min(first + count, begin + kGrain);
      if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, Csr>) {
        if (layout_ != nullptr) {
          const BottomUpStep kernel{.layout = layout_.get(),
                                    .graph = &rows,
                                    .frontier = step.frontier->words(),
                                    .hubs_in_frontier = hubs_in_frontier_,
                                    .fills_unreached = false,
                                    .visited = step.visited->words(),
                                    .next = step.found->words(),
                                    .parents = step.parents,
                                    .levels = step.levels,
                                    .level = step.level};
          (void)probe_blocks(kernel, begin, end);
          return;
        }
      }
      for (std::size_t group = begin; group < end; ++group) search_group(rows, step, group);
    };
    parallel_for(0, chunks, threads_, search_chunk, 1);
  });
}

}  // namespace strider::detail
