// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/new_room.h"

#include "studio/newroom/kod_edits.h"
#include "studio/newroom/room_shell.h"
#include "studio/newroom/text_patch.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace blak::newroom {
namespace {

constexpr int mostSquares = 200; ///< the 16-bit plane holds 1 023; larger rooms are slow for everybody

bool isName(std::string_view name)
{
    const auto isLetter = [](unsigned char letter) { return std::isalpha(letter) != 0 || letter == '_'; };
    return !name.empty() && name.size() <= 60 && isLetter(static_cast<unsigned char>(name[0])) &&
           std::ranges::all_of(name, [&](unsigned char letter) { return isLetter(letter) || std::isdigit(letter) != 0; });
}

std::string lowerCase(std::string_view text)
{
    std::string small(text);
    for (char& letter : small)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return small;
}

bool isWithin(Square square, int rows, int columns)
{
    return square.row >= 1 && square.row <= rows && square.column >= 1 && square.column <= columns;
}

Result<NewRoomRequest> completed(const RoomTree& tree, NewRoomRequest request)
{
    if (!isName(request.className))
        return Error{"expected a name of letters, digits and underscores", "class \"" + request.className + "\""};
    if (request.title.empty() || request.title.size() > 100 || request.title.find_first_of("\"\\\r\n") != std::string::npos)
        return Error{"expected up to 100 letters without quotes and line breaks", "title \"" + request.title + "\""};
    if (request.file.empty())
        request.file = lowerCase(request.className);
    if (request.constant.empty())
        request.constant = constantFor(request.className);
    if (!isName(request.file))
        return Error{"expected a name of letters, digits and underscores", "file \"" + request.file + "\""};
    if (!isName(request.constant) || !request.constant.starts_with("RID_"))
        return Error{"expected a name that begins with RID_", "constant \"" + request.constant + "\""};
    if (request.rows < 2 || request.columns < 2 || request.rows > mostSquares || request.columns > mostSquares)
        return Error{"expected 2 to " + std::to_string(mostSquares) + " rows and columns", "size"};
    if (request.model.empty() && !request.exits.empty())
        request.model = request.exits.front().neighbour;
    if (tree.find(request.model) == nullptr)
        return Error{"there is no such room", "class \"" + request.model + "\""};
    for (const RoomClass& room : tree.rooms) {
        if (isSameWord(room.name, request.className))
            return Error{"there is such a class already", room.source.string()};
        if (isSameWord(room.file, request.file + ".roo"))
            return Error{"class " + room.name + " has this room already", request.file + ".roo"};
    }
    for (const NewExit& exit : request.exits) {
        if (tree.find(exit.neighbour) == nullptr)
            return Error{"there is no such room", "class \"" + exit.neighbour + "\""};
        if (!isWithin(exit.leaves, request.rows, request.columns) || !isWithin(exit.entersHere, request.rows, request.columns))
            return Error{"expected squares within the new room", "exit to " + exit.neighbour};
        if (exit.leaves == exit.entersHere || exit.enters == exit.leavesThere)
            return Error{"who arrives would stand on the way back", "exit to " + exit.neighbour};
    }
    return request;
}

/// Texts while they are being edited, in the order of their first edit.
class Texts
{
public:
    explicit Texts(const FileSource& files) : files_(files) {}

    Result<PlannedFile*> open(const std::filesystem::path& path)
    {
        for (PlannedFile& file : edited_)
            if (file.path == path)
                return &file;
        const auto text = files_.readText(path);
        if (!text)
            return text.error();
        edited_.push_back({path, text.value(), text.value()});
        return &edited_.back();
    }

    /// Runs an edit on the text as it is by now.
    template <typename Edit>
    Result<void> change(const std::filesystem::path& path, const Edit& edit)
    {
        const auto file = open(path);
        if (!file)
            return file.error();
        auto after = edit(file.value()->after);
        if (!after)
            return Error{after.error().what, path.string()};
        file.value()->after = std::move(after).value();
        return {};
    }

    std::vector<PlannedFile> take() { return std::move(edited_); }

private:
    const FileSource& files_;
    std::vector<PlannedFile> edited_;
};

} // namespace

std::string constantFor(std::string_view className)
{
    std::string name = "RID";
    for (std::size_t i = 0; i < className.size(); ++i) {
        const auto letter = static_cast<unsigned char>(className[i]);
        const bool begins = std::isupper(letter) != 0 && (i == 0 || std::isupper(static_cast<unsigned char>(className[i - 1])) == 0);
        if (i == 0 || begins)
            name += '_';
        name += static_cast<char>(std::toupper(letter));
    }
    return name;
}

