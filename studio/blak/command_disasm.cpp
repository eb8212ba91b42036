// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/bof/disassemble.h"
#include "studio/blak/commands.h"
#include "studio/blak/input_files.h"
#include "studio/blak/terminal.h"

#include <array>
#include <optional>

namespace blak::cli {
namespace {

Result<std::string> listing(const std::string& file, const kodbase::Kodbase* names)
{
    const auto bytes = readOfKind(file, project::FileKind::ObjectCode);
    if (!bytes)
        return bytes.error();
    const auto code = bof::read(bytes.value(), file);
    if (!code)
        return unreadable(code.error(), file, bytes.value());
    return bof::disassemble(code.value(), names);
}

Result<kodbase::Kodbase> readNames(const std::string& file)
{
    const auto text = readTextFile(file);
    if (!text)
        return text.error();
    return kodbase::read(text.value(), file);
}

int run(const Arguments& arguments)
{
    std::optional<kodbase::Kodbase> names;
    if (const auto file = arguments.value("--names")) {
        auto read = readNames(*file);
        if (!read)
            return complain(read.error().text());
        names = std::move(read).value();
    }
    int status = success;
    for (const std::string& word : arguments.words) {
        const auto text = listing(word, names ? &*names : nullptr);
        if (text)
            print(text.value());
        else
            status = complain(text.error().text());
    }
    return status;
}

constexpr std::array options{Option{"--names", "FILE", "a kodbase.txt: names instead of numbers"}};
constexpr std::array examples{
    Example{"blak disasm user.bof", "classes, defaults, handlers and instructions"},
    Example{"blak disasm --names kodbase.txt *.bof > listing.txt", "with the names of classes, messages and parameters"},
};

} // namespace

const Command disasmCommand{"disasm", "Blakod", "List compiled Blakod", "FILE...", options, examples, 1, anyNumber, run};

} // namespace blak::cli
