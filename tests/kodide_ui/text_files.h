// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/project.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <memory>

namespace blak::test {

/// A folder of texts for tests.
class TextFolder
{
public:
    QString root() const { return QFileInfo(dir_.path()).canonicalFilePath(); }
    QString path(const QString& name) const { return root() + u'/' + name; }

    QString write(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(name));
        return path(name);
    }

    QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
    }

private:
    QTemporaryDir dir_;
};

class FakeProject : public ui::Project
{
public:
    FakeProject(QString root, QString dialect) : root_(std::move(root)), dialect_(std::move(dialect)) {}

    QString root() const override { return root_; }
    QString name() const override { return QStringLiteral("Hollowmere"); }
    QString dialectName() const override { return dialect_; }
    std::shared_ptr<render::AssetStore> assets() const override { return nullptr; }

private:
    QString root_;
    QString dialect_;
};

} // namespace blak::test
