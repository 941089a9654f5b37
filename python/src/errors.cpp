// The exceptions of the library as those of the package.
#include <nanobind/nanobind.h>

#include "module.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;

namespace strider::python {
namespace {

nb::object exception_class(const char* name) {
  return nb::module_::import_("strider._errors").attr(name);
}

/// The library names options as the command line does.
void raise(const char* name, const std::exception& error) {
  const nb::object message =
      nb::module_::import_("strider._words").attr("in_words_of_python")(error.what());
  PyErr_SetObject(exception_class(name).ptr(), message.ptr());
}

/// A search ends by InterruptedError because a signal has come: what Python does with it decides
/// which exception the caller sees.
void raise_interrupt() {
  if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InterruptedError&) {
    raise_interrupt();
  } catch (const MemoryError& error) {
    const nb::object made =
        exception_class("MemoryLimitError")(error.what(), error.needed_bytes(), error.free_bytes());
    PyErr_SetObject(made.type().ptr(), made.ptr());
  } catch (const WeightError& error) {
    raise("WeightError", error);
  } catch (const InputError& error) {
    raise("InputError", error);
  } catch (const UsageError& error) {
    raise("UsageError", error);
  } catch (const UnavailableError& error) {
    raise("UnavailableError", error);
  }
}

}  // namespace

void add_errors(nb::module_&) {
  nb::register_exception_translator(translate);
}

}  // namespace strider::python
