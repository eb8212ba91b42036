// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/inline_values.h"

#include "kodide/ui/kod_styles.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QEvent>
#include <QPainter>
#include <QRegularExpression>
#include <Qsci/qsciscintilla.h>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr int gapBefore = 24, longestValue = 60;

/// The line of the bracket that opens the handler, going up through the blocks around the line; 0 when there is none.
int handlerStart(const QStringList& text, int from)
{
    static const QRegularExpression block(QStringLiteral("^\\s*(if|else|while|for|foreach|do|switch|case|default)\\b"),
                                          QRegularExpression::CaseInsensitiveOption);
    int depth = 0;
    for (int line = from - 1; line >= 0; --line) {
        const QString& words = text.at(line);
        depth += static_cast<int>(words.count(QLatin1Char('}'))) - static_cast<int>(words.count(QLatin1Char('{')));
        if (depth >= 0)
            continue;
        depth = 0;
        int head = line;
        if (words.trimmed() == QLatin1String("{")) // the line before says of what it is the beginning
            while (head > 0 && text.at(head - 1).trimmed().isEmpty())
                --head;
        head = words.trimmed() == QLatin1String("{") ? std::max(head - 1, 0) : line;
        if (!block.match(text.at(head)).hasMatch())
            return head;
    }
    return 0;
}

/// The lines of the text with blanks where comments and strings are.
QStringList codeOf(QByteArray text, const kod::Dialect& dialect)
{
    const StyledKod styled = styleKod({text.constData(), static_cast<std::size_t>(text.size())}, dialect, {});
    for (qsizetype at = 0; at < text.size(); ++at) {
        const KodStyle style = styled.styles[static_cast<std::size_t>(at)];
        if ((style == KodStyle::Comment || style == KodStyle::String) && text[at] != '\n')
            text[at] = ' ';
    }
    return QString::fromUtf8(text).split(QLatin1Char('\n'));
}

} // namespace

QMap<int, QString> inlineValues(const QByteArray& source, const kod::Dialect& dialect, int stopped, const QMap<QString, QString>& values)
{
    static const QRegularExpression word(QStringLiteral("([#@]\\s*)?\\b([A-Za-z_][A-Za-z0-9_]*)"));
    QMap<int, QString> out;
    if (values.isEmpty() || stopped < 0)
        return out;
    const QStringList text = codeOf(source, dialect);
    if (stopped >= text.size())
        return out;
    for (int line = handlerStart(text, stopped); line <= stopped; ++line) {
        const QString& code = text.at(line);
        if (code.trimmed().startsWith(QLatin1String("local "), Qt::CaseInsensitive))
            continue;
        QStringList shown, seen;
        for (auto it = word.globalMatch(code); it.hasNext();) {
            const auto found = it.next();
            if (found.hasCaptured(1)) // a parameter of somebody else, or a message
                continue;
            const QString written = found.captured(2), name = written.toLower();
            const auto value = values.constFind(name);
            if (value == values.constEnd() || seen.contains(name))
                continue;
            seen << name;
            const QString cut = value->size() > longestValue ? value->left(longestValue) + QChar(0x2026) : *value;
            shown << written + QStringLiteral(" = ") + cut;
        }
        if (!shown.isEmpty())
            out[line] = shown.join(QStringLiteral(", "));
    }
    return out;
}

InlineValues::InlineValues(QsciScintilla& sci) : QWidget(&sci), sci_(sci)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setObjectName(QStringLiteral("inlineValues"));
    hide();
    sci_.viewport()->installEventFilter(this);
    connect(&sci_, &Base::SCN_UPDATEUI, this, [this] { update(); }); // not when painted: this would paint the text below anew
}

void InlineValues::set(const QMap<int, QString>& lines)
{
    lines_ = lines;
    place();
    setVisible(!lines_.isEmpty());
    raise();
    update();
}

void InlineValues::place() { setGeometry(sci_.viewport()->geometry()); }

bool InlineValues::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        place();
    return QWidget::eventFilter(watched, event);
}

void InlineValues::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QFont font = monoFont();
    font.setItalic(true);
    painter.setFont(font);
    painter.setPen(theme().text2);
    int left = 0;
    for (int margin = 0; margin < sci_.margins(); ++margin)
        left += sci_.marginWidth(margin);
    const int lineHeight = static_cast<int>(sci_.SendScintilla(Base::SCI_TEXTHEIGHT, 0UL));
    for (auto it = lines_.constBegin(); it != lines_.constEnd(); ++it) {
        const auto line = static_cast<unsigned long>(it.key());
        if (it.key() >= sci_.lines() || sci_.SendScintilla(Base::SCI_GETLINEVISIBLE, line) == 0)
            continue;
        const long end = sci_.SendScintilla(Base::SCI_GETLINEENDPOSITION, line);
        const int x = static_cast<int>(sci_.SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, end)) + gapBefore;
        const int y = static_cast<int>(sci_.SendScintilla(Base::SCI_POINTYFROMPOSITION, 0UL, end));
        const QRect row(std::max(x, left), y, width() - std::max(x, left) - 4, lineHeight);
        if (row.width() > 0 && row.bottom() >= 0 && row.top() < height())
            painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(it.value(), Qt::ElideRight, row.width()));
    }
}

} // namespace blak::ui::code
