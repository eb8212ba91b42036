// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/merintr/stat_bars.h"

#include "client/play/game_client.h"
#include "ui/fonts.h"

#include <QPainter>

#include <algorithm>

namespace blak::client {
namespace {

constexpr int rowHeight = 20, margin = 10, leastName = 62, mostName = 110, barWidth = 76, textWidth = 56;
const QColor colours[]{QColor(0xe0, 0x5a, 0x55), QColor(0x5a, 0x93, 0xdd), QColor(0xe0, 0xb3, 0x54), QColor(0x6f, 0xc0, 0x8a)};

} // namespace

StatBars::StatBars(GameClient& client, QWidget* parent) : QWidget(parent), client_(client), nameWidth_(leastName)
{
    setObjectName(QStringLiteral("bars"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

QSize StatBars::sizeHint() const
{
    return {2 * margin + nameWidth_ + barWidth + textWidth, 2 * margin - 4 + rowHeight * static_cast<int>(bars_.size())};
}

QStringList StatBars::texts() const
{
    QStringList all;
    for (const Bar& bar : bars_)
        all << bar.name + QLatin1Char(' ') + bar.text;
    return all;
}

void StatBars::refresh()
{
    bars_.clear();
    const session::Game* game = client_.game();
    if (game != nullptr) {
        const auto group = game->sheet().groups().find(session::conditionGroup);
        if (group != game->sheet().groups().end())
            for (const session::Stat& stat : group->second) {
                if (stat.kind != session::Stat::Kind::Number)
                    continue;
                const std::int64_t least = stat.minimum; // any 32 bits, as is all that a server says
                const std::int64_t most = std::max({std::int64_t{stat.currentMaximum}, least + 1, std::int64_t{1}});
                const auto range = static_cast<double>(most - least);
                bars_.append({QString::fromUtf8(game->nameOf(session::conditionGroup, stat).c_str()),
                              QStringLiteral("%1/%2").arg(stat.value).arg(stat.currentMaximum),
                              std::clamp(static_cast<double>(stat.value - least) / range, 0.0, 1.0)});
            }
    }
    const QFontMetrics metrics(ui::uiFont(12));
    nameWidth_ = leastName;
    for (const Bar& bar : bars_)
        nameWidth_ = std::clamp(metrics.horizontalAdvance(bar.name) + 10, nameWidth_, mostName);
    setAccessibleDescription(texts().join(QStringLiteral(", ")));
    setVisible(!bars_.isEmpty());
    if (size() != sizeHint())
        resize(sizeHint());
    update();
}

void StatBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(16, 18, 20, 205));
    painter.drawRoundedRect(rect(), 6, 6);
    int y = margin - 2;
    for (qsizetype i = 0; i < bars_.size(); ++i, y += rowHeight) {
        const Bar& bar = bars_[i];
        painter.setFont(ui::uiFont(12));
        painter.setPen(QColor(0xdf, 0xe3, 0xe8));
        painter.drawText(QRect(margin, y, nameWidth_, rowHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(bar.name, Qt::ElideRight, nameWidth_ - 4));
        painter.setFont(ui::monoFont(11.5));
        painter.drawText(QRect(margin + nameWidth_ + barWidth, y, textWidth, rowHeight), Qt::AlignVCenter | Qt::AlignRight, bar.text);
        const QRectF track(margin + nameWidth_, y + rowHeight / 2.0 - 3, barWidth, 6);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0x3a, 0x41, 0x49));
        painter.drawRect(track);
        painter.setBrush(colours[static_cast<std::size_t>(i) % std::size(colours)]);
        painter.drawRect(QRectF(track.topLeft(), QSizeF(track.width() * bar.share, track.height())));
    }
}

} // namespace blak::client
