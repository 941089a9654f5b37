// Without MPI.
#include "environment.hpp"
#include "ranks/verbs.hpp"

namespace strider::cli {

bool has_ranks() {
  return false;
}
bool runs_on_ranks(const DistributionOptions&) {
  return false;
}
void run_on_ranks(const BcOptions&) {
  require_single_process();
}
void run_on_ranks(const BfsVerb&) {
  require_single_process();
}
void run_on_ranks(const ComponentsVerb&) {
  require_single_process();
}
void run_on_ranks(const SsspVerb&) {
  require_single_process();
}
void run_on_ranks(const MsfVerb&) {
  require_single_process();
}
void run_on_ranks(Graph500Verb&) {
  require_single_process();
}

}  // namespace strider::cli
