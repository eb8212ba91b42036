// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_compare_view.h"

#include "kodide/ui/code_editor.h"
#include "studio/widgets/view_header.h"

#include <QFileInfo>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>

namespace blak::ui {
namespace {

QWidget* side(const QString& title, CodeEditor* editor)
{
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new ViewHeader(title));
    column->addWidget(editor, 1);
    return holder;
}

void addLines(QByteArray& text, const QByteArrayList& lines, qsizetype begin, qsizetype end)
{
    for (qsizetype i = begin; i < end; ++i)
        text += lines[i] + '\n';
}

} // namespace

TextCompareView::TextCompareView(const QString& path, const QString& leftTitle, const QByteArray& left, const QString& rightTitle,
                         const QByteArray& right, const kod::Dialect* dialect, QWidget* parent)
    : DocumentView(parent), path_(path), left_(new CodeEditor), right_(new CodeEditor)
{
    auto* row = new QVBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter;
    splitter->addWidget(side(leftTitle, left_));
    splitter->addWidget(side(rightTitle, right_));
    splitter->setChildrenCollapsible(false);
    row->addWidget(splitter);
    setFocusProxy(left_);

    const QByteArrayList leftLines = splitLines(left);
    const QByteArrayList rightLines = splitLines(right);
    TextBytes leftText;
    TextBytes rightText;
    QVector<int> marked;
    qsizetype leftAt = 0;
    qsizetype rightAt = 0;
    int rowAt = 0;
    QVector<LineDifference> differences = compareLines(leftLines, rightLines);
    differences.push_back({leftLines.size(), leftLines.size(), rightLines.size(), rightLines.size()});
    for (const LineDifference& one : differences) {
        addLines(leftText.utf8, leftLines, leftAt, one.leftBegin);
        addLines(rightText.utf8, rightLines, rightAt, one.rightBegin);
        rowAt += static_cast<int>(one.leftBegin - leftAt);
        addLines(leftText.utf8, leftLines, one.leftBegin, one.leftEnd);
        addLines(rightText.utf8, rightLines, one.rightBegin, one.rightEnd);
        const qsizetype rows = std::max(one.leftEnd - one.leftBegin, one.rightEnd - one.rightBegin);
        leftText.utf8 += QByteArray(rows - (one.leftEnd - one.leftBegin), '\n');
        rightText.utf8 += QByteArray(rows - (one.rightEnd - one.rightBegin), '\n');
        if (rows > 0)
            blocks_.push_back({rowAt, static_cast<int>(rows), one});
        for (qsizetype i = 0; i < rows; ++i)
            marked << rowAt + static_cast<int>(i);
        rowAt += static_cast<int>(rows);
        leftAt = one.leftEnd;
        rightAt = one.rightEnd;
    }
    const auto fill = [&](CodeEditor* editor, const TextBytes& text) {
        editor->load(text);
        editor->setLinkedLines(marked);
        editor->setReadOnly(true);
        connect(editor, &CodeEditor::cursorMoved, this, &DocumentView::statusChanged);
    };
    for (CodeEditor* editor : {left_, right_}) {
        if (dialect != nullptr)
            editor->setBlakod(*dialect);
        else
            editor->setLanguage(languageOf(path));
    }
    fill(left_, leftText);
    fill(right_, rightText);
    const auto follow = [this](CodeEditor* from, CodeEditor* to) {
        connect(from, &CodeEditor::scrolled, this, [this, from, to] {
            if (scrolling_)
                return;
            scrolling_ = true;
            to->setFirstVisibleLine(from->firstVisibleLine());
            scrolling_ = false;
        });
    };
    follow(left_, right_);
    follow(right_, left_);
    if (!blocks_.isEmpty()) {
        left_->goTo(blocks_.first().row, 0);
        right_->goTo(blocks_.first().row, 0);
    }
}

QString TextCompareView::title() const { return tr("Compare %1").arg(QFileInfo(path_).fileName()); }

QStringList TextCompareView::statusLeft() const
{
    return {blocks_.isEmpty() ? tr("No differences") : tr("%1 differences").arg(blocks_.size()), tr("F8 next difference")};
}

QVector<Problem> TextCompareView::problems() const
{
    QVector<Problem> list;
    for (const Block& block : blocks_) {
        Problem problem;
        problem.severity = Severity::Info;
        const qsizetype gone = block.lines.leftEnd - block.lines.leftBegin;
        const qsizetype come = block.lines.rightEnd - block.lines.rightBegin;
        problem.sentence = gone == 0   ? tr("%1 lines more at the right.").arg(come)
                           : come == 0 ? tr("%1 lines more at the left.").arg(gone)
                                       : tr("%1 lines differ.").arg(std::max(gone, come));
        problem.place = tr("line %1").arg(block.lines.leftBegin + 1);
        problem.rule = tr("difference");
        const QPointer<CodeEditor> left(left_);
        const QPointer<CodeEditor> right(right_);
        problem.go = [left, right, row = block.row] {
            if (CodeEditor* editor = left.data())
                editor->goTo(row, 0);
            if (CodeEditor* editor = right.data())
                editor->goTo(row, 0);
        };
        list.push_back(std::move(problem));
    }
    return list;
}

} // namespace blak::ui
