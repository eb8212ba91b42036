// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/project.h"

#include <atomic>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace blak::project {

/// A handler of a class.
struct NamedHandler
{
    std::string message; ///< as it is written there
    int line = 1;
};

/// A class of the project's Blakod, as far as people look for it.
struct NamedClass
{
    std::string name;           ///< "LanternInn"
    std::string parent;         ///< empty for the root of a hierarchy
    std::string title;          ///< what players read: the text of its vrName; empty when it has none of its own
    std::filesystem::path path; ///< below the root
    int line = 1;               ///< of its header
    std::string room = {};      ///< "lantern.roo", lower case: the room file that a variable or property of it begins as; empty = none
    std::vector<NamedHandler> handlers = {}; ///< as they stand there
};

/// A class whose resources name a file.
struct FileUse
{
    std::string className;
    std::filesystem::path path; ///< of its source, below the root
    int line = 1;               ///< of the resource
};

/// What people call the files of a project: rooms and sprites by the classes that use them, or by the room or thing these inherit from.
struct ProjectNames
{
    std::vector<NamedClass> classes;                     ///< by name
    std::unordered_map<std::string, std::string> byFile; ///< lower case file name ("lantern.roo") to "The Lantern Inn"
    std::unordered_map<std::string, std::string> classOf; ///< likewise to the class that gives it that name: "LanternInn"
    std::unordered_map<std::string, std::vector<FileUse>> sounds; ///< lower case file name ("thunder.ogg") to who plays it

    /// Empty for files that no class with a name uses.
    std::string_view nameOf(std::string_view fileName) const;
    /// The class of that name, in any case; null when there is none.
    const NamedClass* find(std::string_view className) const;
    /// The room file of a class or, where it has none, of the nearest class that it inherits from; empty: it is no room.
    std::string_view roomOf(const NamedClass& one) const;
    /// Whether a class inherits from another one; not from itself.
    bool inherits(const NamedClass& one, std::string_view ancestor) const;
};

/// One source without its classes' ancestors; pieces of readNames, for tests and fuzzing. `slashComments`: `//` and `/* */` begin
/// comments, else `%` does. Never fails: what is no Blakod gives nothing.
struct SourceNames
{
    struct Use
    {
        std::string file; ///< lower case, "lantern.roo"
        std::string name;
        bool isOwn = false; ///< a class variable or property shows it: the room's or thing's own picture, not one among others
        std::string className = {};
    };
    struct Sound
    {
        std::string file; ///< lower case
        std::string className;
        int line = 1;
    };
    std::vector<NamedClass> classes;
    std::vector<Use> uses;
    std::vector<Sound> sounds;
};
SourceNames namesOfSource(std::string_view source, bool slashComments);

/// Reads every Blakod source of the project; a quarter of a second for 1 900 files. Stops soon when `cancelled`.
ProjectNames readNames(const Project& project, const std::atomic<bool>& cancelled);

} // namespace blak::project
