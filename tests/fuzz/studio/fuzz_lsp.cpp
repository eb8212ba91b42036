// SPDX-License-Identifier: GPL-3.0-or-later
// What an editor may say to the language server of a small tree: nothing crashes it, whatever it answers is well formed, and each place it
// names has a beginning that is not behind its end. The first byte of each part says how much it is and whether the editor is quiet after it;
// `file:///W` stands for the folder of the tree, which is the only one that may be named.
#include "formats/base/file_io.h"
#include "studio/lsp/language_server.h"

#include <array>
#include <cstdlib>
#include <unistd.h>

using namespace blak;
using nlohmann::json;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// On disk, gone at the end.
class Tree
{
public:
    Tree()
    {
        std::string name = (std::filesystem::temp_directory_path() / "blak-fuzz-XXXXXX").string();
        require(::mkdtemp(name.data()) != nullptr);
        folder_ = name;
        put("shared.khd", "   WIDE = 3\n   TALL = WIDE + 1\n");
        put("a.kod", "A\nconstants:\n   include shared.khd\nresources:\n   a_name = \"a\"\nproperties:\n   piSize = WIDE\nmessages:\n"
                     "   Size(what = $, amount = 2)\n   {\n      local n;\n      n = piSize;\n      return n;\n   }\nend\n");
        put("b.kod", "B is A\nmessages:\n   Size(what = $)\n   {\n      Send(what, @Size, #amount = 1);\n      propagate;\n   }\nend\n");
    }
    ~Tree() { std::filesystem::remove_all(folder_); }
    std::string uri() const { return "file://" + folder_.string(); }

private:
    void put(const char* name, std::string_view text) const { require(static_cast<bool>(writeFileAtomically(folder_ / name, text, Backup::None))); }

    std::filesystem::path folder_;
};

bool isAhead(const json& one, const json& other)
{
    const auto line = one.at("line").get<std::uint64_t>(), otherLine = other.at("line").get<std::uint64_t>();
    return line < otherLine || (line == otherLine && one.at("character").get<std::uint64_t>() <= other.at("character").get<std::uint64_t>());
}

void lookAt(const json& value)
{
    if (value.is_object() && value.contains("start") && value.contains("end"))
        require(isAhead(value.at("start"), value.at("end")));
    if (value.is_structured())
        for (const json& part : value)
            lookAt(part);
}

void check(const std::string& stream)
{
    dap::FrameReader reader;
    reader.add(stream);
    while (const auto body = reader.next()) {
        const json message = json::parse(*body, nullptr, false);
        require(message.is_object() && message.value("jsonrpc", "") == "2.0");
        lookAt(message);
    }
    require(reader.fault().empty());
}

std::string withFolder(std::string_view part, const std::string& uri)
{
    constexpr std::string_view stands = "file:///W";
    std::string text;
    while (true) {
        const std::size_t at = part.find(stands);
        text += part.substr(0, at);
        if (at == part.npos)
            return text;
        text += uri;
        part.remove_prefix(at + stands.size());
    }
}

/// Other folders may be the whole disk, which would be looked through.
bool namesOthers(std::string_view all)
{
    constexpr std::string_view ours = "file:///W/";
    for (std::size_t at = all.find("file:"); at != all.npos; at = all.find("file:", at + 1))
        if (all.substr(at, ours.size()) != ours || all.substr(at + ours.size(), 2) == "..")
            return true;
    return std::ranges::any_of(std::array{"root", "Folders", "..", "\\", "%"}, [&](const char* word) { return all.find(word) != all.npos; });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Tree tree;
    if (namesOthers({reinterpret_cast<const char*>(data), size}))
        return 0;
    lsp::LanguageServer server("0");
    const json hello{{"jsonrpc", "2.0"}, {"id", 0}, {"method", "initialize"}, {"params", {{"rootUri", tree.uri()}}}};
    server.fromEditor(dap::framed(hello.dump()));
    constexpr std::uint8_t quiet = 0x80, asItIs = 0x40, length = 0x3f;
    for (std::size_t at = 0; at < size && !server.finished() && server.fault().empty();) {
        const std::uint8_t head = data[at++];
        const std::size_t count = std::min<std::size_t>((head & length) * 8u + 1, size - at);
        const std::string part = withFolder({reinterpret_cast<const char*>(data) + at, count}, tree.uri());
        at += count;
        server.fromEditor(head & asItIs ? part : dap::framed(part));
        if ((head & quiet) != 0 && server.hasWork())
            server.idle();
        check(server.takeForEditor());
    }
    return 0;
}
