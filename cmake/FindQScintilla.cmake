# SPDX-License-Identifier: GPL-3.0-or-later
# QScintilla for Qt 6 ships no CMake config on Debian. Call after find_package(Qt6 ...).
find_path(QScintilla_INCLUDE_DIR NAMES Qsci/qsciscintilla.h HINTS ${Qt6Widgets_INCLUDE_DIRS} ${Qt6Core_INCLUDE_DIRS}
    PATH_SUFFIXES qt6)
find_library(QScintilla_LIBRARY NAMES qscintilla2_qt6)
if(QScintilla_INCLUDE_DIR AND EXISTS "${QScintilla_INCLUDE_DIR}/Qsci/qsciglobal.h")
    file(STRINGS "${QScintilla_INCLUDE_DIR}/Qsci/qsciglobal.h" version_line REGEX "^#define[ \t]+QSCINTILLA_VERSION_STR[ \t]+\"")
    string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" QScintilla_VERSION "${version_line}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QScintilla REQUIRED_VARS QScintilla_LIBRARY QScintilla_INCLUDE_DIR VERSION_VAR QScintilla_VERSION)
if(QScintilla_FOUND AND NOT TARGET QScintilla::QScintilla)
    add_library(QScintilla::QScintilla SHARED IMPORTED)
    set_target_properties(QScintilla::QScintilla PROPERTIES IMPORTED_LOCATION "${QScintilla_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${QScintilla_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()
