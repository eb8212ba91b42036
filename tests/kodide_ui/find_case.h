// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_view.h"
#include "kodide/ui/find_panel.h"
#include "tests/kodide_ui/text_files.h"

#include <QDirIterator>
#include <QLineEdit>
#include <QTest>
#include <QTreeWidget>

#include <memory>

namespace blak::test {

using namespace blak::ui::code;

/// The Find panel over a folder of texts, and what fingers do with it.
class FindCase : public QObject
{
protected:
    std::unique_ptr<TextFolder> folder_;
    std::unique_ptr<FindPanel> panel_;
    std::shared_ptr<FakeProject> project_;
    std::unique_ptr<CodeView> open_; ///< one open document, or none

    CodeView* openView(const QString& name)
    {
        auto view = CodeView::open(folder_->path(name), project_, nullptr);
        if (!view)
            qFatal("%s", view.error().what.c_str());
        open_.reset(static_cast<CodeView*>(view.value()));
        return open_.get();
    }

    static QStringList filesBelow(const QString& root)
    {
        QStringList files;
        QDirIterator walk(root, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext())
            files << walk.next();
        files.sort();
        return files;
    }

    void search(const QString& text)
    {
        panel_->findField()->setFocus();
        panel_->findField()->selectAll();
        QTest::keyClicks(panel_->findField(), text);
        QTest::keyClick(panel_->findField(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
    }

    QStringList fileRows() const
    {
        QStringList rows;
        for (int i = 0; i < panel_->tree()->topLevelItemCount(); ++i)
            rows << panel_->tree()->topLevelItem(i)->text(0) + u' ' + panel_->tree()->topLevelItem(i)->text(1);
        return rows;
    }

    /// "a+-+ b+": the files and the ticks of their hits.
    QString ticks() const
    {
        QStringList all;
        for (int i = 0; i < panel_->tree()->topLevelItemCount(); ++i) {
            const QTreeWidgetItem* file = panel_->tree()->topLevelItem(i);
            QString one = file->text(0).left(1);
            for (int j = 0; j < file->childCount(); ++j)
                one += file->child(j)->checkState(0) == Qt::Checked ? u'+' : u'-';
            all << one;
        }
        return all.join(u' ');
    }
    /// Hits of the first file.
    void untick(const QVector<int>& hits)
    {
        for (const int hit : hits)
            panel_->tree()->topLevelItem(0)->child(hit)->setCheckState(0, Qt::Unchecked);
    }
    void untickFile(int file) { panel_->tree()->topLevelItem(file)->setCheckState(0, Qt::Unchecked); }

    void setUp()
    {
        folder_ = std::make_unique<TextFolder>();
        folder_->write(QStringLiteral("kod/a.kod"), "A\r\n   % a lantern\r\n   Lantern = lantern\r\nend\r\n");
        folder_->write(QStringLiteral("kod/b.kod"), "B\n   % caf\xE9 lantern\nend\n");
        folder_->write(QStringLiteral("kod/c.khd"), "   LANTERN_OIL = 3\n");
        folder_->write(QStringLiteral("makefile"), "all: lantern\n");
        folder_->write(QStringLiteral("picture.kod"), QByteArray("lantern\0lantern", 15));
        panel_ = std::make_unique<FindPanel>();
        panel_->setFiles([this] { return filesBelow(folder_->root()); }, [this] { return folder_->root(); });
        project_ = std::make_shared<FakeProject>(folder_->root(), QStringLiteral("classic"));
        panel_->setWorkspace(project_->workspace());
        panel_->resize(260, 500);
        panel_->show();
        panel_->begin();
    }

    void tearDown()
    {
        open_.reset();
        panel_.reset();
    }
};

} // namespace blak::test
