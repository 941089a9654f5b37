#include "algorithms/bc/gpu/path_plan.hpp"

namespace strider::detail {

std::shared_ptr<PathDrawer> declare_path_drawer(Workspace& workspace,
                                                const DeviceQuestion& question, std::uint64_t seed,
                                                std::uint64_t room) {
  struct WithProblem {
    std::unique_ptr<DeviceBcProblem> problem;
    std::unique_ptr<DevicePathDrawer> drawer;
  };
  const auto both = std::make_shared<WithProblem>();
  both->problem = put_problem(workspace, question, SourceWalk::kByQueues);
  PathDrawerSettings settings{.seed = seed,
                              .block_threads = question.options.tuning.block_threads,
                              .paths_at_once = question.options.tuning.sources_at_once};
  if (settings.paths_at_once == 0) {
    std::uint64_t useful = 1;
    const auto bytes_of = [&](std::uint64_t paths) {
      Workspace measured;
      settings.paths_at_once = static_cast<std::uint32_t>(paths);
      useful = both->problem->path_drawer(measured, settings)->blocks();
      return measured.device_bytes();
    };
    const std::uint64_t rest = room - std::min(room, workspace.device_bytes());
    const std::uint64_t fitting = most_that_fit(rest / 2, bytes_of);
    settings.paths_at_once =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fitting, 1, useful));
  }
  both->drawer = both->problem->path_drawer(workspace, settings);
  return {both, both->drawer.get()};
}

}  // namespace strider::detail
