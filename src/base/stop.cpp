#include "base/stop.hpp"

#include <utility>

#include "strider/error.hpp"

namespace strider {
namespace {

thread_local constinit const std::atomic<bool>* flag_of_thread = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>& stop)
    : outer_(std::exchange(flag_of_thread, &stop)) {}
StopScope::~StopScope() {
  flag_of_thread = outer_;
}

InheritedStop::InheritedStop(const std::atomic<bool>* flag)
    : outer_(std::exchange(flag_of_thread, flag)) {}
InheritedStop::~InheritedStop() {
  flag_of_thread = outer_;
}

const std::atomic<bool>* stop_flag() {
  return flag_of_thread;
}

void throw_interrupted() {
  throw InterruptedError("stopped, as the caller asked");
}

}  // namespace strider
