// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_assist.h"

#include "kodide/compiler/characters.h"
#include "kodide/ui/code_completion.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/editor_look.h"
#include "kodide/ui/handler_facts.h"
#include "kodide/ui/rename_card.h"
#include "kodide/ui/symbol_tip.h"
#include "kodide/ui/use_places.h"
#include "ui/pop_list.h"

#include <QCursor>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <functional>

namespace blak::ui::code {
namespace {

bool isNameByte(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') || letter == '_';
}

/// "#name" is of the handler that is called, "@name" a message: whatever has that name here is another thing.
bool isBehindSign(std::string_view text, qsizetype offset)
{
    auto at = static_cast<std::size_t>(std::clamp<qsizetype>(offset, 0, static_cast<qsizetype>(text.size())));
    while (at > 0 && isNameByte(text[at - 1]))
        --at;
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        --at;
    return at > 0 && (text[at - 1] == '#' || text[at - 1] == '@');
}

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Of a name that has no place in any file.
bool isOfTheLanguage(kod::NameKind kind) { return kind == kod::NameKind::Function || kind == kod::NameKind::Self; }

} // namespace

CodeAssist::CodeAssist(CodeView& view)
    : QObject(&view), view_(view), completion_(new CodeCompletion(view)), choices_(new PopList(view.editor())), callTip_(new CallTip(view.editor())),
      facts_(new HandlerFacts(view))
{
    CodeEditor* editor = view_.editor();
    editor->textKeys()->installEventFilter(this);
    editor->textArea()->installEventFilter(this);
    connect(editor, &CodeEditor::edited, this, &CodeAssist::edited);
    connect(editor, &CodeEditor::cursorMoved, this, &CodeAssist::cursorMoved);
    connect(editor, &CodeEditor::scrolled, this, [this] {
        if (!isTyping_) // a new line at the bottom scrolls, too
            closeLists();
    });
    connect(editor, &CodeEditor::wordPointedAt, this, [this](const QString& word, const QPoint& at, qsizetype offset) {
        const auto tell = [self = QPointer(this), at, offset] {
            if (CodeAssist* there = self.data(); there != nullptr)
                there->showTip(at, offset);
        };
        if (!taker_ || isBehindSign(view_.text()->text(), offset) || !taker_(word, at, tell))
            tell();
    });
    connect(facts_, &HandlerFacts::handlerWanted, this, [this](const kod::SymbolUse& use, const QString& name) { goTo(use, name.toStdString()); });
    connect(facts_, &HandlerFacts::sendersWanted, this,
            [this](const kod::SymbolKey& key, const QString& fromClass) { emit usesWanted(key, fromClass, UsesShown::Sends); });
    connect(facts_, &HandlerFacts::handlersWanted, this,
            [this](const kod::SymbolKey& key, const QString& fromClass) { emit usesWanted(key, fromClass, UsesShown::Overriding); });
    connect(choices_, &PopList::chosen, this, [this](int row) {
        if (row >= 0 && row < static_cast<int>(chosenFrom_.size()))
            goTo(chosenFrom_[static_cast<std::size_t>(row)], chosenName_);
    });
}

CodeAssist::~CodeAssist() = default;

std::optional<NameHere> CodeAssist::nameAt(qsizetype offset) const
{
    const auto index = view_.index();
    const std::string& text = view_.text()->text();
    if (!index || offset < 0 || offset > static_cast<qsizetype>(text.size()))
        return std::nullopt;
    auto begin = static_cast<std::size_t>(offset), end = begin;
    while (begin > 0 && isNameByte(text[begin - 1]))
        --begin;
    while (end < text.size() && isNameByte(text[end]))
        ++end;
    if (begin == end)
        return std::nullopt;
    const auto key = index->symbolAt(view_.indexPath(), static_cast<std::uint32_t>(begin));
    if (!key)
        return std::nullopt;
    return NameHere{*key, static_cast<qsizetype>(begin), static_cast<qsizetype>(end), textOf(std::string_view(text).substr(begin, end - begin)),
                    view_.ownerAt(offset).first};
}

void CodeAssist::withName(const std::function<void(const NameHere&)>& then)
{
    if (!view_.index())
        return view_.say(tr("The other classes are still being read."));
    view_.whenIndexed([self = QPointer(this), then] {
        const CodeAssist* there = self.data();
        if (there == nullptr)
            return;
        if (const auto name = there->nameAt(there->view_.editor()->cursorOffset()))
            then(*name);
        else
            there->view_.say(tr("No name that is known stands here."));
    });
}

void CodeAssist::goToDefinition()
{
    withName([this](const NameHere& name) { follow(name); });
}

void CodeAssist::findUses()
{
    withName([this](const NameHere& name) {
        if (isOfTheLanguage(name.key.kind) && name.key.kind == kod::NameKind::Self)
            return view_.say(tr("self is the object itself and is used everywhere."));
        emit usesWanted(name.key, name.className, UsesShown::All);
    });
}

void CodeAssist::beginRename()
{
    if (view_.editor()->isReadOnly())
        return view_.say(tr("This text cannot be edited."));
    withName([this](const NameHere& name) {
        if (isOfTheLanguage(name.key.kind))
            return view_.say(tr("%1 belongs to the language and keeps its name.").arg(name.spelling));
        closeLists();
        delete rename_;
        rename_ = new RenameCard(view_, name);
        connect(rename_, &RenameCard::accepted, this, &CodeAssist::renameWanted);
        connect(rename_, &QObject::destroyed, this, [this] { rename_ = nullptr; });
    });
}

void CodeAssist::complete()
{
    choices_->hide();
    completion_->begin();
}

void CodeAssist::helpCall() { askCall(true); }

/// The place itself is no way to go, where there is another one.
void CodeAssist::follow(const NameHere& name)
{
    if (isOfTheLanguage(name.key.kind))
        return view_.say(name.key.kind == kod::NameKind::Self ? tr("self is the object that runs this.")
                                                              : tr("%1 is built into the language.").arg(name.spelling));
    const auto index = view_.index();
    auto places = index->definitions(name.key, name.className.toStdString());
    if (name.key.kind == kod::NameKind::MessageParameter) { // of the message that is sent here, where one is
        const auto call = index->callAt(view_.indexPath(), view_.text()->text(), static_cast<std::uint32_t>(name.begin));
        const auto takes = [&](const kod::SymbolUse& one) { return call && kod::equalIgnoringCase(one.handlerName, call->name); };
        if (std::ranges::any_of(places, takes))
            std::erase_if(places, std::not_fn(takes));
    }
    std::erase_if(places, [&](const kod::SymbolUse& one) {
        return one.file == view_.indexPath() && static_cast<qsizetype>(one.begin) == name.begin;
    });
    if (places.empty())
        return view_.say(tr("%1 is defined here and nowhere else.").arg(name.spelling));
    if (places.size() == 1)
        return goTo(places.front(), name.key.name);
    choose(name, std::move(places));
}

void CodeAssist::choose(const NameHere& name, std::vector<kod::SymbolUse> places)
{
    QVector<PopRow> rows;
    const NameLook look = nameLook(name.key.kind);
    for (const kod::SymbolUse& one : places) {
        const QString file = QFileInfo(QString::fromStdString(one.file.string())).fileName();
        QString text = QString::fromStdString(one.className);
        if (name.key.kind == kod::NameKind::MessageParameter && !one.handlerName.empty())
            text += u'.' + QString::fromStdString(one.handlerName);
        rows.push_back({QLatin1String(look.icon), look.ink, text.isEmpty() ? file : text, QStringLiteral("%1:%2").arg(file).arg(one.line + 1)});
    }
    chosenFrom_ = std::move(places);
    chosenName_ = name.key.name;
    completion_->close();
    choices_->setRows(std::move(rows));
    choices_->showAt(view_.editor()->screenRectOf(name.begin, name.end));
}

void CodeAssist::goTo(const kod::SymbolUse& use, const std::string& name)
{
    const QString path = QString::fromStdString(use.file.string());
    const auto text = use.file == view_.indexPath() ? std::optional(QByteArray::fromStdString(view_.text()->text())) : textNow(path, view_.openTexts());
    const auto place = text ? UsePlaces(*text, name).find(use) : std::nullopt;
    if (!place) { // by another program, or it is being read anew just now
        view_.tree()->refresh();
        return view_.say(tr("%1 changed since it was read. Try again in a moment.").arg(QFileInfo(path).fileName()));
    }
    if (use.file == view_.indexPath())
        return view_.jumpTo(place->first, place->first);
    emit view_.jumps();
    emit view_.placeWanted(path, {{QStringLiteral("select"), QVariantList{QVariant::fromValue(place->first), QVariant::fromValue(place->first)}}});
}

void CodeAssist::showTip(const QPoint& at, qsizetype offset)
{
    const auto name = nameAt(offset);
    if (!name || !view_.isIndexed())
        return;
    const auto about = view_.index()->describe(name->key, name->className.toStdString());
    if (!about || about->signature.empty())
        return;
    CodeEditor* editor = view_.editor();
    QRect word = editor->screenRectOf(name->begin, name->end);
    word.moveTopLeft(editor->textArea()->mapFromGlobal(word.topLeft()));
    QToolTip::showText(at, symbolTip(*about, *view_.dialect()), editor->textArea(), word);
}

QWidget* CodeAssist::callTipShown() const { return callTip_->isVisible() ? callTip_ : nullptr; }

QString CodeAssist::callTipText() const { return callTip_->text(); }

/// `isWanted`: says so when there is nothing to tell.
void CodeAssist::askCall(bool isWanted)
{
    const auto index = view_.index();
    const qsizetype cursor = view_.editor()->cursorOffset();
    if (!index || !view_.editor()->isInCode(cursor)) {
        closeCall();
        if (isWanted)
            view_.say(index ? tr("No call stands here.") : tr("The other classes are still being read."));
        return;
    }
    followsCall_ = true;
    call_.ask([index, path = view_.indexPath(), text = view_.text()->text(), cursor] { return index->callAt(path, text, static_cast<std::uint32_t>(cursor)); },
              [this, cursor, isWanted](const std::optional<kod::CallHelp>& call) {
                  if (view_.editor()->cursorOffset() != cursor)
                      return; // the next answer is about where it is now
                  if (!call || call->parameters.empty() || !view_.editor()->isVisible()) {
                      closeCall();
                      if (isWanted && !call)
                          view_.say(tr("No call stands here."));
                      return;
                  }
                  const CodeEditor& editor = *view_.editor();
                  const QString name = QString::fromStdString(call->name);
                  if (!callTip_->isVisible() || callName_ != name || editor.placeOf(callAnchor_).line != editor.placeOf(cursor).line)
                      callAnchor_ = cursor; // it stays where it came while one goes on in the same call
                  callName_ = name;
                  callTip_->showAt(callTip(*call), editor.screenRectOf(callAnchor_, callAnchor_));
              });
}

void CodeAssist::closeCall()
{
    followsCall_ = false;
    call_.forget();
    callTip_->hide();
}

void CodeAssist::closeLists()
{
    completion_->close();
    choices_->hide();
    closeCall();
}

/// Soon after a change of the text: what was typed is there.
void CodeAssist::edited()
{
    isTyping_ = false;
    if (std::exchange(seen_, view_.text()->revision()) == view_.text()->revision())
        return; // told once more of several keys that came together
    lastCursor_ = view_.editor()->cursorOffset();
    const QString letters = std::exchange(typed_, {});
    const bool erased = std::exchange(erases_, false);
    choices_->hide();
    if (!letters.isEmpty())
        completion_->typed(letters);
    else if (erased)
        completion_->erased();
    else
        completion_->close(); // by something else than keys
    const bool opens = letters.contains(u'(') || letters.contains(u',');
    if ((opens && editorLook().completes) || followsCall_)
        askCall(false);
}

void CodeAssist::cursorMoved()
{
    if (isTyping_ || std::exchange(lastCursor_, view_.editor()->cursorOffset()) == view_.editor()->cursorOffset())
        return; // edited() looks, or has looked: the widget tells late
    completion_->cursorMoved();
    choices_->hide();
    if (followsCall_)
        askCall(false);
}

bool CodeAssist::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride: return takeKeys(watched, *static_cast<QKeyEvent*>(event), true);
    case QEvent::KeyPress: return takeKeys(watched, *static_cast<QKeyEvent*>(event), false);
    case QEvent::KeyRelease:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Control)
            showLink({}, false);
        break;
    case QEvent::InputMethod:
        if (const QString& letters = static_cast<QInputMethodEvent*>(event)->commitString(); !letters.isEmpty())
            typed_ = letters;
        break;
    case QEvent::FocusOut:
    case QEvent::Hide:
        closeLists();
        showLink({}, false);
        break;
    case QEvent::Leave: showLink({}, false); break;
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
        if (watched == view_.editor()->textArea())
            return takeMouse(*event);
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

