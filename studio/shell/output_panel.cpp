// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/output_panel.h"

#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTime>
#include <QToolButton>
#include <QVBoxLayout>

namespace blak::ui::shell {

OutputPanel::OutputPanel(QWidget* parent)
    : QWidget(parent), sources_(new QComboBox), text_(new QPlainTextEdit),
      empty_(new EmptyLabel(tr("Nothing was said yet. Checking a project, building a room and running a server write here.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 5, 8, 5);
    sources_->addItem(tr("All sources"));
    sources_->setAccessibleName(tr("Source"));
    auto* clearing = new QToolButton;
    clearing->setIcon(icon(QStringLiteral("trash"), IconTone::Text2));
    clearing->setToolTip(tr("Clear"));
    clearing->setAccessibleName(clearing->toolTip());
    top->addWidget(sources_);
    top->addStretch(1);
    top->addWidget(clearing);
    column->addLayout(top);
    column->addWidget(empty_);
    column->addWidget(text_, 1);
    text_->setReadOnly(true);
    text_->setFont(monoFont(11.5));
    text_->setLineWrapMode(QPlainTextEdit::WidgetWidth); // a narrow dock would cut what counts
    text_->setMaximumBlockCount(mostLines);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setAccessibleName(tr("Output"));
    setFocusProxy(text_);
    connect(sources_, &QComboBox::currentIndexChanged, this, &OutputPanel::refresh);
    connect(clearing, &QToolButton::clicked, this, &OutputPanel::clear);
    refresh();
}

void OutputPanel::append(const QString& source, const QString& text)
{
    const QString time = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
    const bool wasEmpty = lines_.isEmpty();
    if (sources_->findText(source) < 0)
        sources_->addItem(source);
    for (const QString& one : text.split(u'\n')) {
        lines_.push_back({time, source, one});
        if (!wasEmpty && (sources_->currentIndex() == 0 || sources_->currentText() == source))
            text_->appendPlainText(shown(lines_.back()));
    }
    if (lines_.size() > mostLines)
        lines_.remove(0, lines_.size() - mostLines);
    if (wasEmpty)
        refresh();
    showEnd();
}

/// The last line from its beginning, however long it is.
void OutputPanel::showEnd()
{
    text_->verticalScrollBar()->setValue(text_->verticalScrollBar()->maximum());
    text_->horizontalScrollBar()->setValue(0);
}

void OutputPanel::clear()
{
    lines_.clear();
    refresh();
}

void OutputPanel::showOnly(const QString& source) { sources_->setCurrentIndex(std::max(0, sources_->findText(source))); }

QStringList OutputPanel::shownLines() const { return text_->toPlainText().split(u'\n', Qt::SkipEmptyParts); }

QString OutputPanel::shown(const Line& line) const
{
    return sources_->currentIndex() == 0 ? QStringLiteral("%1  %2: %3").arg(line.time, line.source, line.text)
                                         : QStringLiteral("%1  %2").arg(line.time, line.text);
}

void OutputPanel::refresh()
{
    QStringList all;
    for (const Line& line : std::as_const(lines_))
        if (sources_->currentIndex() == 0 || sources_->currentText() == line.source)
            all << shown(line);
    text_->setPlainText(all.join(u'\n'));
    empty_->setVisible(lines_.isEmpty());
    text_->setVisible(!lines_.isEmpty());
    showEnd();
}

} // namespace blak::ui::shell
