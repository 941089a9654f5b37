// A disk that fails when it is asked to keep a file: fsync() of programs that link this.
#pragma once

namespace strider::test {

/// In the life of this, fsync() of this process succeeds `good` times and then fails, always.
class FailingDisk {
 public:
  explicit FailingDisk(int good);
  ~FailingDisk();
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;
};

}  // namespace strider::test
