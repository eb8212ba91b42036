// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_inspector.h"


#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/ui/sprite_model.h"
#include "formats/base/windows1252.h"
#include "ui/number_field.h"
#include "ui/number_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLineEdit>
#include <QSignalBlocker>

#include <optional>

namespace blak::ui::sprites {
namespace {

template <typename Record>
NumberField* numberField(const property::Table<Record>& table, const char* name, InspectorGroup* group)
{
    const property::Property& property = *table.find(name);
    const auto text = [](std::string_view words) { return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size())); };
    auto* field = new NumberField(property.minimum, property.maximum, {});
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(text(property.label));
    field->setToolTip(text(property.help));
    group->addRow(text(property.label), field);
    return field;
}

QLineEdit* textField(InspectorGroup* group, const QString& label, const char* name, std::size_t longest)
{
    auto* field = new QLineEdit;
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(label);
    field->setMaxLength(static_cast<int>(longest));
    group->addWideRow(label, field);
    return field;
}

/// Fields that are being typed into are left alone.
void showText(QLineEdit* field, const QString& text)
{
    if (!field->hasFocus() || !field->isModified())
        field->setText(text);
}

} // namespace

SpriteInspector::SpriteInspector(SpriteModel* model, QWidget* parent)
    : Inspector(tr("There is nothing to see of this sprite."), parent), model_(model)
{
    addSpriteGroup();
    addFrameGroup();
    addGroupGroup();
    for (auto signal : {&SpriteModel::documentChanged, &SpriteModel::frameChanged, &SpriteModel::scopeChanged})
        connect(model, signal, this, &SpriteInspector::refresh);
    refresh();
}

void SpriteInspector::tell(const Result<void>& done)
{
    if (!done)
        emit failed(tr("Nothing was changed: %1.").arg(QString::fromStdString(done.error().what)));
    refresh();
}

void SpriteInspector::addSpriteGroup()
{
    InspectorGroup* group = addGroup(tr("Sprite"));
    name_ = textField(group, tr("Name"), "name", bgfcore::longestName);
    connect(name_, &QLineEdit::editingFinished, this, [this] {
        if (!name_->isModified())
            return;
        name_->setModified(false);
        const auto bytes = windows1252::fromUtf8(name_->text().toStdString());
        tell(bytes ? bgfcore::setHeaderProperty(model_->document(), "name", *bytes)
                   : Error{"the name has letters that files of sprites cannot hold", {}});
    });
    shrink_ = numberField(bgfcore::headerProperties(), "shrink", group);
    connect(shrink_, &NumberField::valueChanged, this, [this](double value) {
        tell(bgfcore::setHeaderProperty(model_->document(), "shrink", static_cast<std::int64_t>(value)));
    });
    const auto addSwitch = [&](const QString& text, const QString& tip, const char* property) {
        auto* box = new QCheckBox(text);
        box->setObjectName(QLatin1String(property));
        box->setToolTip(model_->document().isCommandFile() ? tip
                                                           : tr("Only a command file (.bbg) says that. %1").arg(tip));
        box->setEnabled(model_->document().isCommandFile());
        group->addFullRow(box);
        connect(box, &QCheckBox::clicked, this,
                [this, property](bool on) { tell(bgfcore::setHeaderProperty(model_->document(), property, on)); });
        return box;
    };
    transposed_ = addSwitch(tr("Transposed, as walls are stored"), tr("Bitmaps are laid on their side when the sprite is made."),
                            "transposed");
    raw_ = addSwitch(tr("Not compressed"), tr("Bitmaps are stored as they are when the sprite is made."), "raw");
}

void SpriteInspector::addFrameGroup()
{
    framePart_ = addGroup(tr("Frame"));
    scope_ = new QComboBox;
    scope_->setObjectName(QStringLiteral("scope"));
    scope_->setAccessibleName(tr("What edits change"));
    scope_->setToolTip(tr("What strokes, offsets, flips, shades, crops and the copying of hotspots change"));
    for (const bgfcore::EditScopeRow& row : bgfcore::editScopes())
        scope_->addItem(tr(row.label.data()));
    framePart_->addWideRow(tr("Edits change"), scope_);
    connect(scope_, &QComboBox::activated, this, [this](int row) { model_->setScope(static_cast<bgfcore::EditScope>(row)); });
    size_ = framePart_->addValue(tr("Size"));
    size_->setUnit(tr("pixels"));
    file_ = framePart_->addValue(tr("Bitmap"));
    const auto addOffset = [&](const char* name) {
        NumberField* field = numberField(bgfcore::frameProperties(), name, framePart_);
        connect(field, &NumberField::valueChanged, this, [this, name](double value) {
            tell(bgfcore::setFrameProperty(model_->document(), model_->scopeFrames(), name, static_cast<std::int64_t>(value)));
        });
        return field;
    };
    xOffset_ = addOffset("xoffset");
    yOffset_ = addOffset("yoffset");
}

