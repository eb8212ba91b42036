// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_document.h"
#include "bgfeditor/ui/sprite_inspector.h"
#include "bgfeditor/ui/sprite_view.h"
#include "formats/base/file_io.h"
#include "formats/bbg/make.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/roomedit/view_support.h"

#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

namespace blak::test {

using ui::sprites::SpriteCanvas;
using ui::sprites::SpriteInspector;
using ui::sprites::SpriteModel;
using ui::sprites::SpriteView;

/// Of a folder that is also the world's.
class WorldFolder : public FolderProject
{
public:
    explicit WorldFolder(const QString& folder) : FolderProject({std::filesystem::path(folder.toStdString())}), folder_(folder) {}
    QString root() const override { return folder_; }

private:
    QString folder_;
};

inline constexpr std::string_view wolfCommands = "#*Groups: 2\n#* stand\n#* walk\n-s 2 -n Wolf\n4\n"
                                      "wolf0.png [0, 0] :1 21 [15, 12]\nwolf1.png :1 21 [3, 12]\nwolf2.png\nwolf3.bmp\n"
                                      "2\n2 1 2\n2 3 4\n";

/// A command file with four frames in its window, as an artist has it.
class WolfPage : public QObject
{
protected:
    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<ui::Project> project_;
    std::unique_ptr<SpriteView> view_;

    std::filesystem::path beside(const char* name) const { return std::filesystem::path(folder_->path().toStdString()) / name; }
    SpriteModel& model() { return *view_->model(); }
    SpriteCanvas& canvas() { return *view_->canvas(); }
    std::uint8_t pixel(int frame, int x, int y) { return (*model().indices(frame))[static_cast<std::size_t>(y * 20 + x)]; }
    QPoint at(int x, int y) { return canvas().toWidget(QPointF(x + 0.5, y + 0.5)).toPoint(); }

    void drag(QVector<QPoint> points, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(&canvas(), Qt::LeftButton, modifiers, points.first());
        for (const QPoint& point : std::as_const(points)) {
            QMouseEvent move(QEvent::MouseMove, point, canvas().mapToGlobal(point), Qt::NoButton, Qt::LeftButton, modifiers);
            QApplication::sendEvent(&canvas(), &move);
        }
        QTest::mouseRelease(&canvas(), Qt::LeftButton, modifiers, points.last());
    }

    void run(const char* id) { runSpriteAction(*view_, QLatin1String("sprite.") + QLatin1String(id)); }

    template <typename Widget>
    Widget* panel(const char* id)
    {
        return panelOf<Widget>(*view_, id);
    }

    template <typename Widget>
    Widget* field(const char* name)
    {
        return panel<SpriteInspector>("properties")->findChild<Widget*>(QLatin1String(name));
    }

    void type(QLineEdit* field, const QString& text)
    {
        QVERIFY(field != nullptr);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    void open()
    {
        view_.reset();
        folder_ = std::make_unique<QTemporaryDir>();
        (void)writeFileAtomically(beside("wolf.bbg"), wolfCommands, Backup::None);
        for (int i = 0; i < 4; ++i) {
            std::vector<std::uint8_t> indices(20 * 30, static_cast<std::uint8_t>(0x61 + i));
            indices[0] = bgf::transparentIndex;
            if (i < 3)
                (void)bgfcore::writePng(beside(("wolf" + std::to_string(i) + ".png").c_str()), {20, 30, indices, palette::builtIn()}, true);
            else
                (void)writeFileAtomically(beside("wolf3.bmp"), bbg::writeIndexedBmp({20, 30, indices}, palette::builtIn()), Backup::None);
        }
        project_ = std::make_shared<WorldFolder>(folder_->path());
        const auto type = ui::sprites::spriteDocumentType();
        const QString file = folder_->filePath(QStringLiteral("wolf.bbg"));
        QVERIFY(type.recognises(file, "#*Groups: 2"));
        auto opened = type.open(file, project_, nullptr);
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        view_->resize(700, 600);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        canvas().setZoom(8);
        canvas().setFocus();
    }
};

} // namespace blak::test
