// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::shell {

/// Before the first thread: few arenas, and large blocks on pages of their own, so that what is freed can go back to the system.
void prepareMemory();

/// Limit of the pictures of a project that are kept decoded, megabytes, as the user has set it.
int pictureCacheMegabytes();
void setPictureCacheMegabytes(int megabytes);
constexpr int leastPictureCache = 16, mostPictureCache = 1024, usualPictureCache = 64;

/// Gives what closed documents held, and what was only needed to open them, back to the system, a moment after the last of several
/// was opened or closed: the allocator's free pages, and the decoded pictures once no document is left that could show them. After many
/// documents what Qt keeps for looks is made anew too: renewLook().
class MemoryKeeper : public QObject
{
    Q_OBJECT

public:
    explicit MemoryKeeper(QObject* parent = nullptr);

    /// A project or a document was opened.
    void settle();
    void documentClosed(bool wasLast, std::shared_ptr<render::AssetStore> pictures);
    void trimNow();

private:
    QTimer timer_;
    std::weak_ptr<render::AssetStore> pictures_;
    bool dropPictures_ = false;
    int closed_ = 0; ///< documents since the look was made anew
};

} // namespace blak::ui::shell
