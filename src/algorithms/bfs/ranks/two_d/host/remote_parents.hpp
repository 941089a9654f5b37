// Parents that another rank of the row of the grid knows: it found the vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/bfs/ranks/two_d/host/block_sets.hpp"
#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "algorithms/bfs/ranks/two_d/host/packed_numbers.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Who found what, and in the end the exchange. Top-down, several ranks may find a vertex, and its
/// owner decides for one, whom it asks later; bottom-up, only one finds it, and tells the owner,
/// who knows only that some rank did. A parent travels as the rank that knows it names its column
/// (ColumnNames::offset).
class RemoteParents {
 public:
  /// `graph` and `sets` outlive this.
  RemoteParents(Workspace& workspace, const Graph2d& graph, BlockSets& sets, int threads)
      : place_(graph.place),
        names_(graph.names),
        sets_(sets),
        threads_(threads),
        groups_(place_.block_size() / BlockBits::kGroup),
        width_(packed_width(names_.num_offsets())),
        requests_(workspace, "vertices that others found", place_.num_rows(), threads),
        reported_(workspace, "vertices found for others", place_.num_rows(), threads),
        requested_(static_cast<std::size_t>(place_.grid().columns)),
        received_reports_(static_cast<std::size_t>(place_.grid().columns)) {}

  /// `columns[row]` is the parent of a row that this rank found, `parents[v]` becomes that of own
  /// vertex v: both until the next search.
  void use(const std::uint32_t* columns, GlobalVertex* parents) {
    columns_ = columns;
    parents_ = parents;
  }

  void clear() {
    requests_.clear();
    reported_.clear();
  }

  /// The rank in `grid_column` found own vertices top-down: one, or those of a group.
  void note_remote_parent(int grid_column, std::uint32_t v) {
    requests_.set(place_.first_row(grid_column) + v);
  }
  void note_remote_parent(int grid_column, std::size_t group, std::uint64_t bits) {
    requests_.add_to_group(first_group(grid_column) + group, bits);
  }
  /// This rank found rows of another one's block bottom-up.
  void note_reported(const BlockBits& found, int grid_column) {
    const std::size_t first = first_group(grid_column);
    for_each_group(first, groups_, threads_,
                   [&](std::size_t g) { reported_.add_to_group(g, found.group(g)); });
  }
  std::size_t write_requests(int grid_column, std::span<std::byte> to) {
    return sets_.write(requests_, first_group(grid_column), to);
  }
  std::size_t write_reported(int grid_column, std::span<std::byte> to) {
    return sets_.write(reported_, first_group(grid_column), to);
  }
  void take_requests(int grid_column, std::span<const std::byte> message) {
    sets_.read_ids(message, requested_[static_cast<std::size_t>(grid_column)]);
  }
  void take_reported(int grid_column, std::span<const std::byte> message) {
    sets_.read_ids(message, received_reports_[static_cast<std::size_t>(grid_column)]);
  }

  [[nodiscard]] std::uint64_t count_words(int grid_column) const {
    const std::uint64_t reported = reported_.count_groups(first_group(grid_column), groups_);
    return packed_words(reported + requested_[static_cast<std::size_t>(grid_column)].size(),
                        width_);
  }
  void write(int grid_column, std::span<std::uint64_t> to) const {
    const std::uint32_t first = place_.first_row(grid_column);
    PackedWriter writer(to, width_);
    reported_.for_each(first_group(grid_column), groups_,
                       [&](std::uint32_t v) { writer.write(names_.offset(columns_[first + v])); });
    for (const std::uint32_t v : requested_[static_cast<std::size_t>(grid_column)]) {
      writer.write(names_.offset(columns_[first + v]));
    }
    writer.finish();
  }
  [[nodiscard]] std::uint64_t expect_words(int grid_column) const {
    const std::uint64_t requests = requests_.count_groups(first_group(grid_column), groups_);
    return packed_words(requests + received_reports_[static_cast<std::size_t>(grid_column)].size(),
                        width_);
  }
  void take(int grid_column, std::span<const std::uint64_t> words) const {
    PackedReader reader(words, width_);
    const auto take_parent = [&](std::uint32_t place) {
      parents_[names_.own_vertex(place)] = names_.name_of_offset(grid_column, reader.read());
    };
    for (const std::uint32_t place : received_reports_[static_cast<std::size_t>(grid_column)]) {
      take_parent(place);
    }
    requests_.for_each(first_group(grid_column), groups_, take_parent);
  }

 private:
  [[nodiscard]] std::size_t first_group(int grid_column) const {
    return place_.first_row(grid_column) / BlockBits::kGroup;
  }

  const GridPlace& place_;
  const ColumnNames& names_;
  BlockSets& sets_;
  const std::uint32_t* columns_ = nullptr;
  GlobalVertex* parents_ = nullptr;
  int threads_;
  std::size_t groups_;  // of 64 vertices in a block
  unsigned width_;      // bits of a parent
  BlockBits requests_;  // block by block: own vertices, by the rank that found them top-down
  BlockBits reported_;  // block by block: vertices of others that this rank found bottom-up
  std::vector<std::vector<std::uint32_t>> requested_;         // by whom: their vertices
  std::vector<std::vector<std::uint32_t>> received_reports_;  // by whom: own vertices
};

}  // namespace strider::detail
