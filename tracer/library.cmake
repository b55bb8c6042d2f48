# libplytrace, for other engines to link: one shared and one static library. Both export only the C
# interface of include/plytrace/. After `cmake --install`, find_package(plytrace) and pkg-config find
# them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# All object files that a recording engine needs; from core only those that the recorder uses.
set(PLYTRACE_LIBRARY_OBJECTS
  $<TARGET_OBJECTS:plytrace_tracer> $<TARGET_OBJECTS:plytrace_schemas>
  $<TARGET_OBJECTS:plytrace_values>)

function(plytrace_library target kind)
  add_library(${target} ${kind} ${PLYTRACE_LIBRARY_OBJECTS})
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME plytrace EXPORT_NAME ${ARGN} LINKER_LANGUAGE CXX)
  add_dependencies(${target} plytrace_tracer plytrace_schemas plytrace_values)
endfunction()

plytrace_library(plytrace_static STATIC plytrace_static)
if(TARGET plytrace_sqlite)
  target_link_libraries(plytrace_static INTERFACE plytrace_sqlite)
else()
  target_link_libraries(plytrace_static INTERFACE sqlite3)
endif()
target_link_libraries(plytrace_static INTERFACE Threads::Threads stdc++ m)
set(PLYTRACE_LIBRARIES plytrace_static)

# The soname is the version of the interface, which changes less often than that of plytrace:
# libplytrace.so.1 is libplytrace.so.1.0.2.0 in plytrace 0.2.0.
file(STRINGS include/plytrace/plytrace_emit.h line REGEX "^#define PLYTRACE_API_VERSION [0-9]+$")
string(REGEX MATCH "[0-9]+" PLYTRACE_API_VERSION "${line}")
if(NOT WIN32)  # there libplytrace is static
  plytrace_library(plytrace_shared SHARED plytrace)
  set_target_properties(plytrace_shared PROPERTIES
    VERSION ${PLYTRACE_API_VERSION}.${PROJECT_VERSION} SOVERSION ${PLYTRACE_API_VERSION}
    LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/libplytrace.map)
  target_link_libraries(plytrace_shared PRIVATE plytrace_options PkgConfig::SQLITE Threads::Threads)
  # dlclose() must not unload the library, because its writer thread and its exit handlers would then have no code.
  target_link_options(plytrace_shared PRIVATE -Wl,--no-undefined -Wl,-z,nodelete
    -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/libplytrace.map)
  list(APPEND PLYTRACE_LIBRARIES plytrace_shared)
endif()

# For add_subdirectory and FetchContent the names are those of the installed package.
list(GET PLYTRACE_LIBRARIES -1 usual)
add_library(plytrace::plytrace ALIAS ${usual})
add_library(plytrace::plytrace_static ALIAS plytrace_static)
if(NOT PLYTRACE_LIBRARY_ONLY)
  # All that is installed, and nothing that only tests and benchmarks need.
  add_custom_target(plytrace_installed
    DEPENDS plytrace plytrace-check ${PLYTRACE_LIBRARIES})
endif()
if(NOT PLYTRACE_INSTALL)
  return()
endif()

if(TARGET plytrace_sqlite)
  list(APPEND PLYTRACE_LIBRARIES plytrace_sqlite)
endif()
install(TARGETS ${PLYTRACE_LIBRARIES} EXPORT plytraceTargets)
install(DIRECTORY include/plytrace DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT plytraceTargets NAMESPACE plytrace::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plytrace)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/plytraceConfig.cmake
"include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(\"\${CMAKE_CURRENT_LIST_DIR}/plytraceTargets.cmake\")
")
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/plytraceConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/plytraceConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/plytraceConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/plytrace)
# The relative path from the folder of the .pc file to the prefix, so that an installation can be moved as a whole.
file(RELATIVE_PATH PLYTRACE_PC_UP /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(plytrace.pc.in ${CMAKE_CURRENT_BINARY_DIR}/plytrace.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/plytrace.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(PLYTRACE_LIBRARY_ONLY)
  return()
endif()
# The rest of what is installed: the programs, the schemas of all formats, and the documents.
install(TARGETS plytrace plytrace-check)
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
set(PLYTRACE_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
  "Folder for zsh's completion function")
set(shell ${PROJECT_SOURCE_DIR}/viewer/commands/shell)
install(FILES ${shell}/plytrace.bash RENAME plytrace
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${shell}/_plytrace DESTINATION ${PLYTRACE_ZSH_DIR})
install(FILES ${shell}/plytrace.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/plytrace
  FILES_MATCHING PATTERN "*.sql" PATTERN "*.json" PATTERN "*.md" PATTERN load EXCLUDE)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/schemas/load/tables
  DESTINATION ${CMAKE_INSTALL_DATADIR}/plytrace/schemas/load)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
  DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)
