// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/kod_symbols.h"

#include "formats/base/file_io.h"
#include "formats/base/text_encoding.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/kod_analysis.h"
#include "ui/background_pool.h"

#include <QCoreApplication>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <tuple>

namespace blak::ui::code {
namespace {

constexpr int refreshAfter = 1500;          ///< ms; several files are often saved one after the other
constexpr std::size_t mostChangedFiles = 8; ///< each check binds them anew; with more the tree is read again

/// What a whole tree says takes its time to be given back: not on the GUI thread.
template <class Kept>
void giveBack(std::shared_ptr<Kept> kept)
{
    if (kept)
        backgroundPool().start([kept = std::move(kept)]() mutable { kept.reset(); });
}

using KnownTrees = std::map<std::tuple<std::filesystem::path, const kod::Dialect*, const document::Workspace*>, std::weak_ptr<KodSymbols>>;

KnownTrees& knownTrees()
{
    static KnownTrees all;
    std::erase_if(all, [](const auto& entry) { return entry.second.expired(); });
    return all;
}

} // namespace

std::shared_ptr<const kod::TreeIndex> KeptIndex::get() const
{
    const std::lock_guard lock(guard_);
    return index_;
}

void KeptIndex::swap(std::shared_ptr<const kod::TreeIndex> index)
{
    const std::lock_guard lock(guard_);
    index_.swap(index);
} // what there was goes when the lock is gone: parameters outlive the body

void KeptIndex::reset(kod::TreeIndex index)
{
    const std::lock_guard writing(writing_);
    serials_.clear();
    swap(std::make_shared<const kod::TreeIndex>(std::move(index)));
}

void KeptIndex::put(const std::filesystem::path& file, std::uint64_t serial, const kod::CheckedText& text)
{
    const std::lock_guard writing(writing_);
    const auto before = get();
    std::uint64_t& last = serials_[fileKey(file)];
    if (!before || serial < last)
        return;
    last = serial;
    swap(std::make_shared<const kod::TreeIndex>(before->with(file, text)));
}

std::uint64_t KeptIndex::nextSerial()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::shared_ptr<KodSymbols> KodSymbols::of(const kod::KodTree& tree, const std::shared_ptr<document::Workspace>& workspace)
{
    std::weak_ptr<KodSymbols>& known = knownTrees()[{tree.root, tree.dialect, workspace.get()}];
    if (auto there = known.lock())
        return there;
    const std::shared_ptr<KodSymbols> symbols(new KodSymbols(tree, workspace));
    symbols->self_ = symbols;
    known = symbols;
    symbols->read();
    return symbols;
}

KodSymbols::KodSymbols(const kod::KodTree& tree, const std::shared_ptr<document::Workspace>& workspace)
    : tree_(tree), includes_(std::make_shared<kod::IncludeStore>(tree.includes, workspace->files())), workspace_(workspace),
      refreshTimer_(new QTimer(this))
{
    refreshTimer_->setSingleShot(true);
    refreshTimer_->setInterval(refreshAfter);
    connect(refreshTimer_, &QTimer::timeout, this, &KodSymbols::read);
    told_ = workspace->notices().connect([this](const document::WorkspaceNotice& notice) { take(notice); });
    for (const auto& document : workspace->modified())
        take({document::WorkspaceNotice::Kind::Edited, fileKey(document->path()), document});
}

KodSymbols::~KodSymbols() { giveBack(std::move(index_)); }

bool KodSymbols::isInTree(const std::string& key) const
{
    const std::string top = fileKey(tree_.root);
    return key.starts_with(top) && key.substr(top.size(), 1) == "/";
}

/// What no view looks at is read here; the views of a source tell what they found themselves.
void KodSymbols::take(const document::WorkspaceNotice& notice)
{
    using Kind = document::WorkspaceNotice::Kind;
    if (notice.path.ends_with(".khd") && notice.kind != Kind::Opened && notice.kind != Kind::Views)
        takeIncludes();
    const auto text = std::dynamic_pointer_cast<document::TextDocument>(notice.document);
    if (!text || languageOf(QString::fromStdString(text->title())) != TextLanguage::Blakod || !isInTree(notice.path))
        return;
    switch (notice.kind) {
    case Kind::Saved: refresh(); [[fallthrough]];
    case Kind::Edited:
    case Kind::Views:
        if (text->views() == 0 && unseen_.insert(text->path()).second)
            QMetaObject::invokeMethod(this, &KodSymbols::readUnseen, Qt::QueuedConnection);
        break;
    case Kind::Moved:
        forget(QString::fromStdString(notice.before.string()));
        if (text->views() == 0)
            unseen_.insert(text->path());
        refresh(); // the index, too, has it by its old name
        break;
    case Kind::Closed: forget(QString::fromStdString(text->path().string())); break;
    case Kind::Opened:
    case Kind::Disk: break;
    }
}

/// A header is something else now, saved or not: what is checked from now on sees it at once, the rest of the tree soon.
void KodSymbols::takeIncludes()
{
    const auto workspace = workspace_.lock();
    if (!workspace)
        return;
    includes_ = std::make_shared<kod::IncludeStore>(tree_.includes, workspace->files());
    if (symbols_) {
        auto changedSymbols = std::make_shared<kod::TreeSymbols>(*symbols_);
        changedSymbols->setIncludes(workspace->files());
        symbols_ = std::move(changedSymbols);
        refresh();
    }
    emit changed({});
}

void KodSymbols::readUnseen()
{
    const auto workspace = workspace_.lock();
    for (const std::filesystem::path& path : std::exchange(unseen_, {})) {
        const auto text = workspace ? std::dynamic_pointer_cast<document::TextDocument>(workspace->find(path)) : nullptr;
        if (!text || text->views() != 0)
            continue;
        indexUnseen(QString::fromStdString(path.string()), text->text());
        const KodAnalysis found = analyseKod(text->text(), path, *tree_.dialect, nullptr);
        setText(QString::fromStdString(path.string()), text->text(), found.outside, !text->isModified());
    }
}

/// Null: it is not open, or a view shows it.
std::shared_ptr<document::TextDocument> KodSymbols::textWithoutView(const QString& path) const
{
    const auto workspace = workspace_.lock();
    const auto text = workspace ? std::dynamic_pointer_cast<document::TextDocument>(workspace->find(path.toStdString())) : nullptr;
    return text && text->views() == 0 ? text : nullptr;
}

void KodSymbols::indexUnseen(const QString& path, std::optional<std::string> text)
{
    if (!symbols_ || fileKey(path.toStdString()).ends_with(".khd"))
        return;
    backgroundPool().start([self = self_, path, text = std::move(text), symbols = symbols_, index = index_, serial = KeptIndex::nextSerial()]() mutable {
        if (!text) {
            const auto file = readTextFile(path.toStdString());
            if (!file)
                return;
            text = file.value();
        }
        index->put(path.toStdString(), serial, symbols->check(path.toStdString(), std::move(*text)));
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, path] {
            if (const auto there = self.lock())
                there->tellIndexed(path);
        });
    });
}

