# Installs headroom beside its build, then configures, builds and runs examples/embedding and the C program of
# examples/reference against what was installed. The first prints the same, to the picosecond, whatever TLM's global
# quantum (in ns) is.
set(work ${BUILD}/consumer)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
foreach(example embedding reference)
  run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/${example} -B ${work}/${example}
    -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${prefix})
  run(${CMAKE_COMMAND} --build ${work}/${example})
endforeach()

file(READ ${CMAKE_CURRENT_LIST_DIR}/embedding.txt expected)
foreach(quantum 0 1 333 1000000000)
  execute_process(COMMAND ${work}/embedding/embedding ${quantum} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "with a quantum of ${quantum} ns the example printed\n${printed}instead of\n${expected}")
  endif()
endforeach()

execute_process(COMMAND ${work}/reference/slow_host OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${SOURCE}/reference/slow_host.txt expected)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "the C program printed\n${printed}instead of\n${expected}")
endif()
