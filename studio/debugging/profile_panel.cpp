// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/profile_panel.h"

#include "kodide/ui/debug_lists.h"
#include "studio/debugging/source_finder.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QFile>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace blak::ui::debugging {
namespace {

using nlohmann::json;

constexpr int samplePeriod = 5000; ///< microseconds
constexpr int watchedSeconds = 10;
constexpr int mostRows = 500;
constexpr int handlerRole = Qt::UserRole;

QString millisecondsText(qint64 nanoseconds) { return QLocale().toString(static_cast<double>(nanoseconds) / 1e6, 'f', 2); }

/// Sorts its columns as numbers.
class CostRow : public QTreeWidgetItem
{
public:
    using QTreeWidgetItem::QTreeWidgetItem;
    bool operator<(const QTreeWidgetItem& other) const override
    {
        const int column = treeWidget() == nullptr ? 0 : treeWidget()->sortColumn();
        return column == 0 ? text(0).compare(other.text(0), Qt::CaseInsensitive) < 0
                           : data(column, handlerRole).toLongLong() < other.data(column, handlerRole).toLongLong();
    }
};

} // namespace

ProfilePanel::ProfilePanel(DebugHost host, code::DebugSession& session, QString program, QWidget* parent)
    : QWidget(parent), host_(std::move(host)), session_(session), program_(std::move(program)), record_(new QToolButton),
      tests_(new QToolButton), how_(new QComboBox), search_(new SearchField(tr("Find handlers"))), said_(new QLabel), tabs_(new QTabWidget),
      graph_(new FlameGraph), handlers_(new QTreeWidget), slowest_(new QTreeWidget),
      empty_(new EmptyLabel(tr("Record what the running world does, or what its tests do, to see which handlers take its time.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 0, 8, 0);
    row->setSpacing(4);
    record_->setObjectName(QStringLiteral("profileRecord"));
    record_->setAutoRaise(true);
    tests_->setObjectName(QStringLiteral("profileTests"));
    tests_->setAutoRaise(true);
    tests_->setIcon(icon(QStringLiteral("ok")));
    tests_->setToolTip(tr("Record every call that the tests of the project make"));
    tests_->setAccessibleName(tests_->toolTip());
    how_->setObjectName(QStringLiteral("profileHow"));
    how_->setAccessibleName(tr("How it is recorded"));
    how_->addItem(tr("Samples"), samplePeriod);
    how_->addItem(tr("Every call"), 0);
    how_->setToolTip(tr("Samples cost next to nothing; every call is counted with what it makes, which slows the world down"));
    search_->setObjectName(QStringLiteral("profileSearch"));
    search_->setMaximumWidth(260);
    said_->setObjectName(QStringLiteral("profileSaid"));
    said_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    said_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(record_);
    row->addWidget(tests_);
    row->addWidget(how_);
    row->addWidget(search_, 1);
    row->addSpacing(6);
    row->addWidget(said_, 2);
    column->addLayout(row);
    column->addWidget(empty_, 1);
    column->addWidget(tabs_, 1);
    tabs_->setObjectName(QStringLiteral("profileTabs"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(graph_, tr("Flame graph"));
    tabs_->addTab(handlers_, tr("Handlers"));
    tabs_->addTab(slowest_, tr("Slowest messages"));
    handlers_->setObjectName(QStringLiteral("profileHandlers"));
    handlers_->setAccessibleName(tr("Handlers by what they cost"));
    handlers_->setRootIsDecorated(false);
    handlers_->setUniformRowHeights(true);
    handlers_->setSortingEnabled(true);
    slowest_->setObjectName(QStringLiteral("profileSlowest"));
    slowest_->setAccessibleName(tr("Slowest top-level messages"));
    slowest_->setUniformRowHeights(true);
    slowest_->setHeaderLabels({tr("Message"), tr("ms")});
    slowest_->header()->setStretchLastSection(false);
    slowest_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    setFocusProxy(graph_);
    connect(record_, &QToolButton::clicked, this, &ProfilePanel::toggle);
    connect(tests_, &QToolButton::clicked, this, [this] { begin(Source::Tests); });
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        graph_->search(text.trimmed());
        for (int i = 0; i < handlers_->topLevelItemCount(); ++i)
            handlers_->topLevelItem(i)->setHidden(!handlers_->topLevelItem(i)->text(0).contains(text.trimmed(), Qt::CaseInsensitive));
        say();
    });
    connect(graph_, &FlameGraph::chosenChanged, this, &ProfilePanel::say);
    connect(graph_, &FlameGraph::sourceWanted, this, &ProfilePanel::goTo);
    connect(said_, &QLabel::linkActivated, this, [this] { goTo(graph_->tree().nodes[graph_->chosen()].handler); });
    connect(handlers_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { goTo(item->data(0, handlerRole).toInt()); });
    connect(&session_, &code::DebugSession::stateChanged, this, [this] {
        using State = code::DebugState;
        if (source_ == Source::Session && session_.state() == State::Off)
            setSource(Source::None);
        if (waitsForGame_ && (session_.state() == State::Running || session_.state() == State::Stopped)) {
            waitsForGame_ = false;
            begin(Source::Session);
        } else if (session_.state() == State::Off) {
            waitsForGame_ = false;
        }
    });
    connect(&process_, &QProcess::finished, this, &ProfilePanel::finish);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(tr("%1 cannot be started.").arg(program_));
    });
    setSource(Source::None);
    show({});
}

