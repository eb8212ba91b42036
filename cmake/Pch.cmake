# SPDX-License-Identifier: GPL-3.0-or-later
# Precompiled Qt headers, made once and shared: four fifths of the compile time of a source with widgets go into Qt's headers.
# Only g++ takes the header of another target; the builds by clang go without, so missing includes show there.
set(BLAK_PCH_FOLDER "${CMAKE_CURRENT_LIST_DIR}")

# blak_pch_carrier(NAME HEADER lib...)
function(blak_pch_carrier name header)
    add_library(${name} OBJECT EXCLUDE_FROM_ALL "${BLAK_PCH_FOLDER}/pch.cpp")
    target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE ${ARGN} blak_flags)
    target_precompile_headers(${name} PRIVATE "${BLAK_PCH_FOLDER}/${header}")
endfunction()

# blak_links(OUT library target...): whether one of the targets links the library, directly or not.
function(blak_links out library)
    set(found FALSE)
    set(seen)
    set(waiting ${ARGN})
    while(waiting AND NOT found)
        list(POP_FRONT waiting target)
        if(target STREQUAL library)
            set(found TRUE)
        elseif(TARGET "${target}" AND NOT target IN_LIST seen)
            list(APPEND seen "${target}")
            get_target_property(links "${target}" INTERFACE_LINK_LIBRARIES)
            if(links)
                list(APPEND waiting ${links})
            endif()
        endif()
    endwhile()
    set(${out} ${found} PARENT_SCOPE)
endfunction()

# blak_use_pch(TARGET CARRIER)
function(blak_use_pch target carrier)
    if(TARGET ${carrier} AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
        target_precompile_headers(${target} REUSE_FROM ${carrier})
        target_compile_options(${target} PRIVATE -fpch-preprocess) # what ccache asks for
    endif()
endfunction()
