// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/frame_list.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/blak/blak_files.h"
#include "tests/roomedit/view_support.h"

#include <QTemporaryDir>
#include <QTest>

/// Lists of frames in windows of their own, for tests of pictures that come and go.
namespace blak::test {

constexpr std::uint8_t body = 0x60; ///< the colour of the first frame; the next ones follow

struct FramePage
{
    std::unique_ptr<ui::sprites::SpriteView> view;
    ui::sprites::FrameList* list = nullptr;

    ui::sprites::SpriteModel& model() const { return *view->model(); }
    QPoint middleOf(int frame) const { return list->visualRect(list->model()->index(frame, 0)).center(); }
    int colourOf(int frame) const { return (*model().indices(frame))[0]; }
    void run(const char* id) const { runSpriteAction(*view, QLatin1String("sprite.") + QLatin1String(id)); }
};

/// A folder with sprites of plain frames.
class FrameFolder
{
public:
    QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }

    FramePage open(const char* name, int frames, QPoint place)
    {
        bgf::Sprite sprite;
        for (int i = 0; i < frames; ++i)
            sprite.bitmaps.push_back(bgf::encode(20, 30, std::vector<std::uint8_t>(20 * 30, static_cast<std::uint8_t>(body + i))));
        sprite.groups = {{}};
        for (int i = 0; i < frames; ++i)
            sprite.groups[0].push_back(i);
        put(path(name).toStdString(), bgf::write(sprite));
        auto opened = ui::sprites::spriteDocumentType().open(path(name), project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        FramePage page{std::unique_ptr<ui::sprites::SpriteView>(qobject_cast<ui::sprites::SpriteView*>(opened.value())), nullptr};
        page.list = panelOf<ui::sprites::FrameList>(*page.view, "frames");
        page.list->setGeometry(QRect(place, QSize(240, 300)));
        page.list->show();
        if (!QTest::qWaitForWindowExposed(page.list))
            qFatal("the list of frames is not shown");
        return page;
    }

private:
    QTemporaryDir folder_;
    std::shared_ptr<ui::Project> project_ = std::make_shared<FolderProject>(std::vector<std::filesystem::path>{folder_.path().toStdString()});
};

} // namespace blak::test
