// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/input_files.h"

#include "formats/base/file_io.h"
#include "formats/sealed/sealed.h"
#include "studio/blak/terminal.h"
#include "studio/project/read_failure.h"

#include <cstdio>

namespace blak::cli {
namespace {

constexpr std::string_view standardInput = "-";

std::string shownName(const std::filesystem::path& file)
{
    return file == standardInput ? "standard input" : file.string();
}

Result<std::vector<std::byte>> readStandardInput()
{
    constexpr std::size_t portion = 1 << 16; // bytes
    std::vector<std::byte> bytes;
    for (;;) {
        const std::size_t before = bytes.size();
        bytes.resize(before + portion);
        const std::size_t got = std::fread(bytes.data() + before, 1, portion, stdin);
        bytes.resize(before + got);
        if (bytes.size() > defaultFileLimit)
            return Error{"standard input is too large: at most " + std::to_string(defaultFileLimit) + " bytes are read", {}};
        if (got == 0)
            break;
    }
    if (std::ferror(stdin) != 0)
        return Error{"standard input cannot be read", {}};
    return bytes;
}

} // namespace

Result<std::vector<InputFile>> collectFiles(const std::vector<std::string>& words)
{
    ProgressBar bar("Looking for files");
    std::vector<InputFile> files;
    for (const std::string& word : words) {
        std::error_code code;
        if (word == standardInput) {
            files.push_back({word, project::FileKind::Other, true}); // its kind is seen when it is read
            continue;
        }
        if (!std::filesystem::is_directory(word, code)) {
            auto found = project::lookAtFile(word);
            if (!found)
                return Error{project::readFailure(found.error(), word, word), {}};
            files.push_back({word, found.value().kind, true});
            continue;
        }
        project::ScanOptions options;
        options.progress = [&](const project::ScanProgress& progress) {
            bar.show(files.size() + progress.files, 0);
            return true;
        };
        const auto scan = project::scanTree(word, options);
        if (!scan)
            return scan.error();
        if (!scan.value().unreadable.empty())
            return Error{scan.value().unreadable.front(), {}};
        if (!scan.value().complete)
            return Error{"more files than can be handled at once", word};
        for (const project::FoundFile& file : scan.value().files)
            if (!file.path.string().ends_with('~')) // a previous version, kept when its file was saved
                files.push_back({std::filesystem::path(word) / file.path, file.kind});
    }
    return files;
}

Result<std::vector<std::byte>> readInput(const std::filesystem::path& file)
{
    if (file == standardInput)
        return readStandardInput();
    auto bytes = readFile(file);
    if (!bytes)
        return Error{project::readFailure(bytes.error(), file, file.string()), {}};
    return bytes;
}

Error unreadable(const Error& error, const std::filesystem::path& file, std::span<const std::byte> bytes)
{
    if (file != standardInput)
        return Error{project::readFailure(error, file, file.string()), {}, error.code};
    return Error{project::readFailure(error, project::recogniseKind(bytes, {}), shownName(file)), {}, error.code};
}

Result<std::vector<std::byte>> readOfKind(const std::filesystem::path& file, project::FileKind wanted)
{
    auto bytes = readInput(file);
    if (!bytes)
        return bytes;
    const project::FileKind kind = project::recogniseKind(bytes.value(), file.filename().string());
    if (kind != wanted && kind == project::FileKind::Sealed)
        return Error{sealed::explain(bytes.value()), file.string()};
    if (kind != wanted)
        return Error{project::kindFailure(kind, wanted, shownName(file)), {}, ErrorCode::WrongKind};
    return bytes;
}

} // namespace blak::cli
