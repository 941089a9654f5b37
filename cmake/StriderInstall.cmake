# cmake --install: the library, its headers, what find_package(strider) reads, and the program with its
# manual page and completions.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/strider")

install(TARGETS strider EXPORT strider-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/strider"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(EXPORT strider-targets NAMESPACE strider:: DESTINATION "${package_folder}")
if(STRIDER_HAS_GPU)
  # Apart, so that a project that does not ask for devices needs none of their libraries.
  install(TARGETS strider_gpu EXPORT strider-gpu-targets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT strider-gpu-targets NAMESPACE strider:: DESTINATION "${package_folder}")
endif()
if(STRIDER_HAS_MPI)
  string(REPLACE "mpicc" "mpicxx" strider_mpi_cxx_compiler "${MPI_C_COMPILER}")
  # Apart, so that a project that does not ask for ranks needs no MPI.
  install(TARGETS strider_ranks EXPORT strider-ranks-targets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT strider-ranks-targets NAMESPACE strider:: DESTINATION "${package_folder}")
endif()

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/strider-config.cmake.in" "${PROJECT_BINARY_DIR}/strider-config.cmake"
  INSTALL_DESTINATION "${package_folder}")
# Until 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/strider-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/strider-config.cmake" "${PROJECT_BINARY_DIR}/strider-config-version.cmake"
  DESTINATION "${package_folder}")

if(TARGET strider_cli)
  install(TARGETS strider_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
if(TARGET strider_references)
  install(FILES "${PROJECT_BINARY_DIR}/references/strider.1"
    DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${PROJECT_BINARY_DIR}/references/strider"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${PROJECT_BINARY_DIR}/references/_strider"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
endif()
