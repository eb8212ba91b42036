// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QVariantMap>

namespace blak::ui {
class DocumentView;
struct DocumentType;
}

namespace blak::ui::shell {

class LoadingPage;
class StudioWindow;

/// The pages of a window that stand in for documents while workers read their files, and what the progress line says of them.
class LoadingPages : public QObject
{
    Q_OBJECT

public:
    explicit LoadingPages(StudioWindow& window);

    /// One more, which belongs to the window by then. It begins to read with LoadingPage::start().
    LoadingPage* add(const DocumentType& type, const QString& path, const QVariantMap& state);
    void forget(const DocumentView* page);

    bool contains(const DocumentView* document) const { return pages_.contains(document); }
    /// It waits, but not yet so long that anything is said of it.
    bool isBriefly(const DocumentView* document) const;
    bool isReading() const;
    /// The thin bar while any waits for its file, and after a while the way to stop it.
    void showProgress() const;
    /// Closes those that take long.
    void closeLong();
    /// Waits until all are read.
    void finish();

signals:
    void loaded(LoadingPage& page);
    void becameSlow(DocumentView* page);

private:
    StudioWindow& window_;
    QHash<const DocumentView*, LoadingPage*> pages_;
};

} // namespace blak::ui::shell
