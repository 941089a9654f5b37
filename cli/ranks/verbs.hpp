// The verbs that ranks share. In builds without MPI none.cpp stands in for the rest of this folder.
#pragma once

namespace strider::cli {

struct BcOptions;
struct BfsVerb;
struct ComponentsVerb;
struct DistributionOptions;
struct Graph500Verb;
struct MsfVerb;
struct SsspVerb;

/// Whether this build can run on ranks.
[[nodiscard]] bool has_ranks();

/// Whether this run is to be shared: by several processes of a launcher, or by one with options
/// that only make sense then.
[[nodiscard]] bool runs_on_ranks(const DistributionOptions& options);

/// Runs the verb on all processes of the launcher. Throws Reported where it failed. Precondition:
/// runs_on_ranks().
void run_on_ranks(const BcOptions& options);
void run_on_ranks(const BfsVerb& options);
void run_on_ranks(const ComponentsVerb& options);
void run_on_ranks(const SsspVerb& options);
void run_on_ranks(const MsfVerb& options);
void run_on_ranks(Graph500Verb& options);

}  // namespace strider::cli
