// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/welcome_page.h"

#include "studio/project/project.h"
#include "studio/shell/action_registry.h"
#include "studio/shell/picture_button.h"
#include "studio/shell/recent_projects.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QAction>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

constexpr int leftWidth = 772;
constexpr int rightWidth = 404;
constexpr int gap = 16;
constexpr int wideFrom = leftWidth + gap + rightWidth + 48;
constexpr int narrowWidth = 1024;

QLabel* label(const QString& text, const char* name, double pixels = 12, QFont::Weight weight = QFont::Normal)
{
    auto* made = new QLabel(text);
    made->setObjectName(QLatin1String(name));
    made->setFont(uiFont(pixels, weight));
    made->setTextFormat(Qt::PlainText);
    return made;
}

/// A card with its heading; rows are added to the layout it returns.
std::pair<QFrame*, QVBoxLayout*> card(const QString& title, QWidget* atRight = nullptr)
{
    auto* frame = new QFrame;
    frame->setObjectName(QStringLiteral("card"));
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->addWidget(label(title, "cardTitle", 14, QFont::DemiBold), 1);
    if (atRight != nullptr)
        head->addWidget(atRight);
    column->addLayout(head);
    column->addSpacing(4);
    return {frame, column};
}

QPushButton* linkButton(const QString& text)
{
    auto* button = new QPushButton(text);
    button->setObjectName(QStringLiteral("linkButton"));
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

} // namespace

