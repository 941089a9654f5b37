// Runs beside one another, by what their JSON says.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"

namespace strider::cli {

struct NamedRun {
  std::string name;  ///< of its file
  Json json;
};

/// Runs of one verb on one graph are compared with the first of them. A time is marked if it is
/// more than `slower` percent above the first one's.
[[nodiscard]] std::string comparison_text(const std::vector<NamedRun>& runs, double slower);
[[nodiscard]] std::string comparison_page(const std::vector<NamedRun>& runs, double slower);

}  // namespace strider::cli
