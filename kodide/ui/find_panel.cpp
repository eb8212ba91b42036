// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/find_panel.h"

#include "kodide/ui/code_editor.h"
#include "kodide/ui/file_patterns.h"
#include "kodide/ui/hit_delegate.h"
#include "kodide/ui/hit_place.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blak::ui::code {
namespace {

constexpr int searchAfter = 250; ///< ms without a key
constexpr int filesUnfolded = 30;

enum ItemRole : int { PathRole = Qt::UserRole, BeginRole, EndRole, FingerprintRole, BytesRole, UntickedRole };

QString hitsText(qsizetype hits) { return counted(hits, FindPanel::tr("1 hit"), FindPanel::tr("%1 hits")); }
QString filesText(qsizetype files) { return counted(files, FindPanel::tr("1 file"), FindPanel::tr("%1 files")); }

QString nothingTicked() { return FindPanel::tr("No hit is ticked: tick those that are to be replaced."); }

/// Whether a hit would be replaced, also while there is no box to tick.
bool isTicked(const QTreeWidgetItem& row)
{
    const QVariant state = row.data(0, Qt::CheckStateRole);
    return state.isNull() ? !row.data(0, UntickedRole).toBool() : state.toInt() != Qt::Unchecked;
}

QLineEdit* field(const QString& words)
{
    auto* made = new QLineEdit;
    made->setPlaceholderText(words);
    made->setAccessibleName(words);
    made->setClearButtonEnabled(false);
    return made;
}

} // namespace

FindPanel::FindPanel(QWidget* parent)
    : QWidget(parent), find_(field(tr("Find in files"))), replace_(field(tr("Replace with"))),
      filter_(field(tr("In files: *.kod *.khd"))), switches_(SearchSwitches::make(this)), summary_(new QLabel),
      cancel_(new QPushButton(tr("Cancel"))), replaceButton_(new QPushButton(tr("Replace ticked"))),
      undoButton_(new QPushButton(tr("Undo"))), bar_(new QProgressBar),
      tree_(new QTreeWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(5);
    auto* form = new QVBoxLayout;
    form->setContentsMargins(8, 0, 8, 0);
    form->setSpacing(5);
    auto* first = new QHBoxLayout;
    first->setSpacing(2);
    first->addWidget(find_, 1);
    for (QToolButton* button : switches_.all())
        first->addWidget(button);
    form->addLayout(first);
    auto* second = new QHBoxLayout;
    second->setSpacing(4);
    second->addWidget(replace_, 1);
    form->addLayout(second);
    form->addWidget(filter_);
    summary_->setObjectName(QStringLiteral("secondary"));
    summary_->setWordWrap(true);
    summary_->setTextFormat(Qt::PlainText); // what was looked for stands in it
    form->addWidget(summary_); // a line of its own: beside buttons a narrow dock would cut it
    auto* third = new QHBoxLayout;
    third->addWidget(cancel_);
    third->addWidget(undoButton_);
    third->addWidget(replaceButton_);
    third->addStretch(1);
    undoButton_->setToolTip(tr("Undo the last replacement in all its files"));
    undoButton_->hide();
    form->addLayout(third);
    column->addLayout(form);
    column->addWidget(bar_);
    column->addWidget(tree_, 1);
    bar_->setTextVisible(false);
    bar_->hide();
    cancel_->hide();
    replaceButton_->hide();
    tree_->setObjectName(QStringLiteral("searchResults"));
    tree_->setAccessibleName(tr("Search results"));
    tree_->setColumnCount(2);
    tree_->header()->hide();
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree_->setIndentation(14);
    tree_->setUniformRowHeights(true);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setItemDelegateForColumn(0, new HitDelegate(tree_));
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    setFocusProxy(find_);

    rest_.setSingleShot(true);
    rest_.setInterval(searchAfter);
    for (QLineEdit* one : {find_, replace_, filter_})
        one->installEventFilter(this);
    connect(&rest_, &QTimer::timeout, this, &FindPanel::search);
    again_.setSingleShot(true);
    again_.setInterval(searchAfter);
    connect(&again_, &QTimer::timeout, this, &FindPanel::searchEdited);
    ticking_.setSingleShot(true);
    ticking_.setInterval(0);
    connect(&ticking_, &QTimer::timeout, this, &FindPanel::countTicks);
    connect(tree_, &QTreeWidget::itemChanged, &ticking_, qOverload<>(&QTimer::start));
    connect(find_, &QLineEdit::textChanged, &rest_, qOverload<>(&QTimer::start));
    connect(filter_, &QLineEdit::textChanged, &rest_, qOverload<>(&QTimer::start));
    for (QToolButton* button : switches_.all())
        connect(button, &QToolButton::toggled, &rest_, qOverload<>(&QTimer::start));
    connect(replace_, &QLineEdit::textChanged, this, [this](const QString& with) {
        refreshReplace();
        if (with.isEmpty())
            emit previewEnded();
    });
    connect(cancel_, &QPushButton::clicked, this, [this] { search_.cancel(); });
    connect(replaceButton_, &QPushButton::clicked, this, &FindPanel::replaceTicked);
    hold_.setSingleShot(true);
    connect(&hold_, &QTimer::timeout, this, [this] {
        holdsReplace_ = false;
        countTicks();
    });
    connect(undoButton_, &QPushButton::clicked, this, [this] {
        holdsReplace_ = true;
        undoReplace();
    });
    connect(&search_, &FileSearch::found, this, &FindPanel::add);
    connect(&search_, &FileSearch::finished, this, &FindPanel::finish);
    connect(&search_, &FileSearch::progress, this, [this](qsizetype done, qsizetype total) {
        bar_->setRange(0, static_cast<int>(total));
        bar_->setValue(static_cast<int>(done));
    });
    // Not before somebody sees them: with each, every later insertion would be slower, and a common word has 20 000.
    connect(tree_, &QTreeWidget::itemExpanded, this, [](QTreeWidgetItem* file) {
        for (int i = 0; i < file->childCount() && !file->child(i)->isFirstColumnSpanned(); ++i)
            file->child(i)->setFirstColumnSpanned(true);
    });
    connect(tree_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (!ticking_.isActive()) // else this very click ticked it, and goes nowhere
            open(item);
    });
    connect(tree_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { open(item); });
    connect(themeNotifier(), &ThemeNotifier::changed, this, [this] { tree_->viewport()->update(); });
}

