# tienlen_options(<target>): what every target of this project is compiled and linked with.

if(TIENLEN_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT _lto OUTPUT _lto_why LANGUAGES CXX)
  if(NOT _lto)
    message(WARNING "TIENLEN_LTO is on, but the toolchain cannot do it; building without: ${_lto_why}")
  endif()
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${_lto})
else()
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION OFF) # set, so that pybind11 does not choose for the module alone
endif()

# clang-cl takes the flags of cl.
if(MSVC)
  set(_tienlen_warnings /W4 /permissive- $<$<BOOL:${TIENLEN_WERROR}>:/WX>)
else()
  set(_tienlen_warnings -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                        $<$<BOOL:${TIENLEN_WERROR}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND _tienlen_warnings -Wno-restrict) # gcc 12 sees an overlap in every "text" + std::string (its bug 105651)
  endif()
endif()

set(_tienlen_sanitize "")
if(TIENLEN_SANITIZE)
  if(MSVC)
    message(FATAL_ERROR "TIENLEN_SANITIZE needs gcc or clang")
  endif()
  set(_tienlen_sanitize "-fsanitize=${TIENLEN_SANITIZE}" -fno-omit-frame-pointer)
  if(TIENLEN_SANITIZE MATCHES "undefined")
    list(APPEND _tienlen_sanitize -fno-sanitize-recover=undefined)
  endif()
endif()

function(tienlen_options target)
  target_compile_options(${target} PRIVATE ${_tienlen_warnings} ${_tienlen_sanitize})
  target_link_options(${target} PRIVATE ${_tienlen_sanitize})
  if(MSVC)
    target_compile_options(${target} PRIVATE /utf-8 /Zc:__cplusplus)
  endif()
  if(TIENLEN_FUZZERS)
    # Coverage counters everywhere; the fuzz targets add the driver.
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
