// Tests of vector code, once for each instruction set of this machine.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>

namespace strider::test {

/// The parameter is the set that code dispatched by Highway takes while the test runs.
class OnInstructionSet : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { choose(GetParam()); }
  void TearDown() override { choose(0); }

 private:
  static void choose(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

/// What such tests are instantiated with.
inline auto instruction_sets() {
  return testing::ValuesIn(hwy::SupportedAndGeneratedTargets());
}
inline std::string instruction_set_name(const testing::TestParamInfo<std::int64_t>& info) {
  return hwy::TargetName(info.param);
}

}  // namespace strider::test
