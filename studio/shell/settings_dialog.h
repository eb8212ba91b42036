// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QVector>

#include <functional>
#include <memory>

class QStackedWidget;
class QTreeWidget;

namespace blak::render {
class AssetStore;
}
namespace blak::ui {
class EmptyLabel;
class SearchField;
}

namespace blak::ui::shell {

class ActionRegistry;
class ShortcutPage;

/// One thing that can be set: found by the palette and by the field over the pages.
struct SettingRow
{
    int page = 0;
    QString name;  ///< label and accessible name of its control
    QString words; ///< what else people look for
};
const QVector<SettingRow>& settingRows();
QString settingsPageName(int page);

/// Pages in a tree with a field that finds them by what stands on them. Everything counts at once.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    enum Page : int { Appearance, Editor, Keys, Memory, CarryAlong, About };
    /// Pictures that are in memory at the moment.
    struct PicturesKept
    {
        std::shared_ptr<render::AssetStore> decoded; ///< of the open project; null without one
        qint64 small = 0, smallLimit = 0;            ///< bytes; of the Textures dock
    };
    using Pictures = std::function<PicturesKept()>;

    SettingsDialog(ActionRegistry& actions, Pictures pictures, QWidget* parent = nullptr);

    void showPage(Page page);
    /// Shows the page of a setting and puts the focus there.
    void showSetting(const QString& name);
    Page page() const;
    ShortcutPage* keysPage() const { return keys_; }
    SearchField* search() const { return search_; }
    QTreeWidget* tree() const { return tree_; }

    /// The buttons of "Carry along" without their file choosers; what went wrong, or empty.
    QString exportTo(const QString& file);
    QString importFrom(const QString& file);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< Enter presses the button that has the focus, and no other

private:
    QWidget* carryPage();
    void mark(const QString& name);
    void filterPages(const QString& words);

    ActionRegistry& actions_;
    Pictures pictures_;
    SearchField* search_ = nullptr;
    EmptyLabel* nothing_ = nullptr; ///< instead of a page when no setting matches
    QTreeWidget* tree_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    ShortcutPage* keys_ = nullptr;
};

} // namespace blak::ui::shell
