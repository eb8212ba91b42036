// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/sound/sound_view.h"

#include "client/audio/peaks.h"
#include "formats/base/file_io.h"
#include "studio/sound/level_meter.h"
#include "studio/sound/sound_player.h"
#include "studio/sound/sound_text.h"
#include "studio/sound/waveform.h"
#include "ui/elided_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/inspector.h"
#include "ui/theme.h"
#include "ui/view_header.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::ui::sound {
namespace {

constexpr std::size_t decodedAtOnce = 512 * 1024; ///< bytes; smaller files are there when the document is
constexpr double zoomFactor = 1.5;
constexpr int volumeStep = 5;    ///< percent
constexpr int samplesFrom = 800; ///< px; in a narrower view there is no place for them
constexpr int scrollSteps = 10'000;

/// Rows of the inspector; values in the order of refreshing.
constexpr std::array factLabels{
    QT_TRANSLATE_NOOP("SoundView", "Length"),    QT_TRANSLATE_NOOP("SoundView", "Samples"),
    QT_TRANSLATE_NOOP("SoundView", "Rate"),      QT_TRANSLATE_NOOP("SoundView", "Channels"),
    QT_TRANSLATE_NOOP("SoundView", "Bits"),      QT_TRANSLATE_NOOP("SoundView", "Codec"),
    QT_TRANSLATE_NOOP("SoundView", "Container"), QT_TRANSLATE_NOOP("SoundView", "File size"),
    QT_TRANSLATE_NOOP("SoundView", "Bit rate"),  QT_TRANSLATE_NOOP("SoundView", "Loudest"),
};

QString channelsText(int channels)
{
    return channels == 1   ? QCoreApplication::translate("SoundView", "mono")
           : channels == 2 ? QCoreApplication::translate("SoundView", "stereo")
                           : QCoreApplication::translate("SoundView", "%1 channels").arg(channels);
}

QToolButton* transportButton(const QString& iconName, const QString& toolTip, bool checkable)
{
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(checkable);
    button->setFixedSize(28, 28);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

SoundView::SoundView(const QString& path, QWidget* parent)
    : DocumentView(parent), path_(path), player_(new SoundPlayer(this)), header_(new ViewHeader(tr("Sound"))),
      device_(new ElidedLabel), zoom_(new QLabel), waveform_(new Waveform), scroll_(new QScrollBar(Qt::Horizontal))
{
    setShownFile(std::make_shared<document::Workspace>(), [this] { return readAgain(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    device_->setObjectName(QStringLiteral("secondary"));
    header_->addWidget(device_);
    zoom_->setFont(monoFont(11.5));
    zoom_->setContentsMargins(12, 0, 0, 0);
    header_->addWidget(zoom_);
    connect(header_->addButton(QStringLiteral("zoom-in"), tr("Zoom in (+)")), &QToolButton::clicked, this,
            [this] { zoomStep(1); });
    connect(header_->addButton(QStringLiteral("fit"), tr("Show all of it (Ctrl+0)")), &QToolButton::clicked, this,
            [this] { waveform_->fit(); });
    scroll_->setAccessibleName(tr("Part of the sound"));
    column->addWidget(header_);
    column->addWidget(waveform_, 1);
    column->addWidget(scroll_);
    column->addWidget(makeTransport());
    makeInspector();
    setFocusProxy(waveform_);
    connectParts();
}

SoundView::~SoundView()
{
    cancelBackground();
    pool_.waitForDone();
}

Result<DocumentView*> SoundView::open(const QString& path, QWidget* parent)
{
    std::unique_ptr<SoundView> view(new SoundView(path, parent));
    if (const auto loaded = view->load(); !loaded)
        return loaded.error();
    return static_cast<DocumentView*>(view.release());
}

QWidget* SoundView::makeTransport()
{
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("dockBody"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(44);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 0, 10, 0);
    row->setSpacing(4);
    play_ = transportButton(QStringLiteral("play"), tr("Play (Space)"), false);
    stop_ = transportButton(QStringLiteral("stop"), tr("Stop (Shift+Space)"), false);
    loop_ = transportButton(QStringLiteral("loop"), tr("Loop (L)"), true);
    time_ = new QLabel;
    time_->setFont(monoFont(13));
    time_->setAccessibleName(tr("Position and length"));
    samples_ = new ElidedLabel; // so that it never widens the view and narrows the docks
    samples_->setFont(monoFont(11.5));
    samples_->setObjectName(QStringLiteral("secondary"));
    volume_ = new QSlider(Qt::Horizontal);
    volume_->setRange(0, 100);
    volume_->setPageStep(10);
    volume_->setFixedWidth(90);
    volume_->setAccessibleName(tr("Volume"));
    volume_->setToolTip(tr("Volume of this sound (Up, Down)"));
    volumeText_ = new QLabel;
    volumeText_->setFont(monoFont(11.5));
    volumeText_->setObjectName(QStringLiteral("secondary"));
    volumeText_->setFixedWidth(QFontMetrics(volumeText_->font()).horizontalAdvance(QStringLiteral("100 %")) + 2);
    volumeText_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    meter_ = new LevelMeter;
    meter_->setFixedSize(meter_->sizeHint());
    auto* speaker = new QLabel;
    speaker->setPixmap(ui::icon(QStringLiteral("sound"), IconTone::Text2).pixmap(16, 16));
    row->addWidget(play_);
    row->addWidget(stop_);
    row->addWidget(loop_);
    row->addSpacing(8);
    row->addWidget(time_);
    row->addSpacing(10);
    row->addWidget(samples_);
    row->addStretch(1);
    row->addWidget(speaker);
    row->addWidget(volume_);
    row->addWidget(volumeText_);
    row->addSpacing(8);
    row->addWidget(meter_);
    return bar;
}

void SoundView::makeInspector()
{
    inspector_ = new Inspector(tr("Reading the sound."), this);
    inspector_->hide();
    InspectorGroup* group = inspector_->addGroup(tr("Format"));
    for (const char* label : factLabels)
        values_ << group->addValue(tr(label));
    usersGroup_ = inspector_->addGroup(tr("Named by"));
    users_ = new QLabel;
    users_->setObjectName(QStringLiteral("soundUsers"));
    users_->setWordWrap(true);
    users_->setTextFormat(Qt::RichText);
    users_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(users_, &QLabel::linkActivated, this, &DocumentView::openRequested);
    usersGroup_->addFullRow(users_);
    usersGroup_->hide();
    connect(themeNotifier(), &ThemeNotifier::changed, this, [this] { setUsers(shownUsers_); }); // links have a colour
    inspector_->setEmpty(true);
}

void SoundView::setUsers(const std::optional<QVector<SoundUser>>& users)
{
    shownUsers_ = users;
    usersGroup_->setVisible(users.has_value());
    if (!users)
        return;
    QStringList lines;
    for (const SoundUser& user : users->mid(0, mostUsers))
        lines << QStringLiteral("<a href=\"%1\" style=\"color:%2; text-decoration:none\">%3</a>")
                     .arg(user.place.toHtmlEscaped(), theme().link.name(), user.className.toHtmlEscaped());
    if (users->size() > mostUsers)
        lines << tr("and %1 more").arg(users->size() - mostUsers);
    if (lines.isEmpty())
        lines << tr("No class of the project names this sound.").toHtmlEscaped();
    users_->setText(lines.join(QStringLiteral("<br>")));
}

void SoundView::connectParts()
{
    connect(play_, &QToolButton::clicked, player_, &SoundPlayer::toggle);
    connect(stop_, &QToolButton::clicked, player_, &SoundPlayer::stop);
    connect(loop_, &QToolButton::clicked, player_, &SoundPlayer::setLoops);
    connect(volume_, &QSlider::valueChanged, player_, &SoundPlayer::setVolume);
    connect(waveform_, &Waveform::seekRequested, player_, &SoundPlayer::seek);
    connect(waveform_, &Waveform::viewChanged, this, &SoundView::refreshScroll);
    connect(scroll_, &QScrollBar::valueChanged, this, [this](int value) {
        const qint64 rest = player_->length() - waveform_->shownFrames();
        waveform_->scrollTo(rest * value / scrollSteps);
    });
    connect(player_, &SoundPlayer::positionChanged, this, &SoundView::refreshPosition);
    connect(player_, &SoundPlayer::stateChanged, this, &SoundView::refreshTransport);
    connect(player_, &SoundPlayer::levels, meter_, &LevelMeter::setLevels);
    connect(player_, &SoundPlayer::deviceChanged, this, &SoundView::refreshDevice);
    refreshTransport();
    refreshDevice();
    refreshScroll();
}

Result<void> SoundView::load()
{
    auto bytes = readFile(path_.toStdString(), audio::DecodeLimits{}.fileBytes);
    if (!bytes)
        return bytes.error();
    cancelBackground();
    if (bytes.value().size() > decodedAtOnce) {
        decodeInBackground(std::move(bytes).value());
        return {};
    }
    auto sound = audio::decode(bytes.value(), path_.toStdString());
    if (!sound)
        return sound.error();
    take(std::move(sound).value());
    return {};
}

void SoundView::cancelBackground()
{
    if (cancelled_ != nullptr)
        *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
}

void SoundView::decodeInBackground(std::vector<std::byte> bytes)
{
    pool_.start([this, cancelled = cancelled_, bytes = std::move(bytes), path = path_.toStdString()] {
        auto sound = std::make_shared<Result<audio::Sound>>(audio::decode(bytes, path));
        QMetaObject::invokeMethod(this, [this, cancelled, sound] {
            if (*cancelled)
                return;
            if (*sound)
                take(std::move(*sound).value());
            else
                refuse(sound->error());
        });
    });
}

void SoundView::refuse(const Error& error)
{
    const QString sentence = tr("Cannot play %1: %2.").arg(title(), QString::fromStdString(error.what));
    Diagnostic problem;
    problem.code = tr("sound").toStdString();
    problem.file = path_.toStdString();
    problem.message = sentence.toStdString();
    problem.place = error.where;
    setProblems({std::move(problem)});
    waveform_->setSentence(sentence);
    emit statusChanged();
}

void SoundView::take(audio::Sound sound)
{
    sound_ = std::move(sound);
    setProblems({});
    const audio::SoundFacts& facts = sound_.facts;
    const QString rate = tr("%1 Hz").arg(countText(facts.rate));
    const QString codec = QString::fromStdString(facts.codec);
    header_->setDetail(QStringList{codec, rate, channelsText(facts.channels), timeText(facts.frames, facts.rate)}.join(
        QStringLiteral(" \u00b7 ")));
    player_->setClip(sound_.clip);
    waveform_->setSound(nullptr, facts.frames, facts.rate);
    float loudest = 0;
    for (const float sample : sound_.clip->samples)
        loudest = std::max(loudest, std::abs(sample));
    const double kilobits = static_cast<double>(facts.fileBytes) * 8 / 1000 / std::max(0.001, facts.seconds());
    const QStringList values{
        timeText(facts.frames, facts.rate),
        countText(facts.frames),
        rate,
        channelsText(facts.channels),
        facts.bits == 0 ? tr("none, compressed") : QString::number(facts.bits),
        codec,
        QString::fromStdString(facts.container),
        sizeText(static_cast<qint64>(facts.fileBytes)),
        tr("%1 kbit/s").arg(std::lround(kilobits)),
        loudnessText(loudest),
    };
    for (qsizetype i = 0; i < values.size(); ++i)
        values_[i]->setText(values[i]);
    inspector_->setHeading(title(), tr("sound"));
    inspector_->setEmpty(false);
    refreshTransport();
    refreshPosition();
    findPeaks();
    emit statusChanged();
}

void SoundView::findPeaks()
{
    pool_.start([this, cancelled = cancelled_, clip = sound_.clip] {
        auto peaks = audio::Peaks::build(clip, *cancelled);
        if (peaks == nullptr)
            return;
        QMetaObject::invokeMethod(this, [this, cancelled, peaks] {
            if (!*cancelled)
                waveform_->setSound(peaks, player_->length(), player_->rate());
        });
    });
}

void SoundView::refreshTransport()
{
    const bool playing = player_->isPlaying();
    play_->setIcon(ui::icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setToolTip(playing ? tr("Pause (Space)") : tr("Play (Space)"));
    play_->setAccessibleName(play_->toolTip());
    for (QToolButton* button : {play_, stop_, loop_})
        button->setEnabled(player_->length() > 0);
    loop_->setChecked(player_->loops());
    const QSignalBlocker quiet(volume_);
    volume_->setValue(player_->volume());
    volumeText_->setText(tr("%1 %").arg(player_->volume()));
    waveform_->setFollowing(playing);
    emit statusChanged();
}

void SoundView::refreshPosition()
{
    const qint64 length = player_->length();
    time_->setText(
        QString(timeText(player_->position(), player_->rate()) + QStringLiteral(" / ") + timeText(length, player_->rate())));
    samples_->setText(tr("%1 / %2 samples").arg(countText(player_->position()), countText(length)));
    waveform_->setPosition(player_->position());
    emit statusChanged();
}

void SoundView::refreshScroll()
{
    zoom_->setText(tr("%1 %").arg(countText(waveform_->zoomPercent())));
    const qint64 rest = player_->length() - waveform_->shownFrames();
    const QSignalBlocker quiet(scroll_);
    scroll_->setVisible(!waveform_->isFitting() && rest > 0);
    scroll_->setRange(0, scrollSteps);
    const double shown = static_cast<double>(waveform_->shownFrames()) / static_cast<double>(std::max<qint64>(1, rest));
    scroll_->setPageStep(static_cast<int>(std::clamp(shown * scrollSteps, 1.0, 1e8)));
    scroll_->setSingleStep(std::max(1, scroll_->pageStep() / 10));
    scroll_->setValue(rest > 0 ? static_cast<int>(waveform_->firstFrame() * scrollSteps / rest) : 0);
}

void SoundView::refreshDevice()
{
    device_->setText(player_->hasDevice() ? QString() : tr("No sound device; playing silently."));
    device_->setVisible(!player_->hasDevice());
}

void SoundView::resizeEvent(QResizeEvent* event)
{
    DocumentView::resizeEvent(event);
    samples_->setVisible(width() >= samplesFrom); // the status bar says it too
}

void SoundView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
        player_->setVolume(player_->volume() + (event->key() == Qt::Key_Up ? volumeStep : -volumeStep));
    else
        DocumentView::keyPressEvent(event);
}

void SoundView::zoomStep(int direction)
{
    const int x = waveform_->xOf(player_->position());
    const bool inView = x >= 0 && x < waveform_->width();
    waveform_->zoomBy(std::pow(zoomFactor, direction), inView ? x : waveform_->width() / 2);
}

QString SoundView::title() const { return QFileInfo(path_).fileName(); }

QVector<Panel> SoundView::panels()
{
    return {{QStringLiteral("inspector"), tr("Inspector"), QStringLiteral("property"), inspector_, Qt::RightDockWidgetArea}};
}

QStringList SoundView::statusLeft() const
{
    if (sound_.clip == nullptr)
        return {problems().empty() ? tr("Reading") : tr("Cannot be played")};
    return {player_->isPlaying()                                                 ? tr("Playing")
            : player_->position() > 0 && player_->position() < player_->length() ? tr("Paused")
                                                                                 : tr("Stopped"),
            timeText(player_->position(), player_->rate()), tr("sample %1").arg(countText(player_->position())),
            tr("Space plays \u00b7 arrows seek \u00b7 wheel zooms")};
}

QStringList SoundView::statusRight() const
{
    if (sound_.clip == nullptr)
        return {};
    return {QString::fromStdString(sound_.facts.codec), tr("%1 Hz").arg(countText(sound_.facts.rate)),
            sizeText(static_cast<qint64>(sound_.facts.fileBytes))};
}

QVariantMap SoundView::saveViewState() const
{
    return {{QStringLiteral("position"), player_->position()},
            {QStringLiteral("loops"), player_->loops()},
            {QStringLiteral("volume"), player_->volume()}};
}

void SoundView::restoreViewState(const QVariantMap& state)
{
    player_->setLoops(state.value(QStringLiteral("loops")).toBool());
    player_->setVolume(state.value(QStringLiteral("volume"), player_->volume()).toInt());
    player_->seek(state.value(QStringLiteral("position")).toLongLong());
}

QString SoundView::placeHint() const { return tr("seconds or minutes:seconds"); }

bool SoundView::goToPlace(const QString& place)
{
    const QStringList parts = place.trimmed().split(QLatin1Char(':'));
    bool secondsFit = false, minutesFit = true;
    const double seconds = parts.last().toDouble(&secondsFit);
    const int minutes = parts.size() == 2 ? parts.first().toInt(&minutesFit) : 0;
    const double all = 60.0 * minutes + seconds;
    if (!secondsFit || !minutesFit || parts.size() > 2 || !(all >= 0) ||
        all * player_->rate() > static_cast<double>(player_->length()))
        return false;
    player_->seek(std::llround(all * player_->rate()));
    return true;
}

Result<void> SoundView::readAgain()
{
    const qint64 position = player_->position();
    if (const auto loaded = load(); !loaded)
        return loaded.error();
    player_->seek(std::min(position, player_->length()));
    return {};
}

void SoundView::prepareForGrab()
{
    for (int round = 0; round < 2; ++round) { // decoding starts the search for peaks
        pool_.waitForDone();
        QCoreApplication::sendPostedEvents(this);
    }
}

} // namespace blak::ui::sound
