# Builds an engine with libplytrace as a part of its project (FetchContent), runs it, and asks the program
# for its trace.
#   cmake -DPROGRAM=... -DSOURCE=... -DSCRATCH=... -P fetch.cmake
file(REMOVE_RECURSE ${SCRATCH})
include(${CMAKE_CURRENT_LIST_DIR}/run_command.cmake)

run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${SCRATCH} -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${SCRATCH} --target engine_c engine_cpp)
foreach(engine engine_c engine_cpp)
  run(${SCRATCH}/${engine} ${SCRATCH}/${engine}.db)
  run(${PROGRAM} info ${SCRATCH}/${engine}.db)
endforeach()
