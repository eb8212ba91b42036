// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "kodide/compiler/session.h"
#include "server/dap/sidecar_book.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace blak::dap {

/// What is wrong with a text that was put into another one, up to `writtenEnd`: what is found behind it nobody wrote.
std::string faultInWords(const kod::Finding& fault, std::size_t writtenEnd);

/// Compiles what people type into pieces for the frame of a handler: the class of the handler is compiled anew with one more
/// handler, whose locals are the variables of the frame, and nothing else of it is kept. So constants, properties and resources
/// mean what they mean in the source.
class Snippets
{
public:
    /// `kodbase`: the names of the world, where the tree has others; empty = those of the tree. `dialect`: likewise, by name; classes that
    /// were made for one play lie in a folder that tells of none.
    explicit Snippets(std::filesystem::path project, std::filesystem::path kodbase = {}, std::string_view dialect = {})
        : project_(std::move(project)), kodbase_(std::move(kodbase)), dialect_(kod::findDialect(dialect))
    {
    }

    /// An expression; or, when it ends with a semicolon or is none, statements. As the control channel takes it: {"code", "locals"};
    /// with "changes": whether it sends messages, or calls what may change the world.
    Result<nlohmann::json> compile(const Sidecar& sidecar, const HandlerNames& handler, std::string_view text);
    /// Sources have changed.
    void forget() { session_.reset(); }

private:
    /// Statements, of which somebody has written the middle.
    struct Body
    {
        std::string_view before, written, behind;
    };
    Result<nlohmann::json> compileText(const Sidecar& sidecar, const HandlerNames& handler, std::string_view text);
    Result<nlohmann::json> compileBody(const Sidecar& sidecar, const HandlerNames& handler, const Body& body);
    Result<void> open(const std::filesystem::path& source);
    std::optional<Error> takeUnknown();

    std::filesystem::path project_, kodbase_;
    const kod::Dialect* dialect_; ///< null: of the tree
    std::unique_ptr<kod::Session> session_;
    std::unique_ptr<kod::IncludeStore> includes_;
    std::uint32_t run_ = 0;
    std::int32_t lastId_ = 0; ///< of the names of the world
};

} // namespace blak::dap
