# Read by ctest. Each suite of GoogleTest is one test of ctest, a large one several. A process for each
# of about 1,500 tests would take longer than many of the tests, especially with sanitizers.
set(most_at_once 8)

function(plytrace_add_suite program suite tests)
  math(EXPR parts "(${tests} + ${most_at_once} - 1) / ${most_at_once}")
  foreach(part RANGE 1 ${parts})
    set(name ${suite})
    if(parts GREATER 1)
      set(name "${suite} ${part}/${parts}")
    endif()
    math(EXPR index "${part} - 1")
    add_test(${name} ${program} --gtest_brief=1 "--gtest_filter=${suite}.*")
    # Suites with more tests run longer and start first.
    set_tests_properties(${name} PROPERTIES LABELS quick TIMEOUT 600 COST ${tests}
      SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]"
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# Adds the suites of a program, except those whose names match `except`.
function(plytrace_add_suites program except)
  execute_process(COMMAND ${program} --gtest_list_tests --gtest_filter=-${except}
    OUTPUT_VARIABLE list ERROR_VARIABLE failure RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    add_test(${program}_NOT_BUILT ${program})
    return()
  endif()
  # The lines are "Suite." and "  Test"; comments after # may contain anything and are removed.
  string(REGEX REPLACE " *#[^\n]*" "" list "${list}")
  string(REGEX REPLACE "\n +[^\n]*" " +" list "${list}")
  string(REGEX MATCHALL "[A-Za-z0-9_/]+[.][ +]+" suites "${list}")
  foreach(entry IN LISTS suites)
    string(REGEX REPLACE "[.].*" "" suite "${entry}")
    string(REGEX REPLACE "[^+]" "" marks "${entry}")
    string(LENGTH "${marks}" tests)
    plytrace_add_suite(${program} ${suite} ${tests})
  endforeach()
endfunction()
