// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/lsp/language_server.h"

#include "formats/base/file_source.h"
#include "kodide/compiler/characters.h"
#include "kodide/compiler/parser.h"
#include "server/dap/protocol.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace blak::lsp {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// Codes of errors: JSON-RPC's and the protocol's.
constexpr int parseError = -32700;
constexpr int invalidRequest = -32600;
constexpr int methodNotFound = -32601;
constexpr int notInitialized = -32002;

constexpr std::size_t mostFindings = 1000; ///< of one file, that are told

/// Sources are checked; what they include is looked at by itself.
bool isSource(const fs::path& file) { return kod::equalIgnoringCase(file.extension().string(), ".kod"); }
bool isHeader(const fs::path& file) { return kod::equalIgnoringCase(file.extension().string(), ".khd"); }

std::string keyOf(const fs::path& path) { return path.lexically_normal().string(); }

json severityOf(Severity severity) { return severity == Severity::Error ? 1 : severity == Severity::Warning ? 2 : 3; }

} // namespace

void LanguageServer::fromEditor(std::string_view bytes)
{
    frames_.add(bytes);
    while (!finished_) {
        const std::optional<std::string> body = frames_.next();
        if (!body)
            break;
        take(*body);
    }
}

std::string LanguageServer::takeForEditor() { return std::exchange(out_, {}); }

void LanguageServer::say(const json& message)
{
    out_ += dap::framed(message.dump(-1, ' ', false, json::error_handler_t::replace));
}