/// What is shown over the text has its keys first. `isOverride`: asked whether a key is meant as one, before shortcuts take it.
bool CodeAssist::takeKeys(QObject*, QKeyEvent& key, bool isOverride)
{
    const bool hidesTip = key.key() == Qt::Key_Escape && callTip_->isVisible();
    if (isOverride) {
        const bool isOurs = ((completion_->isShown() || choices_->isVisible()) && PopList::isKey(key)) || hidesTip;
        if (isOurs)
            key.accept();
        return isOurs;
    }
    if (completion_->takeKey(key) || choices_->takeKey(key))
        return true;
    if (hidesTip) {
        closeCall();
        return true;
    }
    if (key.key() == Qt::Key_Control) {
        showLink(view_.editor()->textArea()->mapFromGlobal(QCursor::pos()), true);
        return false;
    }
    showLink({}, false);
    const QString letters = key.text();
    const bool hasCommand = (key.modifiers() & (Qt::ControlModifier | Qt::MetaModifier)) != 0 && (key.modifiers() & Qt::AltModifier) == 0; // AltGr is both
    const bool types = !hasCommand && !letters.isEmpty() && letters[0].isPrint();
    erases_ = key.key() == Qt::Key_Backspace;
    isTyping_ = (types || erases_) && !view_.editor()->isReadOnly();
    typed_ = isTyping_ && types ? typed_ + letters : QString(); // several keys may come before the text tells of the first
    return false;
}

