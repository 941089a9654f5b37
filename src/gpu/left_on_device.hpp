// What a run has left on a device, and brings here when it is asked for or when the memory there is
// wanted for the next.
#pragma once

#include <functional>
#include <utility>

namespace strider::detail {

/// Some arrays of a result. Once they are here, nothing on the device is held by it.
template <class Arrays>
class LeftOnDevice {
 public:
  using Download = std::function<void(Arrays& into)>;

  /// `download` holds all that it needs of the device, and is forgotten once it has returned.
  explicit LeftOnDevice(Download download) : download_(std::move(download)) {}
  // Downloads may refer to the object that this is a part of.
  LeftOnDevice(const LeftOnDevice&) = delete;
  LeftOnDevice& operator=(const LeftOnDevice&) = delete;

  /// Hands them over: once. Throws what the download throws, and can be asked again then.
  void take(Arrays& into) {
    if (!download_) {
      into = std::move(kept_);
      return;
    }
    download_(into);
    download_ = nullptr;
  }
  /// Before the device's memory is used again.
  void keep() {
    if (download_) take(kept_);
  }

 private:
  Download download_;
  Arrays kept_{};
};

}  // namespace strider::detail
