// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/command_palette.h"

#include "studio/shell/action_registry.h"
#include "studio/shell/file_index.h"
#include "studio/shell/fuzzy.h"
#include "ui/document_view.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/place_path.h"
#include "ui/theme.h"

#include <QAbstractListModel>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

constexpr int paletteWidth = 560;
constexpr int rowHeight = 26;
constexpr int topOffset = 40;

QString plainText(QString text) { return text.remove(u'&'); }

struct Prefix
{
    char16_t sign; ///< 0: none
    const char* meaning;
};

constexpr std::array prefixes{
    Prefix{0, "Go to a room, sprite, file or class of the world"},
    Prefix{u'@', "Go to a class"},
    Prefix{u'>', "Run a command, show a dock, change a setting"},
    Prefix{u':', "Go to a place in the current document"},
    Prefix{u'?', "Search the help"},
};

class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, rowHeight}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace

class PaletteModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    void set(QVector<PaletteRow> rows)
    {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
    }
    const QVector<PaletteRow>& rows() const { return rows_; }
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const PaletteRow& row = rows_[index.row()];
        if (role == Qt::DisplayRole)
            return row.text;
        if (role == Qt::AccessibleDescriptionRole)
            return row.detail;
        return {};
    }

private:
    QVector<PaletteRow> rows_;
};

namespace {

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const PaletteRow& row = static_cast<const PaletteModel*>(index.model())->rows()[index.row()];
    const QRect place = option.rect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme().selected);
        painter->drawRoundedRect(place.adjusted(4, 0, -4, 0), 4, 4);
    }
    const QColor ink = row.enabled ? theme().text : theme().textDisabled;
    if (!row.icon.isEmpty())
        paintIcon(*painter, QRectF(place.left() + 12, place.center().y() - 7.5, 16, 16), row.icon,
                  row.enabled ? theme().text2 : theme().textDisabled, theme().raised);
    int right = place.right() - 14;
    painter->setFont(uiFont(11));
    if (!row.key.isEmpty()) {
        const int width = painter->fontMetrics().horizontalAdvance(row.key);
        painter->setPen(row.enabled ? theme().text2 : theme().textDisabled);
        painter->drawText(QRect(right - width, place.top(), width, place.height()), Qt::AlignVCenter, row.key);
        right -= width + 14;
    }
    const int left = place.left() + 36;
    painter->setFont(uiFont(12));
    const int textWidth = std::min(painter->fontMetrics().horizontalAdvance(row.text), right - left);
    painter->setPen(ink);
    painter->drawText(QRect(left, place.top(), right - left, place.height()), Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(row.text, Qt::ElideMiddle, right - left));
    const int detailLeft = left + textWidth + 10;
    if (right - detailLeft > 24) {
        painter->setPen(row.enabled ? theme().text2 : theme().textDisabled);
        painter->drawText(QRect(detailLeft, place.top(), right - detailLeft, place.height()), Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(row.detail, Qt::ElideMiddle, right - detailLeft));
    }
    painter->restore();
}

} // namespace

