// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled for the Qt Test programs that click and type.
#pragma once

#include "cmake/pch_widgets.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
