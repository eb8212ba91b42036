// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/object_panel.h"

#include "studio/playing/object_leads.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/write_back.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
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
constexpr int shownRole = Qt::UserRole, objectRole = Qt::UserRole + 1, firstRole = Qt::UserRole + 2, sourceRole = Qt::UserRole + 3;

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
      kind_(new QLabel), code_(new QToolButton), back_(new QToolButton), write_(new QToolButton),
      leads_(new ObjectLeads(controller, this)), list_(new QTreeWidget), timer_(new QTimer(this))
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
    kind_->setObjectName(QStringLiteral("play.object.owner"));
    kind_->setTextFormat(Qt::RichText);
    kind_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(kind_, &QLabel::linkActivated, this, [this](const QString& object) { show(object.toLongLong()); });
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
    code_->setObjectName(QStringLiteral("play.object.code"));
    code_->setToolTip(tr("Open the Blakod of its class; its sprite and its room stand in the menu"));
    code_->setPopupMode(QToolButton::MenuButtonPopup);
    code_->setMenu(new QMenu(code_));
    connect(code_->menu(), &QMenu::aboutToShow, this, [this] {
        code_->menu()->clear();
        leads_->fill(*code_->menu(), object_);
    });
    connect(code_, &QToolButton::clicked, this, [this] { leads_->openCode(object_); });
    write_->setIcon(icon(QStringLiteral("save")));
    write_->setObjectName(QStringLiteral("play.object.write"));
    write_->setToolTip(tr("Write the values that were edited here to the source of the class, as its defaults"));
    write_->setAccessibleName(tr("Write to source"));
    connect(write_, &QToolButton::clicked, this, &ObjectPanel::writeToSource);
    top->addWidget(write_);
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
    connect(&controller_.session(), &play::PlaySession::renumbered, this, &ObjectPanel::clear);
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
    properties_ = 0;
    written_.clear();
    classFile_.clear();
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
    showOwner(object["properties"]);
    back_->setEnabled(!before_.isEmpty());
    empty_->hide();
    head_->show();
    list_->show();
    if (list_->viewport()->findChild<QLineEdit*>() != nullptr) // what is being written stays
        return;
    filling_ = true;
    int number = 0;
    for (const json& property : object["properties"])
        if (const QString name = textOf(property, "name"); name != QLatin1String("self"))
            row(number++, name, property["value"]);
    properties_ = number;
    filling_ = false;
    write_->setEnabled(!written_.isEmpty());
    controller_.session().control().ask({{"do", "class.read"}, {"class", class_.toStdString()}},
                                        [this, guard = QPointer<QObject>(this), of = object_](const play::ControlAnswer& answer) {
                                            if (!guard.isNull() && answer.good && object_ == of)
                                                takeClass(answer.result);
                                        });
}

/// Who or what holds it is a click away.
void ObjectPanel::showOwner(const json& properties)
{
    const play::Recipe* recipe = controller_.session().recipe();
    const QString owner = recipe == nullptr ? QString() : QString::fromStdString(recipe->owner);
    QString text = tr("OBJECT %1").arg(object_);
    for (const json& property : properties)
        if (textOf(property, "name").compare(owner, Qt::CaseInsensitive) == 0 && textOf(property["value"], "tag") == QLatin1String("OBJECT")) {
            const auto number = property["value"].value("data", std::int64_t{0});
            text += tr(", held by <a href=\"%1\">%2 %1</a>").arg(number).arg(textOf(property["value"], "name").toHtmlEscaped());
        }
    if (kind_->text() != text)
        kind_->setText(text);
}

