// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_view.h"

#include "kodide/ui/editor_look.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/note_bar.h"
#include "studio/views/compare/watched_files.h"
#include "ui/view_header.h"

#include <QApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blak::ui::views {
namespace {

constexpr int settleMilliseconds = 120; ///< after the last word of the watcher

} // namespace

Result<CompareView*> CompareView::open(const QString& left, const QString& right, std::shared_ptr<Project> project,
                                        QWidget* parent)
{
    auto compared = compareFiles(left, right, project);
    if (!compared)
        return compared.error();
    return new CompareView(left, right, {}, std::move(project), std::move(compared).value(), parent);
}

Result<CompareView*> CompareView::openEdits(const QString& file, std::string_view edited, std::shared_ptr<Project> project,
                                             QWidget* parent)
{
    auto compared = compareWithEdits(file, edited, project);
    if (!compared)
        return compared.error();
    return new CompareView(file, {}, std::string(edited), std::move(project), std::move(compared).value(), parent);
}

QString CompareView::editsPath(const QString& file) { return QStringLiteral("compare:") + file; }

CompareView::CompareView(QString left, QString right, std::string edited, std::shared_ptr<Project> project, Compared compared,
                         QWidget* parent)
    : DocumentView(parent), left_(std::move(left)), right_(std::move(right)), edited_(std::move(edited)), project_(std::move(project)),
      header_(new ViewHeader(tr("Compare"))), files_(new WatchedFiles(this)), settle_(new QTimer(this))
{
    setObjectName(QStringLiteral("dockBody"));
    setAttribute(Qt::WA_StyledBackground);
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    fold_ = header_->addButton(QStringLiteral("eye"), tr("Show the lines that are alike, too"), true);
    showsList_ = header_->addButton(QStringLiteral("stack"), tr("List of differences"), true);
    showsList_->setChecked(true);
    connect(showsList_, &QToolButton::toggled, this, &CompareView::setListShown);
    QToolButton* anew = header_->addButton(QStringLiteral("refresh"), tr("Compare again"), false);
    QToolButton* swap = header_->addButton(QStringLiteral("flip"), tr("Swap the sides: what was added is removed then"), false);
    swap->setObjectName(QStringLiteral("compareSwap"));
    swap->setVisible(!ofEdits());
    connect(swap, &QToolButton::clicked, this, &CompareView::swapSides);
    before_ = header_->addArrow(Qt::UpArrow, tr("Previous difference (Alt+Up)"));
    next_ = header_->addArrow(Qt::DownArrow, tr("Next difference (Alt+Down)"));
    connect(anew, &QToolButton::clicked, this, [this] { static_cast<void>(again()); });
    connect(before_, &QToolButton::clicked, this, [this] { step(-1); });
    connect(next_, &QToolButton::clicked, this, [this] { step(1); });
    connect(fold_, &QToolButton::toggled, this, [this](bool all) { setFolded(!all); });
    column_->addWidget(header_);
    settle_->setSingleShot(true);
    settle_->setInterval(settleMilliseconds);
    connect(settle_, &QTimer::timeout, this, &CompareView::lookAtFiles);
    connect(files_, &WatchedFiles::touched, settle_, qOverload<>(&QTimer::start));
    connect(code::editorLookNotifier(), &code::EditorLookNotifier::changed, this, [this] {
        if (canFold())
            static_cast<void>(again()); // another width of tabs
    });
    files_->note({left_, right_});
    files_->watchAgain();
    showBody(std::move(compared));
}

Result<Compared> CompareView::compareNow()
{
    if (!ofEdits()) {
        std::optional<std::string> left, right;
        for (const Unsaved& one : unsaved_) {
            if (!comparesEdits_ || !one.edits)
                continue;
            auto now = one.edits();
            if (!now)
                return now.error();
            if (one.file == left_ && left_ != right_) // the same file at both sides: its edits are at the right
                left = now.value();
            if (one.file == right_)
                right = std::move(now).value();
        }
        return compareFiles(left_, right_, project_, left, right);
    }
    if (edits_) {
        auto now = edits_();
        if (!now)
            return now.error();
        edited_ = std::move(now).value();
    }
    editsAreNew_ = false;
    return compareWithEdits(left_, edited_, project_);
}

void CompareView::editsChanged()
{
    editsAreNew_ = true;
    if (isVisible())
        settle_->start();
}

void CompareView::setUnsaved(std::vector<Unsaved> unsaved)
{
    const bool comparedEdits = comparesEdits_;
    unsaved_ = std::move(unsaved);
    comparesEdits_ = comparedEdits && hasEdits();
    if (comparedEdits)
        static_cast<void>(again()); // with the edits of now, or what was saved of them; the header says what could not be read
    showUnsaved();
}