CommandPalette::CommandPalette(ActionRegistry& actions, const FileIndex& files, QWidget* window)
    : QFrame(window), actions_(actions), files_(files), field_(new QLineEdit), list_(new QListView),
      empty_(new EmptyLabel(QString())), model_(new PaletteModel(this))
{
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
    list_->setItemDelegate(new RowDelegate(list_));
    list_->setUniformItemSizes(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
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
    if (isHidden())
        focusBefore_ = QApplication::focusWidget();
    prefix_ = QChar();
    source_ = {};
    if (field_->text() == text)
        refresh();
    else
        field_->setText(text);
    show();
    raise();
    place();
    field_->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::dismiss()
{
    if (isHidden())
        return;
    hide();
    if (focusBefore_)
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
    case Qt::Key_PageDown: select(rows - 1); return true;
    case Qt::Key_PageUp: select(0); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (key->modifiers().testFlag(Qt::AltModifier)) {
            const QString id = now >= 0 && source_.actionId ? source_.actionId(now) : QString();
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

namespace {

constexpr int mostRanked = 500; ///< among which names that were typed whole are looked for

/// Whether what was typed is the name of a file, with or without its ending, or of a class. `text` begins with the name.
bool isWholeName(const QString& text, const QString& pattern)
{
    const QString typed = pattern.trimmed();
    if (typed.isEmpty() || !text.startsWith(typed, Qt::CaseInsensitive))
        return false;
    const QChar next = text.size() == typed.size() ? QChar() : text[typed.size()];
    return next.isNull() || next == u'.' || next == u' ';
}

} // namespace

void CommandPalette::refresh()
{
    const QString text = field_->text();
    const QChar sign = text.isEmpty() ? QChar() : text[0];
    const bool known = std::any_of(prefixes.begin(), prefixes.end(),
                                   [sign](const Prefix& one) { return one.sign != 0 && sign == QChar(one.sign); });
    const QChar prefix = known ? sign : QChar(u' ');
    QString pattern = known ? text.mid(1) : text;
    PaletteSource all;
    if (prefix == u'>')
        all = actionsSource();
    else if (prefix == u':')
        all = placeSource(pattern);
    else if (prefix == u'?')
        all = helpSource(pattern.trimmed());
    else if (prefix == u'@')
        all = classesSource();
    else if (pattern.contains(u'/') && !files_.files().isEmpty()) {
        all = pathsSource();
        if (const QString root = files_.root() + u'/'; pattern.startsWith(root))
            pattern.remove(0, root.size());
    } else
        all = filesSource();

    const bool ranked = prefix != u':' && prefix != u'?';
    const auto count = static_cast<int>(all.names->names().size());
    QVector<int> best = ranked ? all.names->rank(pattern, prefix == u'>' ? count : mostRanked) : QVector<int>{};
    if (ranked && prefix != u'>') { // "inn" means inn.roo before InnKeeper
        std::ranges::stable_partition(best, [&](int i) { return isWholeName(all.names->names()[i], pattern); });
        best.resize(std::min<qsizetype>(best.size(), maxRows));
    }
    if (!ranked)
        for (int i = 0; i < std::min<int>(count, maxRows); ++i)
            best.push_back(i);
    QVector<PaletteRow> rows;
    for (const int index : best)
        rows.push_back(all.row(index));
    if (prefix == u'>') {
        // What cannot run now stands last, with the reason.
        QVector<int> order(rows.size());
        for (int i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_partition(order.begin(), order.end(), [&](int i) { return rows[i].enabled; });
        order.resize(std::min<qsizetype>(order.size(), maxRows));
        QVector<PaletteRow> sortedRows;
        QVector<int> sortedBest;
        for (const int i : order) {
            sortedRows.push_back(rows[i]);
            sortedBest.push_back(best[i]);
        }
        rows = sortedRows;
        best = sortedBest;
    }
    source_ = {};
    source_.run = [best, run = all.run](int row) { run(best[row]); };
    if (all.actionId)
        source_.actionId = [best, id = all.actionId](int row) { return id(best[row]); };
    const bool nothing = rows.isEmpty();
    model_->set(std::move(rows));
    list_->setCurrentIndex(model_->index(0, 0));
    list_->setFixedHeight(static_cast<int>(best.size()) * rowHeight + 2);
    list_->setVisible(!nothing);
    empty_->setVisible(nothing);
    empty_->say(all.emptySentence);
    field_->setPlaceholderText(tr("Go to file or class, @ class, > command, : place, ? help"));
    place();
}

void CommandPalette::runRow(int row)
{
    if (row < 0 || row >= model_->rowCount() || !model_->rows()[row].enabled)
        return;
    const auto run = source_.run;
    dismiss();
    run(row);
}

void CommandPalette::place()
{
    if (isHidden())
        return;
    adjustSize();
    const QWidget* window = parentWidget();
    const int width = std::min(paletteWidth, window->width() - 16);
    setGeometry((window->width() - width) / 2, topOffset, width, sizeHint().height());
}

void CommandPalette::setRecentFiles(const QStringList& paths)
{
    recentFiles_ = paths;
    namesChanged();
}

void CommandPalette::namesChanged()
{
    fileNames_.reset();
    fileOrder_.reset();
    pathNames_.reset();
    if (isVisible())
        refresh();
}

/// Files, those opened last first, then classes.
PaletteSource CommandPalette::filesSource()
{
    PaletteSource source;
    const QVector<IndexedFile>& files = files_.files();
    const auto& classes = files_.names().classes;
    if (!fileNames_ || fileNames_->names().size() != files.size() + static_cast<qsizetype>(classes.size())) {
        auto order = std::make_shared<QVector<int>>();
        order->reserve(files.size());
        QHash<QString, int> byPath;
        for (int i = 0; i < files.size(); ++i)
            byPath.insert(files_.absolute(files[i]), i);
        QVector<bool> taken(files.size(), false);
        for (const QString& path : std::as_const(recentFiles_)) {
            const int i = byPath.value(path, -1);
            if (i >= 0 && !std::exchange(taken[i], true))
                order->push_back(i);
        }
        for (int i = 0; i < files.size(); ++i)
            if (!taken[i])
                order->push_back(i);
        QVector<QString> texts;
        texts.reserve(files.size() + static_cast<qsizetype>(classes.size()));
        for (const int i : std::as_const(*order)) {
            const QString name = files_.nameOf(files[i].name());
            texts.push_back(name.isEmpty() ? files[i].name().toString() : QStringLiteral("%1 %2").arg(files[i].name(), name));
        }
        for (const project::NamedClass& one : classes)
            texts.push_back(QString::fromStdString(one.name));
        fileNames_ = std::make_shared<FuzzyNames>(std::move(texts));
        fileOrder_ = order;
    }
    source.names = fileNames_;
    source.emptySentence =
        files.isEmpty() ? (files_.isRunning() ? tr("The files are being indexed.") : tr("No world is open. Type > for commands."))
                        : tr("No file and no class matches.");
    const PaletteSource ofClasses = classesSource();
    const auto count = static_cast<int>(files.size());
    source.row = [this, order = fileOrder_, ofClasses, count](int index) {
        if (index >= count)
            return ofClasses.row(index - count);
        return rowOf(files_.files()[(*order)[index]]);
    };
    source.run = [this, order = fileOrder_, ofClasses, count](int index) {
        if (index >= count)
            ofClasses.run(index - count);
        else
            emit fileChosen(files_.absolute(files_.files()[(*order)[index]]));
    };
    return source;
}

/// Files by where they lie: for who types or pastes a path.
PaletteSource CommandPalette::pathsSource()
{
    PaletteSource source;
    const QVector<IndexedFile>& files = files_.files();
    if (!pathNames_ || pathNames_->names().size() != files.size()) {
        QVector<QString> paths;
        paths.reserve(files.size());
        for (const IndexedFile& file : files)
            paths.push_back(file.path);
        pathNames_ = std::make_shared<FuzzyNames>(std::move(paths));
    }
    source.names = pathNames_;
    source.emptySentence = tr("No file lies there.");
    source.row = [this](int index) { return rowOf(files_.files()[index]); };
    source.run = [this](int index) { emit fileChosen(files_.absolute(files_.files()[index])); };
    return source;
}

PaletteRow CommandPalette::rowOf(const IndexedFile& file) const
{
    PaletteRow row;
    row.icon = QString::fromLatin1(fileGroupInfo(file.group).icon);
    const QString name = files_.nameOf(file.name());
    row.text = name.isEmpty() ? file.name().toString() : QStringLiteral("%1 \u00b7 %2").arg(name, file.name());
    row.detail = file.folder().toString();
    return row;
}

PaletteSource CommandPalette::classesSource() const
{
    PaletteSource source;
    const auto& classes = files_.names().classes;
    QVector<QString> texts;
    texts.reserve(static_cast<qsizetype>(classes.size()));
    for (const project::NamedClass& one : classes)
        texts.push_back(QString::fromStdString(one.name));
    source.names = std::make_shared<FuzzyNames>(std::move(texts));
    source.emptySentence = files_.files().isEmpty() ? tr("No world is open.") : tr("No class matches.");
    source.row = [this](int index) {
        const project::NamedClass& one = files_.names().classes[static_cast<std::size_t>(index)];
        PaletteRow row;
        row.icon = QStringLiteral("class");
        row.text = QString::fromStdString(one.name);
        QStringList facts;
        if (!one.title.empty())
            facts << QString::fromLatin1(one.title.data(), static_cast<qsizetype>(one.title.size()));
        if (!one.parent.empty())
            facts << tr("is %1").arg(QString::fromStdString(one.parent));
        row.detail = facts.join(QStringLiteral(" \u00b7 "));
        return row;
    };
    source.run = [this](int index) {
        const project::NamedClass& one = files_.names().classes[static_cast<std::size_t>(index)];
        const QString path = files_.root() + u'/' + QString::fromStdString(one.path.generic_string());
        emit const_cast<CommandPalette*>(this)->fileChosen(placePath(path, QString::number(one.line)));
    };
    return source;
}

/// Actions, those run last first, then docks and settings.
PaletteSource CommandPalette::actionsSource()
{
    PaletteSource source;
    auto ids = std::make_shared<QStringList>();
    for (const QString& id : actions_.recent())
        if (actions_.spec(id) != nullptr)
            *ids << id;
    for (const ActionSpec& spec : actions_.specs())
        if (!ids->contains(spec.id))
            *ids << spec.id;
    const auto entries = std::make_shared<QVector<PaletteEntry>>(entries_ ? entries_() : QVector<PaletteEntry>{});
    QVector<QString> texts;
    for (const QString& id : std::as_const(*ids))
        texts.push_back(plainText(actions_.spec(id)->text));
    for (const PaletteEntry& entry : std::as_const(*entries))
        texts.push_back(entry.text);
    source.names = std::make_shared<FuzzyNames>(std::move(texts));
    source.emptySentence = tr("No command matches.");
    source.row = [this, ids, entries](int index) {
        if (index >= ids->size()) {
            const PaletteEntry& entry = (*entries)[index - ids->size()];
            return PaletteRow{entry.icon, entry.text, entry.detail, {}, true};
        }
        const ActionSpec& spec = *actions_.spec(ids->at(index));
        PaletteRow row;
        row.icon = spec.icon;
        row.text = plainText(spec.text);
        row.enabled = actions_.action(spec.id)->isEnabled();
        QString menu = spec.menu;
        row.detail = menu.replace(u'/', QStringLiteral(" \u203a "));
        if (!row.enabled)
            row.detail = actions_.isInContext(spec) ? tr("not now") : tr("needs a %1").arg(spec.context);
        const QList<QKeySequence> keys = actions_.keys(spec.id);
        if (!keys.isEmpty())
            row.key = keys.first().toString(QKeySequence::NativeText);
        return row;
    };
    source.run = [this, ids, entries](int index) {
        if (index >= ids->size())
            (*entries)[index - ids->size()].run();
        else
            actions_.action(ids->at(index))->trigger();
    };
    source.actionId = [ids](int index) { return ids->value(index); };
    return source;
}

PaletteSource CommandPalette::placeSource(const QString& text) const
{
    PaletteSource source;
    const QString hint = document_ ? document_->placeHint() : QString();
    source.emptySentence = document_ ? tr("This document has no places to type.") : tr("Open a document to go to a place in it.");
    if (hint.isEmpty())
        return source;
    source.names = std::make_shared<FuzzyNames>(QVector<QString>{text});
    source.row = [this, hint, text](int) {
        PaletteRow row;
        row.icon = QStringLiteral("goto");
        row.text = text.trimmed().isEmpty() ? tr("Type %1").arg(hint) : tr("Go to %1").arg(text.trimmed());
        row.detail = document_ ? document_->title() : QString();
        row.enabled = !text.trimmed().isEmpty();
        return row;
    };
    source.run = [this, text](int) {
        if (document_)
            document_->goToPlace(text.trimmed());
    };
    return source;
}

/// Without words the prefixes; with words what the help says of them.
PaletteSource CommandPalette::helpSource(const QString& words)
{
    PaletteSource source;
    QVector<QString> texts;
    source.emptySentence = tr("The help says nothing of that.");
    if (!words.isEmpty() && help_) {
        const auto hits = std::make_shared<QVector<PaletteEntry>>(help_(words));
        for (const PaletteEntry& hit : std::as_const(*hits))
            texts.push_back(hit.text);
        source.row = [hits](int index) {
            const PaletteEntry& hit = (*hits)[index];
            return PaletteRow{hit.icon, hit.text, hit.detail, {}, true};
        };
        source.run = [hits](int index) { (*hits)[index].run(); };
    } else {
        for (const Prefix& one : prefixes)
            texts.push_back(tr(one.meaning));
        source.row = [](int index) {
            const Prefix& one = prefixes[static_cast<std::size_t>(index)];
            PaletteRow row;
            row.icon = QStringLiteral("command");
            row.text = tr(one.meaning);
            row.key = one.sign == 0 ? tr("no prefix") : QString(QChar(one.sign));
            return row;
        };
        source.run = [this](int index) {
            const char16_t sign = prefixes[static_cast<std::size_t>(index)].sign;
            open(sign == 0 ? QString() : QString(QChar(sign)));
        };
    }
    source.names = std::make_shared<FuzzyNames>(std::move(texts));
    return source;
}

} // namespace blak::ui::shell
