# Does what README.md tells a new user: installs the client, copies the two blocks into a project of its own, builds and
# runs it. Building needs no referee; running it is left out without REFEREE_TARGET.
function(copy_block language start_of_block out)
  set(fence "```${language}\n${start_of_block}")
  string(FIND "${readme}" "${fence}" start)
  if(start EQUAL -1)
    message(FATAL_ERROR "README.md has no block ${fence}")
  endif()
  string(LENGTH "```${language}\n" skipped)
  math(EXPR start "${start} + ${skipped}")
  string(SUBSTRING "${readme}" ${start} -1 rest)
  string(FIND "${rest}" "```" end)
  string(SUBSTRING "${rest}" 0 ${end} text)
  file(WRITE "${out}" "${text}")
endfunction()

file(READ "${README}" readme)
file(REMOVE_RECURSE "${OUT}")
copy_block(cmake "cmake_minimum_required" "${OUT}/project/CMakeLists.txt")
copy_block(cpp "#include" "${OUT}/project/ask.cc")

set(checked COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${OUT}/prefix" OUTPUT_QUIET ${checked})
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${OUT}/project" -B "${OUT}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS} -Wall -Wextra -Werror" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}"
  "-DCMAKE_PREFIX_PATH=${OUT}/prefix" OUTPUT_QUIET ${checked})
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${OUT}/build" ${checked})

if("$ENV{REFEREE_TARGET}" STREQUAL "")
  message("built; the run is skipped: REFEREE_TARGET is not set")
  return()
endif()
execute_process(COMMAND "${OUT}/build/ask" "$ENV{REFEREE_TARGET}" OUTPUT_VARIABLE printed ${checked})
message("${printed}")
if(NOT printed MATCHES "may: 7H.not: AS play/must_trump .*PRESET_UNKNOWN, known are: .*ffb_classic")
  message(FATAL_ERROR "not what README.md tells")
endif()
