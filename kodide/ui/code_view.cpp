// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_view.h"

#include "kodide/ui/text_bytes.h"
#include "kodide/ui/breadcrumb.h"
#include "kodide/ui/code_assist.h"
#include "kodide/ui/cursor_note.h"
#include "kodide/ui/file_search.h"
#include "kodide/ui/find_bar.h"
#include "kodide/ui/hit_place.h"
#include "kodide/ui/outline_panel.h"
#include "kodide/ui/text_look.h"
#include "ui/background_pool.h"
#include "ui/project.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QRegularExpression>
#include <QThreadPool>
#include <QVBoxLayout>

namespace blak::ui::code {
namespace {

constexpr int judgedAfter = 400; ///< ms; somebody is typing in another text
constexpr int typesOn = 500;     ///< ms between two keys; after them nobody is typing any more

/// Messages before what is called alike: Ctrl+G is for who knows where to.
const OutlineEntry* entryCalled(const QVector<OutlineEntry>& entries, const QString& name)
{
    const OutlineEntry* found = nullptr;
    for (const OutlineEntry& entry : entries) {
        if (entry.name.compare(name, Qt::CaseInsensitive) == 0 && (found == nullptr || entry.kind == OutlineEntry::Kind::Message))
            found = &entry;
        if (const OutlineEntry* member = entryCalled(entry.members, name); member != nullptr && (found == nullptr || member->kind == OutlineEntry::Kind::Message))
            found = member;
    }
    return found;
}

const OutlineEntry* entryAt(const QVector<OutlineEntry>& entries, qsizetype offset)
{
    for (const OutlineEntry& entry : entries)
        if (offset >= entry.begin && offset <= entry.end)
            return &entry;
    return nullptr;
}

} // namespace

Result<DocumentView*> CodeView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto text = workspaceOf(project)->openText(path.toStdString(), encodingRuleOf(path));
    if (!text)
        return Error{tr("%1 cannot be read: %2.")
                         .arg(QFileInfo(path).fileName(), QString::fromStdString(text.error().what))
                         .toStdString(),
                     path.toStdString(), text.error().code};
    return static_cast<DocumentView*>(new CodeView(path, std::move(text).value(), std::move(project), parent));
}