ProfilePanel::~ProfilePanel()
{
    process_.disconnect(this);
    process_.kill();
    process_.waitForFinished();
}

void ProfilePanel::setSource(Source source)
{
    source_ = source;
    const bool records = source != Source::None;
    record_->setIcon(icon(records ? QStringLiteral("stop") : QStringLiteral("record"), records ? IconTone::Text2 : IconTone::Error));
    record_->setToolTip(records ? tr("Stop recording") : tr("Record what the running world does"));
    record_->setAccessibleName(record_->toolTip());
    tests_->setEnabled(!records);
    how_->setEnabled(!records);
    say();
}

void ProfilePanel::toggle()
{
    if (source_ == Source::Session)
        return session_.backend().askWorld({{"do", "profile.stop"}}, [this](const json& found, const QString& fault) {
            setSource(Source::None);
            fault.isEmpty() ? take(found) : fail(fault);
        });
    if (source_ != Source::None) {
        setSource(Source::None);
        return process_.kill();
    }
    const auto state = session_.state();
    if (const auto game = host_.played(); game && state == code::DebugState::Off) { // its debugger records it
        waitsForGame_ = true;
        return session_.start(*game);
    }
    begin(state == code::DebugState::Running || state == code::DebugState::Stopped ? Source::Session : Source::World);
}

void ProfilePanel::begin(Source source)
{
    if (source_ != Source::None || host_.projectRoot().isEmpty())
        return;
    const int period = how_->currentData().toInt();
    why_.clear();
    setSource(source);
    if (source == Source::Session)
        return session_.backend().askWorld({{"do", "profile.start"}, {"period", period}}, [this](const json&, const QString& fault) {
            if (!fault.isEmpty())
                fail(fault);
        });
    QStringList arguments{QStringLiteral("profile"), QStringLiteral("--json"), folder_.filePath(QStringLiteral("profile.json"))};
    if (source == Source::Tests) {
        host_.saveAll();
        arguments << QStringLiteral("--tests");
    } else {
        arguments << QStringLiteral("--seconds") << QString::number(watchedSeconds);
        if (period == 0)
            arguments << QStringLiteral("--calls");
        else
            arguments << QStringLiteral("--period") << QString::number(period);
    }
    QFile::remove(folder_.filePath(QStringLiteral("profile.json")));
    process_.start(program_, arguments << host_.projectRoot());
}

/// What a command line said, without its name and the folder, which the window shows anyway.
QString ProfilePanel::inWords(QString fault)
{
    if (fault.contains(QLatin1String("no server runs here")))
        return tr("No world runs here. Play or debug it, then record.");
    static const QRegularExpression begin(QStringLiteral("^blak: (?:/[^\\n:]*: )?"));
    return fault.remove(begin);
}

void ProfilePanel::finish()
{
    const bool wanted = source_ != Source::None;
    setSource(Source::None);
    process_.readAllStandardOutput();
    const QString fault = inWords(QString::fromUtf8(process_.readAllStandardError()).trimmed());
    QFile file(folder_.filePath(QStringLiteral("profile.json")));
    if (!wanted)
        return;
    if (!file.open(QIODevice::ReadOnly))
        return fail(fault.isEmpty() ? tr("Nothing was recorded.") : fault);
    take(json::parse(file.readAll().toStdString(), nullptr, false));
}

void ProfilePanel::take(const json& profile)
{
    QString fault;
    ProfileTree tree = readProfile(profile, fault);
    if (!fault.isEmpty())
        return fail(fault);
    why_.clear();
    if (tree.isEmpty())
        why_ = tree.messages > 0 ? tr("What ran was too short for samples: try \u201cEvery call\u201d.") : tr("No Blakod ran while it was recorded.");
    show(std::move(tree));
}

