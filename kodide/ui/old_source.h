// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace blak::kod {
struct Dialect;
}

namespace blak::ui::code {

class CodeEditor;

/// The source of a handler that stands as it was before its class was reloaded: to be read, beside the one that there is now.
class OldSource : public QDialog
{
    Q_OBJECT

public:
    explicit OldSource(QWidget* parent = nullptr);

    /// `line` from 1, marked as the place where the world stands.
    void show(const QString& name, const QByteArray& utf8, int line, const kod::Dialect* dialect);
    CodeEditor* editor() const { return editor_; }

private:
    CodeEditor* editor_ = nullptr;
};

} // namespace blak::ui::code