CodeView::CodeView(const QString& path, std::shared_ptr<document::TextDocument> text, std::shared_ptr<Project> project,
                   QWidget* parent)
    : DocumentView(parent), path_(path), project_(std::move(project)), text_(std::move(text)), editor_(new CodeEditor(this)),
      outline_(new OutlinePanel(this)), breadcrumb_(new Breadcrumb(this))
{
    setDocument(text_, workspaceOf(project_));
    note_ = new CursorNote(*editor_);
    findBar_ = new FindBar(editor_, this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(breadcrumb_);
    column->addWidget(editor_, 1);
    column->addWidget(findBar_);
    setFocusProxy(editor_);
    outline_->hide(); // until its dock takes it

    if (languageOf(path) == TextLanguage::Blakod) {
        dialect_ = &dialectOf(project_.get());
        tree_ = KodSymbols::of(kod::kodTreeOf(path.toStdString(), root().toStdString(), {.dialect = dialect_}), workspace());
        connect(tree_.get(), &KodSymbols::changed, this, [this](const QString& edited) {
            if (edited != sourcePath())
                analysisTimer_.start();
        });
        connect(tree_.get(), &KodSymbols::indexChanged, this, [this](const QString& edited) {
            if (edited != sourcePath())
                judgeAgain();
        });
        editor_->setBlakod(*dialect_);
        assist_ = new CodeAssist(*this);
    } else {
        editor_->setLanguage(languageOf(path));
        outline_->setEmptySentence(tr("An outline exists for Blakod."));
    }
    editor_->setDocument(text_);
    analysisTimer_.setSingleShot(true);
    analysisTimer_.setInterval(0); // at once, but once for all that happens in one go
    connect(&analysisTimer_, &QTimer::timeout, this, [this] { startAnalysis(); });
    constexpr int saidFor = 8000; // ms
    saidTimer_.setObjectName(QStringLiteral("said"));
    saidTimer_.setSingleShot(true);
    saidTimer_.setInterval(saidFor);
    connect(&saidTimer_, &QTimer::timeout, this, [this] {
        said_.clear();
        emit statusChanged();
    });
    judgingTimer_.setSingleShot(true);
    judgingTimer_.setInterval(judgedAfter);
    connect(&judgingTimer_, &QTimer::timeout, this, [this] {
        if (analysisRuns_)
            judgingTimer_.start();
        else if (isOutdated_)
            startAnalysis(false);
    });
    editedRevision_ = text_->revision();
    typingTimer_.setSingleShot(true);
    typingTimer_.setInterval(typesOn);
    connect(&typingTimer_, &QTimer::timeout, this, &CodeView::tellBeingChecked);
    connect(editor_, &CodeEditor::edited, this, [this] {
        said_.clear();
        analysisTimer_.start();
        if (std::exchange(editedRevision_, text_->revision()) != text_->revision()) // else it was put into the widget
            typingTimer_.start();
        tellBeingChecked();
    });
    connect(editor_, &CodeEditor::cursorMoved, this, [this] {
        said_.clear();
        placeChanged();
    });
    connect(outline_, &OutlinePanel::chosen, this, [this](qsizetype offset) {
        jumpTo(offset, offset);
    });
    placeChanged();
    startAnalysis();
    if (text_->views() == 1) // else another view looks through it already
        tellBeingChecked();
}

CodeView::~CodeView()
{
    delete std::exchange(assist_, nullptr); // it hears the editor lose the focus, when we are half gone
    if (tree_) // that this text is closed is told when our parts are gone
        disconnect(tree_.get(), nullptr, this, nullptr);
    if (tree_ && !text_->hasEdits())
        tree_->forget(sourcePath());
}

QString CodeView::sourcePath() const { return QString::fromStdString(text_->path().string()); }

QString CodeView::title() const { return QFileInfo(path_).fileName(); }

QString CodeView::root() const { return project_ ? project_->root() : QFileInfo(path_).absolutePath(); }

QVector<Panel> CodeView::panels()
{
    return {{QStringLiteral("outline"), tr("Outline"), QStringLiteral("class"), outline_, Qt::LeftDockWidgetArea}};
}

void CodeView::say(const QString& sentence)
{
    said_ = sentence;
    saidTimer_.start();
    emit statusChanged();
}

void CodeView::sayAtCursor(const QString& sentence)
{
    say(sentence);
    note_->tell(sentence);
}

QStringList CodeView::statusLeft() const
{
    if (!said_.isEmpty())
        return {said_};
    const TextPlace place = editor_->cursor();
    QStringList facts{tr("line %1, column %2").arg(place.line + 1).arg(place.column + 1)};
    const auto [begin, end] = editor_->selection();
    if (end > begin) {
        const int lines = editor_->placeOf(end).line - editor_->placeOf(begin).line + 1;
        facts << (lines == 1 ? tr("%1 selected").arg(editor_->placeOf(end).column - editor_->placeOf(begin).column)
                             : tr("%1 lines selected").arg(lines));
    }
    if (const OutlineEntry* owner = entryAt(analysis_.classes, editor_->cursorOffset())) {
        const OutlineEntry* member = entryAt(owner->members, editor_->cursorOffset());
        facts << (member == nullptr ? owner->name : owner->name + u'.' + member->name);
    }
    if (isBlakod())
        facts << tr("F12 definition \u00b7 Shift+F12 references \u00b7 F2 rename");
    return facts;
}

QStringList CodeView::statusRight() const
{
    QStringList facts;
    if (isBlakod())
        facts << QStringLiteral("%1 \u00b7 bof %2")
                     .arg(QString::fromLatin1(dialect_->name.data(), static_cast<qsizetype>(dialect_->name.size())))
                     .arg(dialect_->objectVersion);
    if (isBlakod() && !analysis_.knowsTree)
        facts << tr("Checking\u2026");
    facts << encodingName(format().encoding) + QStringLiteral(", ") + lineEndName(format());
    if (editor_->showsPieces())
        facts << tr("Very long lines, cut to be read only");
    facts << savedText();
    return facts;
}

void CodeView::showProblem(const Diagnostic& problem)
{
    if (problem.range.line == 0)
        return;
    editor_->select(problem.range.begin, problem.range.end);
    editor_->setFocus(Qt::OtherFocusReason);
}

/// The document's problems: every view of it finds the same.
void CodeView::publishProblems()
{
    std::vector<Diagnostic> all;
    if (!encodingFault_.isEmpty()) {
        Diagnostic fault;
        fault.code = tr("encoding").toStdString();
        fault.file = text_->path().string();
        fault.message = tr("%1, so the file cannot be saved with it.").arg(encodingFault_).toStdString();
        all.push_back(std::move(fault));
    }
    for (const CodeProblem& found : analysis_.problems) {
        Diagnostic one;
        one.severity = found.severity;
        one.code = found.code.toStdString();
        one.file = text_->path().string();
        one.range.begin = static_cast<std::uint32_t>(found.begin);
        one.range.end = static_cast<std::uint32_t>(found.end);
        one.range.line = static_cast<std::uint32_t>(found.line + 1);
        one.message = found.sentence.toStdString();
        one.fixes = found.fixes;
        all.push_back(std::move(one));
    }
    text_->setProblems(std::move(all));
}

QVariantMap CodeView::saveViewState() const
{
    const TextPlace place = editor_->cursor();
    return {{QStringLiteral("line"), place.line},
            {QStringLiteral("column"), place.column},
            {QStringLiteral("top"), editor_->firstVisibleLine()}};
}

void CodeView::restoreViewState(const QVariantMap& state)
{
    if (std::exchange(wantedState_, state).isEmpty())
        QMetaObject::invokeMethod(this, [this] { wantedState_.clear(); }, Qt::QueuedConnection);
    if (state.contains(QStringLiteral("line")))
        editor_->goTo(std::clamp(state.value(QStringLiteral("line")).toInt(), 0, editor_->lineCount() - 1), state.value(QStringLiteral("column")).toInt());
    if (state.contains(QStringLiteral("top")))
        editor_->setFirstVisibleLine(state.value(QStringLiteral("top")).toInt());
    if (const auto hit = HitPlace::fromState(state)) { // the place to show, from a search
        const auto [begin, end] = hit->in(editor_->text());
        editor_->select(begin, end);
    }
}

Result<void> CodeView::restoreUnsaved(const QByteArray& state)
{
    const QVariantMap place = wantedState_.isEmpty() ? saveViewState() : wantedState_;
    auto done = DocumentView::restoreUnsaved(state);
    if (done)
        restoreViewState(place);
    return done;
}

bool CodeView::goToPlace(const QString& place)
{
    static const QRegularExpression shape(QStringLiteral("^\\s*(\\d{1,8})(?:\\s*[,:]\\s*(\\d{1,6}))?\\s*$"));
    const auto match = shape.match(place);
    if (!match.hasMatch()) {
        const OutlineEntry* named = entryCalled(analysis_.classes, place.trimmed());
        if (named == nullptr)
            return false;
        jumpTo(named->begin, named->begin); // as a click in the outline
        return true;
    }
    const int line = match.captured(1).toInt();
    if (line < 1)
        return false;
    const qsizetype offset = editor_->offsetOf(std::min(line, editor_->lineCount()) - 1, std::max(0, match.captured(2).toInt() - 1));
    jumpTo(offset, offset);
    return true;
}

void CodeView::jumpTo(qsizetype begin, qsizetype end)
{
    emit jumps();
    editor_->select(begin, end);
    editor_->setFocus(Qt::OtherFocusReason);
}

QString CodeView::placeHint() const { return analysis_.classes.isEmpty() ? tr("line, column") : tr("line, column, or a name of the outline"); }

void CodeView::undo()
{
    editor_->forgetOutsideChange();
    DocumentView::undo();
    editor_->showOutsideChange();
}

void CodeView::redo()
{
    editor_->forgetOutsideChange();
    DocumentView::redo();
    editor_->showOutsideChange();
}

void CodeView::takePath(const QString& path)
{
    path_ = path;
    indexedRevision_ = ~std::uint64_t{0}; // the index knows the text by its old name
    placeChanged();
    analysisTimer_.start(); // what is found names the file
}

/// Told on soon, once for many edits: the text widget must not be asked to do anything while it tells of a change.
void CodeView::documentTold(const document::DocumentNotice& notice)
{
    using Kind = document::DocumentNotice::Kind;
    if (notice.kind == Kind::Problems || notice.kind == Kind::Views || notice.kind == Kind::Moved) {
        DocumentView::documentTold(notice);
        return;
    }
    if (std::exchange(tellsSoon_, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            tellsSoon_ = false;
            emit modifiedChanged();
            emit statusChanged();
        },
        Qt::QueuedConnection);
}

void CodeView::placeChanged()
{
    const qsizetype offset = editor_->cursorOffset();
    const QFileInfo info(path_);
    QVector<Crumb> crumbs;
    const QString folder = QDir(root()).relativeFilePath(info.absolutePath());
    if (folder != QLatin1String(".") && !folder.startsWith(QLatin1String("..")))
        for (const QString& part : folder.split(u'/').mid(std::max<qsizetype>(0, folder.count(u'/') - 1)))
            crumbs.push_back({part, {}});
    crumbs.push_back({info.fileName(), [this] { editor_->goTo(0, 0); }});
    if (const OutlineEntry* owner = entryAt(analysis_.classes, offset)) {
        const auto goTo = [this](qsizetype place) { return [this, place] { jumpTo(place, place); }; };
        crumbs.push_back({owner->name, goTo(owner->begin)});
        if (const OutlineEntry* member = entryAt(owner->members, offset))
            crumbs.push_back({member->name, goTo(member->begin)});
    }
    breadcrumb_->setCrumbs(std::move(crumbs));
    outline_->setCurrent(offset);
    emit statusChanged();
}

/// Another text says something else: what nobody sees waits until it is shown.
void CodeView::judgeAgain()
{
    isOutdated_ = true;
    if (isVisible())
        judgingTimer_.start();
}

void CodeView::showEvent(QShowEvent* event)
{
    DocumentView::showEvent(event);
    if (isOutdated_)
        judgingTimer_.start();
}

void CodeView::startAnalysis(bool isEdited)
{
    checkEncoding();
    if (!isBlakod())
        return;
    if (analysisRuns_) {
        analysisWanted_ = true;
        return;
    }
    analysisRuns_ = true;
    analysisWanted_ = false;
    isOutdated_ = false;
    const QPointer<CodeView> self(this);
    backgroundPool().start([self, isEdited, revision = text_->revision(), text = text_->text(), path = text_->path(), dialect = dialect_,
                            includes = tree_->includes(), tree = tree_->symbols(), index = tree_->index(), serial = KeptIndex::nextSerial()] {
        std::optional<kod::CheckedText> checked;
        auto done = std::make_shared<KodAnalysis>(tree ? analyseKod(text, path, *tree, &checked, index->get().get())
                                                       : analyseKod(text, path, *dialect, includes.get()));
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, revision, done] {
            if (self)
                self->take(std::move(*done), revision);
        });
        if (isEdited && index->get()) { // after what is shown: nobody waits for it
            if (checked) // else a header
                index->put(path, serial, *checked);
            QMetaObject::invokeMethod(QCoreApplication::instance(), [self, revision] {
                if (self)
                    self->takeIndexed(revision);
            });
        }
    });
}

