// The ranks of a job, and what they send.
//
// All ranks of a cluster must call a function marked collective, in the same order and, if nothing
// else is said, with the same arguments. On each rank, one thread calls it. If one rank throws in a
// collective function, every rank throws the type and message of the lowest rank that failed, and
// no rank is left waiting. This does not hold if MPI itself fails.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strider {

/// How a program handles an error; see Cluster::run.
struct FailureReport {
  /// The exit status that stands for an error.
  std::function<int(const std::exception&)> exit_status;
  /// Shows the user one line, passed without its line end.
  std::function<void(const std::string&)> report;
};

/// The ranks of a job. Move-only. Objects made from a cluster keep what they need of it. If the
/// cluster started MPI, MPI ends with the last of these objects.
class Cluster {
 public:
  /// All ranks of the job. Starts MPI, unless the program has already started it. In that case the
  /// program ends MPI, after the cluster and all objects made from it are gone. Collective.
  Cluster();
  /// The ranks of a communicator of the program, given by its Fortran handle (MPI_Comm_c2f). The
  /// communicator is duplicated. Collective over it.
  [[nodiscard]] static Cluster from_fortran_handle(int communicator);
  Cluster(Cluster&&) noexcept;
  Cluster& operator=(Cluster&&) noexcept;
  ~Cluster();

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  /// The index of this rank among the ranks of its machine; the lowest rank has index 0.
  /// Collective.
  [[nodiscard]] int rank_on_machine() const;
  /// threads_of_environment(); or else the number of cores that this rank may use, divided by the
  /// number of ranks that may use exactly the same cores, at least 1. Collective.
  [[nodiscard]] int threads_per_rank() const;
  /// Collective.
  void barrier() const;
  /// The largest of the ranks' values. Collective.
  [[nodiscard]] double maximum(double value) const;
  /// Replaces each number by its sum over the ranks, which all pass as many. Collective.
  void sum(std::span<double> numbers) const;
  /// The lowest rank whose text differs from that of rank 0, if there is one. Collective.
  [[nodiscard]] std::optional<int> first_difference(std::string_view text) const;
  /// From now on what is sent is also counted by sender and receiver. Collective.
  void record_ranks() const;
  /// Each rank passes its error, or null for success. If any rank failed, every rank throws the
  /// error of the lowest rank that failed. Collective.
  void throw_on_all_ranks(std::exception_ptr error) const;

  /// Runs `body`, the whole work of a rank, and returns the exit status. If all ranks threw an
  /// error together, rank 0 reports it. If a single rank threw, that rank reports the error with
  /// its number and ends the job at once, as other ranks may wait for messages that it will never
  /// send.
  [[nodiscard]] int run(const std::function<int()>& body, const FailureReport& on_failure) const;

  struct State;
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  explicit Cluster(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

/// The whole main() of a program on ranks: starts MPI, calls `body` on each rank and returns the
/// exit status of the rank: what body returned, or 1 after an error, whose line goes to the
/// standard error. Collective.
[[nodiscard]] int on_ranks(const std::function<int(const Cluster&)>& body);

/// What all ranks together have sent, and what they computed meanwhile. A collective counts as the
/// least that its payload needs. What a rank sends to itself does not count.
struct DistTraffic {
  /// A number of each rank.
  struct Spread {
    double sum = 0;
    double max = 0;
    double median = 0;

    Spread& operator+=(const Spread& more);
  };
  /// Seconds, but for the arcs.
  struct Work {
    Spread network;    ///< in communication, waiting included
    Spread computing;  ///< the rest
    // Parts of computing; 0 where a search does not tell them apart:
    Spread expansion;  ///< the frontier's arcs, or those that lead to it
    Spread update;     ///< messages packed and unpacked, and what came in them taken
    /// Arcs that breadth-first search looked at on hosts; else 0.
    Spread arcs_examined;

    Work& operator+=(const Work& more);
  };
  struct Sum {
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    /// Time in communication, waiting included: the mean over the ranks.
    double seconds = 0;

    Sum& operator+=(const Sum& more);
  };
  struct Phase {
    std::string_view name;
    Sum sum;
    Spread network = {};
    Spread computing = {};
  };
  /// All steps of one kind in a phase, among groups of so many ranks.
  struct Step {
    std::string_view phase;
    /// "round", "sparse", "all-reduce", "reduce", "broadcast", "all-gather", "all-to-all",
    /// "barrier", or "packets": messages that no rank waits for.
    std::string_view kind;
    int group = 1;            ///< ranks that communicate with each other
    std::uint64_t times = 0;  ///< on the rank with the most of them; of packets 0
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    std::uint64_t most_bytes = 0;     ///< of one rank
    std::uint64_t most_messages = 0;  ///< of one rank
    double seconds = 0;               ///< of the rank that spent the most time in them
    // Of rounds and sparse exchanges:
    std::uint64_t fan_out = 0;  ///< messages of a rank in one step, at most
    std::uint64_t empty_messages = 0;
    std::uint64_t largest_message = 0;
  };
  Sum total;
  std::vector<Phase> by_phase;  ///< only phases in which anything was sent or computed
  std::vector<Sum> by_level;    ///< level 0 expands the source
  std::vector<Step> steps;      ///< those of two ranks or more, by phase
  // Only if Cluster::record_ranks() was called:
  /// Of messages with one receiver, by sender and then by receiver: size() * size() numbers.
  std::vector<std::uint64_t> bytes_between_ranks = {};
  /// By rank and then by level; times are those of the rank.
  std::vector<std::vector<Sum>> by_rank = {};
  /// Seconds of one rank.
  struct RankTimes {
    struct Phase {
      std::string_view name;
      double network = 0;
      /// Of network; empty if there are more than kMostLevelsOfPhases levels.
      std::vector<double> by_level = {};
    };
    double computing = 0;
    double expansion = 0;  ///< as in Work
    double update = 0;
    std::vector<Phase> phases = {};  ///< those in which it communicated
  };
  std::vector<RankTimes> times_by_rank = {};
  Work work;
  /// By level; empty if there are more than kMostLevelsOfWork levels.
  std::vector<Work> work_by_level;
  static constexpr std::size_t kMostLevelsOfWork = 65536;
  /// As by_phase, of each level; empty if there are more than kMostLevelsOfPhases levels.
  std::vector<std::vector<Phase>> phases_by_level = {};
  static constexpr std::size_t kMostLevelsOfPhases = 128;
  bool counts_arcs = false;  ///< whether Work::arcs_examined says anything

  /// Adds what another run sent. What one rank has at most is an upper bound then, and so are
  /// medians nearly.
  DistTraffic& operator+=(const DistTraffic& more);
};

}  // namespace strider