void KodSymbols::read()
{
    const auto workspace = workspace_.lock();
    if (reading_ || !workspace) {
        again_ = reading_;
        return;
    }
    reading_ = true;
    for (auto& [path, open] : open_) {
        open.readOutside = open.outside;
        open.readUnsaved = !open.isSaved;
    }
    backgroundPool().start([self = self_, tree = tree_, files = workspace->files(), index = index_] {
        if (self.expired())
            return;
        kod::IndexedTree both = kod::IndexedTree::read(tree, files);
        index->reset(std::move(both.index));
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, symbols = std::move(both.symbols)] {
            if (const auto there = self.lock())
                there->takeRead(symbols);
        });
    });
}

void KodSymbols::takeRead(const kod::TreeSymbols& symbols)
{
    reading_ = false;
    auto fresh = std::make_shared<kod::TreeSymbols>(symbols);
    if (const auto workspace = workspace_.lock())
        fresh->setIncludes(workspace->files()); // headers may have been edited since
    for (const auto& [path, open] : open_)
        apply(*fresh, path, open);
    symbols_ = std::move(fresh);
    for (const auto& [path, open] : open_) // what was typed while it was read; views do so by themselves
        if (const auto text = textWithoutView(path))
            indexUnseen(path, text->text());
    emit changed({});
    emit indexed();
    if (std::exchange(again_, false))
        read();
}

void KodSymbols::refresh()
{
    if (!refreshTimer_->isActive()) // else one more reason to read would put it off
        refreshTimer_->start();
}

void KodSymbols::readAgain(const document::Workspace& workspace)
{
    for (const auto& [of, tree] : knownTrees())
        if (const auto there = tree.lock(); there && std::get<const document::Workspace*>(of) == &workspace)
            there->refresh();
}

void KodSymbols::apply(kod::TreeSymbols& symbols, const QString& path, const Open& open) const
{
    if (open.outside == open.readOutside)
        symbols.dropText(path.toStdString());
    else
        symbols.setText(path.toStdString(), open.text);
}

void KodSymbols::setText(const QString& path, const std::string& text, const QString& outside, bool isSaved)
{
    const auto [place, isFresh] = open_.try_emplace(path);
    Open& open = place->second;
    const bool differs = isFresh ? !isSaved : open.outside != outside;
    if (isFresh && isSaved)
        open.readOutside = outside; // the tree was read with what the file has
    open.isSaved = isSaved;
    open.text = text;
    open.outside = outside;
    if (!differs)
        return;
    if (symbols_) {
        auto changedSymbols = std::make_shared<kod::TreeSymbols>(*symbols_);
        apply(*changedSymbols, path, open);
        if (changedSymbols->changedFiles() > mostChangedFiles)
            refresh();
        symbols_ = std::move(changedSymbols);
    }
    emit changed(path);
}

void KodSymbols::forget(const QString& path)
{
    const auto place = open_.find(path);
    if (place == open_.end())
        return;
    const Open was = std::move(place->second);
    open_.erase(place);
    if (!was.isSaved)
        indexUnseen(path, std::nullopt);
    if (was.outside == was.readOutside && !was.readUnsaved)
        return;
    if (symbols_) {
        auto changedSymbols = std::make_shared<kod::TreeSymbols>(*symbols_);
        changedSymbols->dropText(path.toStdString());
        if (const auto file = was.readUnsaved ? readTextFile(path.toStdString()) : Result<std::string>(Error{}))
            changedSymbols->setText(path.toStdString(), file.value()); // until the tree is read with it
        symbols_ = std::move(changedSymbols);
    }
    if (was.readUnsaved)
        refresh();
    emit changed(path);
}

} // namespace blak::ui::code
