// Samples of shortest paths, a block a path.
#include <algorithm>

#include "algorithms/bc/gpu/path_plan.hpp"
#include "algorithms/bc/gpu/path_steps.hpp"
#include "algorithms/bc/gpu/problem_on_device.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

template <class Offset>
STRIDER_KERNEL sample_paths(PathRound<Offset> round) {
  const BlockTeam team;
  STRIDER_SHARED(PathShared, shared, 1);
  while (true) {
    if (team.rank() == 0) shared[0].sample = round.begin + simt::atomic_add(round.next, 1);
    team.sync();
    if (shared[0].sample >= round.end) return;
    sample_path(team, round, shared[0]);
  }
}

class PathDrawerOnDevice final : public DevicePathDrawer {
 public:
  PathDrawerOnDevice(Workspace& workspace, const BcOnDevice& problem,
                     const PathDrawerSettings& settings)
      : on_device_(problem), settings_(settings), context_(problem.context()), queue_(context_) {
    const auto count_blocks = [&]<class Offset>(Offset) {
      require_block_threads(queue_, &sample_paths<Offset>, settings.block_threads);
      blocks_ =
          std::max<u32>(1, simt::max_cooperative_blocks(queue_.handle(), &sample_paths<Offset>,
                                                        settings.block_threads, 0));
    };
    problem.has_small_offsets() ? count_blocks(u32{}) : count_blocks(u64{});
    const u64 n = problem.sizes().vertices;
    // Of each, two searches.
    workspace.declare("path counts", nodes_, 2 * settings.paths_at_once * n, context_);
    workspace.declare("the queues", queues_, 2 * settings.paths_at_once * n, context_);
    workspace.declare("the hits", hits_, n, context_);
    workspace.declare("the next sample", next_, 1, context_);
    workspace.declare("some of the hits", chunk_, std::min(n, kHitsAtOnce));
    workspace.when_taken([this] {
      // Every byte of kNoLevel is the same.
      queue_.fill(nodes_.data(), 0xFF, nodes_.size_bytes());
      queue_.fill(hits_.data(), 0, hits_.size_bytes());
    });
  }

  [[nodiscard]] std::uint32_t blocks() const override { return blocks_; }

  void draw(std::uint64_t begin, std::uint64_t end, std::span<double> hits) override {
    while (begin < end) {
      if (kept_ == settings_.most_kept) settle(hits);
      const u64 next = begin + std::min(end - begin, settings_.most_kept - kept_);
      start(begin, next);
      kept_ += next - begin;
      begin = next;
    }
    // Whoever looks at the time or asks to stop goes by what has been drawn.
    queue_.wait();
  }

  void settle(std::span<double> hits) override {
    if (kept_ == 0) return;
    for (std::size_t begin = 0; begin < hits.size(); begin += chunk_.size()) {
      const std::size_t count = std::min(chunk_.size(), hits.size() - begin);
      download_bytes(queue_, chunk_.data(), hits_.data() + begin, count * sizeof(u32));
      for (std::size_t i = 0; i < count; ++i) hits[begin + i] += chunk_[i];
    }
    queue_.fill(hits_.data(), 0, hits_.size_bytes());
    kept_ = 0;
  }

 private:
  /// What settle() brings to the host, so many at a time.
  static constexpr u64 kHitsAtOnce = u64{1} << 20U;

  void start(u64 begin, u64 end) {
    queue_.fill(next_.data(), 0, next_.size_bytes());
    on_device_.out().with_rows([&]<class Offset>(const Rows<Offset>& out) {
      const PathRound<Offset> round{.out = out,
                                    .in = rows_of<Offset>(on_device_.in()),
                                    .nodes = nodes_.data(),
                                    .queues = queues_.data(),
                                    .seed = settings_.seed,
                                    .begin = begin,
                                    .end = end,
                                    .next = next_.data(),
                                    .hits = hits_.data()};
      simt::launch(queue_.handle(),
                   {.grid = settings_.paths_at_once, .block = settings_.block_threads},
                   &sample_paths<Offset>, round);
    });
  }

  const BcOnDevice& on_device_;
  PathDrawerSettings settings_;
  Context& context_;
  Queue queue_;
  u32 blocks_ = 1;
  DeviceBuffer<Node> nodes_;
  DeviceBuffer<u32> queues_;
  DeviceBuffer<u32> hits_;  // of the samples kept
  DeviceBuffer<u64> next_;
  Array<u32> chunk_;
  u64 kept_ = 0;  // samples, at most most_kept
};

}  // namespace

std::unique_ptr<DevicePathDrawer> BcOnDevice::path_drawer(
    Workspace& workspace, const PathDrawerSettings& settings) const {
  return std::make_unique<PathDrawerOnDevice>(workspace, *this, settings);
}

}  // namespace strider::detail::STRIDER_DEVICE
