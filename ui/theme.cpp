// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "ui/fonts.h"
#include "ui/item_colours.h"
#include "ui/renew_look.h"
#include "ui/row_hover.h"
#include "ui/studio_style.h"

#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPalette>
#include <QToolTip>
#include <QWidget>

#include <array>
#include <utility>

static void initialiseResources() { Q_INIT_RESOURCE(widgets); }

namespace blak::ui {
namespace {

QByteArray resource(const QString& name)
{
    initialiseResources();
    QFile file(QStringLiteral(":/widgets/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("resource %s is missing", qPrintable(name));
    return file.readAll();
}

QColor colour(const QJsonObject& group, const char* name)
{
    const QColor value(group.value(QLatin1String(name)).toString());
    if (!value.isValid())
        qFatal("tokens.json has no colour %s", name);
    return value;
}

Theme readTheme(const QJsonObject& tokens, ThemeKind kind)
{
    const QString suffix = kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light");
    const QJsonObject chrome = tokens.value(suffix).toObject();
    const QJsonObject map = tokens.value(QString(QStringLiteral("map_") + suffix)).toObject();
    const QJsonObject syntax = tokens.value(QString(QStringLiteral("syntax_") + suffix)).toObject();
    Theme theme;
    theme.kind = kind;
#define X(member, key) theme.member = colour(chrome, key);
    BLAK_CHROME_COLOURS(X)
#undef X
#define X(member, key) theme.map.member = colour(map, key);
    BLAK_MAP_COLOURS(X)
#undef X
#define X(member, key) theme.syntax.member = colour(syntax, key);
    BLAK_SYNTAX_COLOURS(X)
#undef X
    return theme;
}

const std::array<Theme, 2>& themes()
{
    static const std::array<Theme, 2> both = [] {
        const QJsonObject tokens = QJsonDocument::fromJson(resource(QStringLiteral("tokens.json"))).object();
        return std::array{readTheme(tokens, ThemeKind::Dark), readTheme(tokens, ThemeKind::Light)};
    }();
    return both;
}

ThemeKind current = ThemeKind::Dark;

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor& normal, const QColor& disabled) {
        palette.setColor(QPalette::Active, role, normal);
        palette.setColor(QPalette::Inactive, role, normal);
        palette.setColor(QPalette::Disabled, role, disabled);
    };
    set(QPalette::Window, theme.dock, theme.dock);
    set(QPalette::WindowText, theme.text, theme.textDisabled);
    set(QPalette::Base, theme.input, theme.dock);
    set(QPalette::AlternateBase, theme.raised, theme.raised);
    set(QPalette::Text, theme.text, theme.textDisabled);
    set(QPalette::Button, theme.raised, theme.dock);
    set(QPalette::ButtonText, theme.text, theme.textDisabled);
    set(QPalette::BrightText, theme.error, theme.textDisabled);
    set(QPalette::PlaceholderText, theme.text2, theme.textDisabled);
    set(QPalette::Highlight, theme.selected, theme.selectedInactive);
    set(QPalette::HighlightedText, theme.text, theme.textDisabled);
    set(QPalette::ToolTipBase, theme.tooltip, theme.tooltip);
    set(QPalette::ToolTipText, theme.text, theme.text);
    set(QPalette::Link, theme.link, theme.textDisabled);
    set(QPalette::LinkVisited, theme.link, theme.textDisabled);
    set(QPalette::Light, theme.hover, theme.hover);
    set(QPalette::Midlight, theme.raised, theme.raised);
    set(QPalette::Mid, theme.border, theme.border);
    set(QPalette::Dark, theme.separator, theme.separator);
    set(QPalette::Shadow, theme.separator, theme.separator);
    palette.setColor(QPalette::Inactive, QPalette::Highlight, theme.selectedInactive);
    return palette;
}

/// The sheet names colours as @member and takes everything else literally.
QString styleSheetOf(const Theme& theme)
{
    QString sheet = QString::fromUtf8(resource(QStringLiteral("studio.qss")));
    struct Named
    {
        QString name;
        QString value;
    };
    std::vector<Named> names;
#define X(member, key) names.push_back({QStringLiteral("@" #member ";"), theme.member.name() + QLatin1Char(';')});
    BLAK_CHROME_COLOURS(X)
#undef X
    names.push_back({QStringLiteral("@rowHover;"), rowHover(theme.dock, theme).name() + QLatin1Char(';')});
    sheet.replace(QLatin1String("@kind"), theme.isDark() ? QLatin1String("dark") : QLatin1String("light"));
    for (const Named& named : names)
        sheet.replace(named.name, named.value);
    return sheet;
}

/// Takes the sheet off and puts another on. Given the next one while it has one Qt styles each widget once for each widget it lies
/// in: with many documents open that takes seconds. With the last user of a sheet go its rules of widgets as well, and the tables of
/// those long gone.
void putSheet(const QString& sheet)
{
    qApp->setStyleSheet(QString());
    // Qt takes the mark "is in the tables" only from widgets that were shown. One that asked the style early (spin boxes do) would keep
    // it, never be told of by its end, and the next change of the theme would style what no longer exists.
    for (QWidget* one : QApplication::allWidgets())
        one->setAttribute(Qt::WA_StyleSheet, false);
    qApp->setStyleSheet(sheet);
}

void apply(ThemeKind kind)
{
    const ThemeKind before = std::exchange(current, kind);
    const QPalette palette = paletteOf(theme());
    qApp->setPalette(palette);
    QToolTip::setPalette(palette);
    putSheet(styleSheetOf(theme()));
    if (before != kind)
        recolourItems(themeOf(before), theme());
    emit themeNotifier()->changed();
}

} // namespace

const Theme& themeOf(ThemeKind kind) { return themes()[static_cast<std::size_t>(kind)]; }

const Theme& theme() { return themeOf(current); }

ThemeNotifier* themeNotifier()
{
    static ThemeNotifier notifier;
    return &notifier;
}

void installTheme(QApplication& application, ThemeKind kind)
{
    initialiseResources();
    loadFonts();
    application.setFont(uiFont());
    application.setStyle(makeStudioStyle());
    apply(kind);
}

void setTheme(ThemeKind kind)
{
    if (kind != current)
        apply(kind);
}

void renewLook()
{
    putSheet(styleSheetOf(theme()));
    renewLetters();
}

} // namespace blak::ui
