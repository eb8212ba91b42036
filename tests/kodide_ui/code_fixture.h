// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_view.h"
#include "tests/kodide_ui/text_files.h"

#include <QApplication>

#include <memory>

namespace blak::test {

/// Views of texts in a folder of their own.
class CodeFixture
{
protected:
    using CodeView = ui::code::CodeView;

    static constexpr auto villager =
        "Villager\nproperties:\n   piFire = 0\nmessages:\n   Refuse(what = $)\n   {\n      return what;\n   }\nend\n";
    static constexpr auto keeper = "% Keeps the lamps.\n"
                                   "Keeper is Villager\n"
                                   "constants:\n"
                                   "   LEND_LIMIT = 3\n"
                                   "resources:\n"
                                   "   keeper_name = \"the keeper\"\n"
                                   "properties:\n"
                                   "   plLoans = $\n"
                                   "messages:\n"
                                   "   SomeoneAsked(who = $)\n"
                                   "   \"Lends a lantern.\"\n"
                                   "   {\n"
                                   "      local iCount;\n"
                                   "      iCount = 0;\n"
                                   "      if Length(plLoans) > LEND_LIMIT\n"
                                   "      {\n"
                                   "         Send(self,@Refuse,#who=who);\n"
                                   "      }\n"
                                   "      return Create(&Lantern);\n"
                                   "   }\n"
                                   "end\n";

    /// Before each test.
    void begin()
    {
        project_.reset();
        folder_ = std::make_unique<TextFolder>();
    }

    std::unique_ptr<CodeView> openView(const QString& path, const QString& dialect = QStringLiteral("classic"))
    {
        if (!project_ || project_->dialectName() != dialect)
            project_ = std::make_shared<FakeProject>(folder_->root(), dialect);
        auto opened = CodeView::open(path, project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().what.c_str());
        std::unique_ptr<CodeView> view(static_cast<CodeView*>(opened.value()));
        view->resize(800, 600);
        view->show();
        QApplication::setActiveWindow(view.get());
        view->finishAnalysis();
        return view;
    }

    /// Somebody sends what the texts handle; else that nobody does would be told of them.
    void writeCaller()
    {
        folder_->write(QStringLiteral("zcaller.kod"), "Caller\nmessages:\n   Constructor()\n   {\n      Send(self, @SomeoneAsked);\n"
                                                      "      Send(self, @Work);\n      return;\n   }\nend\n");
    }

    /// The widget that takes keys.
    static QWidget* keysOf(const CodeView& view) { return view.editor()->focusProxy(); }

    std::unique_ptr<TextFolder> folder_;
    std::shared_ptr<FakeProject> project_;
};

} // namespace blak::test
