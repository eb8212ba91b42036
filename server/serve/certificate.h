// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <QSslConfiguration>
#include <string>

namespace blak::serve {

/// What a listener with TLS offers: the certificate (with its chain) and the key of two files in PEM form; TLS 1.2 and newer. The
/// error names the file that is no good, or both when they do not belong together. Needs a thread with an event dispatcher.
Result<QSslConfiguration> readCertificate(const std::string& certificate, const std::string& key);

} // namespace blak::serve