/// Variables of the class stand below the properties; they are the same for all its objects.
void ObjectPanel::takeClass(const json& type)
{
    classFile_ = textOf(type, "file");
    if (list_->viewport()->findChild<QLineEdit*>() != nullptr)
        return;
    filling_ = true;
    int number = properties_;
    for (const json& variable : type.value("variables", json::array())) {
        QTreeWidgetItem* item = row(number++, textOf(variable, "name"), variable["value"]);
        item->setForeground(0, theme().text2);
        item->setToolTip(0, tr("A variable of the class %1: the same for all its objects").arg(class_));
    }
    while (list_->topLevelItemCount() > number)
        delete list_->takeTopLevelItem(number);
    filling_ = false;
}

QTreeWidgetItem* ObjectPanel::row(int number, const QString& name, const json& value)
{
    QTreeWidgetItem* item = list_->topLevelItem(number);
    const QString text = valueText(value);
    if (item == nullptr || item->text(0) != name) {
        delete item;
        item = new QTreeWidgetItem({name, text});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setFont(1, monoFont(11.5));
        item->setData(1, firstRole, text);
        list_->insertTopLevelItem(number, item);
    }
    item->setText(1, text);
    item->setData(1, shownRole, text);
    const auto source = blakodDefault(value);
    item->setData(1, sourceRole, source ? QVariant(QString::fromStdString(*source)) : QVariant());
    // What differs from the first look stands out.
    const bool changed = item->data(1, firstRole).toString() != text;
    item->setForeground(1, changed ? theme().warning : theme().text);
    item->setToolTip(1, changed ? tr("was %1").arg(item->data(1, firstRole).toString()) : text);
    const bool leads = textOf(value, "tag") == QLatin1String("OBJECT");
    item->setData(1, objectRole, leads ? QVariant(static_cast<qint64>(value.value("data", std::int64_t{0}))) : QVariant());
    return item;
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
    const bool isVariable = list_->indexOfTopLevelItem(item) >= properties_;
    const QString name = item->text(0);
    json request = isVariable ? json{{"do", "class.write"}, {"class", class_.toStdString()}, {"variable", name.toStdString()}}
                              : json{{"do", "object.write"}, {"object", object_}, {"property", name.toStdString()}};
    request["value"] = value;
    controller_.session().control().ask(std::move(request), [this, guard = QPointer<QObject>(this), name, isVariable,
                                                             of = object_](const play::ControlAnswer& answer) {
        if (guard.isNull())
            return;
        if (!answer.good)
            controller_.host().toast(Severity::Warning, answer.error, {}, {});
        else if (object_ == of)
            written_.insert(name, isVariable);
        refresh();
    });
}

/// What was edited by hand, as it is now.
void ObjectPanel::writeToSource()
{
    const auto refuse = [this](const QString& why) { controller_.host().toast(Severity::Warning, why, {}, {}); };
    const QString source = controller_.session().sourceOf(classFile_);
    if (source.isEmpty())
        return refuse(tr("The Blakod of %1 is not in this project.").arg(class_));
    std::vector<WantedDefault> wanted;
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* item = list_->topLevelItem(i);
        const auto it = written_.constFind(item->text(0));
        if (it == written_.cend() || *it != (i >= properties_))
            continue;
        const QVariant value = item->data(1, sourceRole);
        if (!value.isValid())
            return refuse(tr("%1 is %2, which no source can hold.").arg(item->text(0), item->text(1)));
        wanted.push_back({item->text(0).toStdString(), value.toString().toStdString(), *it});
    }
    if (wanted.empty())
        return refuse(tr("Nothing was edited here yet. Double-click a value to write it."));
    const bool slashes = controller_.session().world()->dialect().starts_with("open");
    const auto change = WriteBack::plan(*controller_.host().workspace(), source.toStdString(), class_.toStdString(), slashes, wanted);
    if (!change)
        return refuse(QString::fromStdString(change.error().text()));
    auto* dialog = new WriteBackDialog(change.value(), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, change = change.value(), source] {
        change.apply();
        written_.clear();
        write_->setEnabled(false);
        controller_.host().openAt(source, 1);
    });
    dialog->open();
}

} // namespace blak::ui::playing
