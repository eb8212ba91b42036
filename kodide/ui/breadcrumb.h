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

/// The 26 px line over a text: folder > file > class > message; the last one in full ink.
class Breadcrumb : public QWidget
{
    Q_OBJECT

public:
    explicit Breadcrumb(QWidget* parent = nullptr);

    void setCrumbs(QVector<Crumb> crumbs);
    QStringList texts() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QVector<QRect> places() const;
    int crumbAt(const QPoint& at) const;

    QVector<Crumb> crumbs_;
    int hovered_ = -1;
};

} // namespace blak::ui::code
