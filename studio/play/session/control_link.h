// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QString>

#include <functional>
#include <nlohmann/json.hpp>

class QTcpSocket;

namespace blak::play {

/// What came of a request: the result, or why there is none.
struct ControlAnswer
{
    bool good = false;
    nlohmann::json result;
    QString error;
};

/// A connection to the control channel of a server (docs/server.md): lines of JSON, answered in order. Nothing blocks.
class ControlLink : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(const ControlAnswer&)>;

    explicit ControlLink(QObject* parent = nullptr);
    ~ControlLink() override;

    void open(quint16 port, const QString& token);
    void close();
    bool isOpen() const { return open_; }

    /// `request` without an id. Those that are not answered when the connection ends get an error.
    void ask(nlohmann::json request, Done done = {});
    /// One after the other, each with what `values` says in the place of its "$names" (recipe.h). "as" keeps what was answered: an
    /// object that was made or found as $name and $nameId, a value as $name. Ends at the first that fails, unless that is
    /// "optional".
    void askAll(const nlohmann::json& requests, std::map<std::string, nlohmann::json> values, Done done);
    /// Whoever waits for an answer gets none.
    void forget() { waiting_.clear(); }
    int waiting() const { return static_cast<int>(waiting_.size()); }

signals:
    void opened();
    void failed(const QString& why);
    void event(const nlohmann::json& event);
    /// Something of another shape than was expected; it was left out.
    void odd(const QString& why);

private:
    void read();
    void takeLine(const QByteArray& line);
    void end(const QString& why);

    QTcpSocket* socket_ = nullptr;
    QByteArray input_;
    QHash<int, Done> waiting_;
    int nextId_ = 1;
    bool open_ = false;
};

/// An object as a parameter of a message wants it.
nlohmann::json objectValue(std::int64_t object);

} // namespace blak::play
