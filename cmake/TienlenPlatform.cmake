# Refuse, with a reason, the targets that the code does not support: a card set is one 64-bit word, and the bytes format
# and the view of masks as a numpy array are little-endian.

if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
  math(EXPR _bits "${CMAKE_SIZEOF_VOID_P} * 8")
  message(FATAL_ERROR "tienlen needs a 64-bit target (a card set is one 64-bit word); this compiler builds for "
                      "${_bits} bits (${CMAKE_SYSTEM_PROCESSOR}). Use a 64-bit compiler and a 64-bit Python.")
endif()

if(NOT CMAKE_CXX_BYTE_ORDER STREQUAL "LITTLE_ENDIAN")
  message(FATAL_ERROR "tienlen supports little-endian targets only (x86-64, arm64, ppc64le, riscv64, …); this "
                      "compiler builds for ${CMAKE_CXX_BYTE_ORDER} (${CMAKE_SYSTEM_PROCESSOR}).")
endif()
