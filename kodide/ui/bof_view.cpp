// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/bof_view.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "formats/bof/verify.h"
#include "kodide/ui/bof_source.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/outline_panel.h"
#include "kodide/ui/text_look.h"
#include "ui/place_path.h"
#include "ui/project.h"
#include "ui/view_header.h"

#include <QFileInfo>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr std::uint64_t mostBytes = 64u * 1024 * 1024;

QWidget* side(ViewHeader* header, CodeEditor* editor)
{
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(editor, 1);
    return holder;
}

QString textOf(const std::string& bytes) { return QString::fromStdString(windows1252::toUtf8(bytes)); }

OutlineEntry::Kind kindOf(bof::ListedPlace::Kind kind)
{
    switch (kind) {
    case bof::ListedPlace::Kind::Class: return OutlineEntry::Kind::Class;
    case bof::ListedPlace::Kind::Classvar: return OutlineEntry::Kind::Classvar;
    case bof::ListedPlace::Kind::Property: return OutlineEntry::Kind::Property;
    case bof::ListedPlace::Kind::Message:
    case bof::ListedPlace::Kind::Code: break;
    }
    return OutlineEntry::Kind::Message;
}

} // namespace

Result<DocumentView*> BofView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto* view = new BofView(path, std::move(project), parent);
    if (const auto done = view->load(); !done) {
        delete view;
        return done.error();
    }
    return static_cast<DocumentView*>(view);
}

