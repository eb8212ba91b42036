// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/file_kind.h"
#include "ui/document_view.h"

#include <QFileInfo>

namespace blak::ui::views {

/// What every view of a single file answers the shell alike.
class FileView : public DocumentView
{
    Q_OBJECT

public:
    FileView(const QString& path, std::shared_ptr<Project> project, QString iconName, QWidget* parent)
        : DocumentView(parent), path_(path), iconName_(std::move(iconName)), project_(std::move(project))
    {
        setObjectName(QStringLiteral("dockBody"));
        setAttribute(Qt::WA_StyledBackground);
    }

    QString path() const override { return path_; }
    QString title() const override { return QFileInfo(path_).fileName(); }
    QString icon() const override { return iconName_; }

protected:
    void takePath(const QString& path) override { path_ = path; }
    const std::shared_ptr<Project>& project() const { return project_; }
    QString dialectName() const;

private:
    QString path_;
    QString iconName_;
    std::shared_ptr<Project> project_;
};

/// What the first kilobyte and the name of a file say; Other for a file that cannot be read.
project::FileKind kindOfFile(const QString& path);

/// A document type that recognises by kind; `open` as in DocumentType.
DocumentType typeOfKinds(const QString& id, const QString& name, QStringList endings, std::vector<project::FileKind> kinds,
                         decltype(DocumentType::open) open);

} // namespace blak::ui::views
