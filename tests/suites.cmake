# Read by ctest. A test suite of GoogleTest is one test of ctest, a large one several: a process for
# each of some 1,500 tests would cost more than many of these do, above all under the sanitizers.
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
    # What runs longest by its number of tests begins first.
    set_tests_properties(${name} PROPERTIES LABELS quick TIMEOUT 600 COST ${tests}
      SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]"
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# The suites of a program but those whose names match.
function(plytrace_add_suites program except)
  execute_process(COMMAND ${program} --gtest_list_tests --gtest_filter=-${except}
    OUTPUT_VARIABLE list ERROR_VARIABLE failure RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    add_test(${program}_NOT_BUILT ${program})
    return()
  endif()
  # Of the lines "Suite." and "  Test" without what each is a test of, which may hold anything.
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