void ProfilePanel::fail(const QString& why)
{
    why_ = why;
    setSource(Source::None);
    if (graph_->tree().isEmpty())
        show({});
}

void ProfilePanel::show(ProfileTree tree)
{
    graph_->show(std::move(tree));
    fillTables();
    empty_->setVisible(graph_->tree().isEmpty());
    empty_->say(why_.isEmpty() ? tr("Record what the running world does, or what its tests do, to see which handlers take its time.") : why_);
    tabs_->setVisible(!graph_->tree().isEmpty());
    search_->setEnabled(!graph_->tree().isEmpty());
    say();
}

void ProfilePanel::fillTables()
{
    const ProfileTree& tree = graph_->tree();
    handlers_->clear();
    slowest_->clear();
    const QStringList usual{tr("Handler"), tr("Itself, ms"), tr("Total, ms")};
    handlers_->setHeaderLabels(tree.sampled ? usual + QStringList{tr("Samples")}
                                            : usual + QStringList{tr("Calls"), tr("Objects"), tr("List nodes"), tr("Strings")});
    handlers_->header()->setStretchLastSection(false);
    for (int i = 0; i < handlers_->columnCount(); ++i)
        handlers_->header()->setSectionResizeMode(i, i == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    QVector<int> order(tree.handlers.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return tree.handlers[a].self > tree.handlers[b].self; });
    for (const int i : std::as_const(order)) {
        const ProfileHandler& one = tree.handlers[i];
        if (i == 0 || one.total <= 0 || handlers_->topLevelItemCount() >= mostRows)
            continue;
        auto* item = new CostRow({one.name()});
        item->setData(0, handlerRole, i);
        const auto cell = [&](int column, qint64 value, const QString& text) {
            item->setText(column, text);
            item->setData(column, handlerRole, value);
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        };
        cell(1, one.self, millisecondsText(one.self));
        cell(2, one.total, millisecondsText(one.total));
        int column = 3;
        for (const qint64 count : tree.sampled ? QVector<qint64>{one.samples} : QVector<qint64>{one.calls, one.objects, one.listNodes, one.strings})
            cell(column++, count, QLocale().toString(count));
        handlers_->addTopLevelItem(item);
    }
    handlers_->sortItems(1, Qt::DescendingOrder);
    for (const SlowMessage& slow : tree.slowest) {
        auto* item = new QTreeWidgetItem(slowest_, {tr("%1 to OBJECT %2").arg(slow.name).arg(slow.object), millisecondsText(slow.nanoseconds)});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        for (const auto& [path, nanoseconds] : slow.stacks) {
            auto* below = new QTreeWidgetItem(item, {QString(path).replace(QLatin1Char(';'), QStringLiteral(" \u203a ")), millisecondsText(nanoseconds)});
            below->setToolTip(0, QString(path).replace(QLatin1Char(';'), QLatin1Char('\n')));
            below->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
}

/// What is chosen, with a way to its source; how much of the time was found.
void ProfilePanel::say()
{
    QString text;
    if (source_ != Source::None)
        text = source_ == Source::Session ? tr("Recording\u2026 stop to see")
               : source_ == Source::Tests ? tr("The tests run\u2026")
                                          : tr("Recording for %1 seconds\u2026").arg(watchedSeconds);
    else if (!why_.isEmpty() && !graph_->tree().isEmpty()) // below is what was recorded before
        text = why_.toHtmlEscaped();
    else if (!graph_->tree().isEmpty()) {
        text = graph_->textOf(graph_->chosen()).toHtmlEscaped();
        if (graph_->chosen() > 0)
            text += QStringLiteral(" \u00b7 <a href=\"source\" style=\"color:%1\">%2</a>").arg(theme().link.name(), tr("source"));
        if (!search_->text().trimmed().isEmpty())
            text = tr("Found: %1 %").arg(QLocale().toString(100 * graph_->foundShare(), 'f', 1)) + QStringLiteral(" \u00b7 ") + text;
    }
    said_->setText(text);
}

void ProfilePanel::goTo(int handler)
{
    if (handler <= 0 || handler >= graph_->tree().handlers.size())
        return;
    const ProfileHandler& one = graph_->tree().handlers[handler];
    const SourcePlace place = findHandler(host_.projectRoot(), one.className, one.message, one.file);
    if (place.path.isEmpty())
        return host_.report(Severity::Warning, tr("The source of %1 was not found.").arg(one.name()));
    host_.openAt(place.path, place.line);
}

} // namespace blak::ui::debugging
