// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/char/character_page.h"

#include "client/play/game_client.h"
#include "client/play/sprite_pictures.h"
#include "client/windows/text_view.h"
#include "formats/base/windows1252.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <array>

namespace blak::client {
namespace {

constexpr int idRole = Qt::UserRole, newRole = Qt::UserRole + 1, costRole = Qt::UserRole + 2;
constexpr int facePixels = 120;
constexpr std::int8_t eyesHotspot = 11, mouthHotspot = 12, hairHotspot = 13, noseHotspot = 14; ///< of a head, in every world
constexpr std::array partNames{"Hair", "Eyes", "Nose", "Mouth", "Colour of hair", "Colour of skin"};
constexpr std::array statisticNames{"Might", "Intellect", "Stamina", "Agility", "Mysticism", "Aim"};

} // namespace

CharacterPage::CharacterPage(GameClient& client, QWidget* parent)
    : QWidget(parent), client_(client), motd_(new QTextBrowser(this)), characters_(new QListWidget(this)),
      play_(new QPushButton(QStringLiteral("Play"), this)), form_(new QWidget(this)), name_(new QLineEdit(form_)),
      description_(new QPlainTextEdit(form_)), gender_(new QComboBox(form_)), face_(new QLabel(form_)), points_(new QLabel(form_)),
      spells_(new QListWidget(form_)), skills_(new QListWidget(form_)),
      create_(new QPushButton(QStringLiteral("Make this character"), form_)), state_(new QLabel(this))
{
    setObjectName(QStringLiteral("characterPage"));
    characters_->setObjectName(QStringLiteral("characterList"));
    play_->setObjectName(QStringLiteral("playCharacter"));
    create_->setObjectName(QStringLiteral("createCharacter"));
    name_->setObjectName(QStringLiteral("characterName"));
    state_->setObjectName(QStringLiteral("characterState"));
    auto* outer = new QHBoxLayout(this);
    outer->addStretch(1);
    auto* column = new QVBoxLayout;
    column->addStretch(1);
    auto* title = new QLabel(QStringLiteral("Your characters"), this);
    title->setFont(ui::uiFont(24, QFont::DemiBold));
    column->addWidget(title);
    auto* row = new QHBoxLayout;
    row->setSpacing(20);
    auto* left = new QVBoxLayout;
    motd_->setFixedSize(280, 110);
    motd_->setAccessibleName(QStringLiteral("Message of the day"));
    characters_->setFixedSize(280, 180);
    characters_->setAccessibleName(QStringLiteral("Characters"));
    auto* leave = new QPushButton(QStringLiteral("Leave"), this);
    play_->setProperty("primary", true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(leave);
    buttons->addStretch(1);
    buttons->addWidget(play_);
    left->addWidget(motd_);
    left->addWidget(characters_);
    left->addLayout(buttons);
    state_->setWordWrap(true);
    state_->setFixedWidth(280);
    left->addWidget(state_);
    advertisements_ = new QLabel(this);
    advertisements_->setObjectName(QStringLiteral("advertisements"));
    advertisements_->setTextFormat(Qt::RichText);
    advertisements_->setFixedWidth(280);
    advertisements_->setWordWrap(true);
    connect(advertisements_, &QLabel::linkActivated, this, &CharacterPage::openAdvertisement); // by a click alone; nothing is fetched
    advertisements_->hide();
    left->addWidget(advertisements_);
    left->addStretch(1);
    row->addLayout(left);

    auto* grid = new QHBoxLayout(form_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(24);
    auto* form = new QFormLayout;
    name_->setMaxLength(30);
    name_->setMinimumWidth(180);
    gender_->addItems({QStringLiteral("Male"), QStringLiteral("Female")});
    description_->setMaximumHeight(64);
    description_->setTabChangesFocus(true);
    const auto add = [&](const QString& name, QWidget* field) {
        field->setAccessibleName(name);
        form->addRow(name, field);
    };
    add(QStringLiteral("Name"), name_);
    add(QStringLiteral("Gender"), gender_);
    for (const char* part : partNames) {
        auto* spin = new QSpinBox(form_);
        spin->setRange(1, 1); // before it wraps: else the first range makes it the last
        spin->setWrapping(true);
        parts_ << spin;
        add(QString::fromLatin1(part), spin);
        connect(spin, &QSpinBox::valueChanged, this, &CharacterPage::showFace);
    }
    add(QStringLiteral("Description"), description_);
    grid->addLayout(form);
    auto* numbers = new QFormLayout;
    face_->setFixedSize(facePixels, facePixels);
    numbers->addRow(face_);
    for (const char* name : statisticNames) {
        auto* spin = new QSpinBox(form_);
        spin->setRange(session::NewCharacter::leastStatistic, session::NewCharacter::mostStatistic);
        spin->setAccessibleName(QString::fromLatin1(name));
        statistics_ << spin;
        numbers->addRow(QString::fromLatin1(name), spin);
        connect(spin, &QSpinBox::valueChanged, this, &CharacterPage::countPoints);
    }
    const session::NewCharacter usual;
    for (qsizetype i = 0; i < statistics_.size(); ++i)
        statistics_[i]->setValue(static_cast<int>(usual.statistics[static_cast<std::size_t>(i)]));
    points_->setAccessibleName(QStringLiteral("Points"));
    numbers->addRow(points_);
    grid->addLayout(numbers);
    auto* lists = new QVBoxLayout;
    spells_->setAccessibleName(QStringLiteral("Spells"));
    skills_->setAccessibleName(QStringLiteral("Skills"));
    lists->addWidget(new QLabel(QStringLiteral("Spells"), form_));
    lists->addWidget(spells_, 1);
    lists->addWidget(new QLabel(QStringLiteral("Skills"), form_));
    lists->addWidget(skills_, 1);
    create_->setProperty("primary", true);
    lists->addWidget(create_);
    for (QListWidget* list : {spells_, skills_}) {
        list->setFixedWidth(200);
        list->setMinimumHeight(120); // more where there is more: not the labels
        connect(list, &QListWidget::itemChanged, this, &CharacterPage::countPoints);
    }
    grid->addLayout(lists);
    for (QFormLayout* part : {form, numbers}) {
        part->setVerticalSpacing(8); // not that between the columns
        grid->setAlignment(part, Qt::AlignTop);
    }
    lists->setSpacing(8);
    grid->setAlignment(lists, Qt::AlignTop);
    row->addWidget(form_);
    column->addLayout(row);
    column->addStretch(2);
    outer->addLayout(column);
    outer->addStretch(1);
    form_->hide();

    connect(play_, &QPushButton::clicked, this, &CharacterPage::play);
    connect(characters_, &QListWidget::itemActivated, this, &CharacterPage::play);
    connect(create_, &QPushButton::clicked, this, &CharacterPage::create);
    connect(leave, &QPushButton::clicked, this, &CharacterPage::leaveWanted);
    connect(gender_, &QComboBox::currentIndexChanged, this, &CharacterPage::showChoices);
}

/// The server is told which one, as the old clients did.
void CharacterPage::openAdvertisement(const QString& address)
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    std::uint8_t number = 1;
    for (const session::Advertisement& one : game->creation().advertisements()) {
        if (address == QString::fromLatin1(one.url.c_str())) {
            client_.requests().advertisementChosen(number);
            client_.flush();
            QDesktopServices::openUrl(QUrl(address));
            return;
        }
        ++number;
    }
}

void CharacterPage::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    motd_->clear();
    QTextCursor cursor(motd_->document());
    insertStyled(cursor, game->creation().messageOfTheDay(), game->dialect(), {}, ui::theme().input);
    motd_->setVisible(!motd_->document()->isEmpty());
    QString links;
    for (const session::Advertisement& one : game->creation().advertisements()) {
        const QString address = QString::fromLatin1(one.url.c_str());
        if (showsAdvertisements_ && (address.startsWith(QLatin1String("https://")) || address.startsWith(QLatin1String("http://"))))
            links += QStringLiteral("<p><a href=\"%1\">%2</a></p>").arg(address.toHtmlEscaped(), address.left(200).toHtmlEscaped());
    }
    advertisements_->setText(links);
    advertisements_->setVisible(!links.isEmpty());
    const auto& all = client_.session()->characters();
    if (characters_->count() != static_cast<int>(all.size())) {
        characters_->clear();
        for (const wire::Character& one : all) {
            const QString name = QString::fromUtf8(windows1252::toUtf8(one.name).c_str());
            auto* item = new QListWidgetItem(ui::icon(QStringLiteral("user"), ui::IconTone::Text2),
                                             one.isNew ? QStringLiteral("New character") : name, characters_);
            item->setData(idRole, one.id);
            item->setData(newRole, one.isNew);
        }
        characters_->setCurrentRow(0);
        setMaking(false);
    }
    state_->setText(QString::fromStdString(game->creation().refusal()));
    const bool choices = game->creation().choices().has_value() && making_;
    if (choices && !form_->isVisible())
        showChoices();
    form_->setVisible(choices);
    play_->setProperty("primary", !choices); // one button of a page is the next step
    play_->style()->unpolish(play_);
    play_->style()->polish(play_);
}

void CharacterPage::setMaking(bool making)
{
    making_ = making;
    setProperty("making", making);
}

void CharacterPage::play()
{
    const QListWidgetItem* item = characters_->currentItem();
    if (item == nullptr || client_.game() == nullptr)
        return;
    const quint32 id = item->data(idRole).toUInt();
    if (item->data(newRole).toBool()) {
        new_ = id;
        setMaking(true);
        client_.requests().askCreation();
    } else {
        client_.session()->use(id);
    }
    client_.flush();
}

void CharacterPage::showChoices()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->creation().choices())
        return;
    const session::CreationChoices& choices = *game->creation().choices();
    const session::FaceParts& faces = gender_->currentIndex() == 1 ? choices.female : choices.male;
    const std::array<std::size_t, 6> counts{faces.hair.size(),  faces.eyes.size(),           faces.noses.size(),
                                            faces.mouths.size(), choices.hairPalettes.size(), choices.skinPalettes.size()};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        QSpinBox* spin = parts_[static_cast<qsizetype>(i)];
        spin->setRange(1, std::max(1, static_cast<int>(counts[i])));
        spin->setEnabled(counts[i] > 1);
    }
    const auto fill = [&](QListWidget* list, const std::vector<session::Choice>& from) {
        const QSignalBlocker quiet(list);
        list->clear();
        for (const session::Choice& one : from) {
            auto* item = new QListWidgetItem(
                QStringLiteral("%1, %2").arg(QString::fromUtf8(game->nameOf(one.name).c_str())).arg(one.cost), list);
            item->setToolTip(QString::fromUtf8(game->nameOf(one.description).c_str()));
            item->setCheckState(Qt::Unchecked);
            item->setData(idRole, one.id);
            item->setData(costRole, one.cost);
        }
        list->setEnabled(!from.empty());
    };
    fill(spells_, choices.spells);
    fill(skills_, choices.skills);
    showFace();
    countPoints();
}

