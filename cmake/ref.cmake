# libheadroom_ref: the policies behind a C interface, for benches and scripts. It stands alone: what it needs of core and
# policy is compiled into it, and only the functions of its header can be seen from outside.
set(policy sc_models/policy)
set(config sc_models/core/config)
file(GLOB ref_sources CONFIGURE_DEPENDS ref/*.cpp)
set(policy_sources ${policy}/buffer_pools.cpp ${policy}/pause_timers.cpp ${policy}/pfc_frame.cpp ${policy}/rate_loop.cpp
  ${policy}/tx_scheduler.cpp ${policy}/tx_scheduler/weighted_round_robin.cpp
  ${policy}/uet/nscc.cpp ${policy}/uet/nscc_constants.cpp ${policy}/uet/recycled_entropy.cpp)
# Attributes: their tables, and what reads a value.
file(GLOB table_sources CONFIGURE_DEPENDS ${config}/*_attributes.cpp)
set(config_sources)
foreach(name attribute binder decimal fault full_paths json_node json_reader json_writer leaf list_text model nearest
    number_text overrides unit value)
  list(APPEND config_sources ${config}/${name}.cpp)
endforeach()

add_library(headroom_ref SHARED ${ref_sources} ${policy_sources} ${config_sources} ${table_sources})
set_source_files_properties(${ref_sources} PROPERTIES UNITY_GROUP ref)
set_source_files_properties(${policy_sources} PROPERTIES UNITY_GROUP policy)
set_source_files_properties(${config_sources} PROPERTIES UNITY_GROUP config)
set_target_properties(headroom_ref PROPERTIES EXPORT_NAME ref SOVERSION 1 VERSION ${PROJECT_VERSION} UNITY_BUILD_MODE GROUP
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS ${PROJECT_SOURCE_DIR}/ref/exports.map)
target_include_directories(headroom_ref PRIVATE ${PROJECT_SOURCE_DIR}
  INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/ref> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_options(headroom_ref PRIVATE -ffp-contract=off)
target_link_options(headroom_ref PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/ref/exports.map)
target_link_libraries(headroom_ref PRIVATE fmt::fmt nlohmann_json::nlohmann_json $<BUILD_INTERFACE:headroom_warnings>)
add_library(headroom::ref ALIAS headroom_ref)
