// From the search, which knows no device, to the work of its ranks on one.
#pragma once

#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks_gpu/device_paths.hpp"
#include "gpu/dispatch.hpp"
#include "ranks_gpu/room.hpp"

namespace strider::detail {

/// Work on `device`, of any kind, which is kept.
template <class W>
[[nodiscard]] PathsOnDevice<W> paths_on(const Device& device,
                                        const DevicePathsSettings& settings = {}) {
  return {
      .make =
          [=](Workspace& workspace, PathGraph<W>& graph, double delta, comm::Encoding encoding) {
            return on_device(
                device,
                [&] {
                  return on_cuda::make_device_paths<W>(workspace, device, graph, delta, encoding,
                                                       settings);
                },
                [&] {
                  return on_simt::make_device_paths<W>(workspace, device, graph, delta, encoding,
                                                       settings);
                });
          },
      .room = [device] { return room_on(device); }};
}

}  // namespace strider::detail
