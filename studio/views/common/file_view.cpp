// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/file_view.h"

#include "ui/project.h"

#include <QFile>

#include <algorithm>
#include <span>

namespace blak::ui::views {

QString FileView::dialectName() const { return project_ == nullptr ? QString() : project_->dialectName(); }

project::FileKind kindOfFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return project::FileKind::Other;
    const QByteArray head = file.read(static_cast<qint64>(project::headBytes));
    const auto bytes = std::as_bytes(std::span(head.constData(), static_cast<std::size_t>(head.size())));
    return project::recogniseKind(bytes, QFileInfo(path).fileName().toStdString());
}

DocumentType typeOfKinds(const QString& id, const QString& name, QStringList endings, std::vector<project::FileKind> kinds,
                         decltype(DocumentType::open) open)
{
    DocumentType type;
    type.id = id;
    type.name = name;
    type.endings = std::move(endings);
    type.recognises = [kinds = std::move(kinds)](const QString& path, const QByteArray&) {
        return std::find(kinds.begin(), kinds.end(), kindOfFile(path)) != kinds.end();
    };
    type.open = std::move(open);
    return type;
}

} // namespace blak::ui::views
