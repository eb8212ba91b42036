// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/file_replace.h"
#include "kodide/ui/file_search.h"
#include "kodide/ui/hit_ticks.h"

#include <QTimer>
#include <QTreeWidget>
#include <QVariantMap>

#include <optional>

namespace blak::ui::code {

/// What a search found: its files by path, below each the lines. With something to replace by, each line has a box to tick and shows what
/// would stand there; a tick that was taken away outlives the rows.
class HitList : public QTreeWidget
{
    Q_OBJECT

public:
    struct Count
    {
        qsizetype hits = 0;
        qsizetype files = 0;
    };

    explicit HitList(QWidget* parent = nullptr);

    /// Empty, and nothing is looked for.
    void forget();
    /// What is added from now on is found by this search; tips name files as they lie below the root.
    void begin(const SearchQuery& query, TextSearch search, const QString& root);
    const std::optional<TextSearch>& search() const { return search_; } ///< none: nothing is looked for
    void add(const QVector<FileHits>& files);
    /// The rows of one file anew; it need not be there yet, and goes when it holds nothing.
    void renew(const FileHits& file);
    /// FileHits::fingerprint of a file; empty: it is not there.
    QByteArray fingerprint(const QString& path) const;
    /// The file is called otherwise: its rows lead there, and keep their ticks.
    void renamed(const QString& from, const QString& to);

    /// What would stand in place of each hit; empty: nothing, and there are no boxes.
    void setReplacement(const QString& with);
    /// Lines stand there as they are and as they would be.
    bool showsBoth() const { return isReplacing() && all_.hits > 0; }
    Count all() const { return all_; }
    Count ticked() const;
    /// What is ticked, by file.
    QVector<FileReplacement> replacements() const;
    /// The ticked hits of a file were replaced.
    void replaced(const QString& path) { ticks_.replaced(path); }

signals:
    /// `place` is a view state of CodeView.
    void openRequested(const QString& path, const QVariantMap& place);
    void ticksChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool isReplacing() const { return search_ && !with_.isEmpty(); }
    QTreeWidgetItem* find(const QString& path) const;
    void insert(QTreeWidgetItem* file);
    void remove(QTreeWidgetItem* file);
    void refreshAll();
    void refresh(QTreeWidgetItem* file, bool isReplaced);
    void keepTicks(const QTreeWidgetItem& file);
    void open(QTreeWidgetItem* item);

    std::optional<TextSearch> search_;
    QString root_;
    QString with_;
    HitTicks ticks_;
    Count all_;
    QTimer ticking_; ///< a tick came or went: thousands at once when it is a file's
};

} // namespace blak::ui::code
