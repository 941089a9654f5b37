// Samples of shortest paths, a block a path.
#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/bc/gpu/engine.hpp"
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

class PathDrawerOnDevice final : public PathDrawer {
 public:
  PathDrawerOnDevice(std::shared_ptr<const BcOnDevice> problem, const PathDrawerSettings& settings)
      : on_device_(std::move(problem)),
        settings_(settings),
        context_(on_device_->context()),
        queue_(context_) {
    choose_blocks();
    const u64 n = on_device_->out().num_vertices();
    nodes_ = DeviceBuffer<Node>(context_, 2 * blocks_ * n);
    queues_ = DeviceBuffer<u32>(context_, 2 * blocks_ * n);
    hits_ = DeviceBuffer<u32>(context_, n);
    next_ = DeviceBuffer<u64>(context_, 1);
    chunk_.resize(std::min(n, kHitsAtOnce));
    // Every byte of kNoLevel is the same.
    queue_.fill(nodes_.data(), 0xFF, nodes_.size_bytes());
    queue_.fill(hits_.data(), 0, hits_.size_bytes());
  }

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
    on_device_->out().with_rows([&]<class Offset>(const Rows<Offset>& out) {
      const PathRound<Offset> round{.out = out,
                                    .in = rows_of<Offset>(on_device_->in()),
                                    .nodes = nodes_.data(),
                                    .queues = queues_.data(),
                                    .seed = settings_.seed,
                                    .begin = begin,
                                    .end = end,
                                    .next = next_.data(),
                                    .hits = hits_.data()};
      simt::launch(queue_.handle(), {.grid = blocks_, .block = settings_.block_threads},
                   &sample_paths<Offset>, round);
    });
  }

  void choose_blocks() {
    u64 most = 1;
    on_device_->out().with_rows([&]<class Offset>(const Rows<Offset>&) {
      require_block_threads(queue_, &sample_paths<Offset>, settings_.block_threads);
      most = simt::max_cooperative_blocks(queue_.handle(), &sample_paths<Offset>,
                                          settings_.block_threads, 0);
    });
    const std::uint64_t shared = path_drawer_bytes(on_device_->problem());
    const std::uint64_t each = path_workspace_bytes(on_device_->problem());
    u64 blocks = settings_.paths_at_once;
    if (blocks == 0) {
      const std::uint64_t room = settings_.room > 0 ? settings_.room : context_.free_bytes() / 2;
      blocks =
          std::clamp<u64>(room > shared ? (room - shared) / each : 0, 1, std::max<u64>(1, most));
    }
    blocks_ = static_cast<u32>(blocks);
    context_.require(shared + each * blocks,
                     "sampling " + std::to_string(blocks) + " paths at once");
  }

  std::shared_ptr<const BcOnDevice> on_device_;
  PathDrawerSettings settings_;
  Context& context_;
  Queue queue_;
  u32 blocks_ = 1;
  DeviceBuffer<Node> nodes_;
  DeviceBuffer<u32> queues_;
  DeviceBuffer<u32> hits_;  // of the samples kept
  DeviceBuffer<u64> next_;
  std::vector<u32> chunk_;
  u64 kept_ = 0;  // samples, at most most_kept
};

}  // namespace

std::unique_ptr<PathDrawer> make_path_drawer(const std::shared_ptr<const DeviceObject>& problem,
                                             const PathDrawerSettings& settings) {
  return std::make_unique<PathDrawerOnDevice>(std::static_pointer_cast<const BcOnDevice>(problem),
                                              settings);
}

}  // namespace strider::detail::STRIDER_DEVICE