bool CompareView::hasEdits() const
{
    return std::ranges::any_of(unsaved_, [](const Unsaved& one) { return static_cast<bool>(one.edits); });
}

Result<void> CompareView::compareEdits(bool on)
{
    comparesEdits_ = on && hasEdits();
    const Result<void> done = again();
    showUnsaved();
    return done;
}

void CompareView::showUnsaved()
{
    if (unsavedBar_ != nullptr) {
        unsavedBar_->hide();
        std::exchange(unsavedBar_, nullptr)->deleteLater(); // one of its buttons may be what led here
    }
    if (!unsaved_.empty()) {
        const bool isOne = unsaved_.size() == 1;
        auto* other = new QPushButton(comparesEdits_ ? isOne ? tr("Compare the file on disk") : tr("Compare the files on disk") : tr("Compare with the edits"));
        other->setObjectName(QStringLiteral("compareOther"));
        other->setEnabled(hasEdits() || std::ranges::any_of(unsaved_, &Unsaved::canCome));
        if (!other->isEnabled())
            other->setToolTip(tr("This kind of document does not say what it would save"));
        connect(other, &QPushButton::clicked, this, [this] {
            if (!comparesEdits_ && std::ranges::any_of(unsaved_, [](const Unsaved& one) { return !one.edits && one.canCome; }))
                emit editsRequested();
            else
                static_cast<void>(compareEdits(!comparesEdits_));
        });
        auto* save = new QPushButton(isOne ? tr("Save %1").arg(unsaved_.front().title) : tr("Save both"));
        save->setObjectName(QStringLiteral("compareSave"));
        connect(save, &QPushButton::clicked, this, [this] {
            QStringList files;
            for (const Unsaved& one : unsaved_)
                files << one.file;
            emit saveRequested(files);
        });
        const QString title = unsaved_.front().title;
        unsavedBar_ = makeNoteBar(comparesEdits_ ? isOne ? tr("%1 has edits that are not saved. They are compared, as they would be saved.").arg(title)
                                                     : tr("Both have edits that are not saved. They are compared, as they would be saved.")
                              : isOne ? tr("%1 has edits that are not saved. Compared is the file on disk.").arg(title)
                                      : tr("Both have edits that are not saved. Compared are the files on disk."),
                              {other, save});
        column_->insertWidget(1, unsavedBar_);
    }
    body_->setEmptySentence(emptySentence());
    refresh();
    emit titleChanged();
}

QString CompareView::homeKind() const
{
    return body_->rooms() != nullptr ? QStringLiteral("room") : body_->frames() != nullptr ? QStringLiteral("sprite") : QString();
}

void CompareView::swapSides()
{
    if (ofEdits())
        return;
    std::swap(left_, right_);
    static_cast<void>(again()); // the header says what could not be read
    emit titleChanged();
}

void CompareView::showEvent(QShowEvent* event)
{
    DocumentView::showEvent(event);
    if (editsAreNew_)
        settle_->start();
}

Result<void> CompareView::again()
{
    files_->note({left_, right_});
    auto compared = compareNow();
    if (!compared) {
        stale_ = fromUtf8(compared.error().what);
        refresh();
        return compared.error();
    }
    stale_.clear();
    const ComparedBody::Place where = body_->place();
    const double share = body_->share();
    const bool isFocused = isAncestorOf(QApplication::focusWidget());
    setFocusProxy(nullptr);
    delete std::exchange(body_, nullptr);
    showBody(std::move(compared).value());
    body_->goBackTo(where);
    body_->setShare(share);
    fold_->setChecked(body_->canFold() && !body_->isFolded());
    if (isFocused)
        setFocus(Qt::OtherFocusReason);
    return {};
}

void CompareView::lookAtFiles()
{
    files_->watchAgain();
    if (files_->areOthers() || editsAreNew_)
        static_cast<void>(again()); // the header says what could not be read
}

void CompareView::showBody(Compared compared)
{
    const auto names = this->names();
    const auto roles = this->roles();
    body_ = new ComparedBody(std::move(compared), {left_, names.first, roles.first}, {ofEdits() ? left_ : right_, names.second, roles.second}, ofEdits(), project_);
    column_->addWidget(body_, 1);
    connect(body_, &ComparedBody::changed, this, &CompareView::refresh);
    setFocusProxy(body_);
    body_->setEmptySentence(emptySentence());
    fold_->setVisible(body_->canFold());
    showsList_->setVisible(body_->canHideList());
    body_->setListShown(showsList_->isChecked());
    for (QToolButton* button : {before_, next_})
        button->setEnabled(differences() > 0);
    refresh();
}

