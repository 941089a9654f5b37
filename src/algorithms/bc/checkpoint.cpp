#include "algorithms/bc/checkpoint.hpp"

#include "algorithms/bc/checkpoint_file.hpp"
#include "algorithms/bc/word_hash.hpp"

namespace strider::detail {

std::uint64_t checkpoint_key(const BcProblem& problem, std::uint64_t extra) {
  WordHash hash;
  hash.add(extra);
  hash.add(static_cast<std::uint64_t>(problem.graph.directedness()));
  hash.add(static_cast<std::uint64_t>(problem.of));
  hash.add(static_cast<std::uint64_t>(problem.endpoints));
  hash.add_all(problem.graph.out().offsets().span());
  hash.add_all(problem.graph.out().targets().span());
  hash.add_all(std::span<const Vertex>(problem.sources));
  hash.add_all(std::span<const double>(problem.target_weights));
  hash.add(problem.lengths != nullptr ? 1 : 0);
  if (problem.lengths) {
    hash.add(problem.lengths->slack_shift);
    hash.add_all(problem.lengths->narrow.span());
    hash.add_all(problem.lengths->wide.span());
  }
  return hash.value();
}

void write_checkpoint(const std::string& path, std::uint64_t key, const BcState& state) {
  CheckpointWriter writer(path, key,
                          {.num_scores = state.sums.size(),
                           .sources_done = state.sources_done,
                           .arcs = state.arcs,
                           .seconds = state.seconds});
  writer.add(state.sums);
  writer.commit();
}

void read_checkpoint(const std::string& path, std::uint64_t key, BcState& state) {
  CheckpointReader reader(path, key, state.sums.size());
  reader.read(state.sums);
  state.sources_done = reader.progress().sources_done;
  state.arcs = reader.progress().arcs;
  state.seconds = reader.progress().seconds;
}

}  // namespace strider::detail
