// Arrays of which the ranks of a node have one copy together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "base/memory.hpp"
#include "comm/communicator.hpp"
#include "strider/array.hpp"

namespace strider::comm {

/// Bytes that the file system of shared memory still takes, /dev/shm, where MPI keeps windows that
/// ranks share; the largest number where there is none. Containers may have little of it.
[[nodiscard]] std::uint64_t free_shared_memory_bytes();

namespace detail {

/// The memory of a NodeArray: a window of MPI (MPI_Win_allocate_shared) that rank 0 of the node
/// takes and all its ranks map, each at an address of its own; where a node has one rank, an Array.
class NodeBytes {
 public:
  NodeBytes();
  NodeBytes(const Communicator& comm, const Communicator& node, std::uint64_t bytes);
  NodeBytes(NodeBytes&&) noexcept;
  NodeBytes& operator=(NodeBytes&&) noexcept;
  ~NodeBytes();

  [[nodiscard]] std::byte* data() const;
  void sync() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace detail

/// An array of which the ranks of a node have one copy; where a node has one rank, an array of that
/// rank. Move-only. Aligned and padded as an Array is.
template <class T>
class NodeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  NodeArray() = default;
  /// `size` elements of undefined value. `node` has the ranks of `comm` that share this rank's
  /// memory, or this rank only. Throws MemoryError on all ranks of `comm`, before anything is
  /// taken where it can be predicted; CommError. Collective over `comm`.
  NodeArray(const Communicator& comm, const Communicator& node, std::size_t size)
      : bytes_(comm, node, saturating_mul(size, sizeof(T))), size_(size) {}
  NodeArray(NodeArray&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  NodeArray& operator=(NodeArray&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  /// Where there is memory and the node has several ranks, collective over the node, and before MPI
  /// ends: where an error ends its scope, it must be an error of all ranks.
  ~NodeArray() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<T> span() const {
    return {static_cast<T*>(static_cast<void*>(bytes_.data())), size_};
  }
  /// Half of what synchronize does; by itself it orders nothing between ranks.
  void sync() const { bytes_.sync(); }

 private:
  detail::NodeBytes bytes_;
  std::size_t size_ = 0;
};

/// What any rank of the node wrote into the arrays before, every rank of it reads after. The
/// barrier alone orders the ranks, but not their memory: a store may still wait in the processor of
/// the writer, or be kept in a register, as no call that the compiler knows of could read it, and a
/// reader may have read early. MPI_Win_sync orders a rank's own accesses: before the barrier it
/// completes those of a writer, after it those of a reader have not begun (MPI 4.0, 12.5.4).
/// Collective over `node`.
template <class... T>
void synchronize(const Communicator& node, const NodeArray<T>&... arrays) {
  if (node.size() == 1) return;
  (arrays.sync(), ...);
  node.barrier();
  (arrays.sync(), ...);
}

}  // namespace strider::comm
