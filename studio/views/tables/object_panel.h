// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/tables/saved_game.h"

#include <QWidget>

class QLabel;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::views {

/// One object of a saved game: its properties by class, lists and tables unfolded in place, and who refers to it. A click on a
/// reference goes to that object; the way back is kept.
class ObjectPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ObjectPanel(std::shared_ptr<const SavedGame> saved, QWidget* parent = nullptr);

    /// Goes to an object and remembers the one before; an object that is not there changes nothing.
    void go(std::int32_t object);
    void back();
    void forward();
    bool canGoBack() const { return at_ > 0; }
    bool canGoForward() const { return at_ + 1 < static_cast<int>(way_.size()); }
    /// A list, table or text that belongs to no object.
    void showValue(const QString& heading, const save::Value& value);
    void showText(const QString& heading, const QString& text);
    std::int32_t object() const { return object_; } ///< -1: none is shown

    QTreeWidget* properties() const { return properties_; }
    QTreeWidget* references() const { return references_; }
    QToolButton* backButton() const { return back_; }
    QToolButton* forwardButton() const { return forward_; }

signals:
    void objectChanged(std::int32_t object);
    void sourceRequested(const QString& className);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(std::int32_t object);
    void showReferences(std::int32_t object);
    void refreshButtons();
    QTreeWidgetItem* addValue(QTreeWidgetItem* parent, const QString& name, const save::Value& value);
    void unfold(QTreeWidgetItem* item);
    void follow(QTreeWidgetItem* item);
    void copy(QTreeWidget* tree) const;
    QTreeWidget* makeTree(const QStringList& titles, const QString& name, int linkColumn);

    std::shared_ptr<const SavedGame> saved_;
    std::vector<std::int32_t> way_; ///< objects gone to
    int at_ = -1;                   ///< place in way_
    std::int32_t object_ = -1;

    QWidget* content_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* detail_ = nullptr;
    QToolButton* back_ = nullptr;
    QToolButton* forward_ = nullptr;
    QToolButton* source_ = nullptr;
    QTreeWidget* properties_ = nullptr;
    QTreeWidget* references_ = nullptr;
    QLabel* referencesTitle_ = nullptr;
};

} // namespace blak::ui::views
