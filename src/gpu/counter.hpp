// Numbers that threads of a grid tell each other by.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A number that many blocks add to, in a cache line of its own.
template <class T>
struct alignas(128) Counter {
  T value;
};

/// Numbers of step s of a loop stand in slot s % kSlots: those of the step being taken, those of
/// the next being counted, and a third that is being cleared for the one after. So one barrier a
/// step is enough: between two barriers no thread reads or adds to the slot that one clears.
inline constexpr simt::u32 kSlots = 3;
template <class T>
using Slots = Counter<T>[kSlots];

template <class T>
STRIDER_DEVICE_FUNCTION T* slot(Counter<T> (&numbers)[kSlots], simt::u32 step) {
  return &numbers[step % kSlots].value;
}

/// That of even steps or of odd ones. Arguments that are indexed by a variable would be copied to
/// memory.
STRIDER_DEVICE_FUNCTION simt::u32* by_turns(simt::u32* const (&arrays)[2], simt::u32 step) {
  return step % 2 == 0 ? arrays[0] : arrays[1];
}

}  // namespace strider::detail::STRIDER_DEVICE
