# A function for the scripts of this folder: runs a command, and stops with its output if it fails. Otherwise
# `output` holds what it printed.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nexit ${code}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
