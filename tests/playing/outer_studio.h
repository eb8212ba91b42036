// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "played_studio.h"

#include "studio/playing/outer_client.h"
#include "ui/toast.h"

#include <QImage>
#include <QPushButton>

#include <fstream>
#include <string>

namespace blak::play {

/// What tests of clients that are programs of their own look at: processes, pictures, sentences, buttons.
struct OuterStudio
{
    using PlayTab = ui::playing::PlayTab;
    using Studio = PlayedStudio;

    static constexpr int patience = PlayedStudio::patience;

    static bool lives(qint64 process)
    {
        std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
        std::string text;
        std::getline(stat, text);
        const std::size_t name = text.rfind(')');
        return name != std::string::npos && name + 2 < text.size() && text[name + 2] != 'Z';
    }

    static QImage picture(PlayTab* tab)
    {
        QImage shown;
        for (int i = 0; i < 10 && shown.isNull(); ++i) { // on a machine that has much to do none may come in time
            bool came = false;
            tab->outer()->takePicture([&](const QByteArray& png) {
                shown = QImage::fromData(png, "PNG");
                came = true;
            });
            waitUntil([&] { return came; }, patience);
        }
        return shown;
    }

    /// Of a hundred places of a picture, those that are others.
    static int others(const QImage& one, const QImage& two)
    {
        if (one.isNull() || one.size() != two.size())
            return 100;
        int count = 0, all = 0;
        for (int y = 0; y < one.height(); y += 4)
            for (int x = 0; x < one.width(); x += 4, ++all)
                count += one.pixel(x, y) != two.pixel(x, y) ? 1 : 0;
        return count * 100 / all;
    }

    /// When nothing moves in it any more.
    static QImage stillPicture(PlayTab* tab)
    {
        QImage last = picture(tab);
        for (int i = 0; i < 40; ++i) {
            QTest::qWait(200);
            const QImage next = picture(tab);
            if (others(last, next) < 3)
                return next;
            last = next;
        }
        return last;
    }

    /// Some time soon, in so many of a hundred places.
    static bool looksOther(PlayTab* tab, const QImage& before, int percent)
    {
        int last = 0;
        for (int i = 0; i < 20; ++i) {
            const QImage now = picture(tab);
            last = others(before, now);
            if (last > percent)
                return true;
            QTest::qWait(100);
        }
        qInfo("%d %% of the picture are others", last);
        return false;
    }

    static QPushButton* button(const Studio& studio, const QString& text)
    {
        for (auto* one : studio.window->findChildren<QPushButton*>())
            if (one->text() == text && one->isVisible())
                return one;
        return nullptr;
    }

    static QString toasts(const Studio& studio) { return studio.window->toasts().sentences().join(u'|'); }
};

} // namespace blak::play
