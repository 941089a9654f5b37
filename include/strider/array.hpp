// Owners of the large arrays that graphs and results are made of.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace strider {

namespace detail {
/// Allocates `count` elements of `size` bytes, aligned to 64, readable kArrayPadding bytes past the
/// end. Throws MemoryError. The content is undefined.
void* allocate_elements(std::size_t count, std::size_t size);
void free_bytes(void* memory) noexcept;
/// The same on pages that nothing else lies on, which come as they are written. unmap_elements()
/// frees them.
void* map_elements(std::size_t count, std::size_t size);
void unmap_elements(void* memory, std::size_t count, std::size_t size) noexcept;
/// Gives whole pages of them back to the system, which gives others where they are written.
void release_pages(void* pages, std::size_t bytes) noexcept;
}  // namespace detail

/// Bytes past the end of an Array that may be read (never written), so that SIMD code needs no
/// special case for the last elements. An Array of size 0 has them, too; one that was made of no
/// size has no memory at all.
inline constexpr std::size_t kArrayPadding = 64;

/// A move-only array of trivial elements, 64-byte aligned and not initialized: large arrays are
/// written once, by the threads that will use them.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  /// `size` elements of undefined value. Throws MemoryError.
  explicit Array(std::size_t size)
      : data_(static_cast<T*>(detail::allocate_elements(size, sizeof(T)))), size_(size) {}
  /// `size` copies of `value`. Throws MemoryError.
  Array(std::size_t size, T value) : Array(size) {
    for (std::size_t i = 0; i < size; ++i) data_.get()[i] = value;
  }
  /// `size` elements of undefined value on pages of their own: memory comes as they are written,
  /// and goes back to the system with the array. Throws MemoryError.
  static Array on_pages(std::size_t size) {
    if (size == 0) return Array(0);
    Array array;
    array.data_ = {static_cast<T*>(detail::map_elements(size, sizeof(T))), Free{size}};
    array.size_ = size;
    return array;
  }
  /// A copy of `source`. Throws MemoryError.
  static Array copy_of(std::span<const T> source) {
    Array copy(source.size());
    if (!source.empty()) std::memcpy(copy.data(), source.data(), source.size_bytes());
    return copy;
  }

  Array(Array&& other) noexcept
      : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() = default;

  [[nodiscard]] T* data() { return data_.get(); }
  [[nodiscard]] const T* data() const { return data_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t i) { return data_.get()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_.get()[i]; }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] T* end() { return data() + size_; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + size_; }
  [[nodiscard]] std::span<T> span() { return {data(), size_}; }
  [[nodiscard]] std::span<const T> span() const { return {data(), size_}; }

  /// Forgets the elements past `size`; the memory stays. Precondition: size <= this->size().
  void truncate(std::size_t size) { size_ = size; }

 private:
  struct Free {
    std::size_t mapped = 0;  ///< elements on pages of their own
    void operator()(T* memory) const noexcept {
      if (mapped > 0) {
        detail::unmap_elements(memory, mapped, sizeof(T));
      } else {
        detail::free_bytes(memory);
      }
    }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

/// An immutable array, shared by its copies, over memory that an Array or a mapped file owns.
/// Readable kArrayPadding bytes past the end.
template <class T>
class SharedArray {
 public:
  SharedArray() = default;
  /// Takes over `array`.
  SharedArray(Array<T>&& array) {  // NOLINT(google-explicit-constructor): a move into place
    auto owner = std::make_shared<const Array<T>>(std::move(array));
    view_ = owner->span();
    owner_ = std::move(owner);
  }
  /// A view of memory that `owner` keeps alive.
  SharedArray(std::shared_ptr<const void> owner, std::span<const T> view)
      : owner_(std::move(owner)), view_(view) {}

  [[nodiscard]] const T* data() const { return view_.data(); }
  [[nodiscard]] std::size_t size() const { return view_.size(); }
  [[nodiscard]] bool empty() const { return view_.empty(); }
  [[nodiscard]] const T& operator[](std::size_t i) const { return view_[i]; }
  [[nodiscard]] auto begin() const { return view_.begin(); }
  [[nodiscard]] auto end() const { return view_.end(); }
  [[nodiscard]] std::span<const T> span() const { return view_; }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const T> view_;
};

}  // namespace strider
