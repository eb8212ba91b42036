// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/rename_card.h"

#include "kodide/ui/code_view.h"
#include "kodide/ui/hit_delegate.h"
#include "kodide/ui/use_places.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/sentence.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace blak::ui::code {
namespace {

constexpr int askAfter = 120;            ///< ms without a key
constexpr int widest = 760, highest = 420; ///< px
constexpr int around = 12;
constexpr int mostLines = 400;           ///< of the preview: more take the GUI thread too long; their files stand there with their numbers

QString placesText(qsizetype places) { return counted(places, RenameCard::tr("1 place"), RenameCard::tr("%1 places")); }
QString filesText(qsizetype files) { return counted(files, RenameCard::tr("1 file"), RenameCard::tr("%1 files")); }

} // namespace

RenameCard::RenameCard(CodeView& view, const NameHere& name)
    : QFrame(&view), view_(view), name_(name), title_(new QLabel), field_(new QLineEdit(name.spelling)), summary_(new QLabel), warnings_(new QLabel),
      preview_(new QTreeWidget), do_(new QPushButton(tr("Rename")))
{
    setObjectName(QStringLiteral("renameCard"));
    setAccessibleName(tr("Rename"));
    const auto index = view_.index();
    const auto about = index ? index->describe(name.key, name.className.toStdString()) : std::nullopt;
    title_->setText(about && !about->detail.empty() ? tr("Rename %1 \u00b7 %2").arg(name.spelling, QString::fromStdString(about->detail))
                                                    : tr("Rename %1").arg(name.spelling));
    title_->setTextFormat(Qt::PlainText);
    title_->setFont(uiFont(12, QFont::DemiBold));
    field_->setObjectName(QStringLiteral("renameField"));
    field_->setAccessibleName(tr("New name"));
    field_->setFont(monoFont(12));
    field_->selectAll();
    field_->installEventFilter(this);
    preview_->installEventFilter(this);
    do_->installEventFilter(this);
    summary_->setTextFormat(Qt::PlainText);
    summary_->setWordWrap(true);
    warnings_->setTextFormat(Qt::PlainText);
    warnings_->setWordWrap(true);
    warnings_->setObjectName(QStringLiteral("warningText"));
    warnings_->hide();
    preview_->setObjectName(QStringLiteral("renamePreview"));
    preview_->setAccessibleName(tr("Places"));
    preview_->setColumnCount(1);
    preview_->header()->hide();
    preview_->setIndentation(14);
    preview_->setTextElideMode(Qt::ElideMiddle);
    preview_->setItemDelegate(new HitDelegate(preview_));
    preview_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    preview_->hide();
    do_->setProperty("primary", true);
    do_->setEnabled(false);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->installEventFilter(this);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(around, 10, around, 10);
    column->setSpacing(6);
    column->addWidget(title_);
    column->addWidget(field_);
    column->addWidget(summary_);
    column->addWidget(warnings_);
    column->addWidget(preview_, 1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(do_);
    column->addLayout(row);

    rest_.setSingleShot(true);
    rest_.setInterval(askAfter);
    connect(&rest_, &QTimer::timeout, this, &RenameCard::ask);
    connect(view_.tree().get(), &KodSymbols::indexed, this, [this] { // after a file had changed: what was told to wait for
        if (planned_.isStale && asksAgain_ > 0) {
            --asksAgain_;
            ask();
        }
    });
    connect(field_, &QLineEdit::textChanged, this, [this] {
        do_->setEnabled(false);
        asksAgain_ = mostAsked;
        rest_.start();
    });
    connect(do_, &QPushButton::clicked, this, &RenameCard::accept);
    connect(cancel, &QPushButton::clicked, this, &RenameCard::leave);
    connect(view_.editor(), &CodeEditor::edited, this, &RenameCard::leave); // the places are others now
    view_.installEventFilter(this);
    say(tr("Type the new name."), false);
    place();
    show();
    raise();
    field_->setFocus(Qt::PopupFocusReason);
}

QString RenameCard::summary() const { return summary_->text(); }
QString RenameCard::warnings() const { return warnings_->isHidden() ? QString() : warnings_->text(); }

void RenameCard::say(const QString& text, bool isFault)
{
    summary_->setText(text);
    summary_->setObjectName(isFault ? QStringLiteral("errorText") : QStringLiteral("secondary"));
    summary_->style()->unpolish(summary_);
    summary_->style()->polish(summary_);
}

/// Under the name, or over it where there is more room; always within the view.
void RenameCard::place()
{
    const QWidget& over = *view_.editor();
    const QRect word = view_.editor()->screenRectOf(name_.begin, name_.end);
    const QPoint top = view_.mapFromGlobal(word.topLeft());
    const QRect room = QRect(over.mapTo(&view_, QPoint()), over.size()).adjusted(8, 4, -20, -8);
    const int wide = std::min(widest, room.width());
    const int wanted = preview_->isHidden() ? layout()->hasHeightForWidth() ? layout()->heightForWidth(wide) : sizeHint().height() : highest;
    const int below = room.bottom() - (top.y() + word.height() + 4);
    const int above = top.y() - 4 - room.top();
    const int high = std::min(wanted, std::max({below, above, layout()->minimumSize().height()}));
    const int y = high <= below || below >= above ? top.y() + word.height() + 4 : top.y() - 4 - high;
    const int x = std::clamp(top.x() - around, room.left(), std::max(room.left(), room.right() - wide));
    setGeometry(x, std::clamp(y, room.top(), std::max(room.top(), room.bottom() - high)), wide, high);
}

void RenameCard::ask()
{
    const QString wanted = field_->text().trimmed();
    const auto index = view_.index();
    plannedName_.clear();
    if (wanted.isEmpty() || wanted == name_.spelling || !index) {
        answer_.forget();
        take({});
        say(wanted.isEmpty() ? tr("It needs a name.") : tr("Type the new name."), wanted.isEmpty());
        return;
    }
    answer_.ask(
        [index, key = name_.key, wanted, open = view_.openTexts()] {
            Planned planned;
            const auto plan = index->rename(key, wanted.toStdString());
            if (!plan) {
                planned.fault = asSentence(QString::fromStdString(plan.error().what));
                return planned;
            }
            for (const std::string& warning : plan.value().warnings)
                planned.warnings << QString::fromStdString(warning);
            std::vector<kod::SymbolUse> uses;
            std::map<std::filesystem::path, std::vector<const kod::TextEdit*>> files;
            for (const kod::TextEdit& edit : plan.value().edits)
                files[edit.file].push_back(&edit);
            for (const auto& [file, edits] : files) {
                const QString path = QString::fromStdString(file.string());
                const auto text = textNow(path, open);
                QVector<std::uint32_t> begins;
                for (const kod::TextEdit* edit : edits)
                    begins.push_back(edit->begin);
                const auto places = text ? UsePlaces(*text, key.name).findAll(begins) : std::nullopt;
                if (!places) {
                    planned.isStale = true;
                    planned.fault = tr("%1 changed since it was read. Try again in a moment.").arg(QFileInfo(path).fileName());
                    return planned;
                }
                FileEdits changed{path, textFingerprint(*text), {}};
                std::vector<kod::SymbolUse> shown;
                for (qsizetype i = 0; i < places->size(); ++i) {
                    const auto length = static_cast<qsizetype>(key.name.size());
                    changed.pieces.push_back({(*places)[i], (*places)[i] + length, QByteArray::fromStdString(edits[static_cast<std::size_t>(i)]->text)});
                    kod::SymbolUse use;
                    use.file = file;
                    use.begin = static_cast<std::uint32_t>((*places)[i]);
                    shown.push_back(std::move(use));
                }
                for (const UseGroup& group : linesOf(shown, key.name, {{QString::fromStdString(fileKey(file)), *text}}))
                    for (const UseLine& line : group.lines)
                        planned.lines.push_back({static_cast<int>(planned.files.size()), line.hit});
                planned.files.push_back(std::move(changed));
            }
            return planned;
        },
        [this, wanted](Planned planned) {
            plannedName_ = wanted;
            take(std::move(planned));
            if (std::exchange(acceptsWhenTaken_, false))
                accept();
        });
}

void RenameCard::take(Planned planned)
{
    planned_ = std::move(planned);
    if (planned_.isStale)
        view_.tree()->refresh();
    qsizetype places = 0;
    for (const FileEdits& file : std::as_const(planned_.files))
        places += file.pieces.size();
    const bool canBe = planned_.fault.isEmpty() && places > 0;
    preview_->clear();
    if (!planned_.fault.isEmpty())
        say(planned_.fault, true);
    else if (canBe)
        say(tr("%1 in %2").arg(placesText(places), filesText(planned_.files.size())), false);
    warnings_->setText(planned_.warnings.join(u'\n'));
    warnings_->setVisible(canBe && !planned_.warnings.isEmpty());
    QVector<QTreeWidgetItem*> tops;
    for (const FileEdits& file : std::as_const(planned_.files)) {
        auto* top = new QTreeWidgetItem;
        top->setText(0, QStringLiteral("%1   %2").arg(QFileInfo(file.path).fileName()).arg(file.pieces.size()));
        top->setToolTip(0, file.path);
        top->setIcon(0, icon(QStringLiteral("code"), IconTone::Text2));
        tops.push_back(top);
    }
    for (qsizetype i = 0; i < std::min<qsizetype>(planned_.lines.size(), mostLines); ++i) {
        const Planned::Line& line = planned_.lines[i];
        auto* row = new QTreeWidgetItem(tops[line.file]);
        row->setText(0, line.hit.lineText);
        row->setData(0, HitDelegate::LineRole, line.hit.line);
        row->setData(0, HitDelegate::ColumnRole, line.hit.column);
        row->setData(0, HitDelegate::LengthRole, line.hit.length);
        row->setData(0, HitDelegate::ReplacementRole, plannedName_);
    }
    preview_->addTopLevelItems(tops);
    preview_->expandAll();
    preview_->setVisible(canBe);
    do_->setEnabled(canBe);
    place();
}

void RenameCard::accept()
{
    if (rest_.isActive() || answer_.isAsking() || plannedName_ != field_->text().trimmed()) { // Return right behind the last letter
        acceptsWhenTaken_ = true;
        if (rest_.isActive() || !answer_.isAsking()) {
            rest_.stop();
            ask();
        }
        if (!answer_.isAsking())
            acceptsWhenTaken_ = false;
        return;
    }
    if (!planned_.fault.isEmpty() || planned_.files.isEmpty())
        return;
    const QVector<FileEdits> files = planned_.files;
    const QString before = name_.spelling, after = plannedName_;
    leave();
    emit accepted(files, tr("Rename %1 to %2").arg(before, after), before, after);
}

void RenameCard::leave()
{
    if (isHidden())
        return;
    answer_.forget();
    hide();
    view_.editor()->setFocus(Qt::PopupFocusReason);
    deleteLater();
}

bool RenameCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &view_) {
        if (event->type() == QEvent::Resize)
            place();
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
        leave();
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (watched == field_ || watched == do_)
            accept();
        else if (qobject_cast<QPushButton*>(watched) != nullptr)
            leave();
        return true;
    }
    if (watched == field_ && key->key() == Qt::Key_Down && !preview_->isHidden()) {
        preview_->setFocus(Qt::TabFocusReason);
        return true;
    }
    return false;
}

void RenameCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme().dock);
    painter.setPen(theme().borderStrong);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace blak::ui::code
