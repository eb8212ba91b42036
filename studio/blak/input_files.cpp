// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/input_files.h"

#include "formats/base/file_io.h"
#include "formats/sealed/sealed.h"
#include "studio/blak/terminal.h"

namespace blak::cli {

Result<std::vector<InputFile>> collectFiles(const std::vector<std::string>& words)
{
    ProgressBar bar("Looking for files");
    std::vector<InputFile> files;
    for (const std::string& word : words) {
        std::error_code code;
        if (!std::filesystem::is_directory(word, code)) {
            auto found = project::lookAtFile(word);
            if (!found)
                return found.error();
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
            files.push_back({std::filesystem::path(word) / file.path, file.kind});
    }
    return files;
}

Result<std::vector<std::byte>> readOfKind(const std::filesystem::path& file, project::FileKind wanted)
{
    auto bytes = readFile(file);
    if (!bytes)
        return bytes;
    const project::FileKind kind = project::recogniseKind(bytes.value(), file.filename().string());
    if (kind != wanted && kind == project::FileKind::Sealed)
        return Error{sealed::explain(bytes.value()), file.string()};
    if (kind != wanted)
        return Error{"expected " + std::string(project::kindName(wanted)) + ", found " + std::string(project::kindName(kind)),
                     file.string()};
    return bytes;
}

} // namespace blak::cli
