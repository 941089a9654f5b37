#include "model/step_list.hpp"

namespace strider::model {

std::string_view step_kind_name(StepKind kind) {
  switch (kind) {
    case StepKind::kRound:
      return "round";
    case StepKind::kRing:
      return "ring";
    case StepKind::kAllReduce:
      return "all-reduce";
    case StepKind::kReduce:
      return "reduce";
    case StepKind::kBroadcast:
      return "broadcast";
    case StepKind::kBarrier:
      return "barrier";
  }
  return "";
}

}  // namespace strider::model
