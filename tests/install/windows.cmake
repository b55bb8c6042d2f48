# Builds engines for 64-bit Windows: with libplytrace as a part of their project, and with
# plytrace_emit.h alone. Runs them under wine, and asks the program for their traces. Without mingw,
# wine or the sources of SQLite it prints "skipped: ..." (SKIP_REGULAR_EXPRESSION of the test).
#   cmake -DPROGRAM=... -DHEADER_EXAMPLE=... -DSOURCE=... -DSCRATCH=... -DSQLITE=... -P windows.cmake
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/traces)
include(${CMAKE_CURRENT_LIST_DIR}/run_command.cmake)
set(top ${SOURCE}/../../..)

find_program(compiler x86_64-w64-mingw32-gcc-posix)
find_program(wine NAMES wine64 wine PATHS /usr/lib/wine)
if(NOT compiler OR NOT wine)
  message("skipped: needs Debian's g++-mingw-w64-x86-64-posix and wine64")
  return()
endif()
execute_process(COMMAND ${top}/scripts/sqlite-source ${SQLITE} RESULT_VARIABLE code ERROR_VARIABLE reason)
if(NOT code EQUAL 0)
  message("skipped: scripts/sqlite-source cannot make the sources of SQLite: ${reason}")
  return()
endif()

function(run_on_windows)
  run(${CMAKE_COMMAND} -E chdir ${SCRATCH} ${CMAKE_COMMAND} -E env WINEPREFIX=${SCRATCH}/wine
    WINEDEBUG=-all ${ARGN})
  set(output "${output}" PARENT_SCOPE)
endfunction()
# The digest of the content of a trace of the scratch folder.
function(digest trace to)
  run(${PROGRAM} info ${SCRATCH}/${trace})
  if(NOT output MATCHES "(c2-[0-9a-f]+)")
    message(FATAL_ERROR "${trace}: no digest in\n${output}")
  endif()
  set(${to} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# The library. Lightly optimised, because the engines are small.
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${SCRATCH}/build -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DPLYTRACE_SQLITE=${SQLITE}
  -DCMAKE_TOOLCHAIN_FILE=${CMAKE_CURRENT_LIST_DIR}/mingw_toolchain.cmake)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build --target engine_c engine_cpp)
foreach(engine engine_c engine_cpp)
  run_on_windows(${wine} build/${engine}.exe "traces\\${engine}.db")
  run(${PROGRAM} verify ${SCRATCH}/traces/${engine}.db)
  digest(traces/${engine}.db first)
  # A second run may not replace the file, unless it is told to.
  execute_process(COMMAND ${CMAKE_COMMAND} -E env WINEPREFIX=${SCRATCH}/wine WINEDEBUG=-all
    ${wine} build/${engine}.exe "traces\\${engine}.db"
    WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE code ERROR_VARIABLE message)
  if(code EQUAL 0 OR NOT message MATCHES "already exists")
    message(FATAL_ERROR "${engine}: exit ${code}, '${message}' where the trace exists already")
  endif()
endforeach()

# The header: the same example as a Linux program and as a Windows program, packed and as event lines.
run(${compiler} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -DPLYTRACE
  -I${top}/tracer/include ${top}/examples/wrapped_search.c -o ${SCRATCH}/wrapped_search.exe -static)
foreach(form plt ndjson)
  run(${CMAKE_COMMAND} -E env PLYTRACE=${SCRATCH}/traces/linux.${form} ${HEADER_EXAMPLE})
  run_on_windows("PLYTRACE=traces\\windows.${form}" ${wine} wrapped_search.exe)
  foreach(system linux windows)
    run(${PROGRAM} import ${SCRATCH}/traces/${system}.${form} -o ${SCRATCH}/traces/${system}-${form}.db)
    digest(traces/${system}-${form}.db ${system})
  endforeach()
  if(NOT linux STREQUAL windows)
    message(FATAL_ERROR "${form}: ${linux} on Linux, ${windows} on Windows")
  endif()
endforeach()
file(REMOVE_RECURSE ${SCRATCH}/wine ${SCRATCH}/build)
