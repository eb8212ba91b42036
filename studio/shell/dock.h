// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QMap>
#include <QPointer>

class QHBoxLayout;
class QLabel;

namespace blak::ui::shell {

/// A dock with our 28 px title (name, float, close). While it is one of several tabs the title is away: the tab says the name.
class Dock : public QDockWidget
{
    Q_OBJECT

public:
    Dock(const QString& id, const QString& title, QWidget* parent);

    /// Content that changes with the document: the page of `owner` is shown by showPageOf. Does not own the page.
    void addPage(QObject* owner, QWidget* page);
    void removePage(QObject* owner);
    void showPageOf(QObject* owner);
    /// Height the largest page would like, with the title; 0 when none says.
    int wantedHeight() const;
    bool hasPageOf(QObject* owner) const { return pages_.contains(owner); }
    bool hasPages() const { return !pages_.isEmpty(); }

    /// Said while no page is shown.
    void setEmptySentence(const QString& sentence);

    void setTabbed(bool tabbed);

    /// What stands for it where there is room for an icon only.
    const QString& iconName() const { return iconName_; }
    void setIconName(const QString& name) { iconName_ = name; }

    /// Gives the keyboard to what one came for: the field or list that a page names (its focus proxy), else its first that is no button.
    void focusContent(Qt::FocusReason reason);
    /// Whether one comes to type into it, as into a console: a click on its page gives it the keyboard, and so does one on its tab.
    bool isForTyping() const;

    /// The content without the frame, to be shown elsewhere until it is given back.
    QWidget* body() const { return body_; }
    QWidget* takeBody();
    void giveBodyBack();

    /// Out of the window, or back to where it stood.
    void toggleFloating();

signals:
    /// Esc, unless something inside had a use for it.
    void escaped();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* titleBar_ = nullptr;
    QWidget* noTitleBar_ = nullptr;
    QLabel* titleLabel_ = nullptr;
    QWidget* body_ = nullptr;
    QLabel* empty_ = nullptr;
    QString iconName_ = QStringLiteral("window");
    QMap<QObject*, QPointer<QWidget>> pages_;
};

} // namespace blak::ui::shell
