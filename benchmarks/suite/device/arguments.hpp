// The options of benchmarks of searches on devices, whatever they search for.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace benchmark {

struct DeviceArguments {
  std::string device;    ///< cuda[:N] or simt; empty: the host
  std::string markdown;  ///< a file; empty: none
  double seconds = 0;    ///< of the whole run; 0: as long as it takes
  double seconds_a_method = 5;
  bool validate = true;
};

inline void add_device_arguments(CLI::App& app, DeviceArguments& arguments) {
  app.add_option("--device", arguments.device, "cuda, cuda:N or simt, instead of the host");
  app.add_option("--markdown", arguments.markdown, "Write tables into this file");
  app.add_option("--seconds", arguments.seconds, "Begin nothing after so many; 0: no limit");
  app.add_option("--seconds-a-method", arguments.seconds_a_method,
                 "Begin no search of a method or a value after so many");
  app.add_flag("!--no-validate", arguments.validate, "Do not check a result of each method");
}

}  // namespace benchmark
