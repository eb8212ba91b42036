// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/tests_panel.h"

#include "kodide/ui/debug_lists.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QTreeWidget>

namespace blak::ui::debugging {
namespace {

constexpr int nameColumn = 0, messageColumn = 1, timeColumn = 2;

} // namespace

TestsPanel::TestsPanel(TestRunner& runner, QWidget* parent)
    : QWidget(parent), runner_(runner), tree_(new QTreeWidget), run_(new QToolButton), stop_(new QToolButton), sum_(new QLabel),
      empty_(new EmptyLabel(TestRunner::tests()))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 0, 8, 0);
    row->setSpacing(2);
    const auto button = [&](QToolButton* it, const char* name, const char* sign, const QString& text) {
        it->setObjectName(QLatin1String(name));
        it->setIcon(icon(QLatin1String(sign)));
        it->setToolTip(text);
        it->setAccessibleName(text);
        it->setAutoRaise(true);
        row->addWidget(it);
    };
    button(run_, "testsRun", "play", tr("Run all tests"));
    button(stop_, "testsStop", "stop", tr("Stop the tests"));
    stop_->setEnabled(false);
    sum_->setObjectName(QStringLiteral("testsSum"));
    row->addSpacing(8);
    row->addWidget(sum_, 1);
    column->addLayout(row);
    column->addWidget(empty_);
    column->addWidget(tree_, 1);
    tree_->setObjectName(QStringLiteral("testsTree"));
    tree_->setAccessibleName(tr("Tests"));
    code::makeDebugList(*tree_, 3, messageColumn);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    setFocusProxy(tree_);
    connect(run_, &QToolButton::clicked, this, [this] { emit runWanted({}); });
    connect(stop_, &QToolButton::clicked, &runner_, &TestRunner::stop);
    connect(tree_, &QWidget::customContextMenuRequested, this, &TestsPanel::showMenu);
    connect(tree_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { emit chosen(results_[item->text(nameColumn)]); });
    connect(&runner_, &TestRunner::started, this, [this] {
        run_->setEnabled(false);
        stop_->setEnabled(true);
        sum_->setText(tr("Running\u2026"));
        why_.clear();
    });
    connect(&runner_, &TestRunner::tested, this, &TestsPanel::take);
    connect(&runner_, &TestRunner::failed, this, [this](const QString& why) {
        if (runner_.isOfTests())
            why_ = why;
    });
    connect(&runner_, &TestRunner::ended, this, [this] {
        run_->setEnabled(true);
        stop_->setEnabled(false);
        count();
    });
}

void TestsPanel::count()
{
    int passed = 0, failed = 0, skipped = 0;
    for (const TestResult& one : std::as_const(results_))
        ++(one.verdict == QLatin1String("passed") ? passed : one.verdict == QLatin1String("failed") ? failed : skipped);
    QStringList parts;
    if (failed > 0)
        parts << tr("%n failed", nullptr, failed);
    if (!results_.isEmpty())
        parts << tr("%n passed", nullptr, passed);
    if (skipped > 0)
        parts << tr("%n skipped", nullptr, skipped);
    sum_->setText(parts.join(QStringLiteral(", ")));
    QPalette colours;
    colours.setColor(QPalette::WindowText, failed > 0 ? theme().error : theme().success);
    sum_->setPalette(colours);
    empty_->setVisible(results_.isEmpty() || !why_.isEmpty());
    empty_->say(why_.isEmpty() ? TestRunner::tests() : why_);
}

void TestsPanel::take(const QVector<TestResult>& results, bool all)
{
    if (all) {
        results_.clear();
        tree_->clear();
    }
    for (const TestResult& one : results) {
        results_[one.name()] = one;
        const auto there = tree_->findItems(one.name(), Qt::MatchExactly, nameColumn);
        auto* item = there.isEmpty() ? new QTreeWidgetItem(tree_) : there.front();
        showResult(*item, one);
    }
    for (int i = 0; i < tree_->topLevelItemCount(); ++i)
        if (results_[tree_->topLevelItem(i)->text(nameColumn)].verdict == QLatin1String("failed")) {
            tree_->setCurrentItem(tree_->topLevelItem(i));
            break;
        }
}

void TestsPanel::showResult(QTreeWidgetItem& item, const TestResult& result)
{
    const bool failed = result.verdict == QLatin1String("failed");
    const bool skipped = result.verdict == QLatin1String("skipped");
    item.setText(nameColumn, result.name());
    item.setText(messageColumn, result.message);
    item.setToolTip(messageColumn, result.message);
    item.setForeground(messageColumn, failed ? theme().error : theme().text2);
    item.setText(timeColumn, tr("%1 ms").arg(result.milliseconds, 0, 'f', 1));
    item.setForeground(timeColumn, theme().text2);
    item.setIcon(nameColumn, icon(failed ? QStringLiteral("error") : skipped ? QStringLiteral("info") : QStringLiteral("ok"),
                                  failed ? IconTone::Error : skipped ? IconTone::Text2 : IconTone::Success));
}

void TestsPanel::showMenu(const QPoint& at)
{
    QTreeWidgetItem* item = tree_->itemAt(at);
    if (item == nullptr)
        return;
    const QString name = item->text(nameColumn);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(QStringLiteral("goto")), tr("Go to the line"), this, [this, name] { emit chosen(results_[name]); });
    QAction* run = menu->addAction(icon(QStringLiteral("play")), tr("Run this test"), this, [this, name] { emit runWanted(name); });
    run->setEnabled(!runner_.isRunning());
    menu->addAction(icon(QStringLiteral("bug")), tr("Debug this test"), this, [this, name] { emit debugWanted(name); });
    menu->popup(tree_->viewport()->mapToGlobal(at));
}

} // namespace blak::ui::debugging
