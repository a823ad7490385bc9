# Verilated models of the blocks in rtl_ref. Without Verilator everything else is built.
find_program(HEADROOM_VERILATOR verilator)
# Not an option(): that would remember what was there at the first build.
set(HEADROOM_RTL AUTO CACHE STRING "Verilate the blocks of rtl_ref for tests and co-simulation: ON, OFF, or AUTO if there is Verilator")
set(HEADROOM_HAS_RTL ${HEADROOM_RTL})
if(HEADROOM_RTL STREQUAL AUTO)
  string(COMPARE NOTEQUAL "${HEADROOM_VERILATOR}" HEADROOM_VERILATOR-NOTFOUND HEADROOM_HAS_RTL)
endif()
if(NOT HEADROOM_HAS_RTL)
  message(STATUS "Without Verilator: everything but what simulates RTL is built")
  return()
endif()
if(NOT HEADROOM_VERILATOR)
  message(FATAL_ERROR "HEADROOM_RTL needs verilator")
endif()

set(HEADROOM_RTL_BLOCKS buffer_pools credit_counter pause_timers pfc_frame_rx pfc_frame_tx pfc_gate tx_scheduler)

execute_process(COMMAND ${HEADROOM_VERILATOR} --getenv VERILATOR_ROOT
  OUTPUT_VARIABLE verilator_root OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(HEADROOM_VERILATOR_INCLUDE ${verilator_root}/include)

# What every Verilated model is linked with.
add_library(headroom_verilated STATIC EXCLUDE_FROM_ALL ${HEADROOM_VERILATOR_INCLUDE}/verilated.cpp
  ${HEADROOM_VERILATOR_INCLUDE}/verilated_cov.cpp ${HEADROOM_VERILATOR_INCLUDE}/verilated_threads.cpp)
target_include_directories(headroom_verilated SYSTEM PUBLIC
  ${HEADROOM_VERILATOR_INCLUDE} ${HEADROOM_VERILATOR_INCLUDE}/vltstd)
target_compile_definitions(headroom_verilated PUBLIC VM_COVERAGE=1 VM_SC=0 VM_TRACE=0)
target_compile_options(headroom_verilated PRIVATE -w -O1)
target_link_libraries(headroom_verilated PUBLIC Threads::Threads)

# Library `target`: the block's model, class V<block>, made with the further options of Verilator that are given.
# All that Verilator writes becomes one source file, because its files are many and small.
function(headroom_verilate target block)
  set(source ${PROJECT_SOURCE_DIR}/rtl_ref/${block}/${block}.sv)
  set(folder ${PROJECT_BINARY_DIR}/rtl/${target})
  add_custom_command(OUTPUT ${folder}/all.cpp ${folder}/V${block}.h
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/verilate.sh ${HEADROOM_VERILATOR} ${block} ${source} ${folder} ${ARGN}
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/scripts/verilate.sh VERBATIM)
  add_library(${target} STATIC EXCLUDE_FROM_ALL ${folder}/all.cpp)
  target_include_directories(${target} SYSTEM PUBLIC ${folder})
  target_compile_options(${target} PRIVATE -w -O1)
  target_link_libraries(${target} PUBLIC headroom_verilated)
endfunction()
