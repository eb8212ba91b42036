// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/help/help_pages.h"

#include <QWidget>

class QTextBrowser;
class QTextDocument;
class QToolButton;

namespace blak::ui {
class SearchField;
}

namespace blak::ui::help {

/// The Help dock: one page at a time, with back and forward, and a search over all pages: Enter opens the first hit, Down goes to it. Links work by
/// mouse and by Tab and Enter.
class HelpPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HelpPanel(QWidget* parent = nullptr);

    HelpPages& pages() { return pages_; }
    /// "formats/roo" or "language#a-first-class". An unknown page gives the start page.
    void show(const QString& page);
    using QWidget::show;
    const QString& page() const { return page_; } ///< empty: search results
    /// For show(): the page, with the heading that stands at the top or above it when somebody has scrolled.
    QString place() const;
    QString shownText() const;

    void back();
    void forward();
    void searchFor(const QString& words);
    SearchField* searchField() const { return search_; }
    QTextBrowser* browser() const { return browser_; }

    QSize sizeHint() const override { return {420, 500}; }

signals:
    /// A link out of the help.
    void linkOpened(const QString& address);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Stop
    {
        QString page;
        QString words; ///< of a search
        int scroll = 0;
    };

    void go(const Stop& stop);
    /// In the colours of another theme.
    void renew();
    void remember();
    bool isShowing(const QString& words) const; ///< what was found for them
    void display(const QString& markdown);
    static void restyle(QTextDocument& document);
    void scrollToHeading(const QString& name);
    void holdHeading();
    void follow(const QString& link);
    QString resultsMarkdown(const QString& words);

    HelpPages pages_;
    SearchField* search_ = nullptr;
    bool isStale_ = false; ///< its colours are of the theme before
    QTextBrowser* browser_ = nullptr;
    QToolButton* back_ = nullptr;
    QToolButton* forward_ = nullptr;
    QVector<Stop> stops_;
    qsizetype at_ = -1;
    QString page_;
    QString best_; ///< of the search that is shown: where its first hit leads; empty: none
    QString heading_; ///< stays at the top when lines break anew, until somebody scrolls
};

} // namespace blak::ui::help
