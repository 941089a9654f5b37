// From schemes, which know no device, to what does the work of their ranks on one.
#include "algorithms/bfs/ranks/locals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "algorithms/bfs/gpu/options.hpp"
#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks/local.hpp"
#include "algorithms/bfs/ranks_gpu/make_locals.hpp"
#include "comm/collective_error.hpp"
#include "gpu/dispatch.hpp"
#include "gpu/option_checks.hpp"
#include "partition/owner_map.hpp"
#include "ranks_gpu/room.hpp"
#include "ranks_gpu/transport.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

void check_options(const DistBfsOptions& options, const DeviceBfsOptions& device_options) {
  check_device_bfs_options(device_options);
  check_row_degrees(device_options.tuning.warp_degree, "block_degree",
                    device_options.tuning.block_degree);
  if (device_options.method != DeviceBfsMethod::kAuto) {
    throw UsageError(fmt::format("method {} supports only a single device",
                                 device_bfs_method_name(device_options.method)));
  }
  if (options.encoding == WireEncoding::kVarint) {
    throw UsageError("encoding varint: devices support only lists and bitmaps");
  }
}

/// A matrix with an offset for each column, whatever its format. Lives as long as the matrix.
class AllColumns {
 public:
  /// Throws MemoryError.
  explicit AllColumns(const LocalMatrix& matrix) {
    matrix.visit([&](const auto& columns) {
      if constexpr (std::is_same_v<std::decay_t<decltype(columns)>, Csr>) {
        view_ = {columns.offsets().span(), columns.targets().span()};
      } else {
        const std::size_t num_offsets = std::size_t{matrix.num_columns()} + 1;
        offsets_ = take_array<Array<EdgeIndex>>(num_offsets, "offsets of columns");
        std::fill(offsets_.begin(), offsets_.end(), 0);
        matrix.for_each_column(1, [&](std::uint32_t c, std::span<const std::uint32_t> rows) {
          offsets_[c + std::size_t{1}] = rows.size();
        });
        for (std::size_t c = 1; c < offsets_.size(); ++c) offsets_[c] += offsets_[c - 1];
        view_ = {offsets_.span(), {columns.first_row(), columns.num_entries()}};
      }
    });
  }
  AllColumns(const AllColumns&) = delete;
  AllColumns& operator=(const AllColumns&) = delete;

  [[nodiscard]] const MatrixOnHost& view() const { return view_; }

 private:
  Array<EdgeIndex> offsets_;
  MatrixOnHost view_;
};

/// By column, as parents travel; none where that is the column. Throws MemoryError, UsageError
/// where they need more than 32 bits.
Array<std::uint32_t> column_offsets(const Graph2d& graph) {
  if (!graph.names.leaves_out()) return {};
  if (graph.names.num_offsets() > 1ULL << 32U) {
    throw UsageError(fmt::format(
        "grid {}: devices support at most 2^32 vertices in a column of the grid, got {}: "
        "use more columns",
        grid_name(graph.place.grid()), graph.names.num_offsets()));
  }
  auto offsets = take_array<Array<std::uint32_t>>(graph.place.num_columns(), "names of columns");
  for (std::uint32_t c = 0; c < offsets.size(); ++c) {
    offsets[c] = static_cast<std::uint32_t>(graph.names.offset(c));
  }
  return offsets;
}

std::unique_ptr<BfsLocal> make_local_2d(Workspace& workspace, GridExchange& grid,
                                        const Graph2d& graph, const TwoDSettings& settings,
                                        const Device& device, const DeviceBfsOptions& options) {
  const bool is_directed = graph.directedness == Directedness::kDirected;
  const bool goes_bottom_up =
      !is_directed && settings.search.direction == DistBfsSettings::Direction::kDirectionOptimizing;
  const auto by_source = std::make_shared<const AllColumns>(graph.by_source);
  const auto by_target =
      goes_bottom_up ? std::make_shared<const AllColumns>(graph.by_target) : nullptr;
  const auto offsets = std::make_shared<const Array<std::uint32_t>>(column_offsets(graph));
  const GridBlock block{.place = graph.place,
                        .names = &graph.names,
                        .offsets = offsets->span(),
                        .num_own = graph.owners.size(graph.place.rank()),
                        .is_directed = is_directed,
                        .by_source = by_source->view(),
                        .by_target = goes_bottom_up ? by_target->view() : MatrixOnHost{},
                        .degrees = graph.degrees.span()};
  auto local = on_device(
      device, [&] { return on_cuda::make_device_2d(workspace, grid, block, device, options); },
      [&] { return on_simt::make_device_2d(workspace, grid, block, device, options); });
  // Until the device has copies.
  workspace.when_taken([by_source, by_target, offsets] {});
  return local;
}

}  // namespace

DistBfsLocals device_locals(const comm::Communicator& comm, const Device& device,
                            const DistBfsOptions& options, const DeviceBfsOptions& device_options) {
  comm::try_on_all_ranks(comm, [&] { check_options(options, device_options); });
  DeviceBfsOptions chosen = device_options;
  chosen.trace = options.trace;
  chosen.transport = choose_transport(comm, device.kind(), device_options.transport);
  return {
      .one_d =
          [=](Workspace& workspace, HaloSets& halo, const Graph1d& graph,
              const OneDSettings& settings) {
            return on_device(
                device,
                [&] {
                  return on_cuda::make_device_1d(workspace, halo, graph, settings, device, chosen);
                },
                [&] {
                  return on_simt::make_device_1d(workspace, halo, graph, settings, device, chosen);
                });
          },
      .two_d =
          [=](Workspace& workspace, GridExchange& grid, const Graph2d& graph,
              const TwoDSettings& settings) {
            return make_local_2d(workspace, grid, graph, settings, device, chosen);
          },
      .delegate =
          [=](Workspace& workspace, const GraphDelegate& graph,
              const DelegateBfsSettings& settings) {
            return on_device(
                device,
                [&] {
                  return on_cuda::make_device_delegate(workspace, graph, settings, device, chosen);
                },
                [&] {
                  return on_simt::make_device_delegate(workspace, graph, settings, device, chosen);
                });
          },
      .room = [device] { return room_on(device); }};
}

}  // namespace strider::detail
