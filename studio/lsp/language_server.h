// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "server/dap/framing.h"
#include "studio/lsp/lsp_text.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace blak::lsp {

/// What a request of an editor is answered with, or refused.
struct LspAnswer
{
    nlohmann::json result;
    int error = 0; ///< a code of JSON-RPC or of the protocol; 0: none
    std::string why;
};

/// The Language Server Protocol over one tree of Blakod: bytes in, bytes out. No threads; what takes long is done when the editor
/// says nothing (`idle`).
class LanguageServer
{
public:
    /// `version`: what it says of itself.
    explicit LanguageServer(std::string version) : version_(std::move(version)) {}

    void fromEditor(std::string_view bytes);
    std::string takeForEditor();

    /// Whether something waits to be done by idle().
    bool hasWork() const;
    void idle();

    bool finished() const { return finished_; }
    /// Of the process, once it is finished: as the protocol has it.
    int exitCode() const { return wasShutDown_ ? 0 : 1; }
    /// Why the stream of bytes makes no sense; empty: it does.
    const std::string& fault() const { return frames_.fault(); }

private:
    struct OpenText
    {
        std::filesystem::path path;
        std::string uri;
        std::string text;
        std::int64_t version = 0;
        bool isChanged = true; ///< since it was checked
        bool isTold = false;   ///< its findings are with the editor
        kod::CheckedText checked;
    };
    using Handler = LspAnswer (LanguageServer::*)(const nlohmann::json&);

    void take(std::string_view body);
    void say(const nlohmann::json& message);
    void notify(const char* method, nlohmann::json params);
    void notification(const std::string& method, const nlohmann::json& params);
    LspAnswer request(const std::string& method, const nlohmann::json& params);

    // Texts
    void open(const nlohmann::json& params);
    void change(const nlohmann::json& params);
    void save(const nlohmann::json& params);
    void close(const nlohmann::json& params);
    void ensureTree(const std::filesystem::path& file);
    void readTree();
    void check(OpenText& text);
    void checkChanged();
    void tell(OpenText& text);
    OpenText* textAt(const nlohmann::json& params);

    // Answers
    LspAnswer initialize(const nlohmann::json& params);
    LspAnswer shutDown(const nlohmann::json& params);
    LspAnswer completion(const nlohmann::json& params);
    LspAnswer hover(const nlohmann::json& params);
    LspAnswer signatureHelp(const nlohmann::json& params);
    LspAnswer definition(const nlohmann::json& params);
    LspAnswer references(const nlohmann::json& params);
    LspAnswer documentHighlight(const nlohmann::json& params);
    LspAnswer documentSymbol(const nlohmann::json& params);
    LspAnswer workspaceSymbol(const nlohmann::json& params);
    LspAnswer prepareRename(const nlohmann::json& params);
    LspAnswer rename(const nlohmann::json& params);
    LspAnswer codeAction(const nlohmann::json& params);

    /// What stands at the place of a request.
    struct Asked
    {
        const OpenText* text = nullptr;
        std::uint32_t offset = 0;
        kod::SymbolKey key;
        std::string className;
    };
    std::optional<Asked> symbolAsked(const nlohmann::json& params);
    nlohmann::json locations(const std::vector<kod::SymbolUse>& uses);

    std::string version_;
    dap::FrameReader frames_;
    std::string out_;
    bool isInitialized_ = false;
    bool wasShutDown_ = false;
    bool finished_ = false;
    std::filesystem::path root_; ///< of the world; empty: that of the first text
    bool hasTree_ = false;
    bool isStale_ = false; ///< files changed on disk
    kod::IndexedTree tree_;
    std::map<std::string, OpenText> texts_; ///< by key of the path
};

} // namespace blak::lsp
