// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/palette/palette_view.h"

#include "formats/bgf/sprite.h"
#include "studio/views/common/text.h"
#include "studio/views/palette/swatch_grid.h"
#include "ui/fonts.h"
#include "ui/view_header.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace blak::ui::views {
namespace {

constexpr int side = 16;
constexpr int entries = 256;

QString kindText(palette::FileKind kind)
{
    switch (kind) {
    case palette::FileKind::Text: return PaletteView::tr("text, one colour a line");
    case palette::FileKind::Riff: return PaletteView::tr("RIFF palette");
    case palette::FileKind::Chart: return PaletteView::tr("chart picture, 256 x 256");
    }
    return {};
}

QWidget* scrolled(SwatchGrid* grid)
{
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(10, 10, 10, 10);
    column->addWidget(grid);
    column->addStretch(1);
    area->setWidget(holder);
    area->viewport()->setAutoFillBackground(false);
    holder->setAutoFillBackground(false);
    return area;
}

bool isIdentity(const palette::IndexMap& map)
{
    for (std::size_t i = 0; i < map.size(); ++i)
        if (map[i] != i)
            return false;
    return true;
}

} // namespace

Result<DocumentView*> PaletteView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    const auto bytes = readBytes(path);
    if (!bytes)
        return bytes.error();
    const auto file = palette::read(bytes.value(), QFileInfo(path).fileName().toStdString());
    if (!file)
        return file.error();
    return static_cast<DocumentView*>(new PaletteView(path, std::move(project), file.value(), parent));
}

PaletteView::PaletteView(const QString& path, std::shared_ptr<Project> project, const palette::PaletteFile& file, QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("palette"), parent), file_(file),
      tables_(std::make_unique<palette::Tables>())
{
    palette::buildTables(file_.colours, *tables_);
    for (int id = 0; id < entries; ++id)
        if (!isIdentity(tables_->translation[static_cast<std::size_t>(id)]))
            listed_.push_back(id);
    auto* row = new QVBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter;
    splitter->addWidget(chartSide());
    splitter->addWidget(tableSide());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({430, 620});
    splitter->setChildrenCollapsible(false);
    row->addWidget(splitter);
    setFocusProxy(chart_);
    chart_->setCurrent({0, 0});
    refreshFacts();
}

QWidget* PaletteView::chartSide()
{
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    chartHeader_ = new ViewHeader(tr("Palette"));
    chartHeader_->setDetail(kindText(file_.kind));
    QToolButton* plain = chartHeader_->addButton(QStringLiteral("eye"), tr("Show the palette as it is"));
    connect(plain, &QToolButton::clicked, this, [this] { showThrough(nullptr, {}); });
    column->addWidget(chartHeader_);

    chart_ = new SwatchGrid(side, side, file_.colours, [this](int x, int y) {
        const auto index = static_cast<std::uint8_t>(y * side + x);
        return through_ == nullptr ? index : (*through_)[index];
    });
    chart_->setAccessibleName(tr("Palette chart"));
    chart_->setCell({20, 20}, true);
    chart_->setIndicesShown(true);
    QStringList ramps, columns;
    for (int i = 0; i < side; ++i) {
        ramps << QString::number(i * side);
        columns << QStringLiteral("+%1").arg(i);
    }
    chart_->setRowLabels(ramps, 34);
    chart_->setColumnLabels(columns);
    chart_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    auto* place = new QVBoxLayout;
    place->setContentsMargins(6, 6, 10, 6);
    place->addWidget(chart_, 1);
    column->addLayout(place, 1);

    auto* facts = new QHBoxLayout;
    facts->setContentsMargins(10, 4, 10, 10);
    facts->setSpacing(10);
    swatch_ = new QLabel;
    swatch_->setFixedSize(40, 40);
    facts_ = new QLabel;
    facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    facts_->setWordWrap(true);
    facts->addWidget(swatch_, 0, Qt::AlignTop);
    facts->addWidget(facts_, 1);
    column->addLayout(facts);
    auto* key =
        new QLabel(tr("A filled corner marks entries kept for the system (8 to 15, 244 to 247), a cross the transparent one "
                      "(254). Each row of sixteen is one ramp."));
    key->setObjectName(QStringLiteral("secondary"));
    key->setWordWrap(true);
    key->setContentsMargins(10, 0, 10, 10);
    column->addWidget(key);

    connect(chart_, &SwatchGrid::currentChanged, this, &PaletteView::refreshFacts);
    connect(chart_, &SwatchGrid::hovered, this,
            [this](int x, int y) { setHover(x < 0 ? QString() : describe(chart_->indexAt(x, y))); });
    holder->setMinimumWidth(380);
    return holder;
}

