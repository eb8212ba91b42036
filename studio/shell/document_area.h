// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QVector>
#include <QWidget>

#include <functional>

class QStackedWidget;
class QVBoxLayout;

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class DocumentTabs;

/// The centre: a 30 px strip of document tabs over the current document; without one, a page that says how to get one.
class DocumentArea : public QWidget
{
    Q_OBJECT

public:
    explicit DocumentArea(QWidget* parent = nullptr);

    /// Takes the document.
    void add(DocumentView* document);
    /// Puts a document into the place, and the tab, of another, which is deleted without being asked.
    void replace(DocumentView* old, DocumentView* document);
    /// Brings its tab to this place among the others; beyond the last one: to the end.
    void move(DocumentView* document, qsizetype index);
    /// Deletes the document; asks `closing` first to let others take leave.
    void close(DocumentView* document);

    void setCurrent(DocumentView* document);
    DocumentView* current() const { return current_; }
    QVector<DocumentView*> documents() const { return documents_; }
    DocumentView* find(const QString& path) const;

    /// Shown instead of documents, without tabs (Welcome); null: back to the documents.
    void setCover(QWidget* page);
    /// What is shown when no document is current.
    void setEmptyPage(QWidget* page);

    /// What people call a file, "The Lantern Inn"; empty for most. Tabs show it before the file's own name.
    void setNaming(std::function<QString(const QString& fileName)> nameOf);

    /// A bar between the tabs and this document (null: none). Takes the bar.
    void setNotice(DocumentView* document, QWidget* notice);
    QWidget* notice(DocumentView* document) const { return notices_.value(document); }

    /// The tabs keep their width, and with it their places, until all of `change` is done, whatever width the centre has in between: docks go
    /// away before others come.
    void keepTabs(const std::function<void()>& change);

    /// Ctrl+Tab goes through documents in the order of last use.
    void step(int direction);

signals:
    void currentChanged(DocumentView* document);
    void documentsChanged(); ///< one came, went or moved
    void closing(DocumentView* document);
    void closeRequested(DocumentView* document);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showRight();
    void retitle();

    DocumentTabs* tabs_ = nullptr;
    QWidget* strip_ = nullptr;
    QVBoxLayout* column_ = nullptr;
    QHash<DocumentView*, QWidget*> notices_;
    QStackedWidget* pages_ = nullptr;
    QVector<DocumentView*> documents_; ///< in the order of the tabs
    QVector<DocumentView*> visited_;   ///< the one shown last at the end
    DocumentView* current_ = nullptr;
    QWidget* cover_ = nullptr;
    QWidget* emptyPage_ = nullptr;
    std::function<QString(const QString&)> nameOf_;
    bool changing_ = false;
};

} // namespace blak::ui::shell
