// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QVector>

class QFrame;
class QLabel;
class QMainWindow;
class QToolBar;
class QVBoxLayout;

namespace blak::ui::shell {

class Dock;

/// The right side of a narrow window: a strip of 32 px with an icon for each dock, which opens its content as an overlay over the
/// centre. The docks themselves are hidden meanwhile.
class FoldedDocks : public QObject
{
    Q_OBJECT

public:
    static constexpr int stripWidth = 32;

    explicit FoldedDocks(QMainWindow* window);

    /// Hides these docks and shows their icons; an empty list takes the strip away. Does not show docks again.
    void setDocks(const QVector<Dock*>& docks);

    /// Opens the overlay of a dock; null or the one that is open: closes it.
    void open(Dock* dock);
    Dock* openDock() const { return shown_; }
    /// Opens what was open last, or the first.
    void toggle();
    QToolBar* strip() const { return strip_; }
    QWidget* overlay() const;

signals:
    void changed();
    /// Esc in the overlay.
    void escaped();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void close();
    void place();
    void refreshButtons();

    QMainWindow* window_;
    QToolBar* strip_;
    QFrame* overlay_;
    QLabel* title_;
    QVBoxLayout* column_;
    QVector<QPointer<Dock>> docks_;
    QPointer<Dock> shown_, last_;
};

} // namespace blak::ui::shell