void CharacterPage::showFace()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->creation().choices())
        return;
    const session::CreationChoices& choices = *game->creation().choices();
    const session::FaceParts& faces = gender_->currentIndex() == 1 ? choices.female : choices.male;
    const auto at = [this](const auto& list, qsizetype part) {
        return list.empty() ? 0u : list[static_cast<std::size_t>(parts_[part]->value() - 1) % list.size()];
    };
    const auto hairColour = static_cast<std::uint8_t>(at(choices.hairPalettes, 4));
    const auto skinColour = static_cast<std::uint8_t>(at(choices.skinPalettes, 5));
    wire::Look look;
    look.translation = skinColour;
    const auto add = [&look](std::uint32_t icon, std::int8_t hotspot, std::uint8_t colour) {
        wire::OverlayLook part;
        part.icon = icon;
        part.hotspot = hotspot;
        part.translation = colour;
        look.overlays.push_back(part);
    };
    add(at(faces.mouths, 3), mouthHotspot, skinColour);
    add(at(faces.eyes, 1), eyesHotspot, skinColour);
    add(at(faces.noses, 2), noseHotspot, skinColour);
    add(at(faces.hair, 0), hairHotspot, hairColour);
    face_->setPixmap(thingIcon(*client_.follower(), faces.head, look, facePixels).pixmap(facePixels, facePixels));
}

