#include "algorithms/bfs/ranks/two_d/host/row_search.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/atomics.hpp"
#include "base/parallel.hpp"

namespace strider::detail {
namespace {

/// Groups of rows that a thread takes at a time.
constexpr std::size_t kGrain = 128;

/// Rows whose first entry's place in the frontier, and rows whose entries, are fetched ahead.
constexpr std::size_t kFirstAhead = 8;
constexpr std::size_t kEntriesAhead = 12;

void set_parent(std::uint32_t row, std::uint32_t column, const RowSearch::Step& step) {
  step.parents[row] = column;
  step.levels.set(row, step.level);
}
/// Looks for a parent of a row among its entries; false where none is in the frontier. Adds how
/// many were looked at.
bool search_row(std::uint32_t row, std::span<const std::uint32_t> entries,
                const RowSearch::Step& step, std::uint64_t& examined) {
  const auto in_frontier = [&](std::uint32_t column) { return step.frontier->test(column); };
  const auto parent = std::ranges::find_if(entries, in_frontier);
  examined += static_cast<std::uint64_t>(parent - entries.begin());
  if (parent == entries.end()) return false;
  ++examined;
  set_parent(row, *parent, step);
  return true;
}

/// The rows of the groups [first, last). Returns how many entries were looked at.
std::uint64_t search_groups(const Csr& rows, const RowSearch::Step& step, std::size_t first,
                            std::size_t last) {
  std::uint64_t examined = 0;
  for (std::size_t group = first; group < last; ++group) {
    std::uint64_t found = 0;
    for_each_vertex(~step.visited->group(group), group, [&](std::uint32_t row) {
      if (search_row(row, rows.neighbors(row), step, examined))
        found |= 1ULL << (row % BlockBits::kGroup);
    });
    step.found->set_group(group, found);
    step.visited->add_to_group(group, found);
  }
  return examined;
}
/// Only those that have entries here. They are listed first, so that memory is asked ahead; those
/// that likely_parents, by place, settles are taken off the list.
std::uint64_t search_groups(const BitmapCsc& rows, const Array<std::uint32_t>& likely_parents,
                            const RowSearch::Step& step, std::size_t first, std::size_t last) {
  struct Row {
    std::uint32_t row;
    std::uint32_t place;
  };
  std::array<Row, kGrain * BlockBits::kGroup> listed;
  std::size_t count = 0;
  for (std::size_t group = first; group < last; ++group) {
    step.found->set_group(group, 0);
    for_each_vertex(rows.word(group) & ~step.visited->group(group), group, [&](std::uint32_t row) {
      listed[count++] = {row, rows.place(row)};
    });
  }
  const auto note = [&](std::uint32_t row) {
    step.found->set(row);
    step.visited->set(row);
  };
  std::uint64_t examined = count;
  std::size_t left = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kFirstAhead < count)
      step.frontier->fetch(likely_parents[listed[i + kFirstAhead].place]);
    const Row row = listed[i];
    const std::uint32_t column = likely_parents[row.place];
    if (step.frontier->test(column)) {
      set_parent(row.row, column, step);
      note(row.row);
    } else {
      listed[left++] = row;
    }
  }
  for (std::size_t i = 0; i < left; ++i) {
    if (i + kEntriesAhead < left) rows.fetch_rows(listed[i + kEntriesAhead].place);
    const Row row = listed[i];
    if (search_row(row.row, rows.rows_of(row.place), step, examined)) note(row.row);
  }
  return examined;
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
  const bool goes_bottom_up = graph.directedness == Directedness::kUndirected;
  if (goes_bottom_up && rows_.bitmap() != nullptr) list_likely_parents(workspace, graph);
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

void RowSearch::list_likely_parents(Workspace& workspace, const Graph2d& graph) {
  const BitmapCsc& rows = *rows_.bitmap();
  workspace.declare("likely parents", likely_parents_, rows.num_kept());
  workspace.when_taken([this, &graph, &rows] {
    parallel_for(0, rows.num_kept(), threads_, [&](std::size_t place) {
      likely_parents_[place] = *std::ranges::max_element(
          rows.rows_of(static_cast<std::uint32_t>(place)), {},
          [&](std::uint32_t column) { return graph.column_degrees[column]; });
    });
  });
}

void RowSearch::begin(const BlockBits& frontier) {
  if (layout_ != nullptr) hubs_in_frontier_ = hubs_in_frontier(*layout_, frontier.words());
}

std::uint64_t RowSearch::search(const Step& step, std::size_t first, std::size_t count) const {
  std::uint64_t examined = 0;
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
          fetch_add_relaxed(examined, probe_blocks(kernel, begin, end).examined);
          return;
        }
        fetch_add_relaxed(examined, search_groups(rows, step, begin, end));
      } else {
        fetch_add_relaxed(examined, search_groups(rows, likely_parents_, step, begin, end));
      }
    };
    parallel_for(0, chunks, threads_, search_chunk, 1);
  });
  return examined;
}

}  // namespace strider::detail