void CodeAssist::showLink(const QPoint& at, bool isHeld)
{
    CodeEditor* editor = view_.editor();
    std::optional<NameHere> name;
    if (isHeld && view_.isIndexed() && editor->textArea()->rect().contains(at))
        if (const qsizetype offset = editor->offsetAt(at); offset >= 0)
            name = nameAt(offset);
    if (name && isOfTheLanguage(name->key.kind))
        name.reset();
    const std::pair<qsizetype, qsizetype> wanted = name ? std::pair(name->begin, name->end) : std::pair<qsizetype, qsizetype>(0, 0);
    if (wanted == link_)
        return;
    link_ = wanted;
    editor->setLink(link_.first, link_.second);
    editor->textArea()->setCursor(name ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

/// Ctrl and a click go where the name is defined; with Alt too, another cursor comes where one clicks.
bool CodeAssist::takeMouse(QEvent& event)
{
    auto& mouse = static_cast<QMouseEvent&>(event);
    const QPoint at = mouse.position().toPoint();
    const bool isLink = (mouse.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier)) == Qt::ControlModifier;
    switch (event.type()) {
    case QEvent::MouseMove:
        if (mouse.buttons() == Qt::NoButton)
            showLink(at, isLink);
        return link_.second > link_.first;
    case QEvent::MouseButtonPress:
        closeLists();
        isTyping_ = false;
        if (mouse.button() != Qt::LeftButton)
            return false;
        if ((mouse.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == (Qt::ControlModifier | Qt::AltModifier)) {
            view_.editor()->addCursor(at);
            return true;
        }
        showLink(at, isLink);
        return link_.second > link_.first;
    default: break;
    }
    if (mouse.button() != Qt::LeftButton || link_.second <= link_.first)
        return false;
    const auto name = nameAt(link_.first);
    showLink({}, false);
    if (name)
        follow(*name);
    return true;
}

} // namespace blak::ui::code
