// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/command_palette.h"

#include "studio/shell/file_index.h"
#include "ui/empty_label.h"
#include "ui/icons.h"

#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace blak::ui::shell {
namespace {

constexpr int paletteWidth = 560;
constexpr int topOffset = 40;
constexpr int windowMargin = 8;

} // namespace

CommandPalette::CommandPalette(ActionRegistry& actions, const FileIndex& files, QWidget* window)
    : QFrame(window), files_(files), sources_(actions, files), field_(new QLineEdit), list_(new QListView),
      empty_(new EmptyLabel(QString())), model_(new PaletteModel(this))
{
    sources_.setChosen([this](const QString& path) { emit fileChosen(path); });
    sources_.setPrefixChosen([this](const QString& prefix) { open(prefix); });
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Command palette"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(7, 7, 7, 7);
    column->setSpacing(5);
    field_->addAction(icon(QStringLiteral("search"), IconTone::Text2), QLineEdit::LeadingPosition);
    column->addWidget(field_);
    column->addWidget(list_);
    column->addWidget(empty_);
    list_->setModel(model_);
    paintPaletteRows(*list_);
    list_->setUniformItemSizes(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setAccessibleName(tr("Matches"));
    field_->installEventFilter(this);
    window->installEventFilter(this);
    connect(field_, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) { runRow(index.row()); });
    hide();
}

