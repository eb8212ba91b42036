// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/world_browser.h"

#include "kodide/ui/debug_lists.h"
#include "server/dap/protocol.h"
#include "studio/debugging/source_finder.h"
#include "ui/bounded_box.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPointer>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace blak::ui::debugging {
namespace {

using code::DebugState;
using nlohmann::json;

constexpr int mostRows = 1000;
constexpr int mostElements = 1000;

// What a row stands for.
constexpr int objectRole = Qt::UserRole;      ///< number of an object to open
constexpr int classRole = Qt::UserRole + 1;   ///< name of a class whose objects are listed
constexpr int pathRole = Qt::UserRole + 2;    ///< of a source
constexpr int lineRole = Qt::UserRole + 3;
constexpr int lazyRole = Qt::UserRole + 4;    ///< what it is filled with when it is opened
constexpr int numberRole = Qt::UserRole + 5;  ///< list, table or object of a lazy row
constexpr int nameColumn = 0, valueColumn = 1, thenColumn = 2;

enum Lazy : int { NotLazy, References, Owners, Owned, ListParts, TableParts };

QString text(const json& row, const char* key) { return QString::fromStdString(dap::textOf(row, key)); }
qint64 number(const json& row, const char* key) { return dap::numberOf(row, key); }
QString objectText(const json& row)
{
    return QStringLiteral("OBJECT %1 (%2)").arg(number(row, "object")).arg(text(row, "class"));
}

QString dueText(qint64 milliseconds)
{
    return milliseconds < 60'000 ? WorldBrowser::tr("in %1 s").arg(QLocale().toString(static_cast<double>(milliseconds) / 1000, 'f', 1))
                                 : WorldBrowser::tr("in %1 min").arg(QLocale().toString(static_cast<double>(milliseconds) / 60'000, 'f', 1));
}

void makeLazy(QTreeWidgetItem* item, Lazy what, qint64 number)
{
    item->setData(0, lazyRole, what);
    item->setData(0, numberRole, number);
    item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
}

/// A value as debug.variables tells it: objects are links, lists and tables open.
void setValue(QTreeWidgetItem* item, const json& value, int column = valueColumn)
{
    const QString shown = QString::fromStdString(dap::textOf(value, "shown", dap::textOf(value, "tag")));
    item->setText(column, shown);
    item->setToolTip(column, shown);
    item->setFont(column, monoFont());
    if (column != valueColumn)
        return;
    const std::string parts = dap::textOf(value, "parts");
    const qint64 data = number(value, "data");
    if (parts == "object") {
        item->setData(0, objectRole, data);
        item->setForeground(column, theme().link);
    } else if (parts == "list" || parts == "table") {
        makeLazy(item, parts == "list" ? ListParts : TableParts, data);
    }
}

} // namespace

WorldBrowser::WorldBrowser(DebugHost host, code::DebugSession& session, QWidget* parent)
    : QWidget(parent), host_(std::move(host)), session_(session), view_(new QComboBox), field_(new QLineEdit), refresh_(new QToolButton),
      back_(new QToolButton), source_(new QToolButton), compare_(new QToolButton), seconds_(new BoundedBox(1, 3600)), title_(new QLabel),
      rows_(new QTreeWidget), values_(new QTreeWidget), details_(new QWidget),
      empty_(new EmptyLabel(tr("Objects, timers and players of the world that is debugged are here, while it runs and while it stands.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(2);
    auto* splitter = new QSplitter(Qt::Horizontal);
    auto* left = new QWidget;
    auto* leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, 0, 0, 0);
    leftColumn->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 0, 4, 0);
    row->setSpacing(4);
    const auto button = [](QToolButton* it, const char* id, const char* sign, const QString& tip) {
        it->setObjectName(QLatin1String(id));
        it->setIcon(icon(QLatin1String(sign)));
        it->setToolTip(tip);
        it->setAccessibleName(tip);
        it->setAutoRaise(true);
    };
    view_->setObjectName(QStringLiteral("worldView"));
    view_->setAccessibleName(tr("What is listed"));
    view_->addItems({tr("Objects"), tr("Timers"), tr("Posted messages"), tr("Sessions"), tr("Accounts")});
    field_->setObjectName(QStringLiteral("worldField"));
    field_->setAccessibleName(tr("Class, or number of an object"));
    field_->setPlaceholderText(tr("Class, or number of an object"));
    field_->setClearButtonEnabled(true);
    button(refresh_, "worldRefresh", "refresh", tr("Look again"));
    row->addWidget(view_);
    row->addWidget(field_, 1);
    row->addWidget(refresh_);
    leftColumn->addLayout(row);
    leftColumn->addWidget(rows_, 1);
    rows_->setObjectName(QStringLiteral("worldRows"));
    rows_->setAccessibleName(tr("What is in the world"));
    rows_->setUniformRowHeights(true);
    auto* rightColumn = new QVBoxLayout(details_);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(2);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(4, 0, 8, 0);
    bar->setSpacing(4);
    button(back_, "worldBack", "prev-frame", tr("Back to the object before"));
    button(source_, "worldSource", "code", tr("Go to the source of its class"));
    button(compare_, "worldCompare", "history", tr("Compare with how it was so long ago"));
    title_->setObjectName(QStringLiteral("worldTitle"));
    title_->setFont(uiFont(13, QFont::DemiBold));
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    seconds_->setObjectName(QStringLiteral("worldSeconds"));
    seconds_->setAccessibleName(tr("How long ago"));
    seconds_->setValue(60);
    seconds_->setSuffix(tr(" s ago"));
    bar->addWidget(back_);
    bar->addWidget(title_, 1);
    bar->addWidget(seconds_);
    bar->addWidget(compare_);
    bar->addWidget(source_);
    rightColumn->addLayout(bar);
    rightColumn->addWidget(values_, 1);
    values_->setObjectName(QStringLiteral("worldValues"));
    values_->setAccessibleName(tr("Values of the object"));
    values_->setUniformRowHeights(true);
    values_->setColumnCount(3);
    values_->setHeaderLabels({tr("Property"), tr("Now"), tr("Then")});
    values_->header()->setStretchLastSection(false);
    values_->header()->setSectionResizeMode(nameColumn, QHeaderView::ResizeToContents);
    values_->header()->setSectionResizeMode(valueColumn, QHeaderView::Stretch);
    values_->header()->setSectionResizeMode(thenColumn, QHeaderView::Stretch);
    splitter->addWidget(left);
    splitter->addWidget(details_);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    column->addWidget(empty_);
    column->addWidget(splitter, 1);
    setFocusProxy(field_);
    connect(view_, &QComboBox::currentIndexChanged, this, &WorldBrowser::refresh);
    connect(field_, &QLineEdit::returnPressed, this, &WorldBrowser::search);
    connect(refresh_, &QToolButton::clicked, this, [this] {
        refresh();
        if (object_ >= 0)
            openObject(object_);
    });
    connect(back_, &QToolButton::clicked, this, &WorldBrowser::back);
    connect(source_, &QToolButton::clicked, this, [this] { goToSource(className_); });
    connect(compare_, &QToolButton::clicked, this, &WorldBrowser::compare);
    for (QTreeWidget* tree : {rows_, values_}) {
        connect(tree, &QTreeWidget::itemActivated, this, &WorldBrowser::activated);
        connect(tree, &QTreeWidget::itemExpanded, this, &WorldBrowser::fill);
    }
    connect(rows_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (const QVariant object = item->data(0, objectRole); object.isValid())
            openObject(object.toLongLong());
    });
    connect(&session_, &code::DebugSession::stateChanged, this, &WorldBrowser::stateChanged);
    stateChanged();
}

/// What is shown of a stop is of that stop; of a world that runs it is of the moment when it was asked.
void WorldBrowser::stateChanged()
{
    const DebugState state = session_.state();
    const bool isThere = state == DebugState::Running || state == DebugState::Stopped;
    const bool wasThere = !empty_->isVisibleTo(this);
    empty_->setVisible(!isThere);
    for (QWidget* widget : {static_cast<QWidget*>(rows_->parentWidget()), details_})
        widget->setVisible(isThere);
    if (!isThere) {
        ++asked_; // what is still asked is about what is gone
        ++askedObject_;
        rows_->clear();
        values_->clear();
        before_.clear();
        object_ = -1;
        className_.clear();
        title_->clear();
    } else if (!wasThere || state == DebugState::Stopped) {
        refresh();
        if (object_ >= 0)
            openObject(object_);
    }
    back_->setEnabled(before_.size() > 1);
    for (QToolButton* one : {source_, compare_})
        one->setEnabled(object_ >= 0);
}

void WorldBrowser::ask(json request, std::function<void(const json&)> then)
{
    session_.backend().askWorld(request, [this, guard = QPointer<QObject>(this), then = std::move(then)](const json& result, const QString& fault) {
        if (guard.isNull())
            return;
        if (!fault.isEmpty())
            return host_.report(Severity::Warning, fault);
        then(result);
    });
}

void WorldBrowser::setColumns(const QStringList& titles)
{
    rows_->clear();
    rows_->setColumnCount(static_cast<int>(titles.size()));
    rows_->setHeaderLabels(titles);
    rows_->header()->setStretchLastSection(false);
    for (int i = 0; i < titles.size(); ++i)
        rows_->header()->setSectionResizeMode(i, i == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
}

void WorldBrowser::showView(View view)
{
    if (view_->currentIndex() == static_cast<int>(view))
        refresh();
    else
        view_->setCurrentIndex(static_cast<int>(view));
}

void WorldBrowser::refresh()
{
    if (session_.state() != DebugState::Running && session_.state() != DebugState::Stopped)
        return;
    const View view = static_cast<View>(view_->currentIndex());
    field_->setEnabled(view == View::Objects);
    const quint64 asked = ++asked_;
    const auto list = [this, asked](const char* what, auto take) {
        ask({{"do", what}}, [this, asked, take](const json& rows) {
            if (asked == asked_)
                (this->*take)(rows);
        });
    };
    switch (view) {
    case View::Objects: return search();
    case View::Timers:
        return ask({{"do", "timers"}, {"limit", mostRows}}, [this, asked](const json& rows) {
            if (asked == asked_)
                listTimers(rows, false);
        });
    case View::Posts:
        return ask({{"do", "posts"}, {"limit", mostRows}}, [this, asked](const json& rows) {
            if (asked == asked_)
                listTimers(rows, true);
        });
    case View::Sessions: return list("sessions", &WorldBrowser::listSessions);
    case View::Accounts: return list("accounts", &WorldBrowser::listAccounts);
    }
}

/// A number is an object, anything else a class; without either all classes are listed.
void WorldBrowser::search()
{
    const QString wanted = field_->text().trimmed();
    bool isNumber = false;
    const qint64 object = QString(wanted).remove(QStringLiteral("OBJECT"), Qt::CaseInsensitive).trimmed().toLongLong(&isNumber);
    if (isNumber)
        return openObject(object);
    wanted.isEmpty() ? listClasses() : listInstances(wanted);
}

void WorldBrowser::listClasses()
{
    const quint64 asked = ++asked_;
    ask({{"do", "classes"}, {"counts", true}}, [this, asked](const json& all) {
        if (asked != asked_ || !all.is_array())
            return;
        setColumns({tr("Class"), tr("Objects")});
        QList<QTreeWidgetItem*> items;
        for (const json& row : all) {
            const qint64 count = number(row, "objects");
            if (count == 0)
                continue;
            auto* item = new QTreeWidgetItem({text(row, "class"), QLocale().toString(count)});
            item->setData(0, classRole, text(row, "class"));
            item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
            items << item;
        }
        std::sort(items.begin(), items.end(), [](const auto* a, const auto* b) { return a->text(0).compare(b->text(0), Qt::CaseInsensitive) < 0; });
        rows_->addTopLevelItems(items);
    });
}

void WorldBrowser::listInstances(const QString& className)
{
    const quint64 asked = ++asked_;
    ask({{"do", "instances.read"}, {"class", className.toStdString()}, {"names", {"vrName", "vrRealName", "psName"}}, {"limit", mostRows}},
        [this, asked](const json& found) {
            if (asked != asked_)
                return;
            setColumns({tr("Object"), tr("Class")});
            for (const json& row : dap::listOf(found, "objects")) {
                QTreeWidgetItem* item = addObject(nullptr, row);
                QString name;
                for (const json& value : dap::listOf(row, "values"))
                    if (name.isEmpty() && value.is_object())
                        name = text(value, "text");
                item->setText(0, QStringLiteral("OBJECT %1").arg(number(row, "object")) +
                                     (name.isEmpty() ? QString() : QStringLiteral("  ") + name));
                item->setText(1, text(row, "class"));
                rows_->addTopLevelItem(item);
            }
        });
}

QTreeWidgetItem* WorldBrowser::addObject(QTreeWidgetItem* parent, const json& row, const QString& how)
{
    auto* item = new QTreeWidgetItem({objectText(row), how});
    item->setData(0, objectRole, number(row, "object"));
    item->setToolTip(0, objectText(row));
    if (parent != nullptr)
        parent->addChild(item);
    return item;
}

/// Who made it, handler by handler, as links to the sources.
void WorldBrowser::addOrigin(QTreeWidgetItem* item, const json& row)
{
    for (const json& one : dap::listOf(row, "origin")) {
        const QString handler = text(one, "handler");
        auto* below = new QTreeWidgetItem(item, {handler.isEmpty() ? tr("which was posted, or set as a timer, by")
                                                                   : text(one, "class") + QLatin1Char('.') + handler});
        if (handler.isEmpty())
            continue;
        below->setText(1, code::placeText(QString::fromStdString(dap::textOf(one, "path", dap::textOf(one, "file"))), number(one, "line")));
        below->setData(0, pathRole, text(one, "path"));
        below->setData(0, lineRole, static_cast<int>(number(one, "line")));
        below->setForeground(1, theme().text2);
    }
}

void WorldBrowser::listTimers(const json& found, bool posts)
{
    setColumns(posts ? QStringList{tr("Message"), tr("To")} : QStringList{tr("Message"), tr("To"), tr("Due")});
    for (const json& row : dap::listOf(found, posts ? "posts" : "timers")) {
        auto* item = new QTreeWidgetItem(rows_, {text(row, "message"), objectText(row)});
        item->setData(0, objectRole, number(row, "object"));
        if (!posts)
            item->setText(2, dueText(number(row, "milliseconds")));
        addOrigin(item, row);
    }
    if (rows_->topLevelItemCount() == 0)
        (new QTreeWidgetItem(rows_, {posts ? tr("No message waits.") : tr("No timer runs.")}))->setFlags(Qt::NoItemFlags);
}

void WorldBrowser::listSessions(const json& found)
{
    setColumns({tr("Account"), tr("Where"), tr("Address")});
    for (const json& row : found.is_array() ? found : json::array())
        new QTreeWidgetItem(rows_, {text(row, "name").isEmpty() ? tr("nobody yet") : text(row, "name"), text(row, "where"), text(row, "address")});
    if (rows_->topLevelItemCount() == 0)
        (new QTreeWidgetItem(rows_, {tr("Nobody is connected.")}))->setFlags(Qt::NoItemFlags);
}

void WorldBrowser::listAccounts(const json& found)
{
    setColumns({tr("Account"), tr("Type"), tr("Last login")});
    for (const json& row : found.is_array() ? found : json::array()) {
        const qint64 login = number(row, "lastLogin");
        auto* item = new QTreeWidgetItem(rows_, {QStringLiteral("%1  %2").arg(number(row, "account")).arg(text(row, "name")), text(row, "type"),
                                                 login > 0 ? QLocale().toString(QDateTime::fromSecsSinceEpoch(login), QLocale::ShortFormat) : tr("never")});
        for (const json& character : dap::listOf(row, "characters"))
            if (character.is_number_integer()) {
                auto* below = new QTreeWidgetItem(item, {QStringLiteral("OBJECT %1").arg(character.get<qint64>())});
                below->setData(0, objectRole, character.get<qint64>());
            }
    }
}

void WorldBrowser::activated(QTreeWidgetItem* item)
{
    if (const QString path = item->data(0, pathRole).toString(); !path.isEmpty())
        return host_.openAt(path, item->data(0, lineRole).toInt());
    if (const QString name = item->data(0, classRole).toString(); !name.isEmpty()) {
        field_->setText(name);
        return listInstances(name);
    }
    if (const QVariant object = item->data(0, objectRole); object.isValid())
        openObject(object.toLongLong());
}

void WorldBrowser::openObject(qint64 object)
{
    const quint64 asked = ++askedObject_;
    ask({{"do", "object.read"}, {"object", object}}, [this, object, asked](const json& facts) {
        if (asked != askedObject_)
            return;
        object_ = object;
        className_ = text(facts, "class");
        if (before_.isEmpty() || before_.back() != object)
            before_ << object;
        title_->setText(QStringLiteral("OBJECT %1 \u00b7 %2").arg(object).arg(className_));
        back_->setEnabled(before_.size() > 1);
        for (QToolButton* one : {source_, compare_})
            one->setEnabled(true);
        ask({{"do", "debug.variables"}, {"of", "object"}, {"object", object}}, [this, asked](const json& rows) {
            if (asked == askedObject_)
                fillValues(rows);
        });
    });
}

/// By the class that declares them, the object's own first; then what belongs to the object.
void WorldBrowser::fillValues(const json& rows)
{
    values_->clear();
    values_->setColumnHidden(thenColumn, true);
    QMap<QString, QTreeWidgetItem*> groups;
    QList<QTreeWidgetItem*> order;
    for (const json& row : rows.is_array() ? rows : json::array()) {
        const QString name = text(row, "class");
        if (!groups.contains(name)) {
            groups[name] = new QTreeWidgetItem({name});
            groups[name]->setFont(0, uiFont(13, QFont::DemiBold));
            order.prepend(groups[name]);
        }
        auto* item = new QTreeWidgetItem(groups[name], {text(row, "name")});
        setValue(item, dap::objectOf(row, "value"));
        if (dap::flagOf(row, "default"))
            item->setForeground(valueColumn, theme().text2);
    }
    values_->addTopLevelItems(order);
    for (int i = 0; i < order.size(); ++i)
        order[i]->setExpanded(true);
    const auto add = [this](const QString& name, Lazy what) {
        auto* item = new QTreeWidgetItem(values_, {name});
        item->setFont(0, uiFont(13, QFont::DemiBold));
        makeLazy(item, what, object_);
    };
    add(tr("Owners"), Owners);
    add(tr("Owns"), Owned);
    add(tr("Referred to by"), References);
}

void WorldBrowser::fill(QTreeWidgetItem* item)
{
    const auto what = static_cast<Lazy>(item->data(0, lazyRole).toInt());
    if (what == NotLazy)
        return;
    item->setData(0, lazyRole, NotLazy);
    const qint64 id = item->data(0, numberRole).toLongLong();
    const quint64 asked = askedObject_;
    const auto later = [this, asked, item](auto take) {
        return [this, asked, item, take](const json& found) {
            if (asked == askedObject_)
                take(item, found);
        };
    };
    const auto none = [](QTreeWidgetItem* below, const QString& sentence) {
        if (below->childCount() == 0)
            (new QTreeWidgetItem(below, {sentence}))->setFlags(Qt::NoItemFlags);
    };
    switch (what) {
    case NotLazy: return;
    case Owners:
        return ask({{"do", "owners"}, {"object", id}, {"limit", 0}}, later([this, none](QTreeWidgetItem* below, const json& found) {
                       for (const json& row : dap::listOf(found, "above"))
                           addObject(below, row);
                       none(below, tr("Nobody owns it."));
                   }));
    case Owned:
        return ask({{"do", "owners"}, {"object", id}, {"limit", mostRows}}, later([this, none](QTreeWidgetItem* below, const json& found) {
                       for (const json& row : dap::listOf(found, "below"))
                           makeLazy(addObject(below, row), Owned, number(row, "object")); // and what that owns
                       none(below, tr("It owns nothing."));
                   }));
    case References:
        return ask({{"do", "references"}, {"object", id}, {"limit", mostRows}},
                   later([this, none](QTreeWidgetItem* below, const json& found) {
                       for (const json& row : dap::listOf(found, "references")) {
                           const std::string within = dap::textOf(row, "within");
                           const QString how = within == "list" ? tr(", in a list") : within == "table" ? tr(", in a table") : QString();
                           if (row.contains("object"))
                               addObject(below, row, text(row, "property") + how);
                           else if (row.contains("timer"))
                               new QTreeWidgetItem(below, {tr("a timer"), text(row, "message")});
                           else
                               new QTreeWidgetItem(below, {text(row, "class"), text(row, "variable") + how});
                       }
                       none(below, tr("Nothing refers to it."));
                   }));
    case ListParts:
    case TableParts: {
        const char* kind = what == ListParts ? "list" : "table";
        return ask({{"do", "debug.variables"}, {"of", kind}, {kind, id}, {"start", 0}, {"count", mostElements}},
                   later([](QTreeWidgetItem* below, const json& found) {
                       for (const json& row : found.is_array() ? found : json::array())
                           setValue(new QTreeWidgetItem(below, {text(row, "name")}), dap::objectOf(row, "value"));
                   }));
    }
    }
}

/// Marks what is another value now, and says what it was.
void WorldBrowser::compare()
{
    if (object_ < 0)
        return;
    const quint64 asked = askedObject_;
    const qint64 wanted = qint64{1000} * seconds_->value();
    ask({{"do", "debug.ago"},
         {"milliseconds", wanted},
         {"request", {{"do", "debug.variables"}, {"of", "object"}, {"object", object_}}}},
        [this, asked](const json& found) {
            if (asked != askedObject_)
                return;
            QMap<QString, const json*> then;
            const json& rows = dap::listOf(found, "result");
            for (const json& row : rows)
                then[text(row, "name")] = &row;
            values_->setColumnHidden(thenColumn, false);
            values_->headerItem()->setText(thenColumn, tr("%1 s ago").arg(QLocale().toString(static_cast<double>(number(found, "milliseconds")) / 1000, 'f', 1)));
            int changed = 0;
            for (int i = 0; i < values_->topLevelItemCount(); ++i)
                for (int j = 0; j < values_->topLevelItem(i)->childCount(); ++j) {
                    QTreeWidgetItem* item = values_->topLevelItem(i)->child(j);
                    const json* row = then.value(item->text(nameColumn), nullptr);
                    if (row == nullptr)
                        continue;
                    setValue(item, dap::objectOf(*row, "value"), thenColumn);
                    const bool differs = item->text(valueColumn) != item->text(thenColumn);
                    changed += differs;
                    item->setForeground(thenColumn, differs ? theme().warning : theme().text2);
                    item->setForeground(nameColumn, differs ? theme().warning : theme().text);
                }
            title_->setText(QStringLiteral("OBJECT %1 \u00b7 %2 \u00b7 ").arg(object_).arg(className_) +
                            (changed == 0 ? tr("nothing has changed") : tr("%n changed", nullptr, changed)));
        });
}

void WorldBrowser::back()
{
    if (before_.size() < 2)
        return;
    before_.removeLast();
    openObject(before_.takeLast());
}

void WorldBrowser::goToSource(const QString& className)
{
    const SourcePlace place = findHandler(host_.projectRoot(), className, {}, className);
    if (place.path.isEmpty())
        return host_.report(Severity::Warning, tr("The source of %1 was not found.").arg(className));
    host_.openAt(place.path, place.line);
}

} // namespace blak::ui::debugging
