// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_tools.h"

#include "roomedit/textures/texture_list.h"
#include "roomedit/textures/texture_model.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/search_field.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <map>

namespace blak::ui::textures {
namespace {

constexpr int toolsHeight = 32;
constexpr int labelsFrom = 860; ///< px; in a narrower dock buttons show their icons only
constexpr int sliderFrom = 760;
constexpr int sizesFrom = 640; ///< below, sizes are found by typing
constexpr int countFrom = 520;

QToolButton* switchButton(const QString& iconName, const QString& text, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(text);
    button->setCheckable(true);
    button->setFixedHeight(24);
    return button;
}

} // namespace

TextureTools::TextureTools(const TextureModel& model, TextureList& list, QWidget* parent)
    : QWidget(parent), model_(model), list_(list), search_(new SearchField(tr("Search textures"))),
      favourites_(switchButton(QStringLiteral("star"), tr("Favourites"), tr("Show favourites only"))),
      recent_(switchButton(QStringLiteral("history"), tr("Recent"), tr("Show what was picked lately, the last one first"))),
      here_(switchButton(QStringLiteral("room"), tr("Used here"), tr("Show what the open room uses"))), useBox_(new QComboBox),
      sizeBox_(new QComboBox), slider_(new QSlider(Qt::Horizontal)), count_(new QLabel),
      add_(switchButton(QStringLiteral("plus"), tr("Add picture\u2026"), tr("Add a PNG, BMP or BGF file as a texture")))
{
    setFixedHeight(toolsHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    search_->setToolTip(tr("A name, a number, a size like 64x64, or a range like >=9000"));
    search_->setMinimumWidth(130);
    search_->setMaximumWidth(240);
    useBox_->addItems({tr("All textures"), tr("Used"), tr("Unused")});
    useBox_->setToolTip(tr("By use in the rooms of this project"));
    useBox_->setAccessibleName(tr("Use"));
    sizeBox_->addItem(tr("All sizes"));
    sizeBox_->setAccessibleName(tr("Size in pixels"));
    sizeBox_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    slider_->setRange(leastPicture, largestPicture);
    slider_->setValue(usualPicture);
    slider_->setSingleStep(8);
    slider_->setPageStep(24);
    slider_->setFixedWidth(80);
    slider_->setToolTip(tr("Size of the pictures"));
    slider_->setAccessibleName(tr("Size of the pictures"));
    count_->setObjectName(QStringLiteral("secondary"));
    add_->setCheckable(false);
    row->addWidget(search_, 10);
    for (QWidget* widget : QVector<QWidget*>{favourites_, recent_, here_, useBox_, sizeBox_})
        row->addWidget(widget);
    row->addStretch(1);
    for (QWidget* widget : QVector<QWidget*>{count_, slider_, add_})
        row->addWidget(widget);
    connectParts();
}

void TextureTools::connectParts()
{
    connect(search_, &SearchField::filterChanged, this, [this](const QString& text) {
        list_.setQuery(text);
        emit filterChanged();
    });
    connect(favourites_, &QToolButton::toggled, this, [this](bool on) {
        list_.setOnlyFavourites(on);
        emit filterChanged();
    });
    connect(recent_, &QToolButton::toggled, this, [this](bool on) {
        list_.setOnlyRecent(on);
        emit filterChanged();
    });
    connect(here_, &QToolButton::toggled, this, [this](bool on) {
        list_.setOnlyHere(on);
        emit filterChanged();
    });
    connect(useBox_, &QComboBox::currentIndexChanged, this, [this](int index) {
        list_.setUse(static_cast<TextureList::Use>(index));
        emit filterChanged();
    });
    connect(sizeBox_, &QComboBox::activated, this, [this](int index) {
        list_.setSize(sizeBox_->itemData(index).toSize());
        emit filterChanged();
    });
    connect(slider_, &QSlider::valueChanged, this, &TextureTools::pictureWidthChanged);
    connect(add_, &QToolButton::clicked, this, &TextureTools::addRequested);
}

int TextureTools::pictureWidth() const { return slider_->value(); }

void TextureTools::setPictureWidth(int pixels)
{
    const QSignalBlocker quiet(slider_);
    slider_->setValue(pixels);
}

void TextureTools::setAddEnabled(bool on) { add_->setEnabled(on); }

void TextureTools::showAll()
{
    for (QToolButton* button : {favourites_, recent_, here_})
        button->setChecked(false);
    useBox_->setCurrentIndex(0);
    sizeBox_->setCurrentIndex(0);
    search_->clear();
    list_.showAll();
    emit filterChanged();
}

void TextureTools::refreshSizes()
{
    std::map<std::pair<int, int>, int> counts; // either way round is one size
    for (int row = 0; row < model_.rowCount(); ++row) {
        const QSize size = model_.shownSize(model_.numberAt(row));
        if (size.isValid())
            ++counts[{std::min(size.width(), size.height()), std::max(size.width(), size.height())}];
    }
    const QSize chosen = sizeBox_->currentData().toSize();
    sizeBox_->clear();
    sizeBox_->addItem(tr("All sizes"));
    for (const auto& [size, count] : counts)
        sizeBox_->addItem(tr("%1 \u00d7 %2").arg(size.first).arg(size.second), QSize(size.first, size.second));
    const int again = chosen.isValid() ? sizeBox_->findData(chosen) : 0;
    sizeBox_->setCurrentIndex(std::max(0, again));
    if (again < 0)
        list_.setSize({});
}

void TextureTools::refreshCount()
{
    const int all = model_.rowCount();
    const int shown = list_.rowCount();
    search_->setPlaceholderText(all == 0 ? tr("Search textures") : counted(all, tr("Search 1 texture"), tr("Search %1 textures")));
    if (here_->isChecked())
        count_->setText(tr("%1 used in this room").arg(shown));
    else if (list_.isFiltering())
        count_->setText(tr("%1 of %2").arg(shown).arg(all));
    else if (const int missing = model_.countMissingHere(); missing > 0 && all > 0) // they are on its walls as patterns
        count_->setText(tr("%1 used here, %2 missing").arg(model_.countUsedHere()).arg(missing));
    else
        count_->setText(model_.room().isEmpty() || all == 0 ? QString() : tr("%1 used in this room").arg(model_.countUsedHere()));
    here_->setEnabled(!model_.room().isEmpty() || here_->isChecked());
}

std::pair<QString, QString> TextureTools::emptySentence() const
{
    if (model_.assets() == nullptr && !lookingThrough_.isEmpty())
        return {tr("Looking through %1 for textures\u2026").arg(lookingThrough_), {}};
    if (model_.assets() == nullptr)
        return {tr("Open a project folder to see its textures."), {}};
    const int all = model_.rowCount();
    if (all == 0)
        return {tr("This project has no textures. Trees of sources often leave them to the client; drop PNG, BMP or BGF files here "
                   "to add some."),
                tr("Add picture\u2026")};
    const QString showAll = tr("Show all %1").arg(all);
    if (!list_.query().isEmpty())
        return {tr("No texture matches \u201c%1\u201d.").arg(list_.query()), showAll};
    if (favourites_->isChecked() && model_.favourites().isEmpty())
        return {tr("No favourites yet. Press F on a texture to make it one."), showAll};
    if (recent_->isChecked() && list_.recent().isEmpty())
        return {tr("No texture was picked yet: click or drag one."), showAll};
    return {tr("No texture is left by these switches."), showAll};
}

void TextureTools::fit(int dockWidth)
{
    for (QToolButton* button : {favourites_, recent_, here_, add_})
        button->setToolButtonStyle(dockWidth >= labelsFrom ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    sizeBox_->setVisible(dockWidth >= sizesFrom);
    slider_->setVisible(dockWidth >= sliderFrom);
    count_->setVisible(dockWidth >= countFrom);
}

} // namespace blak::ui::textures
