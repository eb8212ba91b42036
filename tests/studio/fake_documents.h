// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QTemporaryDir>
#include <QVBoxLayout>

/// Documents that do nothing but what the shell asks for, so that its tests need no editor.
namespace blak::test {

using namespace blak::ui;

class FakeDocument : public DocumentView
{
public:
    FakeDocument(const QString& path, const QString& kind, QWidget* parent) : DocumentView(parent), path_(path), kind_(kind)
    {
        setFocusPolicy(Qt::StrongFocus);
        inspector_ = new QLineEdit(QStringLiteral("inspects ") + QFileInfo(path).fileName(), this);
        layers_ = new QLabel(QStringLiteral("layers"), this);
        combo_ = new QComboBox(this);
        combo_->addItem(QFileInfo(path).fileName());
    }

    QString path() const override { return path_; }
    QString title() const override { return QFileInfo(path_).fileName(); }
    QString icon() const override { return kind_; }
    QVector<Panel> panels() override
    {
        return {{QStringLiteral("inspector"), QStringLiteral("Inspector"), QStringLiteral("property"), inspector_,
                 Qt::RightDockWidgetArea},
                {QStringLiteral("layers"), QStringLiteral("Layers"), QStringLiteral("layers"), layers_, Qt::LeftDockWidgetArea}};
    }
    QVector<QWidget*> toolBarWidgets() override { return {combo_}; }
    QStringList statusLeft() const override { return {QStringLiteral("Sector mode"), QStringLiteral("zoom %1").arg(zoom)}; }
    QStringList statusRight() const override { return {QStringLiteral("fake 1")}; }
    void find(std::vector<Diagnostic> problems) { setProblems(std::move(problems)); }
    void showProblem(const Diagnostic& problem) override { shown << QString::fromStdString(problem.message); }
    QVariantMap saveViewState() const override { return {{QStringLiteral("zoom"), zoom}}; }
    void restoreViewState(const QVariantMap& state) override { zoom = state.value(QStringLiteral("zoom")).toInt(); }
    QString placeHint() const override { return QStringLiteral("row,col"); }
    bool goToPlace(const QString& place) override
    {
        wentTo = place;
        return true;
    }
    void prepareForGrab() override { prepared = true; }
    bool isModified() const override { return modified_; }
    bool canUndo() const override { return edits > 0; }
    void undo() override { --edits; }

    void setModified(bool modified)
    {
        modified_ = modified;
        emit modifiedChanged();
    }

    QLineEdit* inspector() const { return inspector_; }
    QComboBox* combo() const { return combo_; }

    int zoom = 100;
    int edits = 0; ///< that can be taken back
    bool prepared = false;
    QString wentTo;
    QStringList shown; ///< problems that were gone to

private:
    QString path_;
    QString kind_;
    QLineEdit* inspector_ = nullptr;
    QLabel* layers_ = nullptr;
    QComboBox* combo_ = nullptr;
    bool modified_ = false;
};

inline QVector<DocumentType> fakeTypes()
{
    const auto type = [](const char* id, const char* name, const char* ending, const QByteArray& magic) {
        DocumentType one;
        one.id = QLatin1String(id);
        one.name = QLatin1String(name);
        one.helpPage = QStringLiteral("studio/%1s").arg(one.id);
        one.endings = QStringList{QLatin1String(ending)};
        one.recognises = [magic](const QString&, const QByteArray& head) { return head.startsWith(magic); };
        one.open = [kind = one.id](const QString& path, std::shared_ptr<Project>, QWidget* parent) -> Result<DocumentView*> {
            if (path.contains(QLatin1String("broken")))
                return Error{"broken.roo is encrypted, so its geometry cannot be read.", path.toStdString()};
            return static_cast<DocumentView*>(new FakeDocument(path, kind, parent));
        };
        return one;
    };
    return {type("room", "Room", "roo", "ROO\xB1"), type("sprite", "Sprite", "bgf", "BGF\x11")};
}

inline ActionTable fakeActions()
{
    ActionSpec zoom;
    zoom.id = QStringLiteral("room.view.zoomIn");
    zoom.text = QStringLiteral("Zoom in");
    zoom.menu = QStringLiteral("View/Zoom");
    zoom.context = QStringLiteral("room");
    zoom.icon = QStringLiteral("zoom-in");
    zoom.keys = {QKeySequence(Qt::CTRL | Qt::Key_Plus)};
    zoom.keysUdb = {QKeySequence(Qt::Key_Z)};
    zoom.inToolBar = true;
    zoom.run = [](DocumentView* document) { static_cast<FakeDocument*>(document)->zoom += 10; };
    zoom.enabled = [](const DocumentView* document) { return static_cast<const FakeDocument*>(document)->zoom < 200; };
    zoom.needs = [](const DocumentView*) { return QStringLiteral("Zoom out first."); };

    ActionSpec pencil;
    pencil.id = QStringLiteral("sprite.tool.pencil");
    pencil.text = QStringLiteral("Pencil");
    pencil.menu = QStringLiteral("Sprite");
    pencil.context = QStringLiteral("sprite");
    pencil.icon = QStringLiteral("pencil");
    pencil.keys = {QKeySequence(Qt::CTRL | Qt::Key_Plus)}; // the same key in another context is no conflict
    pencil.inToolBar = true;
    pencil.run = [](DocumentView*) {};
    return {zoom, pencil};
}

/// A folder with two rooms, a sprite, a texture and Blakod, enough to be recognised as a project.
class FakeProject
{
public:
    FakeProject()
    {
        write(QStringLiteral("rooms/lantern.roo"), "ROO\xB1\x0d");
        write(QStringLiteral("rooms/square.roo"), "ROO\xB1\x0d");
        write(QStringLiteral("rooms/broken.roo"), "ROO\xB1\x0d");
        write(QStringLiteral("sprites/keeper.bgf"), "BGF\x11\x0a");
        write(QStringLiteral("sprites/grd04107.bgf"), "BGF\x11\x0a");
        write(QStringLiteral("kod/creature/keeper.kod"), "% a keeper\nKeeper is Creature\n");
    }

    QString root() const { return QFileInfo(dir_.path()).canonicalFilePath(); }
    QString path(const char* name) const { return root() + QLatin1Char('/') + QLatin1String(name); }

    void write(const QString& name, const QByteArray& bytes)
    {
        const QFileInfo info(dir_.filePath(name));
        QDir().mkpath(info.absolutePath());
        QFile file(info.filePath());
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(info.filePath()));
    }

private:
    QTemporaryDir dir_;
};

} // namespace blak::test