void CodeView::takeIndexed(std::uint64_t revision)
{
    indexedRevision_ = revision;
    tree_->tellIndexed(sourcePath());
    emit indexed();
    if (isIndexed())
        for (const auto& one : std::exchange(afterIndexing_, {}))
            one();
}

void CodeView::whenIndexed(std::function<void()> then)
{
    if (isIndexed())
        return then();
    afterIndexing_.push_back(std::move(then));
}

QHash<QString, QByteArray> CodeView::openTexts() const { return workspace() ? unsavedTexts(*workspace()) : QHash<QString, QByteArray>(); }

std::pair<QString, QString> CodeView::ownerAt(qsizetype offset) const
{
    const OutlineEntry* owner = entryAt(analysis_.classes, offset);
    if (owner == nullptr)
        return {};
    const OutlineEntry* member = entryAt(owner->members, offset);
    return {owner->name, member == nullptr || member->kind != OutlineEntry::Kind::Message ? QString() : member->name};
}

void CodeView::take(KodAnalysis analysis, std::uint64_t revision)
{
    analysisRuns_ = false;
    if (analysisWanted_ || analysisTimer_.isActive()) { // of a text that has changed since: the next one is right
        if (analysisWanted_)
            startAnalysis();
        return;
    }
    if (analysis.hasGrammarFaults) // half a text declares less than its author means
        analysis.constants.merge(NameSet(analysis_.constants));
    analysis_ = std::move(analysis);
    analysedRevision_ = revision;
    isAnalysed_ = true;
    editor_->setConstants(analysis_.constants);
    outline_->setOutline(analysis_.classes);
    QVector<TextMark> marks;
    for (const CodeProblem& problem : analysis_.problems)
        marks.push_back({problem.begin, problem.end, problem.severity, problem.sentence});
    editor_->setProblems(std::move(marks));
    placeChanged();
    tree_->setText(sourcePath(), text_->text(), analysis_.outside, !isModified());
    publishProblems();
    tellBeingChecked();
    emit analysed();
}

