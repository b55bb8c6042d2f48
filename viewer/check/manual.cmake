# Writes the man page of plytrace-check from what its --help prints: usage, what it does, exit codes
# and an example, a line each.
#   cmake -DPROGRAM=... -DPAGE=... -DVERSION=... -DDATE=... -P manual.cmake
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
if(NOT help MATCHES "^usage: plytrace-check ([^\n]*)\n([^\n]*)\nExit: ([^\n]*)\nExample: ([^\n]*)\n$")
  message(FATAL_ERROR "the help of plytrace-check has another form:\n${help}")
endif()
foreach(i RANGE 1 4)
  string(REPLACE "\\" "\\e" part "${CMAKE_MATCH_${i}}")
  string(REPLACE "-" "\\-" part "${part}")
  string(REPLACE "'" "\\(aq" part "${part}")
  string(REPLACE "`" "\\(ga" part${i} "${part}")
endforeach()
file(WRITE ${PAGE} ".TH PLYTRACE\\-CHECK 1 ${DATE} \"plytrace ${VERSION}\" \"User Commands\"
.SH NAME
plytrace\\-check \\- confirm or reject a certificate of a search
.SH SYNOPSIS
\\fBplytrace\\-check\\fR ${part1}
.SH DESCRIPTION
${part2}
.SH EXIT STATUS
${part3}
.SH EXAMPLES
.nf
${part4}
.fi
.SH SEE ALSO
.BR plytrace (1),
.BR plytrace\\-verify (1)
")
