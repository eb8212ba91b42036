// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/object_panel.h"

#include "studio/playing/play_controller.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int refreshMilliseconds = 500;
constexpr int shownRole = Qt::UserRole, objectRole = Qt::UserRole + 1, firstRole = Qt::UserRole + 2;

QString textOf(const json& object, const char* name)
{
    const auto it = object.find(name);
    return it != object.end() && it->is_string() ? QString::fromStdString(it->get<std::string>()) : QString();
}

} // namespace

QString valueText(const json& value)
{
    if (!value.is_object())
        return {};
    const QString tag = textOf(value, "tag");
    const auto data = value.value("data", std::int64_t{0});
    const QString name = textOf(value, "name");
    if (tag == QLatin1String("$"))
        return QStringLiteral("$");
    if (tag == QLatin1String("INT"))
        return QString::number(data);
    if (tag == QLatin1String("STRING"))
        return u'"' + textOf(value, "text") + u'"';
    return QStringLiteral("%1 %2%3").arg(tag).arg(data).arg(name.isEmpty() ? QString() : QString(u' ' + name));
}

bool valueFromText(const QString& text, json& value)
{
    const QString plain = text.trimmed();
    bool valid = false;
    if (plain == QLatin1String("$") || plain.isEmpty()) {
        value = nullptr;
        return true;
    }
    if (const qint64 number = plain.toLongLong(&valid); valid) {
        value = number;
        return true;
    }
    if (plain.compare(QLatin1String("yes"), Qt::CaseInsensitive) == 0 || plain.compare(QLatin1String("no"), Qt::CaseInsensitive) == 0) {
        value = plain.compare(QLatin1String("yes"), Qt::CaseInsensitive) == 0 ? 1 : 0;
        return true;
    }
    const QStringList words = plain.split(u' ', Qt::SkipEmptyParts);
    if (words.size() < 2)
        return false;
    const QString tag = words[0].toUpper();
    if (const qint64 number = words[1].toLongLong(&valid); valid)
        value = {{"tag", tag.toStdString()}, {"data", number}};
    else if (tag == QLatin1String("CLASS") || tag == QLatin1String("RESOURCE") || tag == QLatin1String("MESSAGE"))
        value = {{"tag", tag.toStdString()}, {"name", words[1].toStdString()}};
    else
        return false;
    return true;
}

ObjectPanel::ObjectPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller),
      empty_(new EmptyLabel(tr("Click a thing in the game to see its properties."))), head_(new QWidget), heading_(new QLabel),
      kind_(new QLabel), code_(new QToolButton), back_(new QToolButton), list_(new QTreeWidget), timer_(new QTimer(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout(head_);
    top->setContentsMargins(10, 8, 10, 8);
    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    heading_->setFont(uiFont(13, QFont::DemiBold));
    heading_->setObjectName(QStringLiteral("play.object.heading"));
    names->addWidget(heading_);
    names->addWidget(kind_);
    top->addLayout(names, 1);
    back_->setIcon(icon(QStringLiteral("undo")));
    back_->setToolTip(tr("Back to the object before"));
    back_->setAccessibleName(back_->toolTip());
    connect(back_, &QToolButton::clicked, this, [this] {
        if (before_.isEmpty())
            return;
        const qint64 object = before_.takeLast();
        object_ = -1;
        show(object);
    });
    top->addWidget(back_);
    code_->setIcon(icon(QStringLiteral("code")));
    code_->setText(tr("Code"));
    code_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    code_->setToolTip(tr("Open the Blakod of its class"));
    connect(code_, &QToolButton::clicked, this, &ObjectPanel::goToCode);
    top->addWidget(code_);
    column->addWidget(empty_);
    column->addWidget(head_);
    column->addWidget(list_, 1);
    list_->setColumnCount(2);
    list_->setHeaderLabels({tr("Property"), tr("Value")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setObjectName(QStringLiteral("play.object"));
    list_->setAccessibleName(tr("Properties of the object"));
    list_->header()->setStretchLastSection(true);
    list_->setColumnWidth(0, 130);
    setFocusProxy(list_);
    connect(list_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item, int at) {
        if (const QVariant to = item->data(1, objectRole); at == 0 && to.isValid())
            show(to.toLongLong());
        else if (at == 1)
            list_->editItem(item, 1);
    });
    connect(list_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item, int) {
        if (!list_->isPersistentEditorOpen(item, 1) && list_->currentColumn() == 1)
            list_->editItem(item, 1);
    });
    connect(list_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int at) {
        if (!filling_ && at == 1)
            write(item);
    });
    timer_->setInterval(refreshMilliseconds);
    connect(timer_, &QTimer::timeout, this, &ObjectPanel::refresh);
    connect(&controller_, &PlayController::inspected, this, &ObjectPanel::show);
    connect(&controller_, &PlayController::stateChanged, this, [this] {
        if (!controller_.isRunning())
            clear();
    });
    clear();
}

