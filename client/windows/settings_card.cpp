// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/settings_card.h"

#include "client/play/play_view.h"
#include "client/windows/keys_card.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QVBoxLayout>

namespace blak::client {

SettingsCard::SettingsCard(PlayView& view)
    : Card(QStringLiteral("Settings"), QStringLiteral("settings"), &view), view_(view), scale_(new QComboBox(this)),
      names_(new QCheckBox(QStringLiteral("Names over players"), this)),
      calm_(new QCheckBox(QStringLiteral("Far surfaces without shimmering"), this)),
      limit_(new QCheckBox(QStringLiteral("Ten frames a second without focus"), this)),
      fieldOfView_(new QSlider(Qt::Horizontal, this)), keys_(new QComboBox(this)), effects_(new QSlider(Qt::Horizontal, this)),
      music_(new QSlider(Qt::Horizontal, this)), theme_(new QComboBox(this)), chatSize_(new QComboBox(this))
{
    scale_->addItems({QStringLiteral("1x, as sharp as the window"), QStringLiteral("2x, larger pixels")});
    keys_->addItems({QStringLiteral("Modern: WASD"), QStringLiteral("Classic: arrows"), QStringLiteral("Your own")});
    keysCard_ = new KeysCard(&view);
    theme_->addItems({QStringLiteral("Dark"), QStringLiteral("Light")});
    fieldOfView_->setRange(50, 120);
    fieldOfView_->setValue(80);
    for (QSlider* slider : {effects_, music_})
        slider->setRange(0, 100);
    effects_->setValue(80);
    music_->setValue(60);
    names_->setChecked(true);
    calm_->setChecked(true);
    calm_->setToolTip(QStringLiteral("Off: as the old client drew"));
    limit_->setChecked(true);
    theme_->setCurrentIndex(ui::theme().isDark() ? 0 : 1);
    auto* form = new QFormLayout;
    form->addRow(QStringLiteral("Picture"), scale_);
    // A slider has its number beside it.
    const auto addSlider = [&](const QString& name, QSlider* slider, const QString& unit) {
        auto* shown = new QLabel(this);
        shown->setObjectName(QStringLiteral("secondary"));
        shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        shown->setMinimumWidth(shown->fontMetrics().horizontalAdvance(QStringLiteral("100 %")));
        const auto show = [shown, unit](int value) { shown->setText(QString::number(value) + unit); };
        connect(slider, &QSlider::valueChanged, shown, show);
        show(slider->value());
        slider->setAccessibleName(name);
        auto* row = new QHBoxLayout;
        row->addWidget(slider, 1);
        row->addWidget(shown);
        form->addRow(name, row);
    };
    addSlider(QStringLiteral("Field of view"), fieldOfView_, QStringLiteral("°"));
    form->addRow(QString(), calm_);
    weather_ = new QCheckBox(QStringLiteral("Rain, snow, sand and fireworks"), this);
    weather_->setChecked(true);
    form->addRow(QString(), weather_);
    form->addRow(QString(), names_);
    form->addRow(QString(), limit_);
    advertisements_ = new QCheckBox(QStringLiteral("What servers advertise, where characters are chosen"), this);
    form->addRow(QString(), advertisements_);
    connect(advertisements_, &QCheckBox::clicked, this, &SettingsCard::changed);
    auto* change = new QPushButton(QStringLiteral("Change..."), this);
    change->setAutoDefault(false);
    auto* keys = new QHBoxLayout;
    keys->addWidget(keys_, 1);
    keys->addWidget(change);
    form->addRow(QStringLiteral("Keys"), keys);
    addSlider(QStringLiteral("Sounds"), effects_, QStringLiteral(" %"));
    addSlider(QStringLiteral("Music"), music_, QStringLiteral(" %"));
    form->addRow(QStringLiteral("Theme"), theme_);
    chatSize_->addItems({QStringLiteral("Small"), QStringLiteral("Usual"), QStringLiteral("Large"), QStringLiteral("Very large")});
    chatSize_->setCurrentIndex(1);
    chatSize_->setObjectName(QStringLiteral("chatSize"));
    form->addRow(QStringLiteral("Text of the chat"), chatSize_);
    connect(chatSize_, &QComboBox::activated, this, [this] {
        applyChatSize();
        emit changed();
    });
    body()->addLayout(form);
    setMinimumWidth(360);
    connect(scale_, &QComboBox::activated, this, &SettingsCard::apply);
    connect(keys_, &QComboBox::activated, this, [this](int index) {
        if (index < 2)
            keysCard_->setTable(KeyTable::of(index == 0 ? KeyPreset::Modern : KeyPreset::Classic));
        applyKeys();
    });
    connect(change, &QPushButton::clicked, this, [this] { keysCard_->open(); });
    connect(keysCard_, &KeysCard::changed, this, &SettingsCard::applyKeys);
    for (QCheckBox* box : {names_, calm_, limit_, weather_})
        connect(box, &QCheckBox::clicked, this, &SettingsCard::apply);
    for (QSlider* slider : {fieldOfView_, effects_, music_})
        connect(slider, &QSlider::valueChanged, this, &SettingsCard::apply);
    connect(theme_, &QComboBox::activated, this, [this] {
        emit themeChanged(theme_->currentIndex() == 0);
        emit changed();
    });
}

void SettingsCard::apply()
{
    ViewOptions options;
    options.scale = scale_->currentIndex() + 1;
    options.names = names_->isChecked();
    options.mipLevels = calm_->isChecked();
    options.weather = weather_->isChecked();
    options.limitWhenUnfocused = limit_->isChecked();
    options.fieldOfView = fieldOfView_->value();
    view_.setOptions(options);
    emit volumesChanged(effects_->value(), music_->value());
    emit changed();
}

bool SettingsCard::showsAdvertisements() const { return advertisements_->isChecked(); }

void SettingsCard::applyChatSize()
{
    constexpr double sizes[]{10.5, 12, 14, 17};
    emit chatFontChanged(ui::uiFont(sizes[qBound(0, chatSize_->currentIndex(), 3)]));
}

/// The choice shows what the keys are: a set that has a name, or one's own.
void SettingsCard::applyKeys()
{
    const KeyTable& table = keysCard_->table();
    constexpr int own = 2;
    keys_->setCurrentIndex(table == KeyTable::of(KeyPreset::Modern) ? 0 : table == KeyTable::of(KeyPreset::Classic) ? 1 : own);
    view_.setKeys(table);
    emit changed();
}

void SettingsCard::load(const QSettings& settings)
{
    const auto number = [&](const char* key, int usual) { return settings.value(QLatin1String(key), usual).toInt(); };
    chatSize_->setCurrentIndex(qBound(0, number("chat/size", 1), 3));
    applyChatSize();
    QSignalBlocker quiet(this);
    scale_->setCurrentIndex(qBound(0, number("view/scale", 1) - 1, 1));
    names_->setChecked(number("view/names", 1) != 0);
    calm_->setChecked(number("view/calm", 1) != 0);
    limit_->setChecked(number("view/limit", 1) != 0);
    weather_->setChecked(number("view/weather", 1) != 0);
    advertisements_->setChecked(number("advertisements", 0) != 0);
    fieldOfView_->setValue(number("view/field", 80));
    effects_->setValue(number("sound/effects", 80));
    music_->setValue(number("sound/music", 60));
    theme_->setCurrentIndex(ui::theme().isDark() ? 0 : 1);
    apply();
    const QString own = settings.value(QStringLiteral("keys/table")).toString();
    const int preset = number("keys/preset", 0);
    keysCard_->setTable(preset == 2 && !own.isEmpty() ? KeyTable::fromText(own)
                                                      : KeyTable::of(preset == 1 ? KeyPreset::Classic : KeyPreset::Modern));
    applyKeys();
    quiet.unblock();
    emit volumesChanged(effects_->value(), music_->value()); // whoever plays sounds knows them from here alone
}

void SettingsCard::save(QSettings& settings) const
{
    settings.setValue(QStringLiteral("view/scale"), scale_->currentIndex() + 1);
    settings.setValue(QStringLiteral("view/names"), names_->isChecked() ? 1 : 0);
    settings.setValue(QStringLiteral("view/calm"), calm_->isChecked() ? 1 : 0);
    settings.setValue(QStringLiteral("view/limit"), limit_->isChecked() ? 1 : 0);
    settings.setValue(QStringLiteral("view/weather"), weather_->isChecked() ? 1 : 0);
    settings.setValue(QStringLiteral("advertisements"), advertisements_->isChecked() ? 1 : 0);
    settings.setValue(QStringLiteral("view/field"), fieldOfView_->value());
    settings.setValue(QStringLiteral("keys/preset"), keys_->currentIndex());
    settings.setValue(QStringLiteral("keys/table"), keysCard_->table().toText());
    settings.setValue(QStringLiteral("sound/effects"), effects_->value());
    settings.setValue(QStringLiteral("sound/music"), music_->value());
    settings.setValue(QStringLiteral("chat/size"), chatSize_->currentIndex());
    settings.setValue(QStringLiteral("theme"), theme_->currentIndex() == 0 ? QStringLiteral("dark") : QStringLiteral("light"));
}

} // namespace blak::client
