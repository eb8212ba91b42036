// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QLineEdit;

namespace blak::ui::shell {

/// Ctrl+Z in a line of text: takes back what was typed there; when nothing is left to take back, the key goes to the document,
/// whose undo would otherwise be out of reach while a field has the focus. (A line of text of Qt swallows the key either way.)
class FieldUndo : public QObject
{
    Q_OBJECT

public:
    /// `isLater`: what the document, or whatever else has the key, would take back is newer than what was typed into the field.
    FieldUndo(QObject* parent, std::function<bool(const QLineEdit& field)> isLater);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<bool(const QLineEdit&)> isLater_;
};

} // namespace blak::ui::shell