/// While somebody types each key is checked in no time: that nothing is wrong is said when the typing is over, and does not flicker.
void CodeView::tellBeingChecked()
{
    text_->setBeingChecked(isBlakod() && (!analysis_.knowsTree || analysedRevision_ != text_->revision() || typingTimer_.isActive()));
}

KodAnalysis CodeView::analysisNow() const
{
    if (!isBlakod() || (isAnalysed_ && analysedRevision_ == text_->revision()))
        return analysis_;
    return analyseKod(text_->text(), text_->path(), *dialect_, tree_->includes().get());
}

void CodeView::checkEncoding()
{
    QString fault;
    if (const auto bytes = text_->content(); !bytes)
        fault = QString::fromStdString(bytes.error().what);
    if (fault == encodingFault_)
        return;
    encodingFault_ = fault;
    publishProblems();
}

void CodeView::finishAnalysis()
{
    constexpr int patience = 2000; // rounds of 5 ms
    QCoreApplication::sendPostedEvents();
    const auto isBusy = [this] {
        return analysisRuns_ || analysisTimer_.isActive() || (tree_ && (tree_->isReading() || !isIndexed()));
    };
    for (int i = 0; isBusy() && i < patience; ++i) {
        if (analysisTimer_.isActive() && !analysisRuns_) {
            analysisTimer_.stop();
            startAnalysis();
        }
        backgroundPool().waitForDone(5);
        QCoreApplication::sendPostedEvents(QCoreApplication::instance());
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    }
}

void CodeView::prepareForGrab() { finishAnalysis(); }

QString CodeView::selectedText() const
{
    constexpr qsizetype longest = 200; // bytes
    const auto [begin, end] = editor_->selection();
    const QString selected = QString::fromUtf8(editor_->text().mid(begin, std::min(end - begin, longest)));
    return selected.contains(u'\n') || selected.contains(u'\r') ? QString() : selected;
}

} // namespace blak::ui::code
