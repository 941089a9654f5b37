// Parents that another rank of the row of the grid knows, on devices: as two_d/host has them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/buffer.hpp"
#include "partition/grid.hpp"
#include "ranks/two_d/column_names.hpp"
#include "ranks_gpu/range_sets.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Who found what, bits on the device, and in the end the exchange. A parent travels as the rank
/// that knows it names its column (ColumnNames::offset), in as many bits as these names need.
class RemoteParents {
 public:
  /// `queue`, `sets`, `blocks`, by column of the grid, and `names` outlive this; `offsets`, by
  /// column, are read when the workspace is taken; none where a column is its own.
  RemoteParents(Workspace& workspace, Queue& queue, Sets& sets, RangeSets& blocks,
                const GridPlace& place, const ColumnNames& names,
                std::span<const std::uint32_t> offsets);

  void clear();
  /// For the exchange at the end of a search: the parents by row, and room for a block's numbers
  /// and for their words, on the device; the parents by place of the own block on the host.
  struct Ends {
    const u32* columns;
    u32* listed;
    u64* packed;
    GlobalVertex* parents;
  };
  void use(const Ends& ends) { ends_ = ends; }
  /// Own vertices that the rank in `grid_column` found top-down, first of all.
  [[nodiscard]] u32* requests(int grid_column) const { return block_of(requests_, grid_column); }
  /// Vertices of that rank that this one found bottom-up.
  [[nodiscard]] u32* reported(int grid_column) const { return block_of(reported_, grid_column); }

  // As exchange_parents() wants them, after use().
  void write_requests(comm::PackedMessages to);
  void write_reported(comm::PackedMessages to);
  void take_requests(int grid_column, std::span<const std::byte> message);
  void take_reported(int grid_column, std::span<const std::byte> message);
  [[nodiscard]] std::uint64_t count_words(int grid_column) const;
  void write(int grid_column, std::span<std::uint64_t> to);
  [[nodiscard]] std::uint64_t expect_words(int grid_column) const;
  void take(int grid_column, std::span<const std::uint64_t> words) const;

 private:
  /// What is known of another rank of the row of the grid at the end.
  struct Peer {
    std::span<const std::uint32_t> asked;       ///< own vertices that it found top-down
    std::vector<std::uint32_t> reported_to_us;  ///< own vertices that it found bottom-up
    std::uint32_t num_reported = 0;             ///< its vertices that this rank found bottom-up
    std::uint32_t num_requested = 0;            ///< its vertices whose parents it asks for
  };
  Peer& peer(int grid_column) { return peers_[static_cast<std::size_t>(grid_column)]; }
  [[nodiscard]] u32* block_of(const DeviceBuffer<u32>& bits, int grid_column) const {
    return bits.data() + place_.first_row(grid_column) / 32;
  }
  /// Of the set that was counted last: `count` ids, to the host.
  void list_counted(u32 count, std::vector<std::uint32_t>& ids);

  Queue& queue_;
  Sets& sets_;
  RangeSets& blocks_;
  const GridPlace place_;
  const ColumnNames& names_;
  const unsigned width_;       // bits of a parent
  DeviceBuffer<u32> offsets_;  // by column, or none
  DeviceBuffer<u32> requests_;
  DeviceBuffer<u32> reported_;
  DeviceBuffer<u32> requested_;  // by whom: their vertices
  std::vector<Peer> peers_;
  std::vector<std::uint32_t> asked_;  // of all
  Ends ends_{};
};

}  // namespace strider::detail::STRIDER_DEVICE
