// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_with.h"

#include "studio/views/compare/compare_paths.h"
#include "ui/menu_text.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <utility>

namespace blak::ui::views {
namespace {

QString say(const char* text) { return QCoreApplication::translate("CompareWith", text); }

} // namespace

void chooseToCompare(const QString& file, bool isEdited, QWidget& parent, OpenComparison open)
{
    const QFileInfo info(file);
    auto* chooser = new QFileDialog(&parent, say("Compare %1 with").arg(info.fileName()), info.absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    const QString ending = info.suffix();
    if (!ending.isEmpty()) // what it can be compared with first; versions that were kept are of its kind
        chooser->setNameFilters({say("Of this kind (%1)").arg(QStringLiteral("*.%1 *.%1~").arg(ending)), say("All files (*)")});
    QObject::connect(chooser, &QFileDialog::fileSelected, &parent,
                     [file, isEdited, open = std::move(open)](const QString& other) { open(comparePathByAge(file, other, isEdited)); });
    chooser->open();
}

void addComparisons(QMenu& menu, const QString& file, bool isEdited, QWidget& parent, const OpenComparison& open)
{
    menu.addAction(say("Compare with\u2026"), &parent, [file, isEdited, &parent, open] { chooseToCompare(file, isEdited, parent, open); });
    if (isEdited)
        menu.addAction(say("Compare with saved"), &parent, [file, open] { open(comparePath(file, file)); });
    if (const QString kept = file + u'~'; QFileInfo::exists(kept)) // as saving keeps it
        menu.addAction(say("Compare with the kept version (%1)").arg(asMenuText(QFileInfo(kept).fileName())), &parent,
                       [file, kept, open] { open(comparePath(kept, file)); });
}

} // namespace blak::ui::views
