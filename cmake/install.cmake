# Installs the program, the libraries with their headers, and the CMake package: find_package(headroom) gives
# headroom::core, headroom::policy, headroom::model and headroom::ref.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/headroom)

install(TARGETS headroom_core headroom_policy headroom_model headroom_ref EXPORT headroom)
install(FILES ref/headroom_ref.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ref/headroom_ref_pkg.sv DESTINATION ${CMAKE_INSTALL_DATADIR}/headroom)
install(EXPORT headroom FILE headroomTargets.cmake NAMESPACE headroom:: DESTINATION ${package_folder})
install(DIRECTORY sc_models tlm_if DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/headroom FILES_MATCHING PATTERN "*.h"
  PATTERN app EXCLUDE PATTERN check EXCLUDE)

configure_package_config_file(cmake/headroomConfig.cmake.in headroomConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(headroomConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/headroomConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/headroomConfigVersion.cmake
  DESTINATION ${package_folder})

if(TARGET headroom)
  install(TARGETS headroom)
endif()
