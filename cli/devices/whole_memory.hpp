// What a run takes of a device altogether, where its steps, the graph first, are refused one by
// one.
#pragma once

#include <cstdint>

#include "strider/device.hpp"
#include "strider/device_error.hpp"

namespace strider::cli {

class WholeMemory {
 public:
  /// Before the run has taken anything.
  explicit WholeMemory(const Device& device) : before_(device.free_bytes()) {}

  /// put(), of a graph. Throws MemoryError, where that does not fit, which says that the search
  /// needs more.
  template <class Put>
  auto put(const Put& put) const {
    try {
      return put();
    } catch (const DeviceMemoryError& error) {
      refuse_graph(error);
    }
  }
  /// search(), or what makes ready for it. Throws MemoryError, where that does not fit beside the
  /// graph, of both together.
  template <class Search>
  auto search(const Search& search) const {
    try {
      return search();
    } catch (const DeviceMemoryError& error) {
      refuse_with_graph(error);
    }
  }

 private:
  [[noreturn]] static void refuse_graph(const DeviceMemoryError& error);
  [[noreturn]] void refuse_with_graph(const DeviceMemoryError& error) const;

  std::uint64_t before_;
};

}  // namespace strider::cli