void CommandPalette::open(const QString& text)
{
    if (auto* bar = qobject_cast<QMenuBar*>(QApplication::focusWidget())) { // its keys end here, and it gives the focus back
        QKeyEvent leave(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
        QApplication::sendEvent(bar, &leave);
    }
    if (isHidden())
        focusBefore_ = QApplication::focusWidget();
    prefix_ = QChar();
    shown_ = {};
    if (field_->text() == text)
        refresh();
    else
        field_->setText(text);
    show();
    raise();
    aside_ = freePlace();
    place();
    window()->activateWindow(); // a dock that floats may have the keys
    field_->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::dismiss()
{
    if (isHidden())
        return;
    hide();
    if (!focusBefore_)
        return;
    focusBefore_->window()->activateWindow();
    focusBefore_->setFocus(Qt::PopupFocusReason);
}

QStringList CommandPalette::shownTexts() const
{
    QStringList texts;
    for (const PaletteRow& row : model_->rows())
        texts << row.text;
    return texts;
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != field_) {
        if (event->type() == QEvent::Resize)
            place();
        if (event->type() == QEvent::WindowBlocked) // a dialog came: one asks at a time
            dismiss();
        return QFrame::eventFilter(watched, event);
    }
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
        hide();
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int rows = model_->rowCount();
    const int now = list_->currentIndex().row();
    const auto select = [this](int row) { list_->setCurrentIndex(model_->index(row, 0)); };
    switch (key->key()) {
    case Qt::Key_Escape: dismiss(); return true;
    case Qt::Key_Down:
        if (rows > 0)
            select((now + 1) % rows);
        return true;
    case Qt::Key_Up:
        if (rows > 0)
            select((now + rows - 1) % rows);
        return true;
    case Qt::Key_PageDown: select(std::min(now + maxRows - 1, rows - 1)); return true;
    case Qt::Key_PageUp: select(std::max(now - maxRows + 1, 0)); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (key->modifiers().testFlag(Qt::AltModifier)) {
            const QString id = now >= 0 && shown_.actionId ? shown_.actionId(now) : QString();
            if (!id.isEmpty()) {
                dismiss();
                emit keyBindingRequested(id);
            }
            return true;
        }
        runRow(std::max(0, now));
        return true;
    default: return QFrame::eventFilter(watched, event);
    }
}

void CommandPalette::refresh()
{
    const auto isSign = [](const QString& words) {
        return !words.isEmpty() && std::any_of(palettePrefixes.begin(), palettePrefixes.end(), [&](const PalettePrefix& one) {
                   return one.sign != 0 && words[0] == QChar(one.sign);
               });
    };
    QString text = field_->text();
    if (text.startsWith(u'>') && isSign(text.mid(1))) // typed into the list of commands: the other sign is meant
        text.remove(0, 1);
    const bool known = isSign(text);
    const QChar sign = text.isEmpty() ? QChar() : text[0];
    const QChar prefix = known ? sign : QChar(u' ');
    QString pattern = known ? text.mid(1) : text;
    static const QRegularExpression withPlace(QStringLiteral("^(.*[^:]):(\\d{0,9})$")); // "inn.kod:42", as compilers write it, or on the way there
    const auto placed = withPlace.match(pattern);
    sources_.setPlaceInFile(!known && placed.hasMatch() ? placed.captured(2) : QString());
    if (!known && placed.hasMatch())
        pattern = placed.captured(1);
    PaletteSource all;
    if (prefix == u'>')
        all = sources_.actions();
    else if (prefix == u':')
        all = sources_.place(pattern);
    else if (prefix == u'?')
        all = sources_.help(pattern.trimmed());
    else if (prefix == u'@')
        all = sources_.classes();
    else if (prefix == u'#')
        all = sources_.messages();
    else if (pattern.contains(u'/') && !files_.files().isEmpty()) {
        all = sources_.paths();
        if (const QString root = files_.root() + u'/'; pattern.startsWith(root))
            pattern.remove(0, root.size());
    } else
        all = sources_.files();

    const bool ranked = prefix != u':' && prefix != u'?';
    const auto count = static_cast<int>(all.names->names().size());
    QVector<int> best = ranked ? all.names->rank(pattern, prefix == u'>' ? count : mostHits, all.ranks) : QVector<int>{};
    if (!ranked)
        for (int i = 0; i < std::min<int>(count, mostHits); ++i)
            best.push_back(i);
    QVector<PaletteRow> rows;
    for (const int index : best)
        rows.push_back(all.row(index));
    if (prefix == u'>') {
        // What cannot run now stands after what fits as well, with the reason; but not after letters here and there, which nobody means.
        QVector<int> order(rows.size());
        for (int i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::stable_sort(order, {}, [&](int i) {
            const bool isLoose = fuzzyTier(pattern, all.names->names()[best[i]]) == FuzzyTier::Loose;
            return 2 * (isLoose ? 1 : 0) + (rows[i].enabled ? 0 : 1);
        });
        order.resize(std::min<qsizetype>(order.size(), mostHits));
        QVector<PaletteRow> sortedRows;
        QVector<int> sortedBest;
        for (const int i : order) {
            sortedRows.push_back(rows[i]);
            sortedBest.push_back(best[i]);
        }
        rows = sortedRows;
        best = sortedBest;
    }
    shown_ = {};
    shown_.run = [best, run = all.run](int row) { run(best[row]); };
    if (all.actionId)
        shown_.actionId = [best, id = all.actionId](int row) { return id(best[row]); };
    const bool nothing = rows.isEmpty();
    model_->set(std::move(rows));
    list_->setCurrentIndex(model_->index(0, 0));
    list_->setFixedHeight(std::min(static_cast<int>(best.size()), maxRows) * paletteRowHeight + 2);
    list_->setVisible(!nothing);
    empty_->setVisible(nothing);
    empty_->say(all.emptySentence);
    field_->setPlaceholderText(tr("Go to file or class, @ class, # message, > command, : place, ? help"));
    place();
}

void CommandPalette::runRow(int row)
{
    if (row < 0 || row >= model_->rowCount() || !model_->rows()[row].enabled)
        return;
    const auto run = shown_.run;
    dismiss();
    run(row);
}

void CommandPalette::place()
{
    if (isHidden())
        return;
    adjustSize();
    const QWidget* window = parentWidget();
    const int width = std::min(paletteWidth, window->width() - 2 * windowMargin);
    const int middle = (window->width() - width) / 2;
    setGeometry(std::clamp(middle + aside_, windowMargin, window->width() - width - windowMargin), topOffset, width, sizeHint().height());
}

/// Docks that float lie above their window, and above this: it goes beside them, as little as need be, and stays there while it is open.
/// Pixels to the right of the middle.
int CommandPalette::freePlace() const
{
    const QWidget* window = parentWidget();
    const int width = std::min(paletteWidth, window->width() - 2 * windowMargin), highest = sizeHint().height();
    const int middle = (window->width() - width) / 2;
    QRegion covered;
    QVector<int> beside{middle};
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>())
        if (dock->isVisible() && dock->isWindow()) {
            const QRect there(window->mapFromGlobal(dock->frameGeometry().topLeft()), dock->frameGeometry().size());
            covered += there;
            beside << there.left() - width - windowMargin << there.right() + windowMargin;
        }
    std::ranges::sort(beside, {}, [middle](int x) { return std::abs(x - middle); });
    for (const int x : beside)
        if (x >= windowMargin && x + width + windowMargin <= window->width() && !covered.intersects(QRect(x, topOffset, width, highest)))
            return x - middle;
    return 0;
}

void CommandPalette::setRecentFiles(const QStringList& paths)
{
    sources_.setRecentFiles(paths);
    namesChanged();
}

void CommandPalette::namesChanged()
{
    sources_.forgetNames();
    if (isVisible())
        refresh();
}

} // namespace blak::ui::shell