BofView::BofView(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
    : DocumentView(parent), path_(path), project_(std::move(project)), listing_(new CodeEditor), source_(new CodeEditor),
      listingHeader_(new ViewHeader(tr("Object code"))), sourceHeader_(new ViewHeader(tr("Source"))),
      outline_(new OutlinePanel(this))
{
    setShownFile(workspaceOf(project_), [this] { return readAgain(); });
    outline_->hide();
    outline_->setEmptySentence(tr("No classes in this object file."));
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    sourceSide_ = side(sourceHeader_, source_);
    splitter->addWidget(side(listingHeader_, listing_));
    splitter->addWidget(sourceSide_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter);
    setFocusProxy(listing_);
    listing_->setObjectName(QStringLiteral("listing"));
    source_->setObjectName(QStringLiteral("source"));
    listing_->setLanguage(TextLanguage::CLike);
    source_->setBlakod(dialectOf(project_.get()));
    QToolButton* edit = sourceHeader_->addButton(QStringLiteral("pencil"), tr("Edit the source"));
    connect(edit, &QToolButton::clicked, this,
            [this] { emit openRequested(placePath(sourcePath_, QString::number(source_->cursor().line + 1))); });
    connect(listing_, &CodeEditor::cursorMoved, this, &BofView::followListing);
    connect(source_, &CodeEditor::cursorMoved, this, &BofView::followSource);
    connect(outline_, &OutlinePanel::chosen, this, [this](qsizetype offset) {
        listing_->select(offset, offset);
        listing_->setFocus(Qt::OtherFocusReason);
    });
}

Result<void> BofView::load()
{
    const auto bytes = readFile(path_.toStdString(), mostBytes);
    if (!bytes)
        return bytes.error();
    auto file = bof::read(bytes.value(), QFileInfo(path_).fileName().toStdString());
    if (!file)
        return file.error();
    file_ = std::move(file).value();
    const QString root = project_ ? project_->root() : QFileInfo(path_).absolutePath();
    sourcePath_ = findSource(path_, file_, root);
    const auto base = findKodbase(path_, sourcePath_, root);
    named_ = base.has_value();
    listed_ = bof::list(file_, base ? &*base : nullptr);
    following_ = true;
    TextBytes text;
    text.utf8 = QByteArray::fromStdString(windows1252::toUtf8(listed_.text));
    listing_->setReadOnly(false);
    listing_->load(text);
    listing_->setReadOnly(true);
    loadSource();
    fillOutline();
    publishProblems();
    following_ = false;
    QStringList facts{tr("version %1").arg(file_.version)};
    if (!file_.hasLines)
        facts << tr("without a line table");
    if (!named_)
        facts << tr("numbers, because no kodbase.txt was found");
    listingHeader_->setDetail(facts.join(QStringLiteral(" \u00b7 ")));
    followListing();
    return {};
}

void BofView::loadSource()
{
    sourceSide_->setVisible(!sourcePath_.isEmpty());
    sourceChanged_ = false;
    if (sourcePath_.isEmpty())
        return;
    const auto text = readTextFile(sourcePath_.toStdString(), mostBytes);
    if (!text) {
        sourceSide_->hide();
        return;
    }
    source_->setReadOnly(false);
    source_->load(decodeText(QByteArray::fromStdString(text.value()), true));
    source_->setReadOnly(true);
    std::int32_t last = 0;
    for (const bof::ListedPlace& place : listed_.places)
        last = std::max(last, place.sourceLine);
    sourceChanged_ = last > source_->lineCount();
    const QString root = project_ ? project_->root() : QString();
    sourceHeader_->setTitle(QFileInfo(sourcePath_).fileName());
    sourceHeader_->setDetail(sourceChanged_ ? tr("changed since it was compiled")
                                            : QFileInfo(sourcePath_).absolutePath().mid(root.size() + 1));
}

void BofView::fillOutline()
{
    QVector<OutlineEntry> classes;
    const qsizetype all = listing_->text().size();
    for (const bof::ListedPlace& place : listed_.places) {
        if (place.kind == bof::ListedPlace::Kind::Code)
            continue;
        OutlineEntry entry;
        entry.kind = kindOf(place.kind);
        entry.name = textOf(place.name);
        entry.line = static_cast<int>(place.line);
        entry.begin = listing_->offsetOf(entry.line, 0);
        entry.end = all;
        if (entry.kind == OutlineEntry::Kind::Class) {
            if (!classes.isEmpty())
                classes.last().end = entry.begin - 1;
            classes.push_back(std::move(entry));
        } else if (!classes.isEmpty()) {
            if (!classes.last().members.isEmpty())
                classes.last().members.last().end = entry.begin - 1;
            classes.last().members.push_back(std::move(entry));
        }
    }
    outline_->setOutline(classes);
}

QString BofView::title() const { return QFileInfo(path_).fileName(); }

QVector<Panel> BofView::panels()
{
    return {{QStringLiteral("outline"), tr("Outline"), QStringLiteral("class"), outline_, Qt::LeftDockWidgetArea}};
}

int BofView::sourceLineOf(int listedLine) const
{
    const auto after =
        std::upper_bound(listed_.places.begin(), listed_.places.end(), listedLine,
                         [](int line, const bof::ListedPlace& place) { return line < static_cast<int>(place.line); });
    if (after == listed_.places.begin())
        return 0;
    const bof::ListedPlace& place = *std::prev(after);
    if (static_cast<int>(place.line) == listedLine)
        return place.sourceLine;
    // "line N" stands above the instruction it belongs to.
    return after != listed_.places.end() && static_cast<int>(after->line) == listedLine + 1 ? after->sourceLine : 0;
}

QVector<int> BofView::listedLinesOf(int sourceLine) const
{
    QVector<int> lines;
    for (const bof::ListedPlace& place : listed_.places)
        if (place.kind == bof::ListedPlace::Kind::Code && place.sourceLine == sourceLine)
            lines << static_cast<int>(place.line);
    return lines;
}

void BofView::followListing()
{
    emit statusChanged();
    if (following_)
        return;
    following_ = true;
    outline_->setCurrent(listing_->cursorOffset());
    const int line = sourceLineOf(listing_->cursor().line);
    listing_->setLinkedLines(line > 0 ? listedLinesOf(line) : QVector<int>());
    if (line > 0 && line <= source_->lineCount()) {
        source_->setLinkedLines({line - 1});
        source_->goTo(line - 1, 0);
    } else {
        source_->setLinkedLines({});
    }
    following_ = false;
}

void BofView::followSource()
{
    if (following_)
        return;
    following_ = true;
    const int line = source_->cursor().line + 1;
    const QVector<int> listed = listedLinesOf(line);
    source_->setLinkedLines({line - 1});
    listing_->setLinkedLines(listed);
    if (!listed.isEmpty())
        listing_->goTo(listed.first(), 0);
    following_ = false;
    emit statusChanged();
}

QStringList BofView::statusLeft() const
{
    const int line = sourceLineOf(listing_->cursor().line);
    QStringList facts{tr("listing line %1").arg(listing_->cursor().line + 1)};
    if (line > 0)
        facts << tr("source line %1").arg(line);
    if (sourcePath_.isEmpty())
        facts << tr("no source of it in this project");
    return facts;
}

QStringList BofView::statusRight() const { return {tr("object code \u00b7 bof %1").arg(file_.version), tr("shows only")}; }

void BofView::publishProblems()
{
    std::vector<Diagnostic> all;
    const auto add = [&](Severity severity, const QString& sentence, const QString& rule) {
        Diagnostic problem;
        problem.severity = severity;
        problem.code = rule.toStdString();
        problem.file = path_.toStdString();
        problem.message = sentence.toStdString();
        all.push_back(std::move(problem));
    };
    if (const auto sound = bof::verify(file_, title().toStdString()); !sound)
        add(Severity::Error, QString::fromStdString(sound.error().text()), tr("verify"));
    if (sourceChanged_)
        add(Severity::Warning,
            tr("%1 changed since it was compiled, so lines may not agree. Compile it again.")
                .arg(QFileInfo(sourcePath_).fileName()),
            tr("source"));
    setProblems(std::move(all));
}

QVariantMap BofView::saveViewState() const { return {{QStringLiteral("line"), listing_->cursor().line}}; }

void BofView::restoreViewState(const QVariantMap& state) { listing_->goTo(state.value(QStringLiteral("line")).toInt(), 0); }

bool BofView::goToPlace(const QString& place)
{
    bool isNumber = false;
    const int line = place.trimmed().toInt(&isNumber);
    if (!isNumber || line < 1)
        return false;
    if (!sourcePath_.isEmpty() && line <= source_->lineCount()) {
        source_->goTo(line - 1, 0);
        return true;
    }
    const QVector<int> listed = listedLinesOf(line);
    if (listed.isEmpty())
        return false;
    listing_->goTo(listed.first(), 0);
    return true;
}

Result<void> BofView::readAgain()
{
    const QVariantMap place = saveViewState();
    if (auto done = load(); !done)
        return done;
    restoreViewState(place);
    emit statusChanged();
    return {};
}

DocumentType bofDocumentType()
{
    DocumentType type;
    type.id = QStringLiteral("bof");
    type.helpPage = QStringLiteral("studio/object-code");
    type.name = BofView::tr("Object code");
    type.endings = QStringList{QStringLiteral("bof")};
    type.recognises = [](const QString&, const QByteArray& head) { return head.startsWith("BOF\xFF"); };
    type.open = &BofView::open;
    return type;
}

} // namespace blak::ui::code
