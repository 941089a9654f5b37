// The ranks of a job, and what they send.
//
// Functions marked collective must be called by all ranks of a cluster, in the same order and with
// the same arguments where nothing else is said. One thread a rank calls them. An error of a
// collective function is thrown on all ranks, by the type and message of the lowest rank that
// failed, unless MPI itself fails; so no rank is left waiting.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strider {

/// What a program makes of an error: see Cluster::run.
struct FailureReport {
  /// The exit status that stands for an error.
  std::function<int(const std::exception&)> exit_status;
  /// Tells the user: one line, without its end.
  std::function<void(const std::string&)> report;
};

/// The ranks of a job. Move-only. What is made of it keeps what it needs of it; MPI, where the
/// cluster started it, ends with the last of them.
class Cluster {
 public:
  /// All ranks of the job. Starts MPI, or joins where the program has started it already; then the
  /// program ends it, after all that was made of the cluster is gone. Collective.
  Cluster();
  /// The ranks of a communicator of the program's own, by its Fortran handle (MPI_Comm_c2f); it is
  /// duplicated. Collective over it.
  [[nodiscard]] static Cluster from_fortran_handle(int communicator);
  Cluster(Cluster&&) noexcept;
  Cluster& operator=(Cluster&&) noexcept;
  ~Cluster();

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  /// Which of the ranks on its machine this one is: 0 for the lowest. Collective.
  [[nodiscard]] int rank_on_machine() const;
  /// The cores this rank may use, divided by the ranks that may use just the same ones; at least 1.
  /// Collective.
  [[nodiscard]] int threads_per_rank() const;
  /// Collective.
  void barrier() const;
  /// The largest of the ranks' values. Collective.
  [[nodiscard]] double maximum(double value) const;
  /// Each rank says how it fared, null for well; throws on all ranks the error of the lowest one
  /// that failed. Collective.
  void throw_on_all_ranks(std::exception_ptr error) const;

  /// Runs all that a rank does and returns the exit status. An error that all ranks threw together
  /// is reported by rank 0; one of a rank only by that rank, with its number, and ends the job at
  /// once, for the others may wait for what it will never send.
  [[nodiscard]] int run(const std::function<int()>& body, const FailureReport& on_failure) const;

  struct State;
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  explicit Cluster(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

/// What has been sent, on all ranks together. A collective counts as the least that its payload
/// needs; what a rank sends to itself does not count.
struct DistTraffic {
  struct Sum {
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    /// In communication, waiting included: the mean of the ranks.
    double seconds = 0;
  };
  struct Phase {
    std::string_view name;
    Sum sum;
  };
  Sum total;
  std::vector<Phase> by_phase;  ///< of those in which something was sent
  std::vector<Sum> by_level;    ///< level 0 expands the source
};

}  // namespace strider
