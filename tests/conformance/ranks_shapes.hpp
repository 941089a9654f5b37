// What the tests of distributed searches share.
#pragma once

#include <cstdint>

namespace strider::test {

/// Which of the test graphs a scheme takes.
enum class DistShapes : std::uint8_t { kAll, kUndirected };

}  // namespace strider::test
