// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/session/control_link.h"

#include "studio/play/prepare/recipe.h"

#include <QPointer>
#include <QTcpSocket>

namespace blak::play {
namespace {

using nlohmann::json;

constexpr qsizetype longestInput = 256 << 20; ///< bytes; lists of all objects of a large world are some megabytes

void keepAnswer(const json& result, const std::string& name, std::map<std::string, json>& values)
{
    if (!result.is_object())
        return;
    if (result.contains("object")) {
        const auto object = result["object"].get<std::int64_t>();
        values[name] = objectValue(object);
        values[name + "Id"] = object;
    } else if (result.contains("tag")) {
        values[name] = result["tag"] == "INT" ? result.value("data", json()) : result;
    }
}

} // namespace

json objectValue(std::int64_t object) { return {{"tag", "OBJECT"}, {"data", object}}; }

ControlLink::ControlLink(QObject* parent) : QObject(parent) {}

ControlLink::~ControlLink()
{
    forget();
    close();
}

void ControlLink::open(quint16 port, const QString& token)
{
    close();
    socket_ = new QTcpSocket(this);
    socket_->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(socket_, &QTcpSocket::readyRead, this, &ControlLink::read);
    connect(socket_, &QTcpSocket::disconnected, this, [this] { end(tr("The server has closed the control channel.")); });
    connect(socket_, &QTcpSocket::errorOccurred, this, [this] { end(socket_ == nullptr ? QString() : socket_->errorString()); });
    connect(socket_, &QTcpSocket::connected, this, [this, token] {
        ask({{"do", "hello"}, {"token", token.toStdString()}}, [this](const ControlAnswer& answer) {
            if (!answer.good)
                return end(answer.error);
            open_ = true;
            emit opened();
        });
    });
    socket_->connectToHost(QStringLiteral("127.0.0.1"), port);
}

void ControlLink::close()
{
    open_ = false;
    input_.clear();
    if (socket_ != nullptr) {
        socket_->disconnect(this);
        socket_->abort();
        socket_->deleteLater();
        socket_ = nullptr;
    }
    const QHash<int, Done> unanswered = std::exchange(waiting_, {});
    for (const Done& done : unanswered)
        if (done)
            done({false, nullptr, tr("The server is gone.")});
}

void ControlLink::end(const QString& why)
{
    if (socket_ == nullptr)
        return;
    close();
    emit failed(why);
}

void ControlLink::ask(json request, Done done)
{
    if (socket_ == nullptr) {
        if (done)
            done({false, nullptr, tr("No server runs.")});
        return;
    }
    const int id = nextId_++;
    request["id"] = id;
    waiting_.insert(id, std::move(done));
    const std::string line = request.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
    socket_->write(line.data(), static_cast<qint64>(line.size()));
}

void ControlLink::askAll(const json& requests, std::map<std::string, json> values, Done done)
{
    if (!requests.is_array() || requests.empty()) {
        if (done)
            done({true, nullptr, {}});
        return;
    }
    auto request = filled(requests.front(), values);
    if (!request || !request.value().is_object()) {
        if (done)
            done({false, nullptr, request ? tr("A recipe holds something that is no request.")
                                          : QString::fromStdString(request.error().text())});
        return;
    }
    json rest(requests.begin() + 1, requests.end());
    json first = std::move(request).value();
    const std::string name = first.value("as", "");
    const bool isOptional = first.value("optional", false);
    first.erase("as");
    first.erase("optional");
    ask(std::move(first), [self = QPointer(this), name, isOptional, rest = std::move(rest), values = std::move(values),
                           done = std::move(done)](const ControlAnswer& answer) mutable {
        ControlLink* const link = self.data();
        const bool isFine = answer.good || (isOptional && link != nullptr && link->isOpen());
        if (!isFine || rest.empty() || link == nullptr) {
            if (done)
                done(answer.good || !isFine ? answer : ControlAnswer{true, nullptr, {}});
            return;
        }
        if (!name.empty() && answer.good)
            keepAnswer(answer.result, name, values);
        link->askAll(rest, std::move(values), std::move(done));
    });
}

void ControlLink::read()
{
    input_ += socket_->readAll();
    for (qsizetype at = input_.indexOf('\n'); at >= 0 && socket_ != nullptr; at = input_.indexOf('\n')) {
        const QByteArray line = input_.left(at);
        input_.remove(0, at + 1);
        try {
            takeLine(line);
        } catch (const json::exception& fault) { // of another shape than whoever asked expects; Qt's loop must not see it
            emit odd(tr("What the server says is not understood: %1").arg(QString::fromUtf8(fault.what())));
        }
    }
    if (input_.size() > longestInput)
        end(tr("The server sends a line without an end."));
}

void ControlLink::takeLine(const QByteArray& line)
{
    const json message = json::parse(line.begin(), line.end(), nullptr, false);
    if (!message.is_object())
        return end(tr("What the server sends is no JSON."));
    if (message.contains("event"))
        return emit event(message);
    if (!message.contains("id") || !message["id"].is_number_integer())
        return;
    const Done done = waiting_.take(message["id"].get<int>());
    if (!done)
        return;
    ControlAnswer answer;
    answer.good = message.value("ok", false);
    answer.result = message.value("result", json());
    answer.error = QString::fromStdString(message.value("error", ""));
    done(answer);
}

} // namespace blak::play
