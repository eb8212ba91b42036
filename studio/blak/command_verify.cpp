// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/input_files.h"
#include "studio/blak/json_output.h"
#include "studio/blak/parallel.h"
#include "studio/blak/terminal.h"
#include "studio/blak/verify_file.h"

#include <array>
#include <map>

namespace blak::cli {
namespace {

struct Counts
{
    std::size_t identical = 0, equal = 0, failed = 0;
    std::size_t files() const { return identical + equal + failed; }
};

using Key = std::pair<project::FileKind, std::string>; ///< kind and version

Verification verifyFile(const InputFile& file)
{
    const auto bytes = readInput(file.path);
    if (bytes)
        return verifyContent(bytes.value(), file.path.string());
    return {file.kind, {}, Verdict::Failed, bytes.error().text()};
}

Json toJson(const std::map<Key, Counts>& counts, const std::vector<InputFile>& files, const std::vector<Verification>& results,
            std::size_t passedOver)
{
    Json json;
    json["kinds"] = Json::array();
    for (const auto& [key, count] : counts)
        json["kinds"].push_back({{"kind", project::kindName(key.first)},
                                 {"version", key.second},
                                 {"files", count.files()},
                                 {"identical", count.identical},
                                 {"equal", count.equal},
                                 {"failed", count.failed}});
    json["failures"] = Json::array();
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (results[i].verdict == Verdict::Failed)
            json["failures"].push_back({{"file", files[i].path.string()}, {"reason", results[i].failure}});
    }
    json["warnings"] = Json::array();
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].warning.empty())
            json["warnings"].push_back({{"file", files[i].path.string()}, {"reason", results[i].warning}});
    }
    json["notChecked"] = passedOver;
    return json;
}

void printTable(const std::map<Key, Counts>& counts, const std::vector<Verification>& results, std::size_t passedOver)
{
    for (const Verification& result : results) {
        if (!result.warning.empty())
            printError("warning: " + result.warning);
        if (result.verdict == Verdict::Failed)
            printError(result.failure);
    }
    TextTable table({"kind", "version", "files", "identical", "equal in content", "failed"});
    Counts sum;
    const auto add = [&table](std::string_view kind, const std::string& version, const Counts& count) {
        table.add({std::string(kind), version, std::to_string(count.files()), std::to_string(count.identical),
                   std::to_string(count.equal), std::to_string(count.failed)});
    };
    for (const auto& [key, count] : counts) {
        add(project::kindName(key.first), key.second, count);
        sum.identical += count.identical;
        sum.equal += count.equal;
        sum.failed += count.failed;
    }
    add("all", "", sum);
    print(table.text(2));
    if (passedOver > 0)
        print((passedOver == 1 ? "1 file of another kind was" : std::to_string(passedOver) + " files of other kinds were") + " not checked\n");
}

int run(const Arguments& arguments)
{
    auto collected = collectFiles(arguments.words);
    if (!collected)
        return complain(collected.error().text());
    std::vector<InputFile>& files = collected.value();
    const auto isOther = [](const InputFile& file) { return !file.named && !canVerify(file.kind); };
    const std::size_t passedOver = std::erase_if(files, isOther);

    std::vector<Verification> results =
        runInParallel("Verifying", files.size(), [&files](std::size_t i) { return verifyFile(files[i]); });
    std::map<Key, Counts> counts;
    bool failed = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
        Verification& result = results[i];
        if (result.verdict == Verdict::Skipped) {
            result.verdict = Verdict::Failed; // asked for by name, or changed since it was looked at
            result.failure =
                files[i].path.string() + ": " + std::string(project::kindName(result.kind)) + " files cannot be verified";
        }
        Counts& count = counts[{result.kind, result.version}];
        count.identical += result.verdict == Verdict::Identical;
        count.equal += result.verdict == Verdict::Equal;
        count.failed += result.verdict == Verdict::Failed;
        failed |= result.verdict == Verdict::Failed;
    }
    if (arguments.has("--json"))
        printJson(toJson(counts, files, results, passedOver));
    else
        printTable(counts, results, passedOver);
    return failed ? failure : success;
}

constexpr std::array options{
    Option{"--json", "", "print the counts and the failures as JSON"},
};
constexpr std::array examples{
    Example{"blak verify resource/rooms", "check every room below a folder"},
    Example{"blak verify --json . > report.json", "check a whole tree and keep the result"},
};

} // namespace

const Command verifyCommand{"verify",
                            "Files",
                            "Read, write and compare files of every kind",
                            "PATH...",
                            options,
                            examples,
                            1,
                            anyNumber,
                            run,
                            "Walks files and folders and recognises kinds by content. Each file is read, written to memory and "
                            "compared: identical bytes,\n"
                            "equal in content, or failed. Files are never changed. Exits with 1 when any file failed."};

} // namespace blak::cli
