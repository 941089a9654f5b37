// Machines of strider model: known ones, and those of JSON files.
#pragma once

#include <string>

#include "report.hpp"
#include "strider/model.hpp"

namespace strider::cli {

/// "ray, fdr, ...".
[[nodiscard]] std::string machine_names();
/// The known machine of that name, or else that of the file. Throws InputError.
[[nodiscard]] Machine find_machine(const std::string& name);
/// As its file has it.
[[nodiscard]] Json machine_json(const Machine& machine);

}  // namespace strider::cli
