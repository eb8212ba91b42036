// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The compiler's data base of names and numbers (kodbase.txt, docs/formats/kodbase.md). The same text format in the classic and
/// the open105 dialect; they differ in the reserved ids and in the order of the externals, which this struct keeps as it is.
namespace blak::kodbase {

struct Name
{
    std::string name;
    std::int32_t id = 0;

    friend bool operator==(const Name&, const Name&) = default;
};

struct Message
{
    std::string name;
    std::int32_t id = 0;
    std::vector<Name> parameters; ///< ascending id, spelled as in this handler's header

    friend bool operator==(const Message&, const Message&) = default;
};

struct Class
{
    std::string name;
    std::int32_t id = 0;
    std::int32_t superId = 0; ///< 0 = a root class
    std::string superName;    ///< empty for a root class
    std::vector<Name> resources;
    std::vector<Name> classvars;  ///< declared in this class only; id = classvar number
    std::vector<Name> properties; ///< declared in this class only; id = property number
    std::vector<Message> messages;

    friend bool operator==(const Class&, const Class&) = default;
};

/// What an external (named but never defined) was used as. The letter opens its line.
enum class ExternalKind : char { Class = 'c', Message = 'm', Parameter = 'p' };

struct External
{
    ExternalKind kind = ExternalKind::Message;
    std::string name;
    std::int32_t id = 0;

    friend bool operator==(const External&, const External&) = default;
};

struct Kodbase
{
    std::int32_t maxId = 0;       ///< highest id given to a class, message or parameter
    std::int32_t maxResource = 0; ///< highest resource id
    bool hasTotals = true;        ///< false when the file has no T line
    std::string lineEnd = "\n";   ///< "\n" or "\r\n"
    std::vector<Class> classes;   ///< definition order
    std::vector<External> externals;

    friend bool operator==(const Kodbase&, const Kodbase&) = default;
};

/// One line, for readers with tables of their own. As in the old programs, text behind the digits of a number does not count.
struct Line
{
    enum class Outcome : std::uint8_t { Ok, UnknownLetter, Malformed };

    Outcome outcome = Outcome::Ok;
    char letter = '\0';         ///< one of T C R V Y M P c m p
    std::string_view name;      ///< all but T
    std::int32_t id = 0;        ///< T: highest id
    std::int32_t other = 0;     ///< C: id of the superclass or 0; T: highest resource
    std::string_view superName; ///< C with a superclass
    std::string problem;        ///< what is wrong with it
};
Line parseLine(std::string_view line);

/// Writes the lines one by one; the only place that knows how they look.
class LineWriter
{
public:
    explicit LineWriter(std::string_view lineEnd = "\n") : end_(lineEnd) {}

    void totals(std::int32_t maxId, std::int32_t maxResource);
    void beginClass(std::string_view name, std::int32_t id, std::int32_t superId, std::string_view superName);
    void resource(std::string_view name, std::int32_t id) { row("R\t", name, id); }
    void classvar(std::string_view name, std::int32_t number) { row("V\t", name, number); }
    void property(std::string_view name, std::int32_t number) { row("Y\t", name, number); }
    void message(std::string_view name, std::int32_t id) { row("M\t", name, id); }
    void parameter(std::string_view name, std::int32_t id) { row("P\t\t", name, id); }
    void external(ExternalKind kind, std::string_view name, std::int32_t id);
    std::string take() { return std::move(out_); }

private:
    void row(std::string_view start, std::string_view name, std::int32_t id);
    void number(std::int32_t value);

    std::string out_;
    std::string end_;
};

/// What a tolerant reader (compiler, server) gets out of a damaged file.
struct Partial
{
    Kodbase kodbase;             ///< everything up to the malformed line
    std::vector<Error> problems; ///< unknown line letters are skipped; the last one is the malformed line, if any
    bool complete = true;        ///< false when reading stopped at a malformed line
};

/// Reads what can be read, as the reference compiler and server do: an unknown letter is reported and skipped, a malformed
/// line ends the reading.
Partial readTolerantly(std::string_view text, std::string_view file);

/// Fails on the first problem. Writing the result gives the same text when blanks and tabs stand where the compilers put them.
Result<Kodbase> read(std::string_view text, std::string_view file);
std::string write(const Kodbase& kodbase);

} // namespace blak::kodbase
