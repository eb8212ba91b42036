# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler, linker and cache settings; interface target blak_flags carries the strict warnings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

set(CMAKE_CXX_FLAGS_DEV "-O1 -g1" CACHE STRING "dev build: quick to compile, assertions on" FORCE)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG" CACHE STRING "" FORCE)

add_library(blak_flags INTERFACE)
target_compile_definitions(blak_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH QT_USE_QSTRINGBUILDER
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)
target_compile_options(blak_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wconversion -Wsign-conversion
    -Wnull-dereference -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond> $<$<CXX_COMPILER_ID:GNU>:-Wlogical-op>
    $<$<BOOL:${BLAK_WERROR}>:-Werror>)

if(BLAK_SANITIZE)
    add_compile_options(-fsanitize=${BLAK_SANITIZE} -fno-omit-frame-pointer -g1)
    if(BLAK_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
    add_link_options(-fsanitize=${BLAK_SANITIZE})
endif()
if(BLAK_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(CMAKE_CXX_CLANG_TIDY) # what moc writes is not ours to judge
    file(WRITE "${CMAKE_BINARY_DIR}/.clang-tidy" "Checks: '-*,misc-definitions-in-headers'\n")
endif()

find_program(BLAK_MOLD mold)
if(BLAK_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
find_program(BLAK_CCACHE ccache)
if(BLAK_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${BLAK_CCACHE})
endif()
