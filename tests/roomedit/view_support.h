// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "ui/fonts.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QApplication>
#include <QWidget>

#include <filesystem>
#include <memory>
#include <vector>

namespace blak::test {

/// A project without the shell: texture folders and nothing else.
class FolderProject : public ui::Project
{
public:
    explicit FolderProject(std::vector<std::filesystem::path> folders, QString root = {})
        : root_(std::move(root)), assets_(std::make_shared<render::AssetStore>(std::move(folders)))
    {
    }

    QString root() const override { return root_; }
    QString name() const override { return QStringLiteral("Test"); }
    QString dialectName() const override { return QStringLiteral("classic"); }
    std::shared_ptr<render::AssetStore> assets() const override { return assets_; }

private:
    QString root_;
    std::shared_ptr<render::AssetStore> assets_;
};

/// With BLAK_GRAB_DIR set, writes what a widget looks like to that folder, dark and light, to be looked at by people.
inline void grabForPeople(QWidget& widget, const QString& name, void (*prepare)(QWidget&) = nullptr)
{
    const QString folder = qEnvironmentVariable("BLAK_GRAB_DIR");
    if (folder.isEmpty())
        return;
    for (const auto& [kind, suffix] : {std::pair{ui::ThemeKind::Dark, "dark"}, std::pair{ui::ThemeKind::Light, "light"}}) {
        ui::setTheme(kind);
        QCoreApplication::processEvents();
        if (prepare != nullptr)
            prepare(widget);
        widget.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, QLatin1String(suffix)));
    }
    ui::setTheme(ui::ThemeKind::Dark);
}

} // namespace blak::test
