#include "devices/place.hpp"

#include <fmt/format.h>

#include <utility>

#include "strider/error.hpp"

namespace strider::cli {
namespace {

class HostPlace final : public SearchPlace {
 public:
  HostPlace(PreparedGraph graph, const SearchOptions& search, const RunOptions& run)
      : graph_(std::move(graph)), options_(search.search(run, BfsTrace::kOff)) {}
  [[nodiscard]] BfsSolver solver(BfsTrace trace) const override {
    BfsOptions options = options_;
    options.trace = trace;
    return BfsSolver(graph_, options);
  }

 private:
  PreparedGraph graph_;
  BfsOptions options_;
};

}  // namespace

std::unique_ptr<SearchPlace> search_place(const PreparedGraph& graph, const SearchOptions& search,
                                          const RunOptions& run, std::uint64_t seed) {
  const DeviceChoice device = device_choice(run.device);
  if (device.kind == DeviceChoice::Kind::kHost) {
    return std::make_unique<HostPlace>(graph, search, run);
  }
  return device_place(graph, search, device, seed);
}

void require_layout_of_place(const std::optional<LayoutChoice>& layout, const RunOptions& run) {
  if (layout == LayoutChoice::kLocality &&
      device_choice(run.device).kind != DeviceChoice::Kind::kHost) {
    throw UsageError("--prepare locality: devices cannot use this layout: use --prepare degree");
  }
}

}  // namespace strider::cli