void FindPanel::setFiles(std::function<QStringList()> files, std::function<QString()> root)
{
    files_ = std::move(files);
    root_ = std::move(root);
}

void FindPanel::setWorkspace(std::shared_ptr<document::Workspace> workspace)
{
    told_ = workspace->notices().connect([this](const document::WorkspaceNotice& notice) { follow(notice); });
    replaced_.setWorkspace(std::move(workspace), [this](const QString& sentence) { emit failed(sentence); },
                            [this](bool isStep) {
                                if (isStep) // taken back by a key in one of the texts, too
                                    rest_.start();
                                refreshUndo();
                            });
}

QString FindPanel::summary() const { return summary_->text(); }

QStringList FindPanel::wantedFiles() const
{
    return filesThatMatch(files_ ? files_() : QStringList(), filter_->text(), root_ ? root_() : QString());
}

void FindPanel::begin(const QString& text)
{
    replace_->selectAll(); // not clear(), which cannot be undone there
    replace_->del();
    if (!text.isEmpty())
        find_->setText(text);
    find_->selectAll();
    find_->setFocus(Qt::ShortcutFocusReason);
    if (find_->text().isEmpty())
        say(tr("Type to search %1.").arg(filesText(wantedFiles().size())));
}

void FindPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (find_->text().isEmpty())
        say(tr("Type to search %1.").arg(filesText(wantedFiles().size())));
}

/// What is listed is what the texts hold now.
void FindPanel::follow(const document::WorkspaceNotice& notice)
{
    if (notice.kind != document::WorkspaceNotice::Kind::Edited || !query_)
        return;
    if (const auto text = std::dynamic_pointer_cast<const document::TextDocument>(notice.document)) {
        edited_.insert(text);
        again_.start();
    }
}

