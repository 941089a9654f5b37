#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/cpu_mask.hpp"
#include "comm/collective_error.hpp"
#include "comm/failure_report.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "strider/threads.hpp"

namespace strider {

Cluster::Cluster() : state_(std::make_shared<State>()) {
  state_->environment.emplace();
  state_->storage.emplace(state_->environment->world());
}

Cluster::Cluster(std::shared_ptr<State> state) : state_(std::move(state)) {}
Cluster::Cluster(Cluster&&) noexcept = default;
Cluster& Cluster::operator=(Cluster&&) noexcept = default;
Cluster::~Cluster() = default;

Cluster Cluster::from_fortran_handle(int communicator) {
  auto state = std::make_shared<State>();
  state->storage.emplace(comm::Communicator::duplicate_fortran(communicator));
  return Cluster(std::move(state));
}

int Cluster::rank() const {
  return state_->comm().rank();
}
int Cluster::size() const {
  return state_->comm().size();
}
int Cluster::rank_on_machine() const {
  return state_->comm().split_by_node().rank();
}
int Cluster::threads_per_rank() const {
  const CpuMask mine = CpuMask::of_process();
  int sharing = 0;
  for (const CpuMask& other : state_->comm().split_by_node().all_gather(mine)) {
    sharing += mine == other ? 1 : 0;
  }
  return threads_of_environment().value_or(std::max(1, mine.count() / sharing));
}
void Cluster::record_ranks() const {
  const comm::Communicator& comm = state_->comm();
  comm::try_on_all_ranks(
      comm, [&] { comm.traffic().record_receivers(static_cast<std::size_t>(comm.size())); });
}
void Cluster::barrier() const {
  state_->comm().barrier();
}
double Cluster::maximum(double value) const {
  return state_->comm().all_reduce(value, comm::Reduction::kMax);
}
void Cluster::sum(std::span<double> numbers) const {
  state_->comm().all_reduce(numbers, comm::Reduction::kSum);
}
std::optional<int> Cluster::first_difference(std::string_view text) const {
  const comm::Communicator& comm = state_->comm();
  std::uint64_t length = text.size();
  comm.broadcast(std::span(&length, 1), 0);
  std::string first(text);
  first.resize(length);
  comm.broadcast(std::span(first), 0);
  const std::vector<std::uint8_t> differ = comm.all_gather<std::uint8_t>(text != first ? 1 : 0);
  const auto found = std::ranges::find(differ, 1);
  if (found == differ.end()) return std::nullopt;
  return static_cast<int>(found - differ.begin());
}
void Cluster::throw_on_all_ranks(std::exception_ptr error) const {
  comm::throw_on_all_ranks(state_->comm(), std::move(error));
}

int Cluster::run(const std::function<int()>& body, const FailureReport& on_failure) const {
  return comm::run_rank(state_->comm(), body,
                        {.exit_status = on_failure.exit_status, .report = on_failure.report});
}

int on_ranks(const std::function<int(const Cluster&)>& body) {
  const Cluster cluster;
  return cluster.run([&] { return body(cluster); },
                     {.exit_status = [](const std::exception&) { return 1; },
                      .report = [](const std::string& line) { fmt::print(stderr, "{}\n", line); }});
}

}  // namespace strider
