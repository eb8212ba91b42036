// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/music/music_view.h"

#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "ui/project.h"
#include "ui/view_header.h"

#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

namespace blak::ui::views {
namespace {

constexpr int drums = 10;

QString timeText(double seconds)
{
    const auto whole = static_cast<qint64>(std::min(std::round(seconds), 1e9));
    return QStringLiteral("%1:%2").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
}

class ScoreRows : public TableSource
{
public:
    explicit ScoreRows(const audio::Score& score) : parts_(score.parts), songs_(score.songs > 1) {}

    QVector<TableColumn> columns() const override
    {
        QVector<TableColumn> all;
        if (songs_)
            all << TableColumn{MusicView::tr("Song"), 60, true, true};
        return all << QVector<TableColumn>{{MusicView::tr("Channel"), 76, true, true},
                                           {MusicView::tr("Instrument"), 240, false, false, true},
                                           {MusicView::tr("Notes"), 84, true, true},
                                           {MusicView::tr("Begins at"), 90, true, true}};
    }
    int rows() const override { return static_cast<int>(parts_.size()); }
    QString text(int row, int column) const override
    {
        const audio::ScorePart& part = at(row);
        switch (column + (songs_ ? 0 : 1)) {
        case 0: return QString::number(part.song);
        case 1: return QString::number(part.channel);
        case 2: return part.channel == drums ? MusicView::tr("drums") : fromUtf8(audio::instrumentName(part.program));
        case 3: return grouped(part.notes);
        default: return timeText(part.firstNote);
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const audio::ScorePart& part = at(row);
        switch (column + (songs_ ? 0 : 1)) {
        case 0: return part.song;
        case 1: return part.channel;
        case 3: return static_cast<double>(part.notes);
        case 4: return part.firstNote;
        default: return std::nullopt;
        }
    }

private:
    const audio::ScorePart& at(int row) const { return parts_[static_cast<std::size_t>(row)]; }

    std::vector<audio::ScorePart> parts_;
    bool songs_;
};

Result<audio::Score> readMusic(const QString& path)
{
    const auto bytes = readBytes(path);
    return bytes ? audio::readScore(bytes.value(), QFileInfo(path).fileName().toStdString())
                 : Result<audio::Score>(bytes.error());
}

} // namespace

Result<DocumentView*> MusicView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto score = readMusic(path);
    if (!score)
        return score.error();
    return static_cast<DocumentView*>(new MusicView(path, std::move(project), std::move(score).value(), parent));
}

MusicView::MusicView(const QString& path, std::shared_ptr<Project> project, audio::Score score, QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("sound"), parent),
      header_(new ViewHeader(tr("Music"))), reason_(new QLabel), pane_(new TablePane(tr("Filter instruments"), tr("part"), tr("parts")))
{
    setShownFile(workspaceOf(this->project()), [this] { return readAgain(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    reason_->setObjectName(QStringLiteral("secondary"));
    reason_->setWordWrap(true);
    reason_->setContentsMargins(10, 10, 10, 6);
    reason_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(reason_);
    column->addWidget(pane_, 1);
    setFocusProxy(pane_);
    pane_->setEmptySentence(tr("There is not one note in this file."));
    connect(pane_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    show(std::move(score));
}

void MusicView::show(audio::Score score)
{
    score_ = std::move(score);
    QStringList facts{fromUtf8(score_.container), counted(score_.songs, tr("song"), tr("songs")), timeText(score_.seconds),
                      counted(score_.notes, tr("note"), tr("notes"))};
    if (!score_.title.empty())
        facts.prepend(oneLine(fromOldText(score_.title)).trimmed());
    header_->setDetail(facts.join(QStringLiteral(" \u00b7 ")));
    reason_->setText(tr("%1 holds notes for a synthesizer and no sound of its own, so it cannot be played here: the studio has "
                        "neither a synthesizer nor the recordings of instruments that one needs. Old clients play it with the "
                        "instruments of Windows. Record it as .ogg to hear it everywhere.")
                         .arg(title()));
    pane_->setSource(std::make_shared<ScoreRows>(score_));
    emit statusChanged();
}

QStringList MusicView::statusLeft() const { return {pane_->countText(), timeText(score_.seconds)}; }

QStringList MusicView::statusRight() const { return {fromUtf8(score_.container), tr("shows only")}; }

Result<void> MusicView::readAgain()
{
    auto score = readMusic(path());
    if (!score)
        return score.error();
    show(std::move(score).value());
    return {};
}

} // namespace blak::ui::views
