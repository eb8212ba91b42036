// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled for the Qt Test programs of libraries without Qt.
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>
