// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/text_place.h"

#include "kodide/compiler/characters.h"
#include "kodide/index/text_cutter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace blak::kod {
namespace {

bool isBlock(TokenKind keyword)
{
    switch (keyword) {
    case TokenKind::Constants:
    case TokenKind::Resources:
    case TokenKind::Classvars:
    case TokenKind::Properties:
    case TokenKind::Messages: return true;
    default: return false;
    }
}

/// `First(`, which some dialects have as words of their own.
bool callsLikeAFunction(TokenKind keyword)
{
    return keyword == TokenKind::Identifier || keyword == TokenKind::First || keyword == TokenKind::Rest ||
           keyword == TokenKind::GetClass || keyword == TokenKind::IsClass;
}

/// Reads the text up to the place.
class PlaceReader
{
public:
    PlaceReader(std::string_view text, std::size_t end, const Dialect& dialect)
        : text_(text), end_(end), dialect_(dialect), cutter_(text, dialect)
    {
    }

    /// False when the place is in a comment or a string.
    bool read()
    {
        bool inside = false;
        for (;;) {
            const Piece piece = cutter_.next(end_, inside);
            if (piece.mark == Mark::None)
                return !inside;
            if (inside)
                return false;
            take(piece);
            if (piece.mark != Mark::EndOfLine || mode_ == Mode::Entries)
                before_ = piece;
        }
    }

    void finish(TextPlace& place, bool firstOnLine);

private:
    enum class Mode : std::uint8_t { Top, Header, Super, Entries, Handlers, Parameters, BeforeBody, Body };

    void take(const Piece& piece);
    void takeEntry(const Piece& piece);
    void takeHandlers(const Piece& piece);
    void takeParameter(const Piece& piece);
    void takeBody(const Piece& piece);
    void takeWord(const Piece& piece);
    void takeSign(const Piece& piece);
    bool endsBody(const Piece& piece);
    void open(const Piece& piece);
    void startClass(std::string_view name);
    void startBlock(TokenKind block);
    void startStatement()
    {
        statement_ = true;
        loopVariable_ = false;
        inLocals_ = false;
    }
    PlaceKind expressionKind(bool firstOnLine) const;