void FindPanel::searchEdited()
{
    if (!query_ || edited_.empty())
        return;
    if (isSearching()) {
        again_.start();
        return;
    }
    for (const auto& one : std::exchange(edited_, {}))
        if (const auto text = one.lock())
            searchIn(*text);
    finish(true);
}

/// The rows of one file anew.
void FindPanel::searchIn(const document::TextDocument& text)
{
    const QString path = QString::fromStdString(text.path().string());
    const QByteArray now = QByteArray::fromStdString(text.text());
    const QByteArray fingerprint = textFingerprint(now);
    QTreeWidgetItem* before = nullptr;
    for (int i = 0; i < tree_->topLevelItemCount() && before == nullptr; ++i)
        if (tree_->topLevelItem(i)->data(0, PathRole).toString() == path)
            before = tree_->topLevelItem(i);
    if (before != nullptr && before->data(0, FingerprintRole).toByteArray() == fingerprint)
        return;
    const QVector<FileHit> hits = findInText(now, *query_, FileSearch::mostHits);
    if (before == nullptr && (hits.isEmpty() || !wantedFiles().contains(path)))
        return;
    bool isUnfolded = true;
    int current = -1;
    if (before != nullptr) {
        keepTicks(*before);
        isUnfolded = before->isExpanded();
        if (const QTreeWidgetItem* chosen = tree_->currentItem(); chosen != nullptr && chosen->parent() == before)
            current = before->indexOfChild(const_cast<QTreeWidgetItem*>(chosen));
        hits_ -= before->childCount();
        --fileCount_;
        delete before;
    }
    if (hits.isEmpty())
        return;
    add({{path, fingerprint, hits, now.size()}});
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* file = tree_->topLevelItem(i);
        if (file->data(0, PathRole).toString() != path)
            continue;
        file->setExpanded(isUnfolded);
        if (current >= 0)
            tree_->setCurrentItem(file->child(std::min(current, file->childCount() - 1)));
        return;
    }
}

void FindPanel::clear()
{
    edited_.clear();
    tree_->clear();
    hits_ = 0;
    fileCount_ = 0;
    query_.reset();
    refreshReplace();
}

void FindPanel::search()
{
    rest_.stop();
    search_.blockSignals(true);
    search_.cancel();
    search_.blockSignals(false);
    keepTicks();
    clear();
    bar_->hide();
    cancel_->hide();
    const QStringList files = wantedFiles();
    if (find_->text().isEmpty()) {
        say(tr("Type to search %1.").arg(filesText(files.size())));
        return;
    }
    const SearchQuery query = switches_.query(find_->text());
    auto made = TextSearch::make(query);
    if (!made) {
        say(QString::fromStdString(made.error().what), true);
        return;
    }
    query_ = std::move(made).value();
    ticks_.begin(query);
    say(tr("Searching %1").arg(filesText(files.size())));
    bar_->setRange(0, static_cast<int>(files.size()));
    bar_->setValue(0);
    bar_->show();
    cancel_->show();
    search_.start(files, *query_, replaced_.workspace() ? unsavedTexts(*replaced_.workspace()) : QHash<QString, QByteArray>());
}

