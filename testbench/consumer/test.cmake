# Installs headroom beside its build, then configures, builds and runs examples/embedding against what was installed: it
# prints the same, to the picosecond, whatever TLM's global quantum (in ns) is.
set(work ${BUILD}/consumer)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${work}/build
  -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${work}/build)

file(READ ${CMAKE_CURRENT_LIST_DIR}/embedding.txt expected)
foreach(quantum 0 1 333 1000000000)
  execute_process(COMMAND ${work}/build/embedding ${quantum} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "with a quantum of ${quantum} ns the example printed\n${printed}instead of\n${expected}")
  endif()
endforeach()
