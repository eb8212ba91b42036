// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "kodide/ui/code_assist.h"
#include "kodide/ui/kod_symbols.h"
#include "kodide/ui/latest_answer.h"
#include "kodide/ui/use_places.h"

#include <QSet>
#include <QTimer>
#include <QVariantMap>
#include <QWidget>

#include <memory>
#include <set>

class QComboBox;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::code {

/// Where a name is used: by file and class, each line with what it does with the name. Follows edits while it is seen.
class ReferencesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ReferencesPanel(QWidget* parent = nullptr);

    /// Texts that differ from their files come from here.
    void setWorkspace(const std::shared_ptr<document::Workspace>& workspace);
    /// Lists the uses of a name of a tree. `from`: where one stands (a path and a line from 0): that row is the current one first.
    void showUses(const std::shared_ptr<KodSymbols>& tree, const kod::SymbolKey& key, const QString& fromClass, UsesShown shown = UsesShown::All,
              const std::pair<QString, int>& from = {});
    void clear();
    /// Somebody gave the name, or the class it belongs to, another one.
    void follow(const QString& oldName, const QString& newName);
    /// A file is called otherwise: its rows lead there.
    void renamed(const QString& from, const QString& to);
    /// The next use after the current one, or the one before, round the end; opens it.
    void step(int direction);
    bool hasUses() const { return rows_ > 0; }
    bool isAsking() const { return answer_.isAsking() || again_.isActive(); }

    QTreeWidget* tree() const { return tree_; }
    QComboBox* kinds() const { return kinds_; }
    QString summary() const;

    QSize sizeHint() const override { return {600, 190}; }

signals:
    /// `place` is a view state of CodeView.
    void openRequested(const QString& path, const QVariantMap& place);
    void changed(); ///< hasUses() may answer differently

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Found
    {
        QVector<UseGroup> groups;
        QString name;   ///< as it is declared
        QString what;   ///< "message of Rabbit"
        QSet<QString> overriding; ///< of a message: classes below the one asked from that handle it anew
        bool isKnown = true;
    };
    void ask();
    void take(Found found);
    void list();
    void open(QTreeWidgetItem* item);
    bool isListed(const UseLine& use, const UseGroup& group) const;

    std::weak_ptr<document::Workspace> workspace_;
    std::weak_ptr<KodSymbols> symbols_;
    std::vector<QMetaObject::Connection> told_;
    kod::SymbolKey key_;
    QString fromClass_;
    QString askedIn_; ///< the file, which comes first; the others by name
    std::pair<QString, int> from_; ///< empty: the user has a row already
    bool hasKey_ = false;
    Found found_;
    LatestAnswer answer_;
    QTimer again_;
    bool isStale_ = false; ///< something changed while nobody looked
    qsizetype rows_ = 0;
    QLabel* summary_;
    QComboBox* kinds_;
    QTreeWidget* tree_;
    EmptyLabel* empty_;
};

} // namespace blak::ui::code