void FindPanel::add(const QVector<FileHits>& batch)
{
    const QDir root(root_ ? root_() : QString());
    const bool isReplaced = isReplacing();
    if (isReplaced)
        tree_->setUniformRowHeights(false); // before there are rows to measure
    for (const FileHits& file : batch) {
        const QFileInfo info(file.path);
        auto* top = new QTreeWidgetItem;
        top->setText(0, info.fileName());
        top->setText(1, grouped(file.hits.size()));
        top->setForeground(1, theme().text2);
        top->setToolTip(0, root.relativeFilePath(file.path));
        top->setIcon(0, icon(languageOf(file.path) == TextLanguage::Blakod ? QStringLiteral("code") : QStringLiteral("resource"),
                             IconTone::Text2));
        top->setData(0, PathRole, file.path);
        top->setData(0, FingerprintRole, file.fingerprint);
        top->setData(0, BytesRole, QVariant::fromValue(file.bytes));
        const QVector<bool> ticks = ticks_.of(file.path, file.bytes, file.hits);
        for (qsizetype i = 0; i < file.hits.size(); ++i) {
            const FileHit& hit = file.hits[i];
            auto* row = new QTreeWidgetItem(top);
            row->setText(0, hit.lineText);
            row->setToolTip(0, hit.lineText);
            row->setData(0, HitDelegate::LineRole, hit.line);
            row->setData(0, HitDelegate::ColumnRole, hit.column);
            row->setData(0, HitDelegate::LengthRole, hit.length);
            row->setData(0, BeginRole, QVariant::fromValue(hit.begin));
            row->setData(0, EndRole, QVariant::fromValue(hit.end));
            if (!ticks[i])
                row->setData(0, UntickedRole, true);
        }
        refreshRows(top, isReplaced);
        // By path, though the cores finish in any order.
        int at = 0;
        int beyond = tree_->topLevelItemCount();
        while (at < beyond) {
            const int middle = (at + beyond) / 2;
            if (tree_->topLevelItem(middle)->data(0, PathRole).toString() < file.path)
                at = middle + 1;
            else
                beyond = middle;
        }
        tree_->insertTopLevelItem(at, top);
        top->setExpanded(at < filesUnfolded); // the first that are seen, not the first that were found
        ++fileCount_;
        if (fileCount_ > filesUnfolded)
            tree_->topLevelItem(filesUnfolded)->setExpanded(false);
        hits_ += file.hits.size();
    }
    say(tr("%1 in %2").arg(hitsText(hits_), filesText(fileCount_)));
}

void FindPanel::finish(bool complete)
{
    bar_->hide();
    cancel_->hide();
    const QString done = replacedSentence();
    summary_->setToolTip(done.isEmpty() ? QString() : done_->files);
    if (hits_ == 0 && !done.isEmpty())
        say(done);
    else if (hits_ == 0)
        say(complete ? tr("No file holds \u201c%1\u201d.").arg(find_->text()) : tr("Cancelled."));
    else if (hits_ >= FileSearch::mostHits)
        say(tr("The first %1 in %2; type more to narrow them.").arg(hitsText(hits_), filesText(fileCount_)));
    else
        say((done.isEmpty() ? done : done + u'\n') +
            tr("%1 in %2%3").arg(hitsText(hits_), filesText(fileCount_), complete ? QString() : tr(", then cancelled")));
    refreshReplace();
}

/// As long as what is looked for is what was replaced, and nobody undid it.
QString FindPanel::replacedSentence() const
{
    return done_ && done_->wanted == find_->text() && replaced_.isInEffect() ? done_->sentence : QString();
}

void FindPanel::sayReplaced(const ReplacedFiles::Outcome& outcome)
{
    done_ = ReplacementNote::of(find_->text(), replace_->text(), outcome, root_ ? root_() : QString());
    emit replaced(tr("Replaced %1 in %2.").arg(hitsText(outcome.hits), filesText(outcome.files)) + u' ' + outcome.savedSentence(), true);
}

void FindPanel::say(const QString& text, bool isFault)
{
    summary_->setText(text);
    const QString name = isFault ? QStringLiteral("errorText") : QStringLiteral("secondary");
    if (summary_->objectName() == name)
        return;
    summary_->setObjectName(name);
    summary_->style()->unpolish(summary_);
    summary_->style()->polish(summary_);
}

void FindPanel::refreshUndo()
{
    const bool can = replaced_.canUndo();
    if (can && undoButton_->isHidden()) { // it comes where the other button was: the second click of a double one is not for it
        undoButton_->setEnabled(false);
        QTimer::singleShot(QApplication::doubleClickInterval(), undoButton_, [this] { undoButton_->setEnabled(true); });
    }
    undoButton_->setVisible(can);
    if (std::exchange(canUndo_, can) && !can)
        emit undoGone();
}

