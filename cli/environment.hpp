// What surrounds the process: launchers, devices, standard streams.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace strider::cli {

/// Opens /dev/null in place of standard streams that are closed, so that no file of ours takes
/// their number and gets what is printed.
void reserve_standard_streams();

/// Lets a write past the limit on the size of files fail, so that it is reported; else it would end
/// the process.
void fail_on_long_files();

/// Throws InputError where what was printed could not be written.
void require_output_written();

/// What started this process as one of a job.
struct Launch {
  std::string launcher;
  int size = 1;
  int rank = 0;
};
/// Of mpirun or srun, by what they leave in the environment; nothing where the program was started
/// by itself.
[[nodiscard]] std::optional<Launch> launch();

/// Throws UnavailableError where a launcher started several processes: as many copies would
/// overwrite each other's results.
void require_single_process();
/// Refuses an option of runs on ranks, by UnavailableError: this build has none, no launcher
/// started the program, or the verb does not run on ranks.
[[noreturn]] void refuse_distribution(std::string_view option);

/// Whether this is rank 0, the one that prints, or no launcher is there.
[[nodiscard]] bool is_first_process();

/// What --device names.
struct DeviceChoice {
  enum class Kind : std::uint8_t { kHost, kCuda, kSimt };
  Kind kind = Kind::kHost;
  /// Of a CUDA device; where none was given, the first one here or, on ranks, each its own.
  std::optional<int> number;
};
/// Throws UnavailableError where there is no such device, or none in this build.
[[nodiscard]] DeviceChoice device_choice(const std::string& device);
/// Throws UnavailableError unless `device` is "host": `what` runs nowhere else.
void require_host_device(const std::string& device, std::string_view what);

}  // namespace strider::cli
