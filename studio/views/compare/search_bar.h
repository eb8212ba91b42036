// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace blak::ui::views {

class SideBySide;

/// What is looked for in both texts of a comparison: found while one types; Enter and F3 lead to the next place, with Shift to the one
/// before, Esc back to the texts.
class SearchBar : public QWidget
{
    Q_OBJECT

public:
    explicit SearchBar(SideBySide& texts, QWidget* parent = nullptr);

    /// Shows it, with the keys.
    void begin();
    void step(int direction);
    QString words() const; ///< empty while it is hidden
    void setWords(const QString& words);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void look();
    void tell();
    void leave();

    SideBySide& texts_;
    QLineEdit* field_ = nullptr;
    QLabel* count_ = nullptr;
};

} // namespace blak::ui::views
