// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/object_panel.h"

#include "studio/playing/object_leads.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/write_back.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/show_quietly.h"
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
constexpr int shownRole = Qt::UserRole, objectRole = Qt::UserRole + 1;

/// What the number of an object is; `way`: how one goes there.
QString numberTip(const QString& way)
{
    return ObjectPanel::tr("OBJECT and a number: what the running world knows an object by; commands and logs name it so. Saving the world may give "
                           "it another number, and this dock follows.") + u' ' + way;
}

} // namespace

ObjectPanel::ObjectPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller),
      empty_(new EmptyLabel(tr("Click a thing in the game to see its properties."))), head_(new QWidget), heading_(new QLabel),
      kind_(new QLabel), code_(new QToolButton), back_(new QToolButton), write_(new QToolButton),
      leads_(new ObjectLeads(controller, this)), list_(new QTreeWidget), timer_(new QTimer(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* names = new QVBoxLayout(head_);
    names->setContentsMargins(10, 8, 10, 8);
    names->setSpacing(2);
    auto* top = new QHBoxLayout;
    heading_->setFont(uiFont(13, QFont::DemiBold));
    heading_->setObjectName(QStringLiteral("play.object.heading"));
    top->addWidget(heading_, 1);
    names->addLayout(top);
    kind_->setObjectName(QStringLiteral("play.object.owner"));
    kind_->setTextFormat(Qt::RichText);
    kind_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(kind_, &QLabel::linkActivated, this, [this](const QString& object) { show(object.toLongLong()); });
    kind_->setWordWrap(true);
    kind_->setToolTip(QStringLiteral("<p>%1</p>").arg(numberTip(tr("A click on the number of another object goes to it."))));
    names->addWidget(kind_);
    back_->setIcon(icon(QStringLiteral("undo")));
    back_->setToolTip(tr("Back to the object before"));
    back_->setAccessibleName(back_->toolTip());
    connect(back_, &QToolButton::clicked, this, [this] {
        if (before_.isEmpty())
            return;
        look(before_.takeLast());
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
        leads_->fill(*code_->menu(), live_.object());
    });
    connect(code_, &QToolButton::clicked, this, [this] { leads_->openCode(live_.object()); });
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
        const bool isLoading = controller_.session().state() == play::PlaySession::State::Starting && controller_.session().hasSameNumbers();
        if (!controller_.isRunning())
            return isLoading ? timer_->stop() : clear();
        if (live_.object() < 0 || timer_->isActive())
            return;
        refresh();
        timer_->start();
    });
    connect(&controller_.session(), &play::PlaySession::renumbered, this, [this] {
        timer_->stop(); // until its new number is known
        if (!controller_.session().isSaving())
            clear();
    });
    connect(&controller_.session(), &play::PlaySession::renamed, this, &ObjectPanel::rename);
    clear();
}

void ObjectPanel::clear()
{
    timer_->stop();
    live_.look(-1);
    before_.clear();
    controller_.session().follow(-1);
    head_->hide();
    list_->hide();
    empty_->show();
}

void ObjectPanel::show(qint64 object)
{
    if (object == live_.object())
        return;
    if (live_.object() >= 0)
        before_.push_back(live_.object());
    look(object);
}

void ObjectPanel::look(qint64 object)
{
    live_.look(object);
    controller_.session().follow(object);
    list_->clear();
    refresh();
    timer_->start();
}

/// After a save; those where one came from are not known any more.
void ObjectPanel::rename(qint64 object, qint64 now)
{
    if (live_.object() < 0)
        return;
    if (object != live_.object() || now < 0)
        return clear();
    before_.clear();
    live_.renumber(now);
    controller_.session().follow(now);
    refresh();
    timer_->start();
}

void ObjectPanel::refresh()
{
    if (live_.object() < 0 || !controller_.isRunning() || controller_.session().isSaving() || (list_->topLevelItemCount() > 0 && !isVisible()))
        return;
    controller_.session().control().ask({{"do", "object.read"}, {"object", live_.object()}},
                                        [this, guard = QPointer<QObject>(this), object = live_.object()](const play::ControlAnswer& answer) {
                                            if (guard.isNull() || live_.object() != object || controller_.session().isSaving())
                                                return;
                                            const bool isIt = answer.good && (live_.type().isEmpty() || answer.result.value("class", "") == live_.type().toStdString());
                                            if (isIt)
                                                take(answer.result);
                                            else if (controller_.session().control().isOpen())
                                                clear(); // it is gone
                                        });
}

void ObjectPanel::take(const json& object)
{
    live_.take(object);
    heading_->setText(live_.type());
    showOwner();
    back_->setEnabled(!before_.isEmpty());
    empty_->hide();
    head_->show();
    showQuietly(*list_, true);
    showRows();
    controller_.session().control().ask({{"do", "class.read"}, {"class", live_.type().toStdString()}},
                                        [this, guard = QPointer<QObject>(this), of = live_.object()](const play::ControlAnswer& answer) {
                                            if (guard.isNull() || !answer.good || live_.object() != of)
                                                return;
                                            live_.takeClass(answer.result);
                                            showRows();
                                        });
}