QString CompareView::emptySentence() const
{
    if (!body_->isEqual())
        return tr("Nothing that counts differs. The bytes do; compare them with another tool to see which.");
    if (ofEdits())
        return tr("The file on disk holds what you edited, byte for byte.");
    return leavesEditsOut()  ? tr("As saved on the disk both files are the same, byte for byte. The edits are not compared.")
           : comparesEdits_ ? tr("As edited both are the same, byte for byte.")
                            : tr("Both files are the same, byte for byte.");
}

void CompareView::setListShown(bool shown)
{
    if (!body_->canHideList())
        return;
    showsList_->setChecked(shown);
    body_->setListShown(shown);
}

QVariantMap CompareView::saveViewState() const
{
    if (!body_->canHideList())
        return {};
    return {{QStringLiteral("list"), showsList_->isChecked()}, {QStringLiteral("share"), body_->share()}};
}

void CompareView::restoreViewState(const QVariantMap& state)
{
    if (const double share = state.value(QStringLiteral("share")).toDouble(); share > 0 && share < 1)
        body_->setShare(share);
    setListShown(state.value(QStringLiteral("list"), showsList_->isChecked()).toBool());
}

void CompareView::setFolded(bool folded)
{
    if (!body_->canFold())
        return;
    body_->setFolded(folded);
    fold_->setChecked(!folded);
}

QString CompareView::summary() const
{
    if (body_->isEqual())
        return leavesEditsOut()  ? tr("both files are the same as saved on the disk, without the edits")
               : comparesEdits_ ? tr("both are the same as edited, byte for byte")
                                : tr("both files are the same, byte for byte");
    if (body_->frames() != nullptr && body_->list() == nullptr)
        return tr("two pictures");
    if (differences() == 0)
        return tr("nothing that counts differs");
    return counted(differences(), tr("difference"), tr("differences"));
}

void CompareView::refresh()
{
    const auto names = this->names();
    QStringList facts{names.first + QStringLiteral(" \u2194 ") + names.second, body_->kind(), summary()};
    if (leavesEditsOut() && !body_->isEqual()) // else the summary says it
        facts.insert(1, tr("as saved on the disk"));
    if (!stale_.isEmpty()) // before the rest, which may not fit
        facts.prepend(tr("As it was before: %1").arg(stale_));
    header_->setDetail(facts.join(QStringLiteral(" \u00b7 ")));
    emit statusChanged();
}

std::pair<QString, QString> CompareView::names() const
{
    if (!ofEdits()) {
        auto shown = shownNames(left_, right_);
        for (const Unsaved& one : unsaved_)
            if (comparesEdits_ && one.edits)
                for (const auto& [file, name] : {std::pair{&left_, &shown.first}, std::pair{&right_, &shown.second}})
                    if (one.file == *file && (left_ != right_ || file == &right_))
                        *name = tr("%1 as edited").arg(*name);
        return shown;
    }
    const QString name = QFileInfo(left_).fileName();
    return {tr("%1 on disk").arg(name), tr("%1 as edited").arg(name)};
}

/// Edits are told by the names, and nobody asks how old the other one is then.
std::pair<QString, QString> CompareView::roles() const
{
    if (ofEdits() || comparesEdits_)
        return {};
    const QDateTime left = QFileInfo(left_).lastModified(), right = QFileInfo(right_).lastModified();
    const auto role = [](const QString& file, const QString& other, bool isOlder, bool isNewer) {
        return file == other + u'~' ? tr("kept version") : isOlder ? tr("older") : isNewer ? tr("newer") : QString();
    };
    return {role(left_, right_, left < right, left > right), role(right_, left_, right < left, right > left)};
}

QString CompareView::path() const { return ofEdits() ? editsPath(left_) : comparePath(left_, right_); }

QString CompareView::title() const
{
    const auto [left, right] = names();
    return (ofEdits() ? QFileInfo(left_).fileName() : left) + QStringLiteral(" \u2194 ") + (ofEdits() ? tr("as edited") : right);
}

QStringList CompareView::statusLeft() const
{
    QStringList facts{body_->list() != nullptr && differences() > 0 ? body_->list()->countText() : summary()};
    if (body_->current() >= 0)
        facts << tr("difference %1 of %2").arg(body_->current() + 1).arg(body_->steps());
    return facts << tr("Alt+Down next difference \u00b7 Alt+Up the one before");
}

QStringList CompareView::statusRight() const { return {tr("Comparing %1").arg(body_->kind())}; }

void CompareView::prepareForGrab() { body_->prepareForGrab(); }

} // namespace blak::ui::views
