// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/write_back.h"

#include "formats/document/workspace.h"
#include "studio/treeplan/text_patch.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSyntaxHighlighter>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

/// Lines that go and lines that come, in the colours of the theme.
class DifferenceColours : public QSyntaxHighlighter
{
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& line) override
    {
        if (line.startsWith(u'+'))
            setFormat(0, static_cast<int>(line.size()), theme().success);
        else if (line.startsWith(u'-'))
            setFormat(0, static_cast<int>(line.size()), theme().error);
        else if (line.startsWith(u'@'))
            setFormat(0, static_cast<int>(line.size()), theme().text2);
    }
};

} // namespace

std::optional<std::string> blakodDefault(const nlohmann::json& value)
{
    if (!value.is_object())
        return std::nullopt;
    const std::string tag = value.value("tag", ""), name = value.value("name", "");
    if (tag == "$")
        return "$";
    if (tag == "INT")
        return std::to_string(value.value("data", std::int64_t{0}));
    if (tag == "CLASS" && !name.empty())
        return "&" + name;
    if (tag == "MESSAGE" && !name.empty())
        return "@" + name;
    if (tag == "RESOURCE" && !name.empty())
        return name;
    return std::nullopt;
}

Result<WriteBack> WriteBack::plan(document::Workspace& workspace, const std::filesystem::path& source, const std::string& className,
                                  bool slashComments, const std::vector<treeplan::WantedDeclaration>& wanted)
{
    auto document = workspace.openText(source, EncodingRule::AlwaysWindows1252);
    if (!document)
        return document.error();
    WriteBack change{document.value(), document.value()->text(), {}};
    auto after = treeplan::withDeclarations(change.before, className, slashComments ? treeplan::KodComments::Slashes : treeplan::KodComments::Percent, wanted);
    if (!after)
        return Error{after.error().what, source.string()};
    change.after = std::move(after).value();
    return change;
}

std::string WriteBack::difference() const
{
    return treeplan::unifiedDifference(document->path().filename().string(), before, after, false);
}

void WriteBack::apply() const { document->edit("Write live values to the source", after); }

WriteBackDialog::WriteBackDialog(const WriteBack& change, QWidget* parent) : QDialog(parent), difference_(new QPlainTextEdit)
{
    setWindowTitle(tr("Write to source"));
    resize(680, 420);
    auto* column = new QVBoxLayout(this);
    auto* what = new QLabel(tr("These values become the defaults in %1. It is one step of undo and is not saved yet.")
                                .arg(QString::fromStdString(change.document->path().filename().string())));
    what->setWordWrap(true);
    column->addWidget(what);
    difference_->setReadOnly(true);
    difference_->setLineWrapMode(QPlainTextEdit::NoWrap);
    difference_->setFont(monoFont(12));
    difference_->setAccessibleName(tr("What would be written"));
    new DifferenceColours(difference_->document());
    difference_->setPlainText(QString::fromStdString(change.difference()));
    column->addWidget(difference_, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* write = buttons->addButton(tr("Write"), QDialogButtonBox::AcceptRole);
    write->setObjectName(QStringLiteral("write"));
    write->setDefault(true);
    write->setEnabled(change.before != change.after);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

} // namespace blak::ui::playing
