// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/base/wildcard.h"
#include "formats/base/windows1252.h"
#include "formats/rsc/rsc.h"
#include "studio/blak/commands.h"
#include "studio/blak/input_files.h"
#include "studio/blak/json_output.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

Result<rsc::File> readResources(const std::string& file)
{
    const auto bytes = readOfKind(file, project::FileKind::Resources);
    if (!bytes)
        return bytes.error();
    auto resources = rsc::read(bytes.value(), file);
    if (!resources)
        return unreadable(resources.error(), file, bytes.value());
    if (resources.value().isSealed())
        return Error{"version " + std::to_string(resources.value().version) +
                         " is sealed by a lost library: its texts cannot be read",
                     file};
    return resources;
}

// ---- rsc dump -----------------------------------------------------------------------------------------------------------------

/// One line per text: control characters, quotes and backslashes as in a Blakod string.
std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (const char c : windows1252::toUtf8(text)) {
        if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else
            result += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    }
    return result + "\"";
}

int dump(const Arguments& arguments)
{
    Json all = Json::array();
    int status = success;
    for (const std::string& word : arguments.words) {
        const auto resources = readResources(word);
        if (!resources) {
            status = complain(resources.error().text());
            continue;
        }
        TextTable table({"id", "language", "text"});
        for (const rsc::Entry& entry : resources.value().entries) {
            const std::string language = rsc::languageName(entry.language);
            if (arguments.has("--json"))
                all.push_back(
                    {{"file", word}, {"id", entry.id}, {"language", language}, {"text", windows1252::toUtf8(entry.text)}});
            else
                table.add({std::to_string(entry.id), language, quoted(entry.text)});
        }
        if (!arguments.has("--json"))
            print(table.text(3));
    }
    if (arguments.has("--json"))
        printJson(all);
    return status;
}

constexpr std::array dumpOptions{Option{"--json", "", "print a JSON array with one object per text"}};
constexpr std::array dumpExamples{
    Example{"blak rsc dump rsc0000.rsb | grep -i lantern", "which texts speak of lanterns"},
    Example{"blak rsc dump --json user.rsc", "ids, languages and texts as JSON"},
};

// ---- rsc merge ----------------------------------------------------------------------------------------------------------------

Result<rsc::File> mergeFiles(const std::vector<std::string>& words)
{
    std::vector<rsc::File> files;
    ProgressBar bar("Merging");
    for (const std::string& word : words) {
        const std::vector<std::string> names = hasWildcard(word) ? filesMatching(word) : std::vector{word};
        if (names.empty())
            return Error{"no file matches \"" + word + "\"", {}};
        for (const std::string& name : names) {
            auto resources = readResources(name);
            if (!resources)
                return resources;
            files.push_back(std::move(resources).value());
            bar.show(files.size(), 0);
        }
    }
    return rsc::merge(files);
}

int merge(const Arguments& arguments)
{
    const auto output = arguments.value("-o");
    if (!output)
        return complainAboutUsage(rscMergeCommand, "needs -o FILE");
    const auto merged = mergeFiles(arguments.words);
    if (!merged)
        return complain(merged.error().text());
    if (const auto written = writeFileAtomically(*output, rsc::write(merged.value()), Backup::None); !written)
        return complain(written.error().text());
    return success;
}

constexpr std::array mergeOptions{Option{"-o", "FILE", "where to write"}};
constexpr std::array mergeExamples{
    Example{"blak rsc merge -o rsc0000.rsb rsc/*.rsc", "the resources of a project in one file, as clients load them"},
    Example{"rscmerge -o rsc0000.rsb '*.rsc'", "the same by the name of the old tool, which expands wildcards itself"},
};

} // namespace

const Command rscDumpCommand{"rsc dump", "Blakod", "List the texts of resource files", "FILE...", dumpOptions, dumpExamples, 1,
                             anyNumber,  dump};

const Command rscMergeCommand{
    "rsc merge",
    "Blakod",
    "Put resource files together",
    "-o FILE FILE...",
    mergeOptions,
    mergeExamples,
    1,
    anyNumber,
    merge,
    "Files of one version only. A text that comes again with the same id and language replaces the earlier one.",
    "rscmerge"};

} // namespace blak::cli