QWidget* PaletteView::tableSide()
{
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* strip = new QHBoxLayout;
    tabs_ = new QTabBar;
    tabs_->setExpanding(false);
    tabs_->setDrawBase(false);
    tabs_->addTab(tr("Light levels  %1").arg(palette::lightLevels + 1));
    tabs_->addTab(tr("Blends  3"));
    tabs_->addTab(tr("Translations  %1").arg(listed_.size()));
    strip->addWidget(tabs_);
    strip->addStretch(1);
    share_ = new QComboBox;
    for (const int percent : {25, 50, 75})
        share_->addItem(tr("%1 % of the row").arg(percent));
    share_->setCurrentIndex(1);
    share_->setAccessibleName(tr("Share of the blend"));
    share_->hide();
    strip->addWidget(share_);
    strip->addSpacing(8);
    column->addLayout(strip);

    light_ = new SwatchGrid(entries, palette::lightLevels + 1, file_.colours, [this](int x, int y) {
        return tables_->light[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    });
    QStringList levels;
    for (int level = 0; level <= palette::lightLevels; ++level)
        levels << (level == palette::lightLevels   ? tr("inverse")
                   : level % 4 == 0 || level == 63 ? QString::number(level)
                                                   : QString());
    light_->setCell({2, 8});
    light_->setRowLabels(levels, 60);
    light_->setAccessibleName(tr("Light levels"));

    blend_ = new SwatchGrid(entries, entries, file_.colours, [this](int x, int y) {
        const auto k = static_cast<std::size_t>(share_->currentIndex());
        return tables_->blend[k][static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    });
    QStringList rows;
    for (int i = 0; i < entries; ++i)
        rows << (i % side == 0 ? QString::number(i) : QString());
    blend_->setCell({2, 2});
    blend_->setRowLabels(rows, 44);
    blend_->setAccessibleName(tr("Blend table"));

    translations_ = new SwatchGrid(entries, static_cast<int>(listed_.size()), file_.colours, [this](int x, int y) {
        const auto id = static_cast<std::size_t>(listed_[static_cast<std::size_t>(y)]);
        return tables_->translation[id][static_cast<std::size_t>(x)];
    });
    QStringList names;
    for (const int id : listed_)
        names << QStringLiteral("%1  %2").arg(fromUtf8(palette::translationName(static_cast<std::uint8_t>(id)))).arg(id, 3);
    translations_->setCell({2, 18});
    translations_->setRowLabels(names, 190);
    translations_->setAccessibleName(tr("Translations"));

    pages_ = new QStackedWidget;
    for (SwatchGrid* grid : {light_, blend_, translations_})
        pages_->addWidget(scrolled(grid));
    column->addWidget(pages_, 1);

    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
        pages_->setCurrentIndex(tab);
        share_->setVisible(tab == 1);
    });
    connect(share_, &QComboBox::currentIndexChanged, blend_, &SwatchGrid::refresh);
    connect(light_, &SwatchGrid::hovered, this, [this](int x, int y) {
        setHover(x < 0 ? QString() : tr("Level %1: %2 becomes %3").arg(y).arg(x).arg(describe(light_->indexAt(x, y))));
    });
    connect(blend_, &SwatchGrid::hovered, this, [this](int x, int y) {
        setHover(x < 0 ? QString()
                       : tr("%1 % of %2, the rest of %3: %4")
                             .arg((share_->currentIndex() + 1) * 25)
                             .arg(y)
                             .arg(x)
                             .arg(describe(blend_->indexAt(x, y))));
    });
    connect(translations_, &SwatchGrid::hovered, this, [this](int x, int y) {
        setHover(x < 0 ? QString()
                       : tr("Translation %1: %2 becomes %3")
                             .arg(listed_[static_cast<std::size_t>(y)])
                             .arg(x)
                             .arg(describe(translations_->indexAt(x, y))));
    });
    connect(light_, &SwatchGrid::currentChanged, this, [this](int, int y) {
        showThrough(&tables_->light[static_cast<std::size_t>(y)],
                    y == palette::lightLevels ? tr("inverse light") : tr("light level %1").arg(y));
    });
    connect(translations_, &SwatchGrid::currentChanged, this, [this](int, int y) {
        const int id = listed_[static_cast<std::size_t>(y)];
        showThrough(&tables_->translation[static_cast<std::size_t>(id)],
                    tr("translation %1, %2").arg(id).arg(fromUtf8(palette::translationName(static_cast<std::uint8_t>(id)))));
    });
    return holder;
}

