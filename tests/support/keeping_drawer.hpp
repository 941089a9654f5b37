// Who draws paths on the host and keeps what they hit for itself, as a device does.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bc/sampling/path_drawer.hpp"

namespace strider::test {

class KeepingDrawer final : public detail::PathDrawer {
 public:
  explicit KeepingDrawer(std::shared_ptr<detail::PathDrawer> drawer) : drawer_(std::move(drawer)) {}

  void draw(std::uint64_t begin, std::uint64_t end, std::span<double> hits) override {
    kept_.resize(hits.size(), 0.0);
    drawer_->draw(begin, end, kept_);
  }
  void settle(std::span<double> hits) override {
    for (std::size_t v = 0; v < kept_.size(); ++v) hits[v] += kept_[v];
    std::fill(kept_.begin(), kept_.end(), 0.0);
  }

 private:
  std::shared_ptr<detail::PathDrawer> drawer_;
  std::vector<double> kept_;
};

[[nodiscard]] inline detail::PathDrawerMaker keeping_paths_on_host(std::uint64_t seed) {
  return [make = detail::paths_on_host(seed)](detail::Workspace& workspace,
                                              const detail::BcProblem& problem) {
    return std::make_shared<KeepingDrawer>(make(workspace, problem));
  };
}

}  // namespace strider::test
