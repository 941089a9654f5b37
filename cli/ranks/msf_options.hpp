// Spanning forests on ranks: what the options mean.
#pragma once

#include "msf_verb.hpp"
#include "report.hpp"
#include "strider/dist_msf.hpp"

namespace strider::cli {

/// The one check that options go together. Throws UsageError.
[[nodiscard]] DistMsfOptions dist_msf_options(const MsfVerb& verb, const RunOptions& run);

/// What is in force of GHS.
[[nodiscard]] Json ghs_json(const GhsOptions& options);

}  // namespace strider::cli
