// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/dock_arrangements.h"
#include "studio/shell/dock_plan.h"
#include "studio/shell/perspectives.h"
#include "ui/document_view.h"

#include <QMap>
#include <QObject>
#include <QPointer>
#include <QVector>

class QMainWindow;
class QTimer;

namespace blak::ui::shell {

class Dock;
class DockColumns;
class DockReturn;
class DockTabs;
class EmptyDocks;
class FoldedDocks;

/// The docks of all perspectives and where they stand. Each perspective has its own arrangement, kept when another is shown and
/// in the settings; shared docks (project, problems) occur in several.
class PerspectiveDocks : public QObject
{
    Q_OBJECT

public:
    /// `perspectives` outlives it.
    PerspectiveDocks(QMainWindow* window, const Perspectives& perspectives);

    /// A dock that every perspective but Welcome has. `shownIn`: where it shows by itself, empty = everywhere. `tabOf`: the
    /// shared dock whose place it shares as a tab.
    Dock* addShared(const QString& id, const QString& title, QWidget* content, Qt::DockWidgetArea area,
                    const QVector<Perspective>& shownIn = {}, const QString& tabOf = {});

    /// Makes the docks its panels need, the first time a document of this kind comes.
    void addDocument(DocumentView* document, const QString& kind);
    void removeDocument(DocumentView* document);
    void showDocument(DocumentView* document, const QString& kind);

    void switchTo(Perspective perspective);
    Perspective current() const { return current_; }
    /// Back to the arrangement the perspective was made with.
    void reset();

    QVector<Dock*> docks(Perspective perspective) const { return plan_.docks(perspective); }
    Dock* dock(const QString& id) const { return plan_.dock(id); }
    /// Ctrl+B, Ctrl+J, Ctrl+Alt+B: hides what stands in an area, or brings back what was hidden that way.
    void toggleArea(Qt::DockWidgetArea area);
    bool isAreaShown(Qt::DockWidgetArea area) const;

    /// Shows a dock, in front of the tabs that it shares a place with. When it is closed again, the tab that was in front is in front,
    /// and the keyboard is where it was before it came into the dock.
    void bring(Dock* dock);
    /// While this dock is in front, its column has that width (px) at least where nobody chose another one; 0: no longer.
    void askWidth(const Dock* dock, int width);

    /// A dock that was just shown and got but a strip between others becomes a tab of one of them. Once the layout is done.
    void keepReadable(Dock* dock);

    /// In narrow windows the right side is a strip of icons. What is arranged meanwhile is that of narrow windows.
    void setFolded(bool folded);
    bool isFolded() const { return isFolded_; }
    FoldedDocks* folded() const { return folded_; }

    /// Sizes were computed for another window size: call once when the window has got its size, before anything is saved.
    void applyDefaultSizes() { plan_.applySizes(current_); }

    /// Whether it shows there without being asked for.
    bool belongs(const Dock* dock, Perspective perspective) const { return plan_.belongs(dock, perspective); }

    /// As menus have it: the title, and where two of a perspective have the same one, whose it is: "World (Play)".
    QString nameOf(const Dock* dock) const { return plan_.nameOf(dock, current_); }
    /// The dock that has the keyboard; null: none.
    Dock* used() const;

    void loadSettings();
    void saveSettings();

    /// px of a column at that side in this window, where nobody chose another width.
    int usualWidth(Qt::DockWidgetArea area) const { return plan_.usualWidth(area, current_); }

signals:
    void docksChanged();
    void escaped();

private:
    void thaw(); ///< after setUpdatesEnabled(false) of the window
    void restoreOrArrange(Perspective perspective);
    void foldEmpty();
    void fold();
    void noteShape();
    void hideOthers();
    void remember();
    void hideAll();
    void refreshTitlesSoon();
    void refreshTitles();
    void wire(Dock* dock);

    QMainWindow* window_ = nullptr;
    const Perspectives& perspectives_;
    Perspective current_ = Perspective::Welcome;
    DockPlan plan_;
    DockArrangements arrangements_;
    DockShape shapeAtFold_; ///< before anybody moved a dock
    DockColumns* columns_ = nullptr;
    DockTabs* tabs_ = nullptr;
    DockReturn* return_ = nullptr;
    EmptyDocks* empty_ = nullptr;
    QMap<Qt::DockWidgetArea, QVector<QPointer<Dock>>> hiddenByToggle_;
    QTimer* titleTimer_ = nullptr;
    FoldedDocks* folded_ = nullptr;
    bool isFolded_ = false;
    QPointer<DocumentView> shown_;
};

} // namespace blak::ui::shell
