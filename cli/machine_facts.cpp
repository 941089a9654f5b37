#include "machine_facts.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "environment.hpp"
#include "shell_word.hpp"

namespace strider::cli {
namespace {

Json cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

Json usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0) return {};
  return CPU_COUNT(&cores);
}

Json peak_memory() {
  struct rusage usage {};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return {};
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

Json machine_json() {
  const std::optional<Launch> job = launch();
  return {{"cpu", cpu_name()},
          {"cores", usable_cores()},
          {"memory_bytes", static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                               static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))},
          {"peak_memory_bytes", peak_memory()},
          {"launcher", job ? Json(job->launcher) : Json()}};
}

std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::stringstream all;
  all << file.rdbuf();
  std::string command;
  bool is_first = true;
  for (std::string word; std::getline(all, word, '\0');) {
    if (is_first) word = std::filesystem::path(word).filename().string();
    command += (is_first ? "" : " ") + shell_word(word);
    is_first = false;
  }
  const std::optional<Launch> job = launch();
  if (!job) return command;
  // Open MPI says so of more ranks than cores, and starts them only with this option.
  const char* const crowded = std::getenv("OMPI_MCA_mpi_oversubscribe");
  const bool is_crowded = crowded != nullptr && std::string_view(crowded) == "1";
  return fmt::format("{}{} -n {} {}", job->launcher.substr(0, job->launcher.find(' ')),
                     is_crowded ? " --oversubscribe" : "", job->size, command);
}

}  // namespace strider::cli
