// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/dialect.h"
#include "ui/document_view.h"

namespace blak::ui::code {

class CodeEditor;

/// Two texts side by side, lines that belong together at one height, differences marked and listed as problems, so that F8 walks
/// through them. Shows only.
class TextCompareView : public DocumentView
{
    Q_OBJECT

public:
    TextCompareView(const QString& path, const QString& leftTitle, const QByteArray& left, const QString& rightTitle,
                    const QByteArray& right, const kod::Dialect* dialect, QWidget* parent);

    QString path() const override { return QStringLiteral("compare:") + path_; }
    QString title() const override;
    QString icon() const override { return QStringLiteral("split-view"); }
    QStringList statusLeft() const override;
    void showProblem(const Diagnostic& difference) override;

    CodeEditor* left() const { return left_; }
    CodeEditor* right() const { return right_; }

private:
    void publishDifferences();

    struct Block
    {
        int row = 0;             ///< first line as shown, the same on both sides
        int line = 0;            ///< first line of the left text
        int left = 0, right = 0; ///< lines that each side has of its own
    };

    QString path_;
    CodeEditor* left_ = nullptr;
    CodeEditor* right_ = nullptr;
    QVector<Block> blocks_;
    bool scrolling_ = false;
};

} // namespace blak::ui::code