bool FindPanel::isReplacing() const { return query_ && !replace_->text().isEmpty(); }

/// With something in the replace field each hit has a box to tick and shows what would stand instead.
void FindPanel::refreshReplace()
{
    const bool wanted = isReplacing() && hits_ > 0;
    const bool shows = wanted && !search_.isRunning();
    if (shows && holdsReplace_ && !hold_.isActive()) // it comes where Undo was: the second click of a double one is not for it
        hold_.start(QApplication::doubleClickInterval());
    replaceButton_->setVisible(shows);
    refreshUndo();
    const bool isTwo = std::exchange(showsBoth_, wanted) != wanted;
    tree_->setUniformRowHeights(!wanted); // a line as it is and as it would be are higher than the name of a file
    const QSignalBlocker quiet(*tree_->model()); // 12 000 ticks one by one took the list three seconds; it is painted anew below
    for (int i = 0; i < tree_->topLevelItemCount(); ++i)
        refreshRows(tree_->topLevelItem(i), wanted);
    if (wanted)
        countTicks();
    tree_->viewport()->update();
    if (!isTwo)
        return;
    tree_->doItemsLayout();
    if (wanted)
        emit previewed();
}

void FindPanel::countTicks()
{
    if (!isReplacing())
        return;
    qsizetype hits = 0, files = 0;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        const qsizetype before = hits;
        const QTreeWidgetItem* file = tree_->topLevelItem(i);
        for (int j = 0; j < file->childCount(); ++j)
            hits += isTicked(*file->child(j)) ? 1 : 0;
        files += hits != before ? 1 : 0;
    }
    replaceButton_->setEnabled(hits > 0 && !holdsReplace_);
    replaceButton_->setToolTip(hits > 0 ? tr("Replace %1 in %2").arg(hitsText(hits), filesText(files)) : nothingTicked());
}

/// Without a box a row still knows whether its tick was taken away.
void FindPanel::refreshRows(QTreeWidgetItem* file, bool isReplaced)
{
    const QString with = replace_->text();
    if (isReplaced && file->data(0, Qt::CheckStateRole).isNull()) {
        file->setFlags(file->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
        file->setCheckState(0, Qt::Checked);
    }
    for (int i = 0; i < file->childCount(); ++i) {
        QTreeWidgetItem* row = file->child(i);
        const bool hasBox = !row->data(0, Qt::CheckStateRole).isNull();
        if (!isReplaced) {
            if (hasBox) {
                row->setData(0, UntickedRole, isTicked(*row) ? QVariant() : QVariant(true));
                row->setData(0, Qt::CheckStateRole, {});
                row->setData(0, HitDelegate::ReplacementRole, {});
            }
            continue;
        }
        if (!hasBox)
            row->setCheckState(0, isTicked(*row) ? Qt::Checked : Qt::Unchecked);
        const QString hit =
            row->text(0).mid(row->data(0, HitDelegate::ColumnRole).toInt(), row->data(0, HitDelegate::LengthRole).toInt());
        const auto matches = query_->findAll(hit, with);
        row->setData(0, HitDelegate::ReplacementRole, matches.isEmpty() ? with : matches.first().replacement);
    }
    if (!isReplaced && !file->data(0, Qt::CheckStateRole).isNull())
        file->setData(0, Qt::CheckStateRole, {});
}

void FindPanel::keepTicks()
{
    for (int i = 0; i < tree_->topLevelItemCount(); ++i)
        keepTicks(*tree_->topLevelItem(i));
}

/// For when the file is listed anew.
void FindPanel::keepTicks(const QTreeWidgetItem& file)
{
    const QString path = file.data(0, PathRole).toString();
    QVector<bool> ticks;
    for (int i = 0; i < file.childCount(); ++i)
        ticks.push_back(isTicked(*file.child(i)));
    if (!ticks_.knows(path) && !ticks.contains(false))
        return;
    QVector<FileHit> hits;
    for (int i = 0; i < file.childCount(); ++i) {
        const QTreeWidgetItem& row = *file.child(i);
        hits.push_back({row.data(0, BeginRole).value<qsizetype>(), row.data(0, EndRole).value<qsizetype>(),
                        row.data(0, HitDelegate::LineRole).toInt(), row.text(0), row.data(0, HitDelegate::ColumnRole).toInt(),
                        row.data(0, HitDelegate::LengthRole).toInt()});
    }
    ticks_.keep(path, file.data(0, BytesRole).value<qsizetype>(), hits, ticks);
}

/// Whether two lines stand beside each other is a matter of the width.
void FindPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (showsBoth_ && HitDelegate::isBeside(event->oldSize().width()) != HitDelegate::isBeside(event->size().width()))
        tree_->doItemsLayout();
}

