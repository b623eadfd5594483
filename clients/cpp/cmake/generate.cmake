# belote_generate(<name> ROOT <folder> OUT <folder> [IMPORT <folder>] [SERVICE <file.proto>] <file.proto>...)
#
# Generates C++ from files given relative to ROOT, stubs from that of the SERVICE, and sets <name>_SOURCES to what is to
# be compiled. Uses the compiler that belongs to the libraries found: generated code and library must be of one version.
function(belote_generate name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOT;OUT;IMPORT;SERVICE" "")
  set(sources "")
  set(inputs "")
  foreach(proto IN LISTS arg_UNPARSED_ARGUMENTS arg_SERVICE)
    string(REGEX REPLACE "\\.proto$" "" stem "${proto}")
    list(APPEND inputs "${arg_ROOT}/${proto}")
    list(APPEND sources "${arg_OUT}/${stem}.pb.cc" "${arg_OUT}/${stem}.pb.h")
  endforeach()

  set(paths "-I${arg_ROOT}")
  if(arg_IMPORT)
    list(APPEND paths "-I${arg_IMPORT}")
  endif()
  file(MAKE_DIRECTORY "${arg_OUT}")
  set(commands COMMAND protobuf::protoc ${paths} "--cpp_out=${arg_OUT}" ${arg_UNPARSED_ARGUMENTS} ${arg_SERVICE})
  set(grpc_plugin "")
  if(arg_SERVICE)
    list(APPEND sources "${arg_OUT}/${stem}.grpc.pb.cc" "${arg_OUT}/${stem}.grpc.pb.h")
    set(grpc_plugin gRPC::grpc_cpp_plugin)
    list(APPEND commands COMMAND protobuf::protoc ${paths} "--grpc_out=${arg_OUT}"
      "--plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>" ${arg_SERVICE})
  endif()
  add_custom_command(
    OUTPUT ${sources} ${commands}
    DEPENDS ${inputs} protobuf::protoc ${grpc_plugin}
    COMMENT "Generating C++ of the ${name}"
    VERBATIM)
  set(${name}_SOURCES ${sources} PARENT_SCOPE)
endfunction()

# The warnings of hand-written code.
function(belote_hand_written target)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra)
  endif()
  set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ${BELOTE_REFEREE_WARNINGS_AS_ERRORS})
endfunction()
