// How the sanitizers learn of fibers; nothing in other builds.
//
// ThreadSanitizer sees every emulated thread as a thread of its own, ordered by the words that
// order memory and by nothing else: so it finds races between threads of a grid, although one
// thread of the system runs them all. The emulator's own data is none of the kernel's, and the
// files of this folder are built without its instrumentation.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define STRIDER_SIMT_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STRIDER_SIMT_ASAN 1
#endif
#endif

#ifdef STRIDER_SIMT_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef STRIDER_SIMT_TSAN
#include <sanitizer/tsan_interface.h>
// The run-time exports these and declares them in no header.
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
void AnnotateBenignRaceSized(const char* file, int line, const volatile void* address,
                             std::size_t bytes, const char* description);
}
#endif

namespace strider::simt::emulator {

/// Before a switch to the stack given, by whom it is left in `save`.
inline void leave_stack([[maybe_unused]] void** save, [[maybe_unused]] const void* bottom,
                        [[maybe_unused]] std::size_t bytes) {
#ifdef STRIDER_SIMT_ASAN
  __sanitizer_start_switch_fiber(save, bottom, bytes);
#endif
}
/// After a switch; where the stack came from goes to bottom and bytes.
inline void enter_stack([[maybe_unused]] void* saved, [[maybe_unused]] const void** bottom,
                        [[maybe_unused]] std::size_t* bytes) {
#ifdef STRIDER_SIMT_ASAN
  __sanitizer_finish_switch_fiber(saved, bottom, bytes);
#endif
}

/// A stack that emulated threads have one after the other, without any order that ThreadSanitizer
/// knows of. No kernel shares what is on its stack, so nothing there is a race. The range stays
/// unwatched when the stack is gone.
inline void use_stack_in_turn([[maybe_unused]] const void* bottom,
                              [[maybe_unused]] std::size_t bytes) {
#ifdef STRIDER_SIMT_TSAN
  AnnotateBenignRaceSized(__FILE__, __LINE__, bottom, bytes, "stack");
#endif
}

/// The memory of a stack that is no more, of which AddressSanitizer still knows.
inline void forget_stack([[maybe_unused]] const void* bottom, [[maybe_unused]] std::size_t bytes) {
#ifdef STRIDER_SIMT_ASAN
  __asan_unpoison_memory_region(bottom, bytes);
#endif
}

/// While it lives, what is done is the emulator's and not the kernel's: the library functions that
/// it calls are watched wherever they are called from.
class Unwatched {
 public:
  Unwatched() {
#ifdef STRIDER_SIMT_TSAN
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
#endif
  }
  ~Unwatched() {
#ifdef STRIDER_SIMT_TSAN
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
  }
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;
};

/// ThreadSanitizer's idea of an emulated thread.
class RaceView {
 public:
  /// The thread of the system that runs.
  static RaceView of_caller() {
    RaceView view;
#ifdef STRIDER_SIMT_TSAN
    view.handle_ = __tsan_get_current_fiber();
#endif
    return view;
  }
  static RaceView make() {
    RaceView view;
#ifdef STRIDER_SIMT_TSAN
    view.handle_ = __tsan_create_fiber(0);
#endif
    return view;
  }
  void destroy() {
#ifdef STRIDER_SIMT_TSAN
    if (handle_ != nullptr) __tsan_destroy_fiber(handle_);
    handle_ = nullptr;
#endif
  }
  void take_over() const {
#ifdef STRIDER_SIMT_TSAN
    __tsan_switch_to_fiber(handle_, __tsan_switch_to_fiber_no_sync);
#endif
  }

 private:
  [[maybe_unused]] void* handle_ = nullptr;
};

/// What is before a release of `place` is seen by who acquires it later.
inline void order_before([[maybe_unused]] void* place) {
#ifdef STRIDER_SIMT_TSAN
  __tsan_release(place);
#endif
}
inline void order_after([[maybe_unused]] void* place) {
#ifdef STRIDER_SIMT_TSAN
  __tsan_acquire(place);
#endif
}

}  // namespace strider::simt::emulator
