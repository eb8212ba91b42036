// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/icons.h"

#include "ui/theme.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QRegularExpression>
#include <QSvgRenderer>

namespace blak::ui {
namespace {

/// Name -> body of the symbol. QtSvg knows neither style classes on symbols nor `currentColor`, so both are written out when
/// drawing.
const QHash<QString, QString>& drawings()
{
    static const QHash<QString, QString> table = [] {
        QHash<QString, QString> found;
        themeOf(ThemeKind::Dark); // makes the resources known
        QFile file(QStringLiteral(":/widgets/icons.svg"));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("resource icons.svg is missing");
        const QString text = QString::fromUtf8(file.readAll());
        static const QRegularExpression symbol(QStringLiteral("<symbol id=\"([^\"]+)\"[^>]*><title>[^<]*</title>(.*)</symbol>"));
        auto match = symbol.globalMatch(text);
        while (match.hasNext()) {
            const QRegularExpressionMatch one = match.next();
            found.insert(one.captured(1), one.captured(2));
        }
        return found;
    }();
    return table;
}

QByteArray svgOf(const QString& name, const QColor& colour, const QColor& background, qreal size)
{
    QString body = drawings().value(name);
    const QString ink = colour.name();
    body.replace(QLatin1String("class=\"f\""), QString(QStringLiteral("fill=\"") + ink + QStringLiteral("\" stroke=\"none\"")));
    body.replace(QLatin1String("class=\"d\""), QLatin1String("stroke-dasharray=\"2 2\""));
    body.replace(QLatin1String("class=\"t\""),
                 QString(QStringLiteral("fill=\"") + ink + QStringLiteral("\" fill-opacity=\"0.28\"")));
    body.replace(QLatin1String("class=\"b\""), QString(QStringLiteral("fill=\"") + background.name() + QLatin1Char('"')));
    const QString stroke = size >= 20 ? QStringLiteral("1.2") : QStringLiteral("1.25"); // 1.5 px on the 20 px drawing
    const QString svg =
        QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><g fill=\"none\" stroke=\"") + ink +
        QStringLiteral("\" stroke-width=\"") + stroke + QStringLiteral("\" stroke-linecap=\"round\" stroke-linejoin=\"round\">") +
        body + QStringLiteral("</g></svg>");
    return svg.toUtf8();
}

QColor toneColour(IconTone tone)
{
    const Theme& t = theme();
    switch (tone) {
    case IconTone::Text: return t.text;
    case IconTone::Text2: return t.text2;
    case IconTone::Accent: return t.accent;
    case IconTone::Link: return t.link;
    case IconTone::OnButton: return t.onButton;
    case IconTone::Error: return t.error;
    case IconTone::Warning: return t.warning;
    case IconTone::Info: return t.info;
    case IconTone::Success: return t.success;
    }
    return t.text;
}

class LineIconEngine : public QIconEngine
{
public:
    LineIconEngine(QString name, IconTone tone) : name_(std::move(name)), tone_(tone) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(*painter, rect, name_, colour(mode), theme().dock);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    /// `size` is in device pixels here.
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override
    {
        if (size.isEmpty()) // a button that is squeezed to nothing
            return {};
        const QColor ink = colour(mode);
        const QString key = QStringLiteral("blak-icon %1 %2 %3 %4x%5")
                                .arg(name_, ink.name(), theme().dock.name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintIcon(painter, QRectF(QPointF(), QSizeF(size)), name_, ink, theme().dock);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QIconEngine* clone() const override { return new LineIconEngine(name_, tone_); }
    QString key() const override { return QStringLiteral("blak-line-icon"); }
    QString iconName() override { return name_; }
    bool isNull() override { return false; }

private:
    QColor colour(QIcon::Mode mode) const { return mode == QIcon::Disabled ? theme().textDisabled : toneColour(tone_); }

    QString name_;
    IconTone tone_;
};

} // namespace

QIcon icon(const QString& name, IconTone tone)
{
    if (name.isEmpty())
        return {};
    if (!drawings().contains(name)) {
        qWarning("no icon is called \"%s\"", qPrintable(name));
        return {};
    }
    return QIcon(new LineIconEngine(name, tone));
}

void paintIcon(QPainter& painter, const QRectF& place, const QString& name, const QColor& colour, const QColor& background)
{
    QSvgRenderer renderer(svgOf(name, colour, background, place.width()));
    const qreal side = std::min(place.width(), place.height());
    const QRectF square(place.center() - QPointF(side / 2, side / 2), QSizeF(side, side));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (colour.alpha() < 255)
        painter.setOpacity(painter.opacity() * static_cast<qreal>(colour.alphaF()));
    renderer.render(&painter, square);
    painter.restore();
}

QStringList iconNames()
{
    QStringList names = drawings().keys();
    names.sort();
    return names;
}

} // namespace blak::ui
