// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/group_list.h"

#include "bgfeditor/ui/sprite_model.h"
#include "formats/base/windows1252.h"
#include "ui/icons.h"

#include <QSignalBlocker>

#include <algorithm>

namespace blak::ui::sprites {

GroupList::GroupList(SpriteModel* model, QWidget* parent) : QListWidget(parent), model_(model)
{
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(true);
    setAccessibleName(tr("Groups"));
    connect(this, &QListWidget::currentRowChanged, model, &SpriteModel::setGroup);
    connect(model, &SpriteModel::frameChanged, this, &GroupList::follow);
    connect(model, &SpriteModel::documentChanged, this, &GroupList::fill);
    fill();
}

void GroupList::fill()
{
    const QSignalBlocker quiet(this);
    clear();
    for (int i = 0; i < model_->groupCount(); ++i) {
        const bgf::Group& group = model_->sprite().groups[static_cast<std::size_t>(i)];
        const auto none = static_cast<int>(std::count(group.begin(), group.end(), -1));
        QString text = group.size() == 1 ? tr("%1 · 1 angle").arg(i + 1) : tr("%1 · %2 angles").arg(i + 1).arg(group.size());
        const bgfcore::FrameGroup* part = model_->document().groups().find(model_->groupId(i));
        if (part != nullptr && !part->label.empty())
            text = tr("%1 · %2").arg(i + 1).arg(QString::fromStdString(windows1252::toUtf8(part->label))) +
                   text.mid(text.indexOf(QChar(0xB7)) - 1);
        if (none > 0)
            text = tr("%1, %2 without bitmap").arg(text).arg(none);
        auto* item = new QListWidgetItem(icon(QStringLiteral("angle")), text, this);
        item->setSizeHint({0, 22});
        QStringList frames;
        for (const std::int32_t frame : group)
            frames.append(frame < 0 ? tr("none") : QString::number(frame));
        item->setToolTip(tr("Frames %1").arg(frames.join(QLatin1String(", "))));
    }
    follow();
}

void GroupList::follow()
{
    const QSignalBlocker quiet(this);
    setCurrentRow(model_->group());
}

} // namespace blak::ui::sprites