session::NewCharacter CharacterPage::wanted() const
{
    session::NewCharacter character;
    character.id = new_;
    const auto bytes = [](const QString& text) { return windows1252::fromUtf8(text.toStdString()).value_or(std::string()); };
    character.name = bytes(name_->text().trimmed());
    character.description = bytes(description_->toPlainText());
    character.female = gender_->currentIndex() == 1;
    for (std::size_t i = 0; i < character.face.size(); ++i)
        character.face[i] = static_cast<std::size_t>(parts_[static_cast<qsizetype>(i)]->value() - 1);
    character.hairPalette = static_cast<std::size_t>(parts_[4]->value() - 1);
    character.skinPalette = static_cast<std::size_t>(parts_[5]->value() - 1);
    for (std::size_t i = 0; i < character.statistics.size(); ++i)
        character.statistics[i] = static_cast<std::uint32_t>(statistics_[static_cast<qsizetype>(i)]->value());
    const auto checked = [](const QListWidget* list) {
        std::vector<std::uint32_t> ids;
        for (int i = 0; i < list->count(); ++i)
            if (list->item(i)->checkState() == Qt::Checked)
                ids.push_back(list->item(i)->data(idRole).toUInt());
        return ids;
    };
    character.spells = checked(spells_);
    character.skills = checked(skills_);
    return character;
}

void CharacterPage::countPoints()
{
    const session::NewCharacter character = wanted();
    std::uint32_t sum = 0, cost = 0;
    for (const std::uint32_t value : character.statistics)
        sum += value;
    for (const QListWidget* list : {spells_, skills_})
        for (int i = 0; i < list->count(); ++i)
            if (list->item(i)->checkState() == Qt::Checked)
                cost += list->item(i)->data(costRole).toUInt();
    const std::uint32_t points = client_.game() == nullptr ? 0 : session::Creation::pointsFor(client_.game()->dialect());
    const bool fits = sum <= session::NewCharacter::statisticsTotal && cost <= points;
    points_->setText(QStringLiteral("Qualities: %1 of %2 points\nSpells and skills: %3 of %4")
                         .arg(sum)
                         .arg(session::NewCharacter::statisticsTotal)
                         .arg(cost)
                         .arg(points));
    create_->setEnabled(fits);
}

void CharacterPage::create()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    const session::NewCharacter character = wanted();
    if (character.name.size() < 3) {
        state_->setText(QStringLiteral("A name has 3 to 30 letters."));
        return;
    }
    game->creation().forgetRefusal();
    if (auto fields = game->creation().fieldsOf(character))
        client_.requests().create(std::move(*fields));
    state_->setText(QStringLiteral("Asking the server."));
    client_.flush();
}

} // namespace blak::client
