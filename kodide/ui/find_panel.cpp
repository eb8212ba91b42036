// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/find_panel.h"

#include "kodide/ui/file_patterns.h"
#include "ui/number_text.h"

#include <QApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blak::ui::code {
namespace {

constexpr int searchAfter = 250; ///< ms without a key
QString hitsText(qsizetype hits) { return counted(hits, FindPanel::tr("1 hit"), FindPanel::tr("%1 hits")); }
QString filesText(qsizetype files) { return counted(files, FindPanel::tr("1 file"), FindPanel::tr("%1 files")); }

QString nothingTicked() { return FindPanel::tr("No hit is ticked: tick those that are to be replaced."); }

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
      list_(new HitList)
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
    column->addWidget(list_, 1);
    bar_->setTextVisible(false);
    bar_->hide();
    cancel_->hide();
    replaceButton_->hide();
    setFocusPolicy(Qt::ClickFocus);
    setFocusProxy(find_);

    rest_.setSingleShot(true);
    rest_.setInterval(searchAfter);
    for (QLineEdit* one : {find_, replace_, filter_})
        one->installEventFilter(this);
    connect(&rest_, &QTimer::timeout, this, &FindPanel::search);
    again_.setSingleShot(true);
    again_.setInterval(searchAfter);
    connect(&again_, &QTimer::timeout, this, &FindPanel::searchEdited);
    connect(find_, &QLineEdit::textChanged, &rest_, qOverload<>(&QTimer::start));
    connect(filter_, &QLineEdit::textChanged, &rest_, qOverload<>(&QTimer::start));
    for (QToolButton* button : switches_.all())
        connect(button, &QToolButton::toggled, &rest_, qOverload<>(&QTimer::start));
    connect(replace_, &QLineEdit::textChanged, this, [this](const QString& with) {
        list_->setReplacement(with);
        refreshReplace();
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
    connect(list_, &HitList::ticksChanged, this, &FindPanel::countTicks);
    connect(list_, &HitList::openRequested, this, &FindPanel::openRequested);
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
    if (notice.kind != document::WorkspaceNotice::Kind::Edited || !list_->search())
        return;
    if (const auto text = std::dynamic_pointer_cast<const document::TextDocument>(notice.document)) {
        edited_.insert(text);
        again_.start();
    }
}

void FindPanel::searchEdited()
{
    if (!list_->search() || edited_.empty())
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
    const QByteArray before = list_->fingerprint(path);
    if (before == fingerprint)
        return;
    const QVector<FileHit> hits = findInText(now, *list_->search(), FileSearch::mostHits);
    if (!before.isEmpty() || (!hits.isEmpty() && wantedFiles().contains(path)))
        list_->renew({path, fingerprint, hits, now.size()});
}

void FindPanel::clear()
{
    edited_.clear();
    list_->forget();
    refreshReplace();
}

void FindPanel::search()
{
    rest_.stop();
    search_.blockSignals(true);
    search_.cancel();
    search_.blockSignals(false);
    isRenamedMeanwhile_ = false;
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
    list_->begin(query, std::move(made).value(), root_ ? root_() : QString());
    say(tr("Searching %1").arg(filesText(files.size())));
    bar_->setRange(0, static_cast<int>(files.size()));
    bar_->setValue(0);
    bar_->show();
    cancel_->show();
    search_.start(files, *list_->search(), replaced_.workspace() ? unsavedTexts(*replaced_.workspace()) : QHash<QString, QByteArray>());
}

void FindPanel::add(const QVector<FileHits>& batch)
{
    list_->add(batch);
    const auto [hits, files] = list_->all();
    say(tr("%1 in %2").arg(hitsText(hits), filesText(files)));
}

void FindPanel::finish(bool complete)
{
    const auto [hits, files] = list_->all();
    bar_->hide();
    cancel_->hide();
    const QString done = replacedSentence();
    summary_->setToolTip(done.isEmpty() ? QString() : done_->files);
    if (hits == 0 && !done.isEmpty())
        say(done);
    else if (hits == 0)
        say(complete ? tr("No file holds \u201c%1\u201d.").arg(find_->text()) : tr("Cancelled."));
    else if (hits >= FileSearch::mostHits)
        say(tr("The first %1 in %2; type more to narrow them.").arg(hitsText(hits), filesText(files)));
    else
        say((done.isEmpty() ? done : done + u'\n') +
            tr("%1 in %2%3").arg(hitsText(hits), filesText(files), complete ? QString() : tr(", then cancelled")));
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

void FindPanel::refreshReplace()
{
    const bool shows = list_->showsBoth() && !search_.isRunning();
    if (shows && holdsReplace_ && !hold_.isActive()) // it comes where Undo was: the second click of a double one is not for it
        hold_.start(QApplication::doubleClickInterval());
    replaceButton_->setVisible(shows);
    refreshUndo();
    countTicks();
}

void FindPanel::countTicks()
{
    if (!list_->showsBoth())
        return;
    const auto [hits, files] = list_->ticked();
    replaceButton_->setEnabled(hits > 0 && !holdsReplace_);
    replaceButton_->setToolTip(hits > 0 ? tr("Replace %1 in %2").arg(hitsText(hits), filesText(files)) : nothingTicked());
}

void FindPanel::replaceTicked()
{
    if (!list_->search() || replace_->text().isEmpty() || !replaced_.workspace())
        return;
    const QVector<FileReplacement> files = list_->replacements();
    if (files.isEmpty()) {
        if (list_->all().hits > 0)
            emit failed(nothingTicked());
        return;
    }
    const auto outcome = replaced_.apply(
        files, *list_->search(), replace_->text(), tr("Replace \u201c%1\u201d by \u201c%2\u201d").arg(find_->text(), replace_->text()));
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
                list_->replaced(file.path);
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

void FindPanel::renamed(const QString& from, const QString& to)
{
    list_->renamed(from, to);
    isRenamedMeanwhile_ = isRenamedMeanwhile_ || search_.isRunning();
}

void FindPanel::filesChanged()
{
    if (isRenamedMeanwhile_)
        search();
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
        if (key->key() == Qt::Key_Down && list_->topLevelItemCount() > 0) {
            list_->setFocus(Qt::TabFocusReason);
            if (list_->currentItem() == nullptr)
                list_->setCurrentItem(list_->topLevelItem(0)->child(0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace blak::ui::code
