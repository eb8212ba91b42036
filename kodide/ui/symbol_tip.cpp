// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/symbol_tip.h"

#include "kodide/ui/kod_styles.h"
#include "kodide/ui/use_places.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <array>

namespace blak::ui::code {
namespace {

constexpr int mostWidth = 560;        ///< px of a tip
constexpr qsizetype mostComment = 600; ///< letters
constexpr qsizetype mostCallComment = 200;

constexpr std::array inks{
#define X(name, member, words) &Theme::Syntax::member,
    KOD_STYLES(X)
#undef X
};

QString escaped(const QString& text) { return text.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;")); }

QString inked(const QString& html, const QColor& ink) { return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(ink.name(), html); }

QString mono(const QString& html)
{
    return QStringLiteral("<span style=\"font-family:'%1'; font-size:12px\">%2</span>").arg(monoFont().family(), html);
}

/// The beginning of a comment, cut at a word.
QString shortened(QString comment, qsizetype most)
{
    comment = comment.trimmed();
    if (comment.size() > most) {
        const qsizetype blank = comment.lastIndexOf(u' ', most);
        comment = comment.left(blank > most / 2 ? blank : most) + QStringLiteral(" \u2026");
    }
    return comment.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
}

/// A table, so that long words of code make the tip wide and long comments do not.
QString page(const QStringList& rows)
{
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\">");
    for (const QString& row : rows)
        html += QStringLiteral("<tr><td>%1</td></tr>").arg(row);
    return html + QStringLiteral("</table>");
}

} // namespace

QString colouredKod(const std::string& line, const kod::Dialect& dialect)
{
    const StyledKod styled = styleKod(line, dialect, {});
    QString html;
    std::size_t at = 0;
    while (at < line.size()) {
        std::size_t end = at + 1;
        while (end < line.size() && styled.styles[end] == styled.styles[at])
            ++end;
        const QString piece = QString::fromUtf8(line.data() + at, static_cast<qsizetype>(end - at));
        html += inked(escaped(piece), theme().syntax.*inks[static_cast<std::size_t>(styled.styles[at])]);
        at = end;
    }
    return html;
}

QString symbolTip(const kod::SymbolDescription& about, const kod::Dialect& dialect)
{
    const auto name = about.signature.find(about.spelling);
    QString signature;
    if (name == 0) { // in the colour it has in the text, whatever the line looks like to the lexer
        signature = inked(escaped(QString::fromStdString(about.spelling)), theme().syntax.*nameLook(about.key.kind).ink) +
                    colouredKod(about.signature.substr(about.spelling.size()), dialect);
    } else {
        signature = colouredKod(about.signature, dialect);
    }
    QStringList rows{mono(signature)};
    if (!about.detail.empty())
        rows << inked(QString::fromStdString(about.detail).toHtmlEscaped(), theme().text2);
    if (!about.comment.empty())
        rows << shortened(QString::fromStdString(about.comment), mostComment);
    return page(rows);
}

QString callTip(const kod::CallHelp& call)
{
    QString line = inked(escaped(QString::fromStdString(call.name)), theme().text) + u'(';
    for (std::size_t i = 0; i < call.parameters.size(); ++i) {
        const QString one = escaped(QString::fromStdString(call.parameters[i]));
        if (i > 0)
            line += QStringLiteral(", ");
        line += static_cast<int>(i) == call.current ? QStringLiteral("<b>%1</b>").arg(inked(one, theme().link)) : inked(one, theme().text2);
    }
    QStringList rows{mono(line + u')')};
    if (!call.comment.empty())
        rows << shortened(QString::fromStdString(call.comment), mostCallComment);
    if (call.others > 0)
        rows << inked(call.others == 1 ? QObject::tr("Another handler takes other parameters.")
                                       : QObject::tr("%1 other handlers take other parameters.").arg(call.others),
                      theme().text2);
    return page(rows);
}

CallTip::CallTip(QWidget* owner) : QLabel(owner, Qt::ToolTip | Qt::FramelessWindowHint | Qt::NoDropShadowWindowHint | Qt::WindowTransparentForInput)
{
    setObjectName(QStringLiteral("callTip"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setTextFormat(Qt::RichText);
    setMargin(4);
    setMaximumWidth(mostWidth);
    setAutoFillBackground(true);
}

void CallTip::showAt(const QString& richText, const QRect& line)
{
    const Theme& now = theme();
    setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; border: 1px solid %3; }")
                      .arg(now.tooltip.name(), now.text.name(), now.border.name()));
    setText(richText);
    setWordWrap(false);
    setMinimumSize(0, 0);
    QSize size = sizeHint();
    if (size.width() > mostWidth) {
        setWordWrap(true);
        size = QSize(mostWidth, heightForWidth(mostWidth));
    }
    const QScreen* screen = QGuiApplication::screenAt(line.center());
    const QRect room = (screen != nullptr ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    const int x = std::clamp(line.left(), room.left(), std::max(room.left(), room.right() - size.width()));
    const int above = line.top() - size.height() - 3;
    setGeometry(QRect(QPoint(x, above >= room.top() ? above : line.bottom() + 3), size));
    if (!isVisible())
        show();
    raise();
}

} // namespace blak::ui::code
