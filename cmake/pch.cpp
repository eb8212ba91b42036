// SPDX-License-Identifier: GPL-3.0-or-later
// Carries a precompiled header; see Pch.cmake.
