// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/appearance.h"

#include "kodide/ui/editor_look.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/system_theme.h"

#include <QPointer>

#include <array>

namespace blak::ui::shell {
namespace {

constexpr auto themeKey = "appearance/theme";
constexpr std::array choiceNames{"system", "dark", "light"}; ///< by ThemeChoice

QPointer<SystemTheme>& followed()
{
    static QPointer<SystemTheme> desktop;
    return desktop;
}

} // namespace

void followSystemTheme(SystemTheme& desktop)
{
    followed() = &desktop;
    QObject::connect(&desktop, &SystemTheme::changed, &desktop, [] {
        if (savedThemeChoice() == ThemeChoice::System)
            setTheme(systemTheme());
    });
}

ThemeKind systemTheme() { return followed() ? followed()->kind() : ThemeKind::Dark; }

ThemeChoice savedThemeChoice()
{
    const QString name = StudioSettings().value(QLatin1String(themeKey)).toString();
    for (std::size_t i = 0; i < choiceNames.size(); ++i)
        if (name == QLatin1String(choiceNames[i]))
            return static_cast<ThemeChoice>(i);
    return ThemeChoice::Dark; // what the studio looks like by itself
}

ThemeKind themeOfChoice(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::System: return systemTheme();
    case ThemeChoice::Dark: return ThemeKind::Dark;
    case ThemeChoice::Light: return ThemeKind::Light;
    }
    return ThemeKind::Dark;
}

void setThemeChoice(ThemeChoice choice)
{
    StudioSettings().setValue(QLatin1String(themeKey), QLatin1String(choiceNames[static_cast<std::size_t>(choice)]));
    setTheme(themeOfChoice(choice));
}

void loadEditorLook()
{
    const StudioSettings settings;
    code::EditorLook look;
    look.family = settings.value(QStringLiteral("editor/font")).toString();
    look.pixels = settings.value(QStringLiteral("editor/size"), 0).toDouble();
    look.tabWidth = settings.value(QStringLiteral("editor/tab"), 0).toInt();
    look.ruler = settings.value(QStringLiteral("editor/ruler"), 0).toInt();
    look.wrap = settings.value(QStringLiteral("editor/wrap"), false).toBool();
    look.completes = settings.value(QStringLiteral("editor/completion"), true).toBool();
    look.lineSpacing = settings.value(QStringLiteral("editor/lineSpacing"), look.lineSpacing).toInt();
    code::setEditorLook(look);
}

void saveEditorLook()
{
    StudioSettings settings;
    const code::EditorLook& look = code::editorLook();
    settings.setValue(QStringLiteral("editor/font"), look.family);
    settings.setValue(QStringLiteral("editor/size"), look.pixels);
    settings.setValue(QStringLiteral("editor/tab"), look.tabWidth);
    settings.setValue(QStringLiteral("editor/ruler"), look.ruler);
    settings.setValue(QStringLiteral("editor/wrap"), look.wrap);
    settings.setValue(QStringLiteral("editor/completion"), look.completes);
    settings.setValue(QStringLiteral("editor/lineSpacing"), look.lineSpacing);
}

} // namespace blak::ui::shell