void PaletteView::showThrough(const palette::IndexMap* map, const QString& name)
{
    through_ = map;
    throughName_ = name;
    chartHeader_->setDetail(map == nullptr ? kindText(file_.kind) : tr("through %1").arg(name));
    chart_->refresh();
    refreshFacts();
}

QString PaletteView::describe(std::uint8_t index) const
{
    const palette::Colour& colour = file_.colours[index];
    QStringList words{QString::number(index),
                      QStringLiteral("#%1").arg((colour.r << 16) | (colour.g << 8) | colour.b, 6, 16, QLatin1Char('0')),
                      QStringLiteral("%1, %2, %3").arg(colour.r).arg(colour.g).arg(colour.b)};
    if (palette::isReserved(index))
        words << tr("kept for the system");
    if (index == bgf::transparentIndex)
        words << tr("transparent");
    return words.join(QStringLiteral(" \u00b7 "));
}

void PaletteView::refreshFacts()
{
    const QPoint at = chart_->current();
    if (at.x() < 0)
        return;
    const auto index = static_cast<std::uint8_t>(at.y() * side + at.x());
    const std::uint8_t shown = chart_->indexAt(at.x(), at.y());
    const palette::Colour& colour = file_.colours[shown];
    swatch_->setStyleSheet(QStringLiteral("background: rgb(%1, %2, %3); border: 1px solid #77828e; border-radius: 3px;")
                               .arg(colour.r)
                               .arg(colour.g)
                               .arg(colour.b));
    const int ramp = index / side * side;
    QString text = through_ == nullptr ? describe(shown) : tr("%1 becomes %2").arg(index).arg(describe(shown));
    text += QLatin1Char('\n') + tr("Ramp %1 to %2, step %3").arg(ramp).arg(ramp + side - 1).arg(index % side + 1);
    facts_->setText(text);
    emit statusChanged();
}

QString PaletteView::facts() const { return facts_->text(); }

void PaletteView::setHover(const QString& text)
{
    hover_ = text;
    emit statusChanged();
}

QStringList PaletteView::statusLeft() const
{
    if (!hover_.isEmpty())
        return {hover_};
    const QPoint at = chart_->current();
    return {describe(chart_->indexAt(std::max(at.x(), 0), std::max(at.y(), 0))),
            tr("Arrow keys move \u00b7 Click a level or translation to see the chart through it")};
}

QStringList PaletteView::statusRight() const { return {tr("Palette, %1").arg(kindText(file_.kind)), dialectName()}; }

QVariantMap PaletteView::saveViewState() const
{
    return {{QStringLiteral("tab"), tabs_->currentIndex()},
            {QStringLiteral("index"), chart_->current().y() * side + chart_->current().x()}};
}

void PaletteView::restoreViewState(const QVariantMap& state)
{
    tabs_->setCurrentIndex(state.value(QStringLiteral("tab")).toInt());
    goToPlace(state.value(QStringLiteral("index")).toString());
}

QString PaletteView::placeHint() const { return tr("index"); }

bool PaletteView::goToPlace(const QString& place)
{
    bool isNumber = false;
    const int index = place.toInt(&isNumber);
    if (!isNumber || index < 0 || index >= entries)
        return false;
    chart_->setCurrent({index % side, index / side});
    return true;
}

} // namespace blak::ui::views