void LanguageServer::notify(const char* method, json params)
{
    say({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void LanguageServer::take(std::string_view body)
{
    const Result<json> read = dap::readObject(body);
    if (!read)
        return say({{"jsonrpc", "2.0"}, {"id", nullptr}, {"error", {{"code", parseError}, {"message", read.error().what}}}});
    const json& message = read.value();
    const std::string method = dap::textOf(message, "method");
    const auto id = message.find("id");
    const bool wantsAnswer = id != message.end() && (id->is_string() || id->is_number());
    if (method.empty()) {
        if (wantsAnswer && !message.contains("result") && !message.contains("error"))
            say({{"jsonrpc", "2.0"}, {"id", *id}, {"error", {{"code", invalidRequest}, {"message", "a request has a method"}}}});
        return; // an answer; we ask nothing
    }
    const json& params = dap::objectOf(message, "params");
    if (!wantsAnswer)
        return notification(method, params);
    const LspAnswer answer = request(method, params);
    json out{{"jsonrpc", "2.0"}, {"id", *id}};
    if (answer.error != 0)
        out["error"] = {{"code", answer.error}, {"message", answer.why}};
    else
        out["result"] = answer.result;
    say(out);
}

void LanguageServer::notification(const std::string& method, const json& params)
{
    if (method == "exit") {
        finished_ = true;
        return;
    }
    if (!isInitialized_ || wasShutDown_)
        return;
    if (method == "textDocument/didOpen")
        open(params);
    else if (method == "textDocument/didChange")
        change(params);
    else if (method == "textDocument/didSave")
        save(params);
    else if (method == "textDocument/didClose")
        close(params);
    else if (method == "workspace/didChangeWatchedFiles")
        isStale_ = hasTree_;
}

LspAnswer LanguageServer::request(const std::string& method, const json& params)
{
    static const std::map<std::string, Handler, std::less<>> handlers{
        {"initialize", &LanguageServer::initialize},
        {"shutdown", &LanguageServer::shutDown},
        {"textDocument/completion", &LanguageServer::completion},
        {"textDocument/hover", &LanguageServer::hover},
        {"textDocument/signatureHelp", &LanguageServer::signatureHelp},
        {"textDocument/definition", &LanguageServer::definition},
        {"textDocument/references", &LanguageServer::references},
        {"textDocument/documentHighlight", &LanguageServer::documentHighlight},
        {"textDocument/documentSymbol", &LanguageServer::documentSymbol},
        {"textDocument/prepareRename", &LanguageServer::prepareRename},
        {"textDocument/rename", &LanguageServer::rename},
        {"textDocument/codeAction", &LanguageServer::codeAction},
        {"workspace/symbol", &LanguageServer::workspaceSymbol},
    };
    const auto handler = handlers.find(method);
    if (wasShutDown_)
        return {nullptr, invalidRequest, "the server was shut down"};
    if (!isInitialized_ && method != "initialize")
        return {nullptr, notInitialized, "expected `initialize` first"};
    if (handler == handlers.end())
        return {nullptr, methodNotFound, "no such method: " + method.substr(0, 100)};
    return (this->*handler->second)(params);
}

LspAnswer LanguageServer::initialize(const json& params)
{
    if (isInitialized_)
        return {nullptr, invalidRequest, "it was initialized before"};
    isInitialized_ = true;
    std::string uri = dap::textOf(params, "rootUri");
    for (const json& folder : dap::listOf(params, "workspaceFolders"))
        if (const auto path = pathOfUri(dap::textOf(folder, "uri")); path && root_.empty())
            root_ = *path;
    if (const auto path = pathOfUri(uri); path && root_.empty())
        root_ = *path;
    if (root_.empty())
        root_ = dap::textOf(params, "rootPath");
    json capabilities{
        {"positionEncoding", "utf-16"},
        {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}}},
        {"completionProvider", {{"triggerCharacters", {"@", "&", "#"}}}},
        {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
        {"hoverProvider", true},
        {"definitionProvider", true},
        {"referencesProvider", true},
        {"documentHighlightProvider", true},
        {"documentSymbolProvider", true},
        {"workspaceSymbolProvider", true},
        {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
        {"renameProvider", {{"prepareProvider", true}}},
    };
    return {
        {{"capabilities", std::move(capabilities)}, {"serverInfo", {{"name", "blak lsp"}, {"version", version_}}}}, 0, {}};
}

LspAnswer LanguageServer::shutDown(const json&)
{
    wasShutDown_ = true;
    return {};
}

// Texts

LanguageServer::OpenText* LanguageServer::textAt(const json& params)
{
    const auto path = pathOfUri(dap::textOf(dap::objectOf(params, "textDocument"), "uri"));
    const auto text = path ? texts_.find(keyOf(*path)) : texts_.end();
    return text == texts_.end() ? nullptr : &text->second;
}

void LanguageServer::open(const json& params)
{
    const json& document = dap::objectOf(params, "textDocument");
    const std::string uri = dap::textOf(document, "uri");
    const auto path = pathOfUri(uri);
    if (!path)
        return;
    OpenText text;
    text.path = *path;
    text.uri = uri;
    text.text = dap::textOf(document, "text");
    text.version = dap::numberOf(document, "version");
    texts_[keyOf(*path)] = std::move(text);
    ensureTree(*path);
}

void LanguageServer::change(const json& params)
{
    OpenText* text = textAt(params);
    if (!text)
        return;
    for (const json& one : dap::listOf(params, "contentChanges"))
        if (one.is_object())
            applyChange(text->text, one);
    text->version = dap::numberOf(dap::objectOf(params, "textDocument"), "version", text->version + 1);
    text->isChanged = true;
    text->isTold = false;
}

void LanguageServer::save(const json& params)
{
    if (textAt(params))
        isStale_ = hasTree_;
}

void LanguageServer::close(const json& params)
{
    OpenText* text = textAt(params);
    if (!text)
        return;
    notify("textDocument/publishDiagnostics", {{"uri", text->uri}, {"diagnostics", json::array()}});
    texts_.erase(keyOf(text->path));
    isStale_ = hasTree_; // what was not saved does not count any more
}

void LanguageServer::ensureTree(const fs::path& file)
{
    if (hasTree_)
        return;
    const auto isTooWide = [](const fs::path& folder) { return !folder.has_relative_path(); }; // the whole disk is no world
    if (isTooWide(root_))
        root_ = file.parent_path();
    if (!isTooWide(root_))
        readTree();
}

/// Anew, with the open texts that have no errors in place of their files.
void LanguageServer::readTree()
{
    std::map<std::string, OverlaidFiles::Bytes, std::less<>> overlays;
    for (const auto& [key, text] : texts_)
        if (text.checked.unit && !text.isChanged && !kod::hasErrors(text.checked.findings))
            overlays[fileKey(text.path)] = std::make_shared<const std::string>(text.text);
    for (auto& [key, text] : texts_)
        text.checked = {}; // refers to the tree that goes
    tree_ = kod::IndexedTree::read(kod::kodTreeAt(root_), std::make_shared<OverlaidFiles>(std::move(overlays)));
    hasTree_ = true;
    isStale_ = false;
    for (auto& [key, text] : texts_) {
        text.isChanged = true;
        text.isTold = false;
    }
}

void LanguageServer::check(OpenText& text)
{
    text.checked = tree_.symbols.check(text.path, text.text);
    text.isChanged = false;
    tree_.index = tree_.index.with(text.path, text.checked);
    if (isSource(text.path) || !text.checked.unit->classes.empty()) {
        tree_.symbols.setText(text.path, text.text);
        std::ranges::move(tree_.index.findings(text.checked), std::back_inserter(text.checked.findings));
        return;
    }
    // what includes it sees it from now on
    text.checked.findings.clear(); // those of a text of classes
    const auto source = std::make_shared<kod::SourceText>(kod::SourceText{text.path.string(), text.text});
    const kod::KodTree& tree = tree_.symbols.tree();
    const auto header =
        !isHeader(text.path)
            ? nullptr
            : kod::parseHeader(source, *tree.dialect, {.includes = &tree_.symbols.includes(), .home = text.path.parent_path()});
    if (header)
        text.checked.findings = header->unit.findings;
    std::map<std::string, OverlaidFiles::Bytes, std::less<>> overlays;
    for (const auto& [key, other] : texts_)
        if (!isSource(other.path))
            overlays[fileKey(other.path)] = std::make_shared<const std::string>(other.text);
    tree_.symbols.setIncludes(std::make_shared<OverlaidFiles>(std::move(overlays)));
}

void LanguageServer::checkChanged()
{
    for (auto& [key, text] : texts_)
        if (text.isChanged && hasTree_)
            check(text);
}

bool LanguageServer::hasWork() const
{
    return hasTree_ && (isStale_ || std::ranges::any_of(texts_, [](const auto& entry) {
                            return entry.second.isChanged || !entry.second.isTold;
                        }));
}

void LanguageServer::idle()
{
    if (!hasTree_)
        return;
    if (isStale_)
        readTree();
    checkChanged();
    for (auto& [key, text] : texts_)
        if (!text.isTold)
            tell(text);
}

void LanguageServer::tell(OpenText& text)
{
    const Utf16Text places(text.text);
    json list = json::array();
    for (const kod::Finding& finding : text.checked.findings) {
        if (finding.range.file != 0) // of an include, which tells it itself
            continue;
        json one{{"range", places.range(finding.range.begin, std::max(finding.range.begin, finding.range.end))},
                 {"severity", severityOf(finding.severity)},
                 {"code", finding.code},
                 {"source", "blakod"},
                 {"message", finding.message}};
        json related = json::array();
        for (const Note& note : finding.notes)
            if (note.range.file == 0)
                related.push_back({{"location", {{"uri", text.uri}, {"range", places.range(note.range.begin, note.range.end)}}},
                                   {"message", note.message}});
        if (!related.empty())
            one["relatedInformation"] = std::move(related);
        list.push_back(std::move(one));
        if (list.size() >= mostFindings)
            break;
    }
    text.isTold = true;
    notify("textDocument/publishDiagnostics", {{"uri", text.uri}, {"version", text.version}, {"diagnostics", std::move(list)}});
}

} // namespace blak::lsp
