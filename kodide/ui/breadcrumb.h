// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

#include <functional>

namespace blak::ui::code {

struct Crumb
{
    QString text;
    std::function<void()> go; ///< empty: only says where one is
};

/// The 26 px line over a text: folder > file > class > message; the last one in full ink. At its right end what others have to do with it.
class Breadcrumb : public QWidget
{
    Q_OBJECT

public:
    explicit Breadcrumb(QWidget* parent = nullptr);

    void setCrumbs(QVector<Crumb> crumbs);
    QStringList texts() const;
    /// What is told at the right end, where there is room: what can be gone to is a link.
    void setFacts(QVector<Crumb> facts);
    QStringList factTexts() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QVector<QRect> places() const;
    QVector<QRect> factPlaces() const; ///< empty where there is no room
    const Crumb* crumbAt(const QPoint& at) const;

    QVector<Crumb> crumbs_, facts_;
    const Crumb* hovered_ = nullptr;
};

} // namespace blak::ui::code