    std::string_view text_;
    std::size_t end_;
    const Dialect& dialect_;
    TextCutter cutter_;
    Mode mode_ = Mode::Top;
    Piece before_;
    TokenKind block_ = TokenKind::End;
    std::string_view className_;
    std::string_view superName_;
    std::string_view handlerName_;
    std::vector<TextVariable> variables_;
    std::vector<TextMember> members_;
    std::vector<OpenCall> calls_;
    std::size_t lineEntries_ = 0; ///< pieces of the line between header and handlers
    bool valueSeen_ = false;
    std::string_view lineName_;
    int parameterDepth_ = 0;
    int depth_ = 0; ///< of braces
    bool statement_ = false;
    bool loopVariable_ = false;
    bool inLocals_ = false;
    bool bodyBegan_ = false; ///< nothing stands in the body yet
    bool afterCase_ = false;
    std::optional<std::size_t> header_; ///< what may be the header of a handler whose predecessor is not closed
    std::size_t headerDepth_ = 0;
    bool headerClosed_ = false;
    std::size_t restarted_ = 0;
};

void PlaceReader::startClass(std::string_view name)
{
    className_ = name;
    superName_ = {};
    handlerName_ = {};
    members_.clear();
    variables_.clear();
    calls_.clear();
    block_ = TokenKind::End;
    mode_ = Mode::Header;
}

void PlaceReader::startBlock(TokenKind block)
{
    block_ = block;
    variables_.clear();
    calls_.clear();
    handlerName_ = {};
    depth_ = 0;
    mode_ = block == TokenKind::Messages ? Mode::Handlers : Mode::Entries;
    lineEntries_ = 1;
    lineName_ = {};
    valueSeen_ = false;
}

void PlaceReader::take(const Piece& piece)
{
    switch (mode_) {
    case Mode::Top:
        if (piece.isName())
            startClass(piece.text);
        else if (isBlock(piece.keyword))
            startBlock(piece.keyword);
        break;
    case Mode::Header:
        if (piece.keyword == TokenKind::Is)
            mode_ = Mode::Super;
        else if (piece.mark == Mark::EndOfLine)
            mode_ = Mode::Entries;
        else if (isBlock(piece.keyword))
            startBlock(piece.keyword);
        lineEntries_ = 0;
        break;
    case Mode::Super:
        if (piece.isName())
            superName_ = piece.text;
        else if (piece.mark == Mark::EndOfLine)
            mode_ = Mode::Entries;
        lineEntries_ = 0;
        valueSeen_ = false;
        break;
    case Mode::Entries: takeEntry(piece); break;
    case Mode::Handlers: takeHandlers(piece); break;
    case Mode::Parameters: takeParameter(piece); break;
    case Mode::BeforeBody:
        if (piece.isSign('{')) {
            mode_ = Mode::Body;
            depth_ = 1;
            startStatement();
            bodyBegan_ = true;
            header_.reset();
            calls_.clear();
        } else if (piece.mark == Mark::Word) {
            mode_ = Mode::Handlers;
            takeHandlers(piece);
        }
        break;
    case Mode::Body: takeBody(piece); break;
    }
}

void PlaceReader::takeEntry(const Piece& piece)
{
    if (piece.mark == Mark::EndOfLine) {
        lineEntries_ = 0;
        lineName_ = {};
        valueSeen_ = false;
        return;
    }
    ++lineEntries_;
    if (lineEntries_ == 1 && isBlock(piece.keyword)) {
        startBlock(piece.keyword);
    } else if (lineEntries_ == 1 && piece.keyword == TokenKind::EndClass) {
        mode_ = Mode::Top;
    } else if (lineEntries_ == 1 && piece.isName()) {
        lineName_ = piece.text;
        if (block_ != TokenKind::End)
            members_.push_back({piece.text, block_});
    } else if (lineEntries_ == 2 && piece.keyword == TokenKind::Is && !lineName_.empty()) { // a class above has no `end`
        startClass(lineName_);
        mode_ = Mode::Super;
    } else if (piece.isSign('=')) {
        valueSeen_ = true;
    }
}

void PlaceReader::takeHandlers(const Piece& piece)
{
    if (piece.mark != Mark::Word && piece.mark != Mark::Sign)
        return;
    if (piece.keyword == TokenKind::EndClass) {
        mode_ = Mode::Top;
    } else if (isBlock(piece.keyword)) {
        startBlock(piece.keyword);
    } else if (piece.keyword == TokenKind::Is && !handlerName_.empty()) {
        startClass(handlerName_);
        mode_ = Mode::Super;
    } else if (piece.isName()) {
        handlerName_ = piece.text;
        variables_.clear();
    } else if (piece.isSign('(')) {
        mode_ = Mode::Parameters;
        parameterDepth_ = 1;
        valueSeen_ = false;
    } else if (piece.isSign('{')) {
        mode_ = Mode::BeforeBody;
        take(piece);
    }
}

void PlaceReader::takeParameter(const Piece& piece)
{
    if (piece.isSign('(') || piece.isSign('[')) {
        ++parameterDepth_;
    } else if (piece.isSign(')') || piece.isSign(']')) {
        if (--parameterDepth_ == 0)
            mode_ = Mode::BeforeBody;
    } else if (piece.isSign('{')) {
        mode_ = Mode::BeforeBody;
        take(piece);
    } else if (piece.isSign(',') && parameterDepth_ == 1) {
        valueSeen_ = false;
    } else if (piece.isSign('=')) {
        valueSeen_ = true;
    } else if (piece.isName() && !valueSeen_ && parameterDepth_ == 1) {
        variables_.push_back({piece.text, true});
    }
}

/// What never stands in a body: the handler above was not closed.
bool PlaceReader::endsBody(const Piece& piece)
{
    if (piece.keyword == TokenKind::EndClass) {
        mode_ = Mode::Top;
        handlerName_ = {};
        variables_.clear();
        calls_.clear();
        return true;
    }
    if (piece.mark == Mark::Word && piece.firstOnLine && isBlock(piece.keyword)) {
        startBlock(piece.keyword);
        return true;
    }
    if (piece.isSign('{') && header_ && headerClosed_) { // Name(...) { is the next handler
        cutter_.goTo(*header_);
        restarted_ = *header_ + 1;
        header_.reset();
        mode_ = Mode::Handlers;
        handlerName_ = {};
        variables_.clear();
        calls_.clear();
        return true;
    }
    return false;
}

void PlaceReader::takeBody(const Piece& piece)
{
    if (piece.mark == Mark::EndOfLine || endsBody(piece))
        return;
    if (headerClosed_ && piece.mark != Mark::String)
        header_.reset();
    if (piece.firstOnLine && piece.isName() && piece.begin >= restarted_ && !findFunction(dialect_, piece.text)) {
        header_ = piece.begin;
        headerDepth_ = calls_.size();
        headerClosed_ = false;
    } else if (header_ && !headerClosed_ && calls_.size() == headerDepth_ && !piece.isSign('(')) {
        header_.reset();
    }
    const bool wasFirst = bodyBegan_;
    bodyBegan_ = false;
    if (piece.mark == Mark::Word)
        takeWord(piece);
    else if (piece.mark == Mark::Sign)
        takeSign(piece);
    else
        statement_ = false;
    if (wasFirst && piece.keyword == TokenKind::Local)
        inLocals_ = true;
}

void PlaceReader::takeWord(const Piece& piece)
{
    if (inLocals_) {
        if (piece.isName())
            variables_.push_back({piece.text, false});
        return;
    }
    const bool first = statement_;
    statement_ = false;
    OpenCall* call = calls_.empty() ? nullptr : &calls_.back();
    if (call && piece.isName()) {
        if (before_.isSign('@')) {
            call->message = piece.text;
        } else if (before_.isSign('#')) {
            call->setting = piece.text;
            call->settings.push_back(piece.text);
        } else if (before_.isSign('&') && call->argument == 0) {
            call->ofClass = piece.text;
        } else if (call->argument == 0 && before_.isSign('(')) {
            call->receiver = piece.text;
        }
    }
    switch (piece.keyword) {
    case TokenKind::Local: inLocals_ = first; break;
    case TokenKind::For:
    case TokenKind::Foreach: loopVariable_ = piece.keyword == dialect_.listLoop; break;
    case TokenKind::In: loopVariable_ = false; break;
    case TokenKind::Else:
    case TokenKind::Do: startStatement(); break;
    case TokenKind::Case:
    case TokenKind::Default: afterCase_ = true; break;
    default: break;
    }
}

void PlaceReader::takeSign(const Piece& piece)
{
    const bool first = statement_;
    statement_ = false;
    OpenCall* call = calls_.empty() ? nullptr : &calls_.back();
    switch (piece.sign) {
    case '{':
        ++depth_;
        calls_.clear();
        startStatement();
        break;
    case '}':
        calls_.clear();
        startStatement();
        if (--depth_ <= 0) {
            mode_ = Mode::Handlers;
            handlerName_ = {};
            variables_.clear();
        }
        break;
    case ';':
        if (!call || !call->loop)
            calls_.clear();
        startStatement();
        break;
    case '(':
    case '[': open(piece); break;
    case ')':
    case ']':
        if (call) {
            calls_.pop_back();
            headerClosed_ |= header_ && calls_.size() == headerDepth_;
        }
        break;
    case ',':
        if (call) {
            ++call->argument;
            call->setting = {};
            statement_ = call->loop;
            if (call->argument == 1 && !before_.isName()) // more than a name
                call->receiver = {};
        }
        break;
    case ':':
        if (afterCase_)
            startStatement();
        afterCase_ = false;
        break;
    case '#':
        if (call)
            call->setting = {};
        break;
    case 'i': statement_ = first; break;
    default:
        if (call && call->argument == 0)
            call->receiver = {};
        break;
    }
}

void PlaceReader::open(const Piece& piece)
{
    constexpr std::size_t deepest = 1000;
    if (calls_.size() >= deepest)
        return;
    OpenCall& call = calls_.emplace_back();
    call.begin = static_cast<std::uint32_t>(piece.begin);
    if (piece.sign == '(' && before_.mark == Mark::Word && callsLikeAFunction(before_.keyword))
        call.function = before_.text;
    call.loop = piece.sign == '(' && dialect_.cFor && before_.keyword == TokenKind::For;
    statement_ = call.loop;
}

PlaceKind PlaceReader::expressionKind(bool firstOnLine) const
{
    if (before_.isSign('@'))
        return PlaceKind::Message;
    if (before_.isSign('#'))
        return PlaceKind::Setting;
    if (before_.mark == Mark::Sign && before_.assigns)
        return PlaceKind::Expression;
    const bool operand = before_.isName() || before_.mark == Mark::Number || before_.mark == Mark::String ||
                         before_.isSign(')') || before_.isSign(']') || before_.isSign('$') || before_.isSign('i');
    if (operand)
        return firstOnLine && calls_.empty() ? PlaceKind::Statement : PlaceKind::Operator;
    return PlaceKind::Expression;
}

void PlaceReader::finish(TextPlace& place, bool firstOnLine)
{
    place.className = className_;
    place.superName = superName_;
    place.handlerName = handlerName_;
    place.variables = std::move(variables_);
    place.members = std::move(members_);
    place.calls = std::move(calls_);
    place.block = block_;
    place.inLocals = inLocals_;
    place.firstInBody = bodyBegan_;
    switch (mode_) {
    case Mode::Top: place.kind = PlaceKind::ClassName; break;
    case Mode::Header: place.kind = PlaceKind::AfterClass; break;
    case Mode::Super: place.kind = superName_.empty() ? PlaceKind::Superclass : PlaceKind::Nothing; break;
    case Mode::Entries:
        if (lineEntries_ == 0)
            place.kind = PlaceKind::EntryName;
        else if (valueSeen_ && !lineName_.empty() && !place.members.empty())
            place.members.pop_back(); // its own name is no value
        if (lineEntries_ > 0 && valueSeen_ && block_ != TokenKind::Resources)
            place.kind = PlaceKind::EntryValue;
        break;
    case Mode::Handlers: place.kind = handlerName_.empty() ? PlaceKind::HandlerName : PlaceKind::Nothing; break;
    case Mode::Parameters: place.kind = valueSeen_ ? PlaceKind::ParameterValue : PlaceKind::ParameterName; break;
    case Mode::BeforeBody: place.kind = PlaceKind::HandlerName; break;
    case Mode::Body:
        if (inLocals_ || before_.keyword == TokenKind::Include)
            place.kind = PlaceKind::Nothing;
        else if (loopVariable_)
            place.kind = before_.isName() ? PlaceKind::Operator : PlaceKind::LoopVariable;
        else if (statement_)
            place.kind = PlaceKind::Statement;
        else
            place.kind = expressionKind(firstOnLine);
        break;
    }
    const bool takesValue = place.kind == PlaceKind::EntryValue || place.kind == PlaceKind::ParameterValue;
    if (takesValue && before_.isSign('@'))
        place.kind = PlaceKind::Message;
    const bool binary = place.kind == PlaceKind::Operator;
    if ((place.kind == PlaceKind::Expression || takesValue) && before_.isSign('&') && !before_.assigns && !binary)
        place.kind = PlaceKind::Class;
    if (place.kind == PlaceKind::Expression && before_.isSign('*') && !before_.assigns)
        place.kind = PlaceKind::Variable;
}

/// Whether what stands before that sign is an operand, so that the sign joins two.
bool joins(std::string_view text, std::size_t sign)
{
    while (sign > 0 && (isClass(text[sign - 1], BlankClass) || text[sign - 1] == '\n'))
        --sign;
    if (sign == 0)
        return false;
    std::size_t begin = sign;
    while (begin > 0 && isClass(text[begin - 1], NameClass))
        --begin;
    if (begin < sign) {
        const std::string_view word = text.substr(begin, sign - begin);
        return std::ranges::none_of(std::array{"return", "and", "or", "not", "mod", "in", "case", "if", "while"},
                                    [&](const char* keyword) { return equalIgnoringCase(word, keyword); });
    }
    return text[sign - 1] == ')' || text[sign - 1] == ']' || text[sign - 1] == '$';
}

} // namespace