/// Who or what holds it is a click away.
void ObjectPanel::showOwner()
{
    const play::Recipe* recipe = controller_.session().recipe();
    QString text = tr("OBJECT %1").arg(live_.object());
    if (const auto owner = recipe == nullptr ? std::nullopt : live_.owner(QString::fromStdString(recipe->owner)))
        text += tr(", held by <a href=\"%1\">%2 %1</a>").arg(owner->first).arg(owner->second.toHtmlEscaped());
    if (kind_->text() != text)
        kind_->setText(text);
}

/// Brings the rows to what the object is now. What is being written stays.
void ObjectPanel::showRows()
{
    if (list_->viewport()->findChild<QLineEdit*>() != nullptr)
        return;
    filling_ = true;
    const QVector<LiveProperty>& all = live_.properties();
    for (int i = 0; i < all.size(); ++i)
        showRow(i, all[i]);
    while (list_->topLevelItemCount() > all.size())
        delete list_->takeTopLevelItem(static_cast<int>(all.size()));
    filling_ = false;
    write_->setEnabled(live_.isEdited());
}

void ObjectPanel::showRow(int number, const LiveProperty& property)
{
    QTreeWidgetItem* item = list_->topLevelItem(number);
    if (item == nullptr) {
        item = new QTreeWidgetItem(list_);
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setFont(1, monoFont(11.5));
    }
    item->setText(0, property.name);
    item->setForeground(0, property.ofClass ? theme().text2 : theme().text); // the same for all objects of the class
    item->setToolTip(0, property.ofClass ? tr("A variable of the class %1: the same for all its objects").arg(live_.type()) : QString());
    item->setText(1, property.text);
    item->setData(1, shownRole, property.text);
    item->setForeground(1, property.isChanged() ? theme().warning : theme().text); // what differs from the first look stands out
    item->setToolTip(1, property.isChanged() ? tr("was %1").arg(property.first)
                        : property.leadsTo   ? QStringLiteral("<p>%1</p><p>%2</p>").arg(property.text.toHtmlEscaped(), numberTip(tr("A double click on the property goes to the object.")))
                                             : property.text);
    item->setData(1, objectRole, property.leadsTo ? QVariant(*property.leadsTo) : QVariant());
}

void ObjectPanel::write(QTreeWidgetItem* item)
{
    const QString before = item->data(1, shownRole).toString();
    const QString wanted = item->text(1);
    const int number = list_->indexOfTopLevelItem(item);
    if (wanted == before || number < 0 || number >= live_.properties().size())
        return;
    const LiveProperty property = live_.properties()[number];
    if (property.name != item->text(0))
        return; // the class has changed meanwhile
    const auto request = live_.requestFor(property, wanted);
    if (!request) {
        filling_ = true;
        item->setText(1, before);
        filling_ = false;
        return refuse(QString::fromStdString(request.error().what));
    }
    item->setData(1, shownRole, wanted);
    controller_.session().control().ask(request.value(), [this, guard = QPointer<QObject>(this), name = property.name,
                                                          ofClass = property.ofClass, of = live_.object()](const play::ControlAnswer& answer) {
        if (guard.isNull())
            return;
        if (!answer.good)
            refuse(answer.error);
        else if (live_.object() == of)
            live_.noteEdit(name, ofClass);
        refresh();
    });
}

void ObjectPanel::refuse(const QString& why) { controller_.host().toast(Severity::Warning, why, {}, {}); }

/// What was edited by hand, as it is now.
void ObjectPanel::writeToSource()
{
    const QString source = controller_.session().sourceOf(live_.classFile());
    if (source.isEmpty())
        return refuse(tr("The Blakod of %1 is not in this project.").arg(live_.type()));
    const auto wanted = live_.edits();
    if (!wanted)
        return refuse(QString::fromStdString(wanted.error().what));
    if (wanted.value().empty())
        return refuse(tr("Nothing was edited here yet. Double-click a value to write it."));
    const bool slashes = controller_.session().world()->dialect().starts_with("open");
    const auto change = WriteBack::plan(*controller_.host().workspace(), source.toStdString(), live_.type().toStdString(), slashes, wanted.value());
    if (!change)
        return refuse(QString::fromStdString(change.error().text()));
    auto* dialog = new WriteBackDialog(change.value(), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, change = change.value(), source] {
        change.apply();
        live_.forgetEdits();
        write_->setEnabled(false);
        controller_.host().openAt(source, 1);
    });
    dialog->open();
}

} // namespace blak::ui::playing
