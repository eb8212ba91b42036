// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"
#include "studio/views/common/file_view.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTabBar;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::views {

class SwatchGrid;

/// A palette: its 16 x 16 chart with ramps, reserved and transparent entries, and the tables derived from it - light levels,
/// blends and translations. A chosen level or translation is shown in the chart as well.
class PaletteView : public FileView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;

    SwatchGrid* chart() const { return chart_; }
    SwatchGrid* light() const { return light_; }
    SwatchGrid* blend() const { return blend_; }
    SwatchGrid* translations() const { return translations_; }
    QTabBar* tabs() const { return tabs_; }
    QComboBox* share() const { return share_; }
    /// "35 · #8a5a2c · 138, 90, 44 · ramp 32 to 47".
    QString describe(std::uint8_t index) const;
    QString facts() const;
    /// Shows the chart through a light level or translation; nullptr = as it is.
    void showThrough(const palette::IndexMap* map, const QString& name);

private:
    PaletteView(const QString& path, std::shared_ptr<Project> project, const palette::PaletteFile& file, QWidget* parent);
    QWidget* chartSide();
    QWidget* tableSide();
    void setHover(const QString& text);
    void refreshFacts();

    palette::PaletteFile file_;
    std::unique_ptr<palette::Tables> tables_;
    std::vector<int> listed_; ///< translations that change something
    const palette::IndexMap* through_ = nullptr;
    QString throughName_;
    QString hover_;
    SwatchGrid *chart_ = nullptr, *light_ = nullptr, *blend_ = nullptr, *translations_ = nullptr;
    QTabBar* tabs_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QComboBox* share_ = nullptr;
    QLabel* facts_ = nullptr;
    QLabel* swatch_ = nullptr;
    ViewHeader* chartHeader_ = nullptr;
};

} // namespace blak::ui::views
