// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/settings_dialog.h"

#include "studio/shell/shortcut_page.h"
#include "studio/shell/studio_settings.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int minScale = 80;
constexpr int maxScale = 200;
constexpr int scaleStep = 10;

QLabel* heading(const QString& text)
{
    auto* label = new QLabel(text);
    label->setFont(uiFont(14, QFont::DemiBold));
    return label;
}

QLabel* secondary(const QString& text)
{
    auto* label = new QLabel(text);
    label->setObjectName(QStringLiteral("secondary"));
    label->setWordWrap(true);
    return label;
}

} // namespace

int savedScale()
{
    return std::clamp(StudioSettings().value(QStringLiteral("appearance/scale"), 100).toInt(), minScale, maxScale);
}

SettingsDialog::SettingsDialog(ActionRegistry& actions, QWidget* parent)
    : QDialog(parent), names_(new QListWidget), pages_(new QStackedWidget), keys_(new ShortcutPage(actions))
{
    setWindowTitle(tr("Settings"));
    resize(860, 560);
    auto* row = new QHBoxLayout;
    names_->addItems({tr("Appearance"), tr("Keys"), tr("About")});
    names_->setFixedWidth(150);
    names_->setAccessibleName(tr("Pages"));
    pages_->addWidget(appearancePage());
    pages_->addWidget(keys_);
    pages_->addWidget(aboutPage());
    row->addWidget(names_);
    row->addSpacing(8);
    row->addWidget(pages_, 1);
    auto* buttons = new QDialogButtonBox;
    auto* done = buttons->addButton(tr("Close"), QDialogButtonBox::AcceptRole);
    done->setAutoDefault(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(10);
    column->addLayout(row, 1);
    column->addWidget(buttons);
    connect(names_, &QListWidget::currentRowChanged, pages_, &QStackedWidget::setCurrentIndex);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    showPage(Appearance);
}

void SettingsDialog::showPage(Page page) { names_->setCurrentRow(page); }

QWidget* SettingsDialog::appearancePage()
{
    auto* page = new QWidget;
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(10);
    grid->setColumnMinimumWidth(0, 84);
    grid->addWidget(heading(tr("Appearance")), 0, 0, 1, 3);

    auto* themes = new QComboBox;
    themes->setObjectName(QStringLiteral("themeChoice"));
    themes->addItem(tr("Dark"), static_cast<int>(ThemeKind::Dark));
    themes->addItem(tr("Light"), static_cast<int>(ThemeKind::Light));
    themes->setCurrentIndex(themes->findData(static_cast<int>(theme().kind)));
    auto* themeLabel = new QLabel(tr("Theme"));
    themeLabel->setBuddy(themes);
    grid->addWidget(themeLabel, 1, 0);
    grid->addWidget(themes, 1, 1);
    connect(themes, &QComboBox::currentIndexChanged, this, [themes] {
        setTheme(static_cast<ThemeKind>(themes->currentData().toInt()));
        StudioSettings().setValue(QStringLiteral("appearance/theme"),
                                  theme().isDark() ? QStringLiteral("dark") : QStringLiteral("light"));
    });

    auto* scale = new QSlider(Qt::Horizontal);
    scale->setRange(minScale / scaleStep, maxScale / scaleStep);
    scale->setValue(savedScale() / scaleStep);
    scale->setPageStep(1);
    auto* percent = new QLabel;
    auto* scaleLabel = new QLabel(tr("Scale"));
    scaleLabel->setBuddy(scale);
    const auto say = [percent](int value) { percent->setText(QString::number(value * scaleStep) + QStringLiteral(" %")); };
    say(scale->value());
    grid->addWidget(scaleLabel, 2, 0);
    grid->addWidget(scale, 2, 1);
    grid->addWidget(percent, 2, 2);
    grid->addWidget(secondary(tr("The scale counts from the next start.")), 3, 1, 1, 2);
    connect(scale, &QSlider::valueChanged, this, [say](int value) {
        say(value);
        StudioSettings().setValue(QStringLiteral("appearance/scale"), value * scaleStep);
    });

    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(2, 60);
    grid->setRowStretch(4, 1);
    return page;
}

QWidget* SettingsDialog::aboutPage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(heading(tr("Blakston Studio %1").arg(QLatin1String(BLAK_VERSION))));
    column->addWidget(secondary(tr("Free software under the GNU General Public License, version 3 or later. Built with Qt %1.")
                                    .arg(QLatin1String(qVersion()))));
    column->addWidget(secondary(tr("Settings are kept in %1").arg(settingsFile())));
    column->addSpacing(4);
    column->addWidget(new QLabel(tr("Licences of the fonts inside")));
    auto* licences = new QPlainTextEdit;
    licences->setReadOnly(true);
    licences->setFont(monoFont(11));
    QString text;
    for (const char* name : {"Inter-OFL.txt", "JetBrainsMono-OFL.txt"}) {
        QFile file(QStringLiteral(":/widgets/fonts/") + QLatin1String(name));
        if (file.open(QIODevice::ReadOnly))
            text += QString::fromUtf8(file.readAll()) + QLatin1Char('\n');
    }
    licences->setPlainText(text);
    column->addWidget(licences, 1);
    return page;
}

} // namespace blak::ui::shell