void ObjectPanel::clear()
{
    timer_->stop();
    object_ = -1;
    before_.clear();
    head_->hide();
    list_->hide();
    empty_->show();
}

void ObjectPanel::show(qint64 object)
{
    if (object == object_)
        return;
    if (object_ >= 0)
        before_.push_back(object_);
    object_ = object;
    list_->clear();
    refresh();
    timer_->start();
}

void ObjectPanel::refresh()
{
    if (object_ < 0 || !controller_.isRunning() || (list_->topLevelItemCount() > 0 && !isVisible()))
        return;
    controller_.session().control().ask({{"do", "object.read"}, {"object", object_}},
                                        [this, guard = QPointer<QObject>(this), object = object_](const play::ControlAnswer& answer) {
                                            if (guard.isNull() || object_ != object)
                                                return;
                                            if (answer.good)
                                                take(answer.result);
                                            else
                                                clear(); // it is gone
                                        });
}

void ObjectPanel::take(const json& object)
{
    class_ = textOf(object, "class");
    heading_->setText(class_);
    kind_->setText(tr("OBJECT %1").arg(object_));
    back_->setEnabled(!before_.isEmpty());
    empty_->hide();
    head_->show();
    list_->show();
    if (list_->viewport()->findChild<QLineEdit*>() != nullptr) // what is being written stays
        return;
    filling_ = true;
    int row = 0;
    for (const json& property : object["properties"]) {
        const QString name = textOf(property, "name");
        if (name == QLatin1String("self"))
            continue;
        QTreeWidgetItem* item = list_->topLevelItem(row);
        const QString value = valueText(property["value"]);
        if (item == nullptr) {
            item = new QTreeWidgetItem(list_, {name, value});
            item->setFlags(item->flags() | Qt::ItemIsEditable);
            item->setFont(1, monoFont(11.5));
            item->setData(1, firstRole, value);
        }
        ++row;
        item->setText(1, value);
        item->setData(1, shownRole, value);
        // What differs from the first look stands out.
        const bool changed = item->data(1, firstRole).toString() != value;
        item->setForeground(1, changed ? theme().warning : theme().text);
        item->setToolTip(1, changed ? tr("was %1").arg(item->data(1, firstRole).toString()) : value);
        const bool leads = textOf(property["value"], "tag") == QLatin1String("OBJECT");
        item->setData(1, objectRole, leads ? QVariant(static_cast<qint64>(property["value"].value("data", std::int64_t{0}))) : QVariant());
    }
    filling_ = false;
}

void ObjectPanel::write(QTreeWidgetItem* item)
{
    const QString before = item->data(1, shownRole).toString();
    const QString wanted = item->text(1);
    if (wanted == before)
        return;
    json value;
    const auto refuse = [this, item, before](const QString& why) {
        filling_ = true;
        item->setText(1, before);
        filling_ = false;
        controller_.host().toast(Severity::Warning, why, {}, {});
    };
    if (!valueFromText(wanted, value))
        return refuse(tr("\"%1\" is no value. Write a number, $, or OBJECT and a number.").arg(wanted));
    item->setData(1, shownRole, wanted);
    controller_.session().control().ask(
        {{"do", "object.write"}, {"object", object_}, {"property", item->text(0).toStdString()}, {"value", value}},
        [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
            if (guard.isNull())
                return;
            if (!answer.good)
                controller_.host().toast(Severity::Warning, answer.error, {}, {});
            refresh();
        });
}

void ObjectPanel::goToCode()
{
    controller_.session().control().ask({{"do", "class.read"}, {"class", class_.toStdString()}},
                                        [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
                                            if (guard.isNull() || !answer.good)
                                                return;
                                            const QString source =
                                                controller_.session().sourceOf(textOf(answer.result, "file"));
                                            if (!source.isEmpty())
                                                controller_.host().openAt(source, 1);
                                        });
}

} // namespace blak::ui::playing
