// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace blak::ui::shell {

/// At the end of a document's tab: a dot while the document has unsaved edits, else a cross; under the mouse always a cross.
class TabButton : public QToolButton
{
    Q_OBJECT

public:
    explicit TabButton(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setModified(bool modified);
    bool isModified() const { return modified_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void moveEvent(QMoveEvent* event) override;

private:
    void noticeMouse();

    QString title_;
    bool modified_ = false;
};

} // namespace blak::ui::shell
