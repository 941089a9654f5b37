// Modules that MPI opens stay open to the end of the program: LeakSanitizer can tell what they
// leave behind by their names only while they are there. For builds with AddressSanitizer.

extern "C" int dlclose(void* /*module*/) {
  return 0;
}
