// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/settings_pages.h"

#include "client/render/asset_store.h"
#include "kodide/ui/editor_look.h"
#include "studio/shell/appearance.h"
#include "studio/shell/memory.h"
#include "studio/shell/scale.h"
#include "studio/shell/studio_settings.h"
#include "ui/bounded_box.h"
#include "ui/fonts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFontComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QTimer>
#include <QVBoxLayout>

namespace blak::ui::shell {
namespace {

constexpr int usualLetters = 13;
constexpr int scaleAfter = 500; ///< ms of stillness: the window comes anew, so not at each step of a key

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

/// Labels and controls under a heading: beside each other, and in a narrow window one below the other.
class Rows
{
public:
    explicit Rows(const QString& title) : page_(new QWidget), form_(new QFormLayout)
    {
        auto* column = new QVBoxLayout(page_);
        column->setContentsMargins(0, 0, 0, 0);
        column->addLayout(form_);
        column->addStretch(1); // what is left is below the rows, not between them
        form_->setContentsMargins(0, 0, 0, 0);
        form_->setHorizontalSpacing(12);
        form_->setVerticalSpacing(10);
        form_->setRowWrapPolicy(QFormLayout::WrapLongRows);
        form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        form_->setLabelAlignment(Qt::AlignLeft);
        form_->addRow(heading(title));
    }

    void add(const QString& name, QWidget* control, QWidget* after = nullptr)
    {
        auto* label = new QLabel(name);
        label->setMinimumWidth(110);
        label->setBuddy(control);
        control->setAccessibleName(name);
        auto* row = new QHBoxLayout;
        row->setSpacing(12);
        row->addWidget(control, 1);
        if (after != nullptr) {
            after->setMinimumWidth(48);
            row->addWidget(after);
        }
        form_->addRow(label, row);
    }
    void say(const QString& text) { add(secondary(text)); }
    /// On one line: of a text that may wrap, Qt keeps room for two.
    void addHint(BoundedBox& box)
    {
        QLabel* hint = box.makeHint();
        hint->setWordWrap(false);
        add(hint);
    }
    void add(QWidget* below) { form_->addRow(QString(), below); } ///< under the controls

