// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/note_bar.h"

#include "ui/icons.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace blak::ui::views {

QWidget* makeNoteBar(const QString& note, const QList<QPushButton*>& ways)
{
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("dockBody"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 6, 10, 6);
    row->setSpacing(8);
    auto* sign = new QLabel;
    const auto draw = [sign] { sign->setPixmap(icon(QStringLiteral("warning"), IconTone::Warning).pixmap(16)); };
    draw();
    QObject::connect(themeNotifier(), &ThemeNotifier::changed, sign, draw);
    auto* words = new QLabel(note);
    words->setObjectName(QStringLiteral("compareNote"));
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(sign, 0, Qt::AlignTop);
    row->addWidget(words, 1);
    for (QPushButton* way : ways)
        row->addWidget(way, 0, Qt::AlignTop);
    return bar;
}

} // namespace blak::ui::views
