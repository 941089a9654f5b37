// The arrays that a computation works in, each declared once: the same declaration measures it,
// takes it and names it in errors.
//
//   class Paths {
//    public:
//     Paths(Workspace& workspace, Context& device, Vertex n) {
//       workspace.declare("the distances", distances_, n);
//       workspace.declare("the frontier", frontier_, n, device);
//     }
//   };
//
//   Workspace workspace;
//   Paths paths(workspace, device, n);   // takes nothing yet
//   workspace.take("shortest paths", HostMemory(), device);
//
// A class of parts passes the workspace on to them. To know how much a computation would take, make
// its object and ask the workspace, without taking anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory.hpp"

namespace strider::detail {

/// Which memory an array lies in. Pinned memory is the host's.
enum class MemoryPlace : std::uint8_t { kHost, kDevice };

/// The place of arrays of a type: its kPlace, or the host.
template <class A>
inline constexpr MemoryPlace kPlaceOf = [] {
  if constexpr (requires { A::kPlace; }) {
    return A::kPlace;
  } else {
    return MemoryPlace::kHost;
  }
}();

/// What an A of `size` elements takes. An A of parts of bytes says it itself.
template <class A>
[[nodiscard]] std::uint64_t array_bytes(std::size_t size) {
  if constexpr (requires { A::bytes_of(size); }) {
    return A::bytes_of(size);
  } else {
    return saturating_mul(size, sizeof(*A().data()));
  }
}

/// The memory of this process alone. NodeMemory (ranks of a machine) and the Context of a device
/// are the others that take() asks.
struct HostMemory {
  static constexpr MemoryPlace kPlace = MemoryPlace::kHost;
  void require(std::uint64_t bytes, const std::string& purpose) const {
    require_memory(bytes, purpose);
  }
};

class Workspace {
 public:
  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() = default;

  /// take() makes `array` an A(from..., size), of undefined content. Until then it is empty, and
  /// must not move. `name` ends the sentence "1 GiB of it for ..." of an error.
  template <class A, class... From>
  void declare(std::string_view name, A& array, std::size_t size, From&... from) {
    count(name, array_bytes<A>(size), kPlaceOf<A>);
    when_taken([&array, size, &from...] { array = A(from..., size); });
  }
  /// Bytes that something else takes, when all has been taken or in a when_taken().
  void count(std::string_view name, std::uint64_t bytes, MemoryPlace place = MemoryPlace::kHost);
  /// take() calls `body`, in the order of declarations: for what fills arrays that were declared
  /// before.
  void when_taken(std::function<void()> body) { takes_.push_back(std::move(body)); }

  [[nodiscard]] std::uint64_t bytes(MemoryPlace place) const;
  [[nodiscard]] std::uint64_t host_bytes() const { return bytes(MemoryPlace::kHost); }
  [[nodiscard]] std::uint64_t device_bytes() const { return bytes(MemoryPlace::kDevice); }

  /// Throws MemoryError, which names the largest array, where `memory` has too little of what lies
  /// there.
  template <class Memory>
  void require(const std::string& purpose, const Memory& memory) const {
    memory.require(bytes(Memory::kPlace), describe(purpose, Memory::kPlace));
  }
  /// Takes all that has been declared since the last call, once each of `memories` has enough for
  /// it. Throws MemoryError, and what a when_taken() throws: the next call continues there.
  template <class... Memories>
  void take(const std::string& purpose, const Memories&... memories) {
    (require(purpose, memories), ...);
    take();
  }
  /// The same of memory that has been asked for.
  void take();

 private:
  struct Item {
    std::string name;
    std::uint64_t bytes;
    MemoryPlace place;
  };
  [[nodiscard]] std::string describe(const std::string& purpose, MemoryPlace place) const;

  std::vector<Item> items_;
  std::vector<std::function<void()>> takes_;
  std::size_t taken_ = 0;  // of these
};

/// An array that is taken at once. Throws MemoryError before it takes memory that is not there;
/// `purpose` as in require_memory().
template <class A, class Memory = HostMemory>
[[nodiscard]] A take_array(std::size_t size, const std::string& purpose,
                           const Memory& memory = {}) {
  memory.require(array_bytes<A>(size), purpose);
  return A(size);
}

}  // namespace strider::detail
