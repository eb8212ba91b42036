// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QImage>

namespace blak::ui::shell {

/// A wide picture, darkened at the left so that words can stand on it.
class PictureBanner : public QWidget
{
    Q_OBJECT

public:
    explicit PictureBanner(const QImage& picture, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage picture_;
};

/// A picture with a name and a time below; an icon where there is no picture.
class PictureButton : public QAbstractButton
{
    Q_OBJECT

public:
    PictureButton(const QImage& picture, const QString& iconName, const QString& name, const QString& detail,
                  QWidget* parent = nullptr);
    QSize sizeHint() const override { return {232, 160}; }
    bool hasPicture() const { return !picture_.isNull(); }
    QString iconName() const { return icon_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage picture_;
    QString icon_;
    QString detail_;
};

/// A row with an icon, a name over a second line, and a word at the right.
class TwoLineButton : public QAbstractButton
{
    Q_OBJECT

public:
    TwoLineButton(const QString& iconName, const QString& name, const QString& detail, const QString& right,
                  QWidget* parent = nullptr);
    QSize sizeHint() const override { return {200, 44}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString icon_;
    QString detail_;
    QString right_;
};

} // namespace blak::ui::shell
