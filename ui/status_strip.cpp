// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status_strip.h"

#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace blak::ui {
namespace {

constexpr int stripHeight = 24;
constexpr int sidePadding = 10;

QToolButton* countButton(const QString& iconName, IconTone tone, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setIcon(icon(iconName, tone));
    button->setIconSize(QSize(14, 14));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFont(uiFont(11.5));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setFixedHeight(22);
    button->setProperty("padding", QStringLiteral("narrow"));
    return button;
}

} // namespace

FactRow::FactRow(QWidget* parent) : QWidget(parent)
{
    setFont(uiFont(11.5));
    setFixedHeight(stripHeight);
}

void FactRow::setFacts(const QStringList& facts)
{
    QStringList shown = facts;
    shown.removeAll(QString());
    if (shown == facts_)
        return;
    facts_ = shown;
    setAccessibleName(facts_.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize FactRow::sizeHint() const
{
    int width = 0;
    for (const QString& fact : facts_)
        width += fontMetrics().horizontalAdvance(fact) + 2 * sidePadding + 1;
    return {width, stripHeight};
}

void FactRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    int x = 0;
    for (qsizetype i = 0; i < facts_.size(); ++i) {
        const int advance = fontMetrics().horizontalAdvance(facts_[i]);
        const int room = width() - x - sidePadding;
        if (i > 0 && advance > room)
            break;
        if (i > 0) {
            painter.setPen(theme().border);
            painter.drawLine(x, 6, x, stripHeight - 7);
        }
        painter.setPen(i == 0 && firstBright_ ? theme().text : theme().text2);
        painter.drawText(QRect(x + sidePadding, 0, room, stripHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(facts_[i], Qt::ElideRight, room));
        x += advance + 2 * sidePadding;
    }
}

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent), left_(new FactRow), right_(new FactRow),
      errors_(countButton(QStringLiteral("error"), IconTone::Error, tr("Errors: show problems"))),
      warnings_(countButton(QStringLiteral("warning"), IconTone::Warning, tr("Warnings: show problems"))), progress_(new QWidget),
      progressText_(new QLabel)
{
    setObjectName(QStringLiteral("studioStatus"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(stripHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 6, 0);
    row->setSpacing(0);
    left_->setFirstBright(true);
    left_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    right_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->addWidget(left_, 1);
    row->addWidget(progress_);
    row->addWidget(errors_);
    row->addWidget(warnings_);
    row->addSpacing(4);
    row->addWidget(right_);

    auto* running = new QHBoxLayout(progress_);
    running->setContentsMargins(8, 0, 8, 0);
    running->setSpacing(6);
    progressText_->setFont(uiFont(11.5));
    auto* cancel = new QToolButton;
    cancel->setIcon(icon(QStringLiteral("close"), IconTone::Text2));
    cancel->setIconSize(QSize(12, 12));
    cancel->setFixedSize(18, 18);
    cancel->setProperty("padding", QStringLiteral("none"));
    cancel->setObjectName(QStringLiteral("cancelProgress"));
    cancel->setToolTip(tr("Cancel"));
    cancel->setAccessibleName(tr("Cancel"));
    running->addWidget(progressText_);
    running->addWidget(cancel);

    for (QToolButton* button : {errors_, warnings_})
        connect(button, &QToolButton::clicked, this, &StatusStrip::problemsClicked);
    connect(cancel, &QToolButton::clicked, this, &StatusStrip::cancelClicked);
    setProblems(0, 0);
    setProgress({});
}

void StatusStrip::setProblems(int errors, int warnings)
{
    errors_->setText(grouped(errors));
    warnings_->setText(grouped(warnings));
    errors_->setVisible(errors > 0);
    warnings_->setVisible(warnings > 0);
}

void StatusStrip::setProgress(const QString& text)
{
    progressText_->setText(text);
    progress_->setVisible(!text.isEmpty());
}

} // namespace blak::ui
