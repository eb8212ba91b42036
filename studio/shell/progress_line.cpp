// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/progress_line.h"

#include "ui/number_text.h"
#include "ui/status_strip.h"

#include <QCoreApplication>
#include <QProgressBar>

namespace blak::ui::shell {
namespace {

constexpr int barAfter = 200;   ///< ms until the thin bar shows
constexpr int wordsAfter = 2000; ///< ms until the status bar says it in words

QString say(const char* text) { return QCoreApplication::translate("ProgressLine", text); }

} // namespace

ProgressLine::ProgressLine(QWidget& window, StatusStrip& status) : status_(status), bar_(new QProgressBar(&window))
{
    bar_->setRange(0, 0);
    bar_->setTextVisible(false);
    bar_->hide();
}

void ProgressLine::indexing(int files)
{
    if (!since_.isValid())
        since_.start();
    const qint64 elapsed = since_.elapsed();
    bar_->setVisible(elapsed > barAfter);
    bar_->raise();
    if (elapsed > wordsAfter)
        status_.setProgress(counted(files, say("Indexing, 1 file so far"), say("Indexing, %1 files so far")));
}

void ProgressLine::indexed()
{
    since_.invalidate();
    status_.setProgress({});
}

void ProgressLine::loading(bool isShown, const QString& longest)
{
    if (!since_.isValid()) {
        bar_->setVisible(isShown);
        status_.setProgress(longest.isEmpty() ? QString() : say("Opening %1").arg(longest));
    }
    bar_->raise();
}

void ProgressLine::place(int top, int width) { bar_->setGeometry(0, top, width, 2); }

} // namespace blak::ui::shell