std::vector<TextWord> textWords(std::string_view text, const Dialect& dialect)
{
    std::vector<TextWord> words;
    TextCutter cutter(text, dialect);
    Piece before;
    Piece beforeThat;
    bool inside = false;
    for (Piece piece = cutter.next(text.size(), inside); piece.mark != Mark::None; piece = cutter.next(text.size(), inside)) {
        if (piece.mark == Mark::EndOfLine)
            continue;
        if (piece.isSign('(') && before.isName() && !words.empty())
            words.back().isCalled = true;
        if (piece.isName()) {
            const bool operand =
                beforeThat.isName() || beforeThat.mark == Mark::Number || beforeThat.isSign(')') || beforeThat.isSign(']');
            words.push_back({static_cast<std::uint32_t>(piece.begin), piece.text, before.mark == Mark::Sign ? before.sign : '\0',
                             operand, false});
        }
        beforeThat = std::exchange(before, piece);
    }
    return words;
}

TextPlace textPlace(std::string_view text, std::uint32_t offset, const Dialect& dialect)
{
    TextPlace place;
    std::size_t begin = std::min<std::size_t>(offset, text.size());
    std::size_t end = begin;
    place.begin = place.end = static_cast<std::uint32_t>(begin);
    while (begin > 0 && isClass(text[begin - 1], NameClass))
        --begin;
    while (end < text.size() && isClass(text[end], NameClass))
        ++end;
    PlaceReader reader(text, begin, dialect);
    const bool readable = reader.read();
    std::size_t blank = begin;
    while (blank > 0 && isClass(text[blank - 1], BlankClass))
        --blank;
    reader.finish(place, blank == 0 || text[blank - 1] == '\n');
    if (!readable || (begin < end && !isClass(text[begin], LetterClass))) {
        place.kind = PlaceKind::Nothing;
        return place;
    }
    place.begin = static_cast<std::uint32_t>(begin);
    place.end = static_cast<std::uint32_t>(end);
    if (place.kind == PlaceKind::Class || place.kind == PlaceKind::Variable) {
        std::size_t sign = begin;
        while (sign > 0 && isClass(text[sign - 1], BlankClass))
            --sign;
        const bool literal = sign > 0 && !joins(text, sign - 1) && (place.kind == PlaceKind::Class || dialect.localLiterals);
        if (!literal)
            place.kind = PlaceKind::Expression;
    }
    return place;
}

} // namespace blak::kod