    /// Scrolls down where the window is low, never sideways.
    QWidget* finish()
    {
        auto* area = new QScrollArea;
        area->setFrameShape(QFrame::NoFrame);
        area->setWidgetResizable(true);
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->setWidget(page_);
        return area;
    }

private:
    QWidget* page_;
    QFormLayout* form_;
};

/// `value` below the least: none.
BoundedBox* number(int least, int most, int value, const QString& none)
{
    auto* box = new BoundedBox(least, most, none);
    box->setValue(value);
    return box;
}

template <typename Set>
void changeLook(Set set)
{
    code::EditorLook look = code::editorLook();
    set(look);
    code::setEditorLook(look);
    saveEditorLook();
}

} // namespace

QWidget* makeAppearancePage()
{
    Rows rows(SettingsDialog::tr("Appearance"));
    auto* themes = new QComboBox;
    themes->setObjectName(QStringLiteral("themeChoice"));
    themes->addItem(SettingsDialog::tr("As the system"), static_cast<int>(ThemeChoice::System));
    themes->addItem(SettingsDialog::tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    themes->addItem(SettingsDialog::tr("Light"), static_cast<int>(ThemeChoice::Light));
    ThemeChoice choice = savedThemeChoice();
    if (themeOfChoice(choice) != theme().kind) // another one for this time only: --theme
        choice = theme().isDark() ? ThemeChoice::Dark : ThemeChoice::Light;
    themes->setCurrentIndex(themes->findData(static_cast<int>(choice)));
    rows.add(SettingsDialog::tr("Theme"), themes);
    QObject::connect(themes, &QComboBox::currentIndexChanged, themes,
                     [themes] { setThemeChoice(static_cast<ThemeChoice>(themes->currentData().toInt())); });

    auto* scale = new QSlider(Qt::Horizontal);
    scale->setRange(leastScale / scaleStep, mostScale / scaleStep);
    scale->setValue(savedScale() / scaleStep);
    scale->setPageStep(1);
    auto* percent = new QLabel;
    const auto say = [percent](int value) { percent->setText(QString::number(value * scaleStep) + QStringLiteral(" %")); };
    say(scale->value());
    rows.add(SettingsDialog::tr("Scale"), scale, percent);
    rows.say(SettingsDialog::tr("The window comes anew in its new size; open files, edits and what can be undone stay."));
    auto* settled = new QTimer(scale);
    settled->setSingleShot(true);
    settled->setInterval(scaleAfter);
    QObject::connect(settled, &QTimer::timeout, scale, [scale] { setScale(scale->value() * scaleStep); });
    QObject::connect(scale, &QSlider::valueChanged, scale, [say, scale, settled](int value) {
        say(value);
        if (!scale->isSliderDown())
            settled->start();
    });
    QObject::connect(scale, &QSlider::sliderReleased, settled, qOverload<>(&QTimer::start));
    return rows.finish();
}

QWidget* makeEditorPage()
{
    Rows rows(SettingsDialog::tr("Editor"));
    const code::EditorLook& look = code::editorLook();
    auto* family = new QFontComboBox;
    family->setFontFilters(QFontComboBox::MonospacedFonts);
    family->setCurrentFont(look.family.isEmpty() ? monoFont(usualLetters) : QFont(look.family));
    family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    family->setMinimumContentsLength(12);
    rows.add(SettingsDialog::tr("Font"), family);
    QObject::connect(family, &QFontComboBox::currentFontChanged, family,
                     [](const QFont& font) { changeLook([&](code::EditorLook& one) { one.family = font.family(); }); });

    auto* size = number(static_cast<int>(code::leastLetters), static_cast<int>(code::mostLetters),
                        look.pixels > 0 ? static_cast<int>(look.pixels) : static_cast<int>(code::leastLetters) - 1,
                        SettingsDialog::tr("As usual"));
    size->setSuffix(SettingsDialog::tr(" px"));
    rows.add(SettingsDialog::tr("Size of letters"), size);
    rows.addHint(*size);
    QObject::connect(size, &QSpinBox::valueChanged, size, [](int value) {
        changeLook([&](code::EditorLook& one) { one.pixels = value < code::leastLetters ? 0 : value; });
    });

    auto* spacing = number(code::leastLineSpacing, code::mostLineSpacing, look.lineSpacing, {});
    spacing->setSuffix(SettingsDialog::tr(" %"));
    rows.add(SettingsDialog::tr("Line spacing"), spacing);
    rows.addHint(*spacing);
    QObject::connect(spacing, &QSpinBox::valueChanged, spacing,
                     [](int value) { changeLook([&](code::EditorLook& one) { one.lineSpacing = value; }); });

    auto* tab = number(1, code::mostTabWidth, look.tabWidth, SettingsDialog::tr("By language"));
    tab->setSuffix(SettingsDialog::tr(" columns"));
    rows.add(SettingsDialog::tr("Tab width"), tab);
    rows.addHint(*tab);
    QObject::connect(tab, &QSpinBox::valueChanged, tab,
                     [](int value) { changeLook([&](code::EditorLook& one) { one.tabWidth = value; }); });

    auto* ruler = number(1, code::mostRuler, look.ruler, SettingsDialog::tr("None"));
    ruler->setPrefix(SettingsDialog::tr("column "));
    rows.add(SettingsDialog::tr("Ruler"), ruler);
    rows.addHint(*ruler);
    QObject::connect(ruler, &QSpinBox::valueChanged, ruler,
                     [](int value) { changeLook([&](code::EditorLook& one) { one.ruler = value; }); });

    auto* wrap = new QCheckBox;
    wrap->setChecked(look.wrap);
    rows.add(SettingsDialog::tr("Wrap long lines"), wrap);
    QObject::connect(wrap, &QCheckBox::toggled, wrap, [](bool on) { changeLook([&](code::EditorLook& one) { one.wrap = on; }); });

    auto* completes = new QCheckBox;
    completes->setObjectName(QStringLiteral("completesNames"));
    completes->setChecked(look.completes);
    rows.add(SettingsDialog::tr("Help while typing Blakod"), completes);
    rows.say(SettingsDialog::tr("Names that fit, and the parameters of calls. Without it Ctrl+Space and Ctrl+Shift+Space still show them."));
    QObject::connect(completes, &QCheckBox::toggled, completes, [](bool on) { changeLook([&](code::EditorLook& one) { one.completes = on; }); });
    return rows.finish();
}

QWidget* makeMemoryPage(const SettingsDialog::Pictures& pictures)
{
    Rows rows(SettingsDialog::tr("Memory"));
    auto* limit = number(leastPictureCache, mostPictureCache, pictureCacheMegabytes(), {});
    limit->setSuffix(SettingsDialog::tr(" MB"));
    rows.add(SettingsDialog::tr("Pictures kept"), limit);
    rows.addHint(*limit);
    rows.say(
        SettingsDialog::tr("Textures and sprites stay decoded up to this limit; those not used for the longest time go first. "
                           "What closed documents held goes back to the system."));
    auto* used = secondary({});
    used->setObjectName(QStringLiteral("picturesInUse"));
    const auto say = [used, pictures] {
        constexpr double megabyte = 1 << 20;
        const auto kept = pictures ? pictures() : SettingsDialog::PicturesKept();
        used->setText(kept.decoded ? SettingsDialog::tr("Now %1 MB of %2 MB are used. The small pictures of the Textures dock take %3 MB "
                                                        "more, %4 MB at most.")
                                         .arg(static_cast<double>(kept.decoded->cachedBytes()) / megabyte, 0, 'f', 1)
                                         .arg(static_cast<double>(kept.decoded->byteLimit()) / megabyte, 0, 'f', 0)
                                         .arg(static_cast<double>(kept.small) / megabyte, 0, 'f', 1)
                                         .arg(static_cast<double>(kept.smallLimit) / megabyte, 0, 'f', 0)
                                   : SettingsDialog::tr("No project is open, so no pictures are kept."));
    };
    say();
    rows.add(used);
    QObject::connect(limit, &QSpinBox::valueChanged, limit, [pictures, say](int value) {
        setPictureCacheMegabytes(value);
        if (const auto store = pictures ? pictures().decoded : nullptr)
            store->setByteLimit(static_cast<std::size_t>(value) << 20);
        say();
    });
    return rows.finish();
}

QWidget* makeCarryPage(std::function<QString(const QString&)> save, std::function<QString(const QString&)> load)
{
    Rows rows(SettingsDialog::tr("Carry along"));
    rows.say(SettingsDialog::tr(
        "Theme, keys, editor and layouts as one file for another machine. Recent projects and the session stay here."));
    auto* said = secondary({});
    const auto button = [&rows, said](const QString& name, const QString& text, bool saving,
                                      std::function<QString(const QString&)> act) {
        auto* one = new QPushButton(text);
        one->setAutoDefault(false);
        rows.add(name, one);
        QObject::connect(one, &QPushButton::clicked, one, [one, said, saving, name, act = std::move(act)] {
            const QString kind = SettingsDialog::tr("Settings of the studio (*.ini)");
            const QString file = saving ? QFileDialog::getSaveFileName(one, name, QStringLiteral("blakston-studio.ini"), kind)
                                        : QFileDialog::getOpenFileName(one, name, {}, kind);
            if (file.isEmpty())
                return;
            const QString wrong = act(file);
            said->setText(!wrong.isEmpty() ? wrong
                          : saving         ? SettingsDialog::tr("Written to %1.").arg(file)
                                           : SettingsDialog::tr("Taken over from %1.").arg(file));
        });
    };
    button(SettingsDialog::tr("Export"), SettingsDialog::tr("Export to a file\u2026"), true, std::move(save));
    button(SettingsDialog::tr("Import"), SettingsDialog::tr("Import from a file\u2026"), false, std::move(load));
    rows.add(said);
    return rows.finish();
}

QWidget* makeAboutPage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(heading(SettingsDialog::tr("Blakston Studio %1").arg(QLatin1String(BLAK_VERSION))));
    column->addWidget(
        secondary(SettingsDialog::tr("Free software under the GNU General Public License, version 3 or later. Built with Qt %1.")
                      .arg(QLatin1String(qVersion()))));
    column->addWidget(secondary(SettingsDialog::tr("Settings are kept in %1").arg(settingsFile())));
    column->addSpacing(4);
    column->addWidget(new QLabel(SettingsDialog::tr("Licences of the fonts inside")));
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

void applySettings()
{
    setTheme(themeOfChoice(savedThemeChoice()));
    loadEditorLook();
}

} // namespace blak::ui::shell
