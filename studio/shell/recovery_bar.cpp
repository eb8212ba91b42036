// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/recovery_bar.h"

#include "studio/shell/recent_projects.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace blak::ui::shell {

RecoveryBar::RecoveryBar(const KeptDocument& kept, QWidget* parent) : QWidget(parent)
{
    setFixedHeight(44);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 8, 0);
    row->setSpacing(10);
    auto* sign = new QLabel;
    sign->setPixmap(icon(QStringLiteral("history"), IconTone::Warning).pixmap(16));
    const QString name = QFileInfo(kept.path).fileName();
    auto* words = new QLabel(tr("%1 has unsaved edits from %2.").arg(name, whenText(kept.when, QDateTime::currentDateTime())));
    words->setTextFormat(Qt::PlainText);
    words->setToolTip(kept.path);
    auto* forget = new QPushButton(tr("Forget"));
    forget->setToolTip(tr("Drop these edits; the file stays as it is"));
    auto* restore = new QPushButton(tr("Restore edits"));
    restore->setProperty("primary", true);
    row->addWidget(sign);
    row->addWidget(words, 1);
    row->addWidget(forget);
    row->addWidget(restore);
    setAccessibleName(words->text());
    setTabOrder(restore, forget); // the safe one first
    connect(restore, &QPushButton::clicked, this, [this, path = kept.path] { emit restoreRequested(path); });
    connect(forget, &QPushButton::clicked, this, [this, path = kept.path, journal = kept.journal] { emit forgetRequested(path, journal); });
}

void RecoveryBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme().warning);
    painter.setBrush(theme().lineNow);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace blak::ui::shell
