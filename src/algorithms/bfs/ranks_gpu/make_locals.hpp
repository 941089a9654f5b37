// What does the work of a rank on its device, scheme by scheme: for code that knows no kind of
// device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/workspace.hpp"
#include "gpu/matrix_on_host.hpp"
#include "partition/grid.hpp"
#include "ranks_gpu/message_place.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

class BfsLocal;
class ColumnNames;
class DelegateLocal;
class GridExchange;
class HaloSets;
struct DelegateBfsSettings;
struct Graph1d;
struct GraphDelegate;
struct OneDSettings;

/// A rank's part of a Graph2d in plain arrays, which are read when the workspace is taken.
struct GridBlock {
  GridPlace place;
  const ColumnNames* names = nullptr;      ///< stays
  std::span<const std::uint32_t> offsets;  ///< as names->offset(), or none
  std::uint32_t num_own = 0;               ///< vertices
  bool is_directed = false;
  MatrixOnHost by_source;
  /// Empty where no step goes bottom-up.
  MatrixOnHost by_target;
  std::span<const std::uint32_t> degrees;  ///< by place of the own block; stay
};

// As MakeLocal1d, MakeLocal2d, MakeDelegateLocal. `device` is shared. Of the options the transport,
// which has been chosen, and what the scheme has of tuning count: block_threads, for 1d and 2d
// edges_per_thread, with delegates warp_degree and block_degree. Throws UsageError where the device
// cannot hold so many threads or vertices.
namespace on_cuda {
[[nodiscard]] std::unique_ptr<BfsLocal> make_device_1d(Workspace& workspace, HaloSets& halo,
                                                       const Graph1d& graph,
                                                       const OneDSettings& settings,
                                                       const Device& device,
                                                       const DeviceBfsOptions& options);
[[nodiscard]] std::unique_ptr<BfsLocal> make_device_2d(Workspace& workspace, GridExchange& grid,
                                                       const GridBlock& block, const Device& device,
                                                       const DeviceBfsOptions& options);
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate(
    Workspace& workspace, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const Device& device, const DeviceBfsOptions& options);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<BfsLocal> make_device_1d(Workspace& workspace, HaloSets& halo,
                                                       const Graph1d& graph,
                                                       const OneDSettings& settings,
                                                       const Device& device,
                                                       const DeviceBfsOptions& options);
[[nodiscard]] std::unique_ptr<BfsLocal> make_device_2d(Workspace& workspace, GridExchange& grid,
                                                       const GridBlock& block, const Device& device,
                                                       const DeviceBfsOptions& options);
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate(
    Workspace& workspace, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const Device& device, const DeviceBfsOptions& options);
}  // namespace on_simt

}  // namespace strider::detail
