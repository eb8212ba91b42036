// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace blak::ui {

class MatchCompleter;

/// A box of hundreds of rows: one types any part of what stands in a row, in any case, and chooses among those that have it; Return
/// takes the best, Escape gives up what was typed, either without the list. What stands there when the keyboard goes elsewhere is a row,
/// all of which a click selects.
class FindBox : public QComboBox
{
    Q_OBJECT

public:
    explicit FindBox(QWidget* parent = nullptr);
    ~FindBox() override;

    /// Before anything is chosen.
    void setHint(const QString& text);
    /// Whether somebody has typed what is no row, or not the current one.
    bool isTypedInto() const;

signals:
    /// Return was pressed, and no row has that part; it still stands there.
    void notFound(const QString& part);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void takeFirst();
    void hideList();
    void leave();
    void showBeginning();
    bool paintCut();
    bool isChoosing() const;
    bool giveUp();

    MatchCompleter* matches_ = nullptr;
    bool isTyped_ = false; ///< by somebody, who has chosen nothing since
};

} // namespace blak::ui