void FindPanel::replaceTicked()
{
    if (!query_ || replace_->text().isEmpty() || !replaced_.workspace())
        return;
    QVector<FileReplacement> files;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* file = tree_->topLevelItem(i);
        FileReplacement one{file->data(0, PathRole).toString(), file->data(0, FingerprintRole).toByteArray(), {}};
        for (int j = 0; j < file->childCount(); ++j)
            if (isTicked(*file->child(j)))
                one.begins.insert(file->child(j)->data(0, BeginRole).value<qsizetype>());
        if (!one.begins.isEmpty())
            files.push_back(std::move(one));
    }
    if (files.isEmpty()) {
        if (hits_ > 0)
            emit failed(nothingTicked());
        return;
    }
    const auto outcome = replaced_.apply(
        files, *query_, replace_->text(), tr("Replace \u201c%1\u201d by \u201c%2\u201d").arg(find_->text(), replace_->text()));
    for (const QString& fault : outcome.faults)
        emit failed(fault);
    if (!outcome.left.isEmpty())
        emit failed(outcome.left.size() == 1
                        ? tr("%1 changed since the search and was left as it is. Its hits are listed anew.")
                              .arg(QFileInfo(outcome.left.first()).fileName())
                        : tr("%1 changed since the search and were left as they are. Their hits are listed anew.").arg(filesText(outcome.left.size())));
    if (!outcome.aside.isEmpty())
        emit failed(outcome.aside.size() == 1
                        ? tr("%1 was closed with edits that are not saved, and was left as it is. Open it first.")
                              .arg(QFileInfo(outcome.aside.first()).fileName())
                        : tr("%1 were closed with edits that are not saved, and were left as they are. Open them first.").arg(filesText(outcome.aside.size())));
    if (outcome.files > 0)
        sayReplaced(outcome);
    search();
    if (outcome.files > 0)
        for (const FileReplacement& file : files)
            if (!outcome.left.contains(file.path) && !outcome.aside.contains(file.path))
                ticks_.replaced(file.path);
}

void FindPanel::undoReplace()
{
    if (!replaced_.canUndo())
        return;
    const auto outcome = replaced_.undo();
    for (const QString& fault : outcome.faults)
        emit failed(fault);
    if (!outcome.left.isEmpty())
        emit failed(
            tr("%1 was changed after the replacement and was left as it is.").arg(QFileInfo(outcome.left.first()).fileName()));
    done_.reset();
    emit replaced(tr("Undid the replacement in %1.").arg(filesText(outcome.files)), false);
    search();
}

void FindPanel::open(QTreeWidgetItem* item)
{
    if (item == nullptr || item->parent() == nullptr)
        return; // a file only unfolds
    const auto place = HitPlace::of(*item, item->data(0, BeginRole).value<qsizetype>(), item->data(0, EndRole).value<qsizetype>());
    emit openRequested(item->parent()->data(0, PathRole).toString(), place.toState());
}

bool FindPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (watched == replace_ && (key->modifiers() & Qt::ControlModifier) != 0)
                replaceTicked();
            else
                search();
            return true;
        }
        if (key->key() == Qt::Key_Down && tree_->topLevelItemCount() > 0) {
            tree_->setFocus(Qt::TabFocusReason);
            if (tree_->currentItem() == nullptr)
                tree_->setCurrentItem(tree_->topLevelItem(0)->child(0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace blak::ui::code
