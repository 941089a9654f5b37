#include "algorithms/bfs/ranks_gpu/delegate/factory.hpp"

#include "algorithms/bfs/ranks_gpu/delegate/local.hpp"
#include "gpu/dispatch.hpp"

namespace strider::detail {
namespace {

class OnDevice final : public DelegateLocalFactory {
 public:
  OnDevice(const Device& device, const DeviceBfsOptions& options)
      : device_(device), options_(options) {}

  [[nodiscard]] std::uint64_t predict_bytes(const GraphDelegate& graph,
                                            const DelegateBfsSettings& settings) const override {
    return on_device(
        device_,
        [&] {
          return on_cuda::predict_device_delegate_host_bytes(graph, settings, options_.transport);
        },
        [&] {
          return on_simt::predict_device_delegate_host_bytes(graph, settings, options_.transport);
        });
  }

  [[nodiscard]] std::uint64_t predict_device_bytes(
      const GraphDelegate& graph, const DelegateBfsSettings& settings) const override {
    return on_device(
        device_,
        [&] { return on_cuda::predict_device_delegate_bytes(graph, settings, options_.transport); },
        [&] {
          return on_simt::predict_device_delegate_bytes(graph, settings, options_.transport);
        });
  }

  [[nodiscard]] std::unique_ptr<DelegateLocal> make(
      const GraphDelegate& graph, const DelegateBfsSettings& settings) const override {
    return on_device(
        device_,
        [&] { return on_cuda::make_device_delegate_local(device_, graph, settings, options_); },
        [&] { return on_simt::make_device_delegate_local(device_, graph, settings, options_); });
  }

 private:
  Device device_;
  DeviceBfsOptions options_;
};

}  // namespace

std::shared_ptr<const DelegateLocalFactory> device_delegate_local(const Device& device,
                                                                  const DeviceBfsOptions& options) {
  return std::make_shared<OnDevice>(device, options);
}

}  // namespace strider::detail