void SpriteInspector::addGroupGroup()
{
    groupPart_ = addGroup(tr("Group"));
    label_ = textField(groupPart_, tr("Label"), "label", bgfcore::longestLabel);
    label_->setEnabled(model_->document().isCommandFile());
    label_->setToolTip(label_->isEnabled() ? tr("What the group shows, for people") : tr("Only a command file (.bbg) keeps labels"));
    connect(label_, &QLineEdit::editingFinished, this, [this] {
        if (!label_->isModified())
            return;
        label_->setModified(false);
        const auto bytes = windows1252::fromUtf8(label_->text().toStdString());
        tell(bytes ? bgfcore::setGroupProperty(model_->document(), model_->groupId(model_->group()), "label", *bytes)
                   : Error{"the label has letters that command files cannot hold", {}});
    });
    angles_ = new NumberField(1, bgfcore::mostEntries, {});
    angles_->setObjectName(QStringLiteral("angles"));
    angles_->setAccessibleName(tr("Angles"));
    angles_->setToolTip(tr("From how many sides the group is seen"));
    groupPart_->addRow(tr("Angles"), angles_);
    connect(angles_, &NumberField::valueChanged, this, [this](double value) {
        tell(bgfcore::resizeGroup(model_->document(), model_->groupId(model_->group()), static_cast<std::size_t>(value)));
    });
    shown_ = new NumberField(-1, 1e6, {});
    shown_->setObjectName(QStringLiteral("shown"));
    shown_->setAccessibleName(tr("Frame at this angle"));
    shown_->setToolTip(tr("What the group shows from here; -1: nothing"));
    groupPart_->addRow(tr("Frame here"), shown_);
    connect(shown_, &NumberField::valueChanged, this, [this](double value) {
        const int frame = static_cast<int>(value);
        if (frame >= model_->frameCount())
            return tell(Error{(model_->frameCount() == 1 ? "there is 1 frame" : "there are " + std::to_string(model_->frameCount()) + " frames") + ", the first is 0", {}});
        const std::size_t entries = model_->sprite().groups[static_cast<std::size_t>(model_->group())].size();
        const int entry = bgfcore::entryForAngle(entries, model_->angle());
        const auto done = entry < 0 ? Error{"the group has no sides", {}}
                                    : bgfcore::setGroupEntry(model_->document(), model_->groupId(model_->group()),
                                                             static_cast<std::size_t>(entry), model_->frameId(frame));
        if (done)
            model_->setAngle(model_->angle()); // what is there now
        tell(done);
    });
}

void SpriteInspector::refresh()
{
    const bgf::Sprite& sprite = model_->sprite();
    const bgf::Bitmap* bitmap = model_->current();
    setEmpty(false);
    setHeading(QFileInfo(model_->path()).fileName(),
               tr("%1 · %2").arg(counted(model_->frameCount(), tr("1 frame"), tr("%1 frames")), counted(model_->groupCount(), tr("1 group"), tr("%1 groups"))));
    showText(name_, QString::fromStdString(windows1252::toUtf8(sprite.name())));
    shrink_->setValue(sprite.shrink);
    transposed_->setChecked(model_->document().header().commands.transposed);
    raw_->setChecked(model_->document().header().commands.raw);
    scope_->setCurrentIndex(static_cast<int>(model_->scope()));
    framePart_->setEnabled(bitmap != nullptr);
    size_->setText(bitmap == nullptr ? QString() : tr("%1 × %2").arg(bitmap->width).arg(bitmap->height));
    const bgfcore::Frame* frame = model_->document().frames().find(model_->currentId());
    file_->setText(frame == nullptr || frame->file.empty() ? tr("in the sprite") : QString::fromStdString(frame->file));
    const auto showOffset = [&](NumberField* field, std::int32_t bgfcore::Frame::*member) {
        std::optional<std::int32_t> common;
        for (const bgfcore::PartId id : model_->scopeFrames()) {
            const bgfcore::Frame* one = model_->document().frames().find(id);
            if (one == nullptr)
                continue;
            if (common && *common != one->*member)
                return field->setMixed();
            common = one->*member;
        }
        field->setValue(common.value_or(0));
    };
    showOffset(xOffset_, &bgfcore::Frame::xOffset);
    showOffset(yOffset_, &bgfcore::Frame::yOffset);
    const bgfcore::FrameGroup* group = model_->document().groups().find(model_->groupId(model_->group()));
    groupPart_->setEnabled(group != nullptr);
    if (group == nullptr)
        return;
    showText(label_, QString::fromStdString(windows1252::toUtf8(group->label)));
    angles_->setValue(static_cast<double>(group->entries.size()));
    shown_->setValue(model_->frame());
}

} // namespace blak::ui::sprites