WelcomePage::WelcomePage(ActionRegistry& actions, QWidget* parent)
    : QScrollArea(parent), actions_(actions), page_(new QWidget), left_(new QWidget), right_(new QWidget),
      grid_(new QGridLayout(page_)), leftColumn_(new QVBoxLayout(left_)), rightColumn_(new QVBoxLayout(right_))
{
    setObjectName(QStringLiteral("welcome"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    page_->setObjectName(QStringLiteral("welcomePage"));
    setWidget(page_);
    for (QVBoxLayout* column : {leftColumn_, rightColumn_}) {
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(gap);
    }
    auto* heading = new QWidget;
    auto* words = new QGridLayout(heading);
    words->setContentsMargins(0, 0, 0, 0);
    words->setVerticalSpacing(2);
    words->addWidget(label(tr("Blakston Studio"), "welcomeTitle", 24, QFont::DemiBold), 0, 0);
    words->addWidget(label(tr("Make a world, walk into it, change it while you are there."), "secondary", 13), 1, 0);
    words->addWidget(label(tr("Version %1").arg(QLatin1String(BLAK_VERSION)), "secondary"), 1, 1, Qt::AlignRight);
    words->setColumnStretch(0, 1);
    grid_->setContentsMargins(24, 24, 24, 24);
    grid_->setHorizontalSpacing(gap);
    grid_->setVerticalSpacing(gap);
    grid_->addWidget(heading, 0, 1, 1, 2);
    arrange();
    connect(&actions_, &ActionRegistry::keysChanged, this, &WelcomePage::refresh);
    connect(themeNotifier(), &ThemeNotifier::changed, this, &WelcomePage::refresh); // its pictures are those of the theme
}

void WelcomePage::clear()
{
    for (QVBoxLayout* column : {leftColumn_, rightColumn_}) {
        while (QLayoutItem* item = column->takeAt(0)) {
            if (QWidget* widget = item->widget()) {
                widget->hide();
                widget->deleteLater(); // the click that led here may come from one of them
            }
            delete item;
        }
    }
}

void WelcomePage::refresh()
{
    if (!isVisible())
        return; // made when it is shown
    clear();
    for (const KeptDocument& kept : std::as_const(kept_)) {
        auto* bar = new RecoveryBar(kept);
        connect(bar, &RecoveryBar::restoreRequested, this, &WelcomePage::openRequested);
        connect(bar, &RecoveryBar::forgetRequested, this, &WelcomePage::forgetRequested);
        leftColumn_->addWidget(bar);
    }
    if (QWidget* sample = sampleCard())
        leftColumn_->addWidget(sample);
    if (QWidget* files = filesCard())
        leftColumn_->addWidget(files);
    leftColumn_->addWidget(openRow());
    leftColumn_->addStretch(1);
    rightColumn_->addWidget(projectsCard());
    if (!tours_.isEmpty())
        rightColumn_->addWidget(learnCard());
    rightColumn_->addWidget(keysCard());
    rightColumn_->addStretch(1);
}

void WelcomePage::setKept(QVector<KeptDocument> kept)
{
    kept_ = std::move(kept);
    refresh();
}

QWidget* WelcomePage::sampleCard()
{
    const QString project = sampleProject();
    if (project.isEmpty())
        return nullptr;
    auto* banner = new PictureBanner(QImage(QStringLiteral(":/shell/welcome.png")));
    auto* column = new QVBoxLayout(banner);
    column->setContentsMargins(28, 0, 28, 0);
    column->setSpacing(8);
    column->addStretch(1);
    column->addWidget(label(tr("Sample project"), "onPicture"));
    column->addWidget(label(QString::fromStdString(project::nameOf(project.toStdString())), "onPictureTitle", 24, QFont::DemiBold));
    column->addWidget(label(tr("Rooms and figures made with this studio, free to take apart."), "onPicture"));
    auto* buttons = new QHBoxLayout;
    auto* open = new QPushButton(icon(QStringLiteral("walk"), IconTone::OnButton), tr("Open and walk in"));
    open->setObjectName(QStringLiteral("openSample"));
    open->setProperty("primary", true);
    buttons->addWidget(open);
    buttons->addStretch(1);
    column->addSpacing(6);
    column->addLayout(buttons);
    column->addStretch(1);
    connect(open, &QPushButton::clicked, this, [this, project] { emit openRequested(project); });
    return banner;
}

QWidget* WelcomePage::filesCard()
{
    const QVector<RecentItem> files = recentFiles();
    if (files.isEmpty())
        return nullptr;
    constexpr int shown = 3;
    const auto [frame, column] = card(tr("What you opened last"));
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    for (qsizetype i = 0; i < std::min<qsizetype>(shown, files.size()); ++i) {
        const RecentItem& item = files[i];
        auto* button =
            new PictureButton(thumbnailOf(item.path), item.icon, item.name, whenText(item.when, QDateTime::currentDateTime()));
        button->setToolTip(item.path);
        connect(button, &QAbstractButton::clicked, this, [this, path = item.path] { emit openRequested(path); });
        row->addWidget(button, 1);
    }
    for (qsizetype i = files.size(); i < shown; ++i)
        row->addStretch(1);
    column->addLayout(row);
    return frame;
}

QWidget* WelcomePage::projectsCard()
{
    const QVector<RecentItem> projects = recentProjects();
    QPushButton* clear = projects.isEmpty() ? nullptr : linkButton(tr("Clear"));
    const auto [frame, column] = card(tr("Recent projects"), clear);
    if (projects.isEmpty())
        column->addWidget(label(tr("Projects that you open appear here."), "secondary"));
    constexpr int shown = 5;
    for (qsizetype i = 0; i < std::min<qsizetype>(shown, projects.size()); ++i) {
        const RecentItem& item = projects[i];
        QString facts = item.files > 0 ? tr("%1 \u00b7 %2").arg(item.dialect, counted(item.files, tr("1 file"), tr("%1 files"))) : item.dialect;
        if (std::ranges::count(projects, item.name, &RecentItem::name) > 1) // two checkouts of one tree, say
            facts += QStringLiteral(" \u00b7 ") + QFileInfo(QFileInfo(item.path).path()).fileName() + u'/' + QFileInfo(item.path).fileName();
        auto* row =
            new TwoLineButton(QStringLiteral("world"), item.name, facts, whenText(item.when, QDateTime::currentDateTime()));
        row->setToolTip(item.path);
        connect(row, &QAbstractButton::clicked, this, [this, path = item.path] { emit openRequested(path); });
        column->addWidget(row);
    }
    if (clear != nullptr)
        connect(clear, &QPushButton::clicked, this, [this] {
            forgetRecent();
            refresh();
        });
    return frame;
}

void WelcomePage::setTours(QVector<Tour> tours)
{
    tours_ = std::move(tours);
    refresh();
}

QWidget* WelcomePage::learnCard()
{
    const auto tourIcon = [](const QString& id) {
        constexpr std::array icons{std::pair{"open", "open"}, std::pair{"look", "room"}, std::pair{"walk", "walk"},
                                   std::pair{"text", "code"}, std::pair{"compare", "split-view"},
                                   std::pair{"play", "play"}, std::pair{"debug", "bug"}};
        const auto found = std::ranges::find_if(icons, [&](const auto& one) { return id == QLatin1String(one.first); });
        return QString::fromLatin1(found == icons.end() ? "star" : found->second);
    };
    const auto [frame, column] = card(tr("Learn"));
    for (const Tour& tour : std::as_const(tours_)) {
        auto* row = new TwoLineButton(tourIcon(tour.id), tour.title, tour.detail, isTourFinished(tour.id) ? tr("done") : QString());
        row->setObjectName(QStringLiteral("tour/") + tour.id);
        connect(row, &QAbstractButton::clicked, this, [this, id = tour.id] { emit tourRequested(id); });
        column->addWidget(row);
    }
    return frame;
}

QWidget* WelcomePage::keysCard()
{
    QPushButton* all = linkButton(tr("All keys"));
    const auto [frame, column] = card(tr("Keys worth knowing"), all);
    if (QAction* keys = actions_.action(QStringLiteral("studio.settings.keys")))
        connect(all, &QPushButton::clicked, keys, &QAction::trigger);
    constexpr std::array ids{"studio.palette.commands", "studio.palette.files", "studio.perspective.room", "studio.dock.next"};
    for (const char* id : ids) {
        const ActionSpec* spec = actions_.spec(QLatin1String(id));
        const QList<QKeySequence> keys = actions_.keys(QLatin1String(id));
        if (spec == nullptr || keys.isEmpty())
            continue;
        auto* row = new QHBoxLayout;
        QString text = spec->text;
        row->addWidget(label(text.remove(u'&').remove(QChar(0x2026)), "secondary"), 1);
        row->addWidget(label(keys.first().toString(QKeySequence::NativeText), "keyCap", 11));
        column->addLayout(row);
    }
    return frame;
}

QWidget* WelcomePage::openRow()
{
    auto* holder = new QWidget;
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (const auto& [id, text] :
         {std::pair{"studio.file.newWorld", tr("New world")}, std::pair{"studio.file.openFolder", tr("Open a project folder")}, std::pair{"studio.file.openFile", tr("Open a file")}}) {
        const ActionSpec* spec = actions_.spec(QLatin1String(id));
        if (spec == nullptr)
            continue;
        auto* button = new QPushButton(icon(spec->icon), text);
        button->setProperty("large", true);
        connect(button, &QPushButton::clicked, actions_.action(spec->id), &QAction::trigger);
        row->addWidget(button);
    }
    row->addStretch(1);
    row->addWidget(label(tr("Opening never changes a file."), "secondary"));
    if (QAction* help = actions_.action(QStringLiteral("studio.help.opening"))) {
        QPushButton* how = linkButton(tr("How to open a project"));
        row->addWidget(how);
        connect(how, &QPushButton::clicked, help, &QAction::trigger);
    }
    return holder;
}

void WelcomePage::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (wide_ != (width() >= wideFrom))
        arrange();
}

void WelcomePage::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    arrange();
    refresh();
}

/// Its pictures are no use to anybody while a document is looked at.
void WelcomePage::hideEvent(QHideEvent* event)
{
    QScrollArea::hideEvent(event);
    if (!event->spontaneous())
        clear();
}

void WelcomePage::arrange()
{
    wide_ = width() >= wideFrom;
    grid_->removeWidget(left_);
    grid_->removeWidget(right_);
    grid_->addWidget(left_, 1, 1, 1, wide_ ? 1 : 2);
    grid_->addWidget(right_, wide_ ? 1 : 2, wide_ ? 2 : 1, 1, wide_ ? 1 : 2);
    left_->setFixedWidth(wide_ ? leftWidth : std::clamp(width() - 48, 400, narrowWidth));
    right_->setFixedWidth(wide_ ? rightWidth : std::clamp(width() - 48, 400, narrowWidth));
    grid_->setColumnStretch(0, 1);
    grid_->setColumnStretch(3, 1);
    grid_->setRowStretch(3, 1);
}

} // namespace blak::ui::shell
