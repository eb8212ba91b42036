// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_compare_view.h"

#include "formats/diff/text_diff.h"
#include "kodide/ui/code_editor.h"
#include "ui/view_header.h"

#include <QFileInfo>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>

namespace blak::ui::code {
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

using Lines = std::vector<std::string_view>;

Lines linesOf(const QByteArray& text) { return diff::splitLines({text.constData(), static_cast<std::size_t>(text.size())}); }

/// An empty line where this side has none.
void addLine(QByteArray& text, const Lines& lines, std::int64_t line)
{
    if (line >= 0) {
        const std::string_view one = lines[static_cast<std::size_t>(line)];
        text.append(one.data(), static_cast<qsizetype>(one.size()));
    }
    text += '\n';
}

} // namespace

TextCompareView::TextCompareView(const QString& path, const QString& leftTitle, const QByteArray& left, const QString& rightTitle,
                                 const QByteArray& right, const kod::Dialect* dialect, QWidget* parent)
    : DocumentView(parent), path_(path), left_(new CodeEditor), right_(new CodeEditor)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter;
    splitter->addWidget(side(leftTitle, left_));
    splitter->addWidget(side(rightTitle, right_));
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter);
    setFocusProxy(left_);

    const Lines leftLines = linesOf(left);
    const Lines rightLines = linesOf(right);
    TextBytes leftText;
    TextBytes rightText;
    QVector<int> marked;
    QVector<int> leftNumbers;
    QVector<int> rightNumbers;
    int row = 0;
    int leftAt = 0;
    for (const diff::LinePair& pair : diff::compareLines(leftLines, rightLines)) {
        addLine(leftText.utf8, leftLines, pair.left);
        addLine(rightText.utf8, rightLines, pair.right);
        leftNumbers << static_cast<int>(pair.left + 1); // -1: a line that only fills
        rightNumbers << static_cast<int>(pair.right + 1);
        if (!pair.same) {
            if (marked.isEmpty() || marked.last() != row - 1)
                blocks_.push_back({row, leftAt, 0, 0});
            blocks_.last().left += pair.left >= 0 ? 1 : 0;
            blocks_.last().right += pair.right >= 0 ? 1 : 0;
            marked << row;
        }
        leftAt += pair.left >= 0 ? 1 : 0;
        ++row;
    }
    leftNumbers << 0; // behind the last line end
    rightNumbers << 0;
    const auto fill = [&](CodeEditor* editor, const TextBytes& text, const QVector<int>& numbers) {
        editor->load(text);
        editor->setLineNumbers(numbers);
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
    fill(left_, leftText, leftNumbers);
    fill(right_, rightText, rightNumbers);
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
    publishDifferences();
}

QString TextCompareView::title() const { return tr("Compare %1").arg(QFileInfo(path_).fileName()); }

QStringList TextCompareView::statusLeft() const
{
    return {blocks_.isEmpty()     ? tr("No differences")
            : blocks_.size() == 1 ? tr("1 difference")
                                  : tr("%1 differences").arg(blocks_.size()),
            tr("F8 next difference")};
}

/// Differences are told like problems, so that F8 goes through them. Lines are those of what is shown, with the lines that fill.
void TextCompareView::publishDifferences()
{
    std::vector<Diagnostic> all;
    for (const Block& block : blocks_) {
        Diagnostic one;
        one.severity = Severity::Info;
        one.code = tr("difference").toStdString();
        one.range.line = static_cast<std::uint32_t>(block.row + 1);
        one.place = tr("line %1").arg(block.line + 1).toStdString();
        const auto lines = [](int count) { return count == 1 ? tr("1 line") : tr("%1 lines").arg(count); };
        one.message = (block.left == 0    ? tr("%1 only at the right.").arg(lines(block.right))
                       : block.right == 0 ? tr("%1 only at the left.").arg(lines(block.left))
                                          : tr("%1 changed.").arg(lines(std::max(block.left, block.right))))
                          .toStdString();
        all.push_back(std::move(one));
    }
    setProblems(std::move(all));
}

void TextCompareView::showProblem(const Diagnostic& difference)
{
    const int row = static_cast<int>(difference.range.line) - 1;
    left_->goTo(row, 0);
    right_->goTo(row, 0);
}

} // namespace blak::ui::code
