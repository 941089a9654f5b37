#include "environment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "place.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

constexpr const char* kVerbsOfRanks =
    "bfs, sssp, msf, bc, components, core, diameter, bipartite, cluster, closeness, pagerank, "
    "cdlp, lcc, info, validate, convert, generate";
constexpr const char* kLastVerbOfRanks = "graph500";

int number_in_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  if (text == nullptr) return otherwise;
  int value = otherwise;
  const std::string_view view(text);
  std::from_chars(view.data(), view.data() + view.size(), value);
  return value;
}

/// A launcher's variables for the number of processes and for this one's rank. Slurm sets
/// SLURM_NTASKS in batch scripts, too, where programs run without a launcher: only the step's count
/// will do.
struct Launcher {
  const char* name;
  const char* size;
  const char* rank;
};
constexpr Launcher kLaunchers[] = {
    {"mpirun (Open MPI)", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"mpirun (PMI)", "PMI_SIZE", "PMI_RANK"},
    {"mpirun (MVAPICH)", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
    {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
};

}  // namespace

void reserve_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // Read-only, so that writing still fails and is noticed. open takes the lowest free number.
    if (open("/dev/null", O_RDONLY) != descriptor) std::_Exit(1);
  }
}

void fail_on_long_files() {
  std::signal(SIGXFSZ, SIG_IGN);
}

void require_output_written() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw InputError("standard output", 0,
                     fmt::format("cannot be written: {}", std::strerror(errno)));
  }
}

std::optional<Launch> launch() {
  for (const Launcher& launcher : kLaunchers) {
    const int size = number_in_environment(launcher.size, 0);
    if (size > 0) return Launch{launcher.name, size, number_in_environment(launcher.rank, 0)};
  }
  return std::nullopt;
}

void require_single_process() {
  const std::optional<Launch> job = launch();
  if (!job || job->size == 1) return;
  if (!kHasRanks) {
    throw UnavailableError(fmt::format(
        "{} started {} processes, but this build has no MPI support: build with -DSTRIDER_MPI=ON, "
        "or start a single process",
        job->launcher, job->size));
  }
  throw UnavailableError(fmt::format(
      "{} started {} processes, but only {} and {} share their work among ranks: start a single "
      "process",
      job->launcher, job->size, kVerbsOfRanks, kLastVerbOfRanks));
}

void refuse_distribution(std::string_view option) {
  if (!kHasRanks) {
    throw UnavailableError(fmt::format(
        "{}: this build has no MPI support: build with -DSTRIDER_MPI=ON, or leave the option out",
        option));
  }
  throw UnavailableError(
      fmt::format("{} applies only to {} or {} on several processes: start them with mpirun -n 4 "
                  "strider ... or srun",
                  option, kVerbsOfRanks, kLastVerbOfRanks));
}

bool is_first_process() {
  const std::optional<Launch> job = launch();
  return !job || job->rank == 0;
}

DeviceChoice device_choice(const std::string& device) {
  using Kind = DeviceChoice::Kind;
  if (device == "host") return {};
  DeviceChoice choice{Kind::kCuda, std::nullopt};
  const std::string_view view(device);
  constexpr std::string_view kNumbered = "cuda:";
  bool known = device == "simt" || device == "cuda";
  if (device == "simt") choice.kind = Kind::kSimt;
  if (view.starts_with(kNumbered)) {
    const char* const end = view.data() + view.size();
    int number = -1;
    const auto read = std::from_chars(view.data() + kNumbered.size(), end, number);
    known = read.ec == std::errc() && read.ptr == end && number >= 0;
    choice.number = number;
  }
  if (!known) {
    throw UnavailableError(fmt::format(
        "--device {}: there is no such device: use host, cuda, cuda:N or simt", device));
  }
  if (!kHasDevices) {
    throw UnavailableError(
        fmt::format("--device {}: this build has no device support: build with -DSTRIDER_GPU=ON, "
                    "or use --device host",
                    device));
  }
  return choice;
}

void require_host_device(const std::string& device, std::string_view what) {
  if (device_choice(device).kind == DeviceChoice::Kind::kHost) return;
  throw UnavailableError(
      fmt::format("--device {}: {} runs only on the host: use --device host", device, what));
}

}  // namespace strider::cli
