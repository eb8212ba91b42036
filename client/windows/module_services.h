// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

#include <QMap>
#include <QPointer>

#include <vector>

namespace blak::client {

class ModuleHost;

/// What one module was given: the services of the client, and all that it put there, so that it can be taken away again.
class ModuleServices : public module::Host
{
public:
    ModuleServices(ModuleHost& host, QString name) : host_(host), name_(std::move(name)) {}
    ~ModuleServices() override;

    struct Key
    {
        module::State state{};
        QKeySequence key;
        QString action;
    };
    struct Item
    {
        QString id, text, icon;
    };

    const QMap<QString, QPointer<QWidget>>& windows() const { return windows_; }
    const QMap<module::State, QPointer<QWidget>>& pages() const { return pages_; }
    const std::vector<Key>& keys() const { return keys_; }
    const std::vector<Item>& tools() const { return tools_; }
    const std::vector<Item>& menuItems() const { return menuItems_; }
    struct Help
    {
        QString command, usage, text;
    };
    const std::vector<Help>& help() const { return help_; }
    /// Deletes all windows and forgets keys, tools and menus.
    void takeAll();

    bool send(quint8 type, const QByteArray& body) override;
    QString dialect() const override;
    int latency() const override;
    module::State state() const override;
    QString text(quint32 resource) const override;
    std::optional<module::Thing> find(quint32 object) const override;
    module::Room room() const override;
    module::Player player() const override;
    QList<module::User> users() const override;
    module::Effects effects() const override;
    QByteArray lightTable(int level) const override;
    bool isMapShown() const override;
    void showMap(bool shown) override;
    quint32 target() const override;
    void setTarget(quint32 object) override;
    QWidget* windowParent() override;
    void addWindow(const QString& name, QWidget* window) override;
    bool openWindow(const QString& name) override;
    void addSidePanel(QWidget* panel) override;
    void addOverlay(QWidget* overlay) override;
    void addPage(module::State state, QWidget* page) override;
    void addTool(const QString& id, const QString& text, const QString& icon) override;
    void addMenuItem(const QString& id, const QString& text) override;
    void addKey(module::State state, const QKeySequence& key, const QString& action) override;
    void addHelp(const QString& command, const QString& usage, const QString& help) override;
    void say(const QString& line) override;
    void placeAgain() override;
    void post(const QString& to, const QString& what, const QVariant& data) override;
    QStringList loadedModules() const override;
    void unloadMe() override;
    GameClient& client() override;
    GamePage& page() override;

private:
    ModuleHost& host_;
    QString name_;
    std::vector<QPointer<QWidget>> widgets_;
    QMap<QString, QPointer<QWidget>> windows_;
    QMap<module::State, QPointer<QWidget>> pages_;
    std::vector<Key> keys_;
    std::vector<Item> tools_, menuItems_;
    std::vector<Help> help_;
};

} // namespace blak::client
