// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "formats/document/text_document.h"
#include "studio/shell/document_area.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_model.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/support/shown_studio.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace blak::test {

using namespace blak::ui;
using namespace blak::ui::shell;

/// A text that can refuse to be kept in a journal.
class NoteText : public document::TextDocument
{
public:
    using TextDocument::TextDocument;
    Result<document::Bytes> unsavedState() const override
    {
        return canBeKept ? TextDocument::unsavedState() : Error{"this kind of document cannot be kept", {}};
    }

    bool canBeKept = true;
};

/// A view of a text that has no widgets.
class NoteView : public DocumentView
{
public:
    NoteView(const QString& path, std::shared_ptr<NoteText> text, std::shared_ptr<document::Workspace> workspace, QWidget* parent)
        : DocumentView(parent), path_(path), text_(std::move(text))
    {
        setDocument(text_, std::move(workspace));
    }

    QString path() const override { return path_; }
    QString title() const override { return QFileInfo(path_).fileName(); }
    QString icon() const override { return QStringLiteral("resource"); }

    void type(const QByteArray& text) { text_->edit("Type", text.toStdString()); }
    QByteArray text() const { return QByteArray::fromStdString(text_->text()); }
    NoteText& note() const { return *text_; }

private:
    QString path_;
    std::shared_ptr<NoteText> text_;
};

inline QVector<DocumentType> noteTypes()
{
    DocumentType type;
    type.id = QStringLiteral("note");
    type.name = QStringLiteral("Note");
    type.endings = QStringList{QStringLiteral("note")};
    type.recognises = [](const QString& path, const QByteArray&) { return path.endsWith(QLatin1String(".note")); };
    type.open = [](const QString& path, std::shared_ptr<Project> project, QWidget* parent) -> Result<DocumentView*> {
        const auto bytes = readTextFile(path.toStdString());
        if (!bytes)
            return bytes.error();
        const auto workspace = workspaceOf(project);
        auto text = std::dynamic_pointer_cast<NoteText>(workspace->find(path.toStdString()));
        if (!text) {
            text = std::make_shared<NoteText>(path.toStdString(), bytes.value(), EncodingRule::Guess);
            workspace->add(text);
        }
        return static_cast<DocumentView*>(new NoteView(path, std::move(text), workspace, parent));
    };
    return {type};
}

/// Windows over a folder of notes, with settings of their own.
class NoteFixture
{
protected:
    /// Before each test.
    void begin()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        folder_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
    }

    std::unique_ptr<QTemporaryDir> settings_;
    std::unique_ptr<QTemporaryDir> folder_;

    QString path(const char* name) const { return QFileInfo(folder_->path()).canonicalFilePath() + u'/' + QLatin1String(name); }

    QString writeNote(const char* name, const QByteArray& text)
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", name);
        return file.fileName();
    }

    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
    }

    std::unique_ptr<StudioWindow> makeWindow()
    {
        return test::shownStudio(noteTypes(), ActionTable{});
    }

    static NoteView* openNote(StudioWindow& window, const QString& path)
    {
        window.open(path);
        if (!QTest::qWaitFor([&] { return window.documents().find(path) != nullptr; }))
            qFatal("%s did not open", qPrintable(path));
        return static_cast<NoteView*>(window.documents().find(path));
    }

    static QString keptFolder() { return QFileInfo(settingsFile()).absolutePath() + QStringLiteral("/kept"); }
    static int journals() { return static_cast<int>(QDir(keptFolder()).entryList({QStringLiteral("*.kept")}).size()); }

    static int markOf(StudioWindow& window, const QString& file)
    {
        const auto* model = window.browser().findChild<ProjectModel*>();
        return model->indexOf(file).data(ProjectModel::MarkRole).toInt();
    }

    static void press(QWidget& where, const QString& button)
    {
        for (QPushButton* one : where.findChildren<QPushButton*>())
            if (one->text() == button && one->isVisible()) { // what was taken away goes a little later
                QTest::mouseClick(one, Qt::LeftButton);
                return;
            }
        qFatal("no button says %s", qPrintable(button));
    }
};

} // namespace blak::test
