// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/save_sentence.h"

#include <QCoreApplication>

#include <array>

namespace blak::ui::shell {
namespace {

struct Reason
{
    ErrorCode code;
    const char* why;
    const char* remedy;
};

constexpr std::array reasons{
    Reason{ErrorCode::DiskFull, QT_TRANSLATE_NOOP("Saving", "the disk is full"),
           QT_TRANSLATE_NOOP("Saving", "free some space and save again")},
    Reason{ErrorCode::QuotaUsed, QT_TRANSLATE_NOOP("Saving", "your share of the disk is used up"),
           QT_TRANSLATE_NOOP("Saving", "free some space and save again")},
    Reason{ErrorCode::NoPermission, QT_TRANSLATE_NOOP("Saving", "its folder does not let you write"),
           QT_TRANSLATE_NOOP("Saving", "change the permissions and save again")},
    Reason{ErrorCode::ReadOnly, QT_TRANSLATE_NOOP("Saving", "the disk is read-only"),
           QT_TRANSLATE_NOOP("Saving", "make it writable and save again")},
    Reason{ErrorCode::NotFound, QT_TRANSLATE_NOOP("Saving", "its folder is gone"),
           QT_TRANSLATE_NOOP("Saving", "put the folder back and save again")},
    Reason{ErrorCode::DeviceFault, QT_TRANSLATE_NOOP("Saving", "the disk reports a fault"),
           QT_TRANSLATE_NOOP("Saving", "check the disk and save again")},
};

QString say(const char* text) { return QCoreApplication::translate("Saving", text); }

} // namespace

QString saveSentence(const QString& title, const Error& error)
{
    for (const Reason& reason : reasons)
        if (error.code == reason.code)
            return say("Cannot save %1: %2. Your edits are kept; %3.").arg(title, say(reason.why), say(reason.remedy));
    return say("Cannot save %1: %2. Your edits are kept.").arg(title, QString::fromStdString(error.what));
}

} // namespace blak::ui::shell
