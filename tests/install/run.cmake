# Installs the build into a scratch folder, checks that all files exist, builds this folder against it,
# runs the engines, and builds again with the commands of the documents.
#   cmake -DBUILD=... -DSOURCE=... -DSCRATCH=... -P run.cmake
file(REMOVE_RECURSE ${SCRATCH})
include(${CMAKE_CURRENT_LIST_DIR}/run_command.cmake)

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
foreach(file bin/plytrace bin/plytrace-check include/plytrace/plytrace.h include/plytrace/plytrace.hpp
    include/plytrace/plytrace_emit.h
    share/plytrace/schemas/trace.sql share/plytrace/schemas/events.schema.json
    share/plytrace/schemas/outputs/verify.schema.json share/plytrace/schemas/load/tables share/doc/plytrace/README.md
    share/man/man1/plytrace.1 share/man/man1/plytrace-verify.1 share/man/man1/plytrace-check.1
    share/bash-completion/completions/plytrace share/zsh/site-functions/_plytrace
    share/fish/vendor_completions.d/plytrace.fish
    share/doc/plytrace/docs/verify.md share/doc/plytrace/examples/full_engine.cc)
  if(NOT EXISTS ${SCRATCH}/prefix/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
# The program and pkg-config share one version; the interface and the soname share another.
set(pkg_config ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${SCRATCH}/prefix/lib/pkgconfig pkg-config)
run(${pkg_config} --modversion plytrace)
string(STRIP "${output}" version)
run(${SCRATCH}/prefix/bin/plytrace --version)
if(NOT output MATCHES "^plytrace ${version} ")
  message(FATAL_ERROR "pkg-config has plytrace ${version}, the program says: ${output}")
endif()
run(${pkg_config} --variable=api_version plytrace)
string(STRIP "${output}" api)
file(STRINGS ${SCRATCH}/prefix/include/plytrace/plytrace_emit.h header
  REGEX "^#define PLYTRACE_API_VERSION ${api}$")
if(NOT header OR NOT EXISTS ${SCRATCH}/prefix/lib/libplytrace.so.${api} OR
   NOT EXISTS ${SCRATCH}/prefix/lib/libplytrace.so.${api}.${version})
  message(FATAL_ERROR "interface ${api} of version ${version}: header or library do not agree")
endif()
# Use the generator of this build, because it exists here.
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${SCRATCH}/build -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
foreach(engine engine_c engine_cpp)
  run(${SCRATCH}/build/${engine} ${SCRATCH}/${engine}.db)
  run(${SCRATCH}/prefix/bin/plytrace info ${SCRATCH}/${engine}.db --format json)
endforeach()

# Runs the compile commands of the tutorial, the README and the examples as printed, from the top
# folder of the project, like a new user.
file(READ ${SOURCE}/../../docs/instrument_your_search.md tutorial)
if(NOT tutorial MATCHES "```sh\n(cmake --install build/release [^`]*c\\+\\+ [^`]*)```")
  message(FATAL_ERROR "docs/instrument_your_search.md: no compile lines")
endif()
set(lines "${CMAKE_MATCH_1}")
file(READ ${SOURCE}/../../README.md readme)
file(READ ${SOURCE}/../../examples/README.md examples)
if(NOT readme MATCHES "`(cmake --install build/release)`" OR
   NOT examples MATCHES "`(cc engine.c [^`]*)`")
  message(FATAL_ERROR "README.md, examples/README.md: no line to install or to compile")
endif()
set(lines "${lines}${CMAKE_MATCH_1} -o engine_c\n")
file(MAKE_DIRECTORY ${SCRATCH}/home ${SCRATCH}/folder/build)
file(CREATE_LINK ${BUILD} ${SCRATCH}/folder/build/release SYMBOLIC)
file(COPY_FILE ${SOURCE}/../../examples/instrument_your_search/after.cc ${SCRATCH}/folder/engine.cc)
file(COPY_FILE ${SOURCE}/engine.c ${SCRATCH}/folder/engine.c)
file(WRITE ${SCRATCH}/folder/lines.sh
  "DESTDIR=${SCRATCH}/machine cmake --install build/release\n${lines}./engine\n./engine_c c.db\n")
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/folder ${CMAKE_COMMAND} -E env HOME=${SCRATCH}/home
  sh -e lines.sh)
foreach(trace tictactoe c)
  run(${SCRATCH}/home/.local/bin/plytrace info ${SCRATCH}/folder/${trace}.db)
endforeach()