Result<NewRoomPlan> planNewRoom(const RoomTree& tree, const NewRoomRequest& asked, const FileSource& files)
{
    const auto checked = completed(tree, asked);
    if (!checked)
        return checked.error();
    const NewRoomRequest& request = checked.value();
    const RoomClass& model = *tree.find(request.model);
    NewRoomPlan plan;
    plan.name = "New room " + request.className;
    plan.room = tree.roomFolder / (request.file + ".roo");
    const std::filesystem::path source = model.source.parent_path() / (request.file + ".kod");
    for (const auto& path : {plan.room, source})
        if (std::filesystem::exists(path) || files.isOverlaid(path))
            return Error{"there is such a file already", path.string()};

    const auto room = makeRoomShell(tree.roomFolder / model.file, request);
    if (!room)
        return room.error();
    plan.files.push_back({plan.room, {}, room.value(), true, true});

    Texts texts(files);
    const KodTexts kod{tree, request, model};
    if (auto done = texts.change(tree.header, [&](const std::string& text) { return kod.withConstant(text, plan.number); }); !done)
        return done.error();
    if (auto done = texts.change(tree.system, [&](const std::string& text) { return kod.withCreation(text); }); !done)
        return done.error();
    const std::filesystem::path makefile = model.source.parent_path() / "makefile";
    if (!std::filesystem::exists(makefile))
        plan.notes.push_back("There is no makefile in " + model.source.parent_path().lexically_relative(tree.root).string() +
                             ": everything there is compiled.");
    else if (auto done = texts.change(makefile, [&](const std::string& text) { return kod.withBuildEntry(text); }); !done)
        return done.error();
    for (const NewExit& exit : request.exits) {
        const RoomClass& neighbour = *tree.find(exit.neighbour);
        if (auto done = texts.change(neighbour.source, [&](const std::string& text) { return kod.withExit(text, exit); }); !done)
            return done.error();
    }
    const auto like = texts.open(model.source);
    if (!like)
        return like.error();
    plan.files.push_back({source, {}, kod.classSource(like.value()->before), true, false});
    for (PlannedFile& file : texts.take())
        if (file.after != file.before)
            plan.files.push_back(std::move(file));
    if (request.exits.empty())
        plan.notes.push_back("No exit leads there yet.");
    return plan;
}

std::string differenceOf(const RoomTree& tree, const NewRoomPlan& plan)
{
    std::string text;
    for (const PlannedFile& file : plan.files) {
        const std::string name = file.path.lexically_relative(tree.root).generic_string();
        text += file.isRoom ? "new room " + name + ", " + std::to_string(file.after.size()) + " bytes\n"
                            : unifiedDifference(name, file.before, file.after, file.isNew);
    }
    for (const std::string& note : plan.notes)
        text += note + "\n";
    return text;
}

Result<std::uint64_t> makeNewRoom(document::Workspace& workspace, const NewRoomPlan& plan)
{
    document::GroupTransaction transaction(plan.name);
    std::vector<std::shared_ptr<document::TextDocument>> texts;
    for (const PlannedFile& file : plan.files) {
        if (file.isRoom)
            continue;
        auto text = file.isNew ? std::make_shared<document::TextDocument>(file.path, std::string_view(), EncodingRule::AlwaysWindows1252)
                               : nullptr;
        if (file.isNew) {
            workspace.add(text);
        } else {
            auto open = workspace.openText(file.path, EncodingRule::AlwaysWindows1252);
            if (!open)
                return open.error();
            text = std::move(open).value();
            const auto now = text->content();
            if (!now || *now.value() != file.before)
                return Error{"the file has changed since the plan was made", file.path.string(), ErrorCode::Conflict};
        }
        transaction.add(text);
        if (auto done = text->editBytes(plan.name, file.after); !done)
            return done.error();
        texts.push_back(std::move(text));
    }
    for (const PlannedFile& file : plan.files)
        if (file.isRoom)
            if (auto done = writeFileAtomically(file.path, file.after, Backup::None); !done)
                return done.error();
    transaction.commit();
    for (const auto& text : texts)
        if (auto done = text->save(); !done)
            return done.error();
    return transaction.group();
}

} // namespace blak::newroom
