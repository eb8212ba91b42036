// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/binder.h"
#include "kodide/compiler/object_writer.h"
#include "kodide/compiler/parser.h"

#include <string>
#include <string_view>
#include <vector>

namespace blak::kod {

struct UnitOptions
{
    std::uint32_t run = 1; ///< files of one run may not define a class or resource twice
    bool recheckIncludes = true;
    bool generate = true;
    bool meanings = false;     ///< keep what each name of the file stands for
    bool includedMeanings = false; ///< and those of the texts it includes, unsorted
    bool consequences = false; ///< keep findings that only follow from others, as the old compilers do
    ObjectOptions object;
};

/// What became of one file.
struct UnitResult
{
    bool good = false;
    BoundUnit bound; ///< refers to the unit and the session
    ObjectImage object;
    std::vector<std::byte> resources;
    std::vector<Finding> findings; ///< of text, meaning and limits, in the order of the old compilers
    std::vector<std::shared_ptr<SyntaxUnit>> earlier; ///< of failed files whose classes are in `bound`, which refers to them
};

/// Compiles files one after the other, parents before children; keeps what they define, as kodbase.txt does between runs.
class Session
{
public:
    explicit Session(const Dialect& dialect) : dialect_(dialect), symbols_(dialect), binder_(symbols_, dialect) {}

    /// Knows what those parts of another session know, which must live as long.
    Session(const Session& other, std::span<const SymbolRange> parts)
        : dialect_(other.dialect_), symbols_(other.symbols_, parts), binder_(symbols_, dialect_)
    {
        binder_.takeConstants(other.binder_);
    }

    const Dialect& dialect() const { return dialect_; }
    SymbolTable& symbols() { return symbols_; }
    const SymbolTable& symbols() const { return symbols_; }
    const Binder& binder() const { return binder_; }

    /// Before the first file. False when the text has faults; what could be read is used.
    bool readKodbase(std::string_view text, std::string_view file, std::vector<Finding>& findings);

    /// Consumes the unit's findings.
    /// With `linger`, the classes of a failed file go into the next object, as the classic compiler has it.
    UnitResult compile(std::shared_ptr<SyntaxUnit> unit, const UnitOptions& options, bool linger = false);

private:
    struct Lingering
    {
        std::shared_ptr<SyntaxUnit> unit;
        BoundUnit bound;
    };

    void keepLingering(std::shared_ptr<SyntaxUnit> unit, BoundUnit bound, const std::vector<Finding>& findings);

    const Dialect& dialect_;
    SymbolTable symbols_;
    Binder binder_;
    std::vector<Lingering> lingering_;
};

bool hasErrors(const std::vector<Finding>& findings);

/// "file(line): error: text", the way the old compilers wrote it and tools parse it.
std::string referenceText(const Finding& finding);

/// Text of a source or a message as it can be shown: UTF-8, without control characters. Bytes that are no UTF-8 are
/// Windows-1252; then the result has as many letters as the text has bytes.
std::string shownText(std::string_view bytes);

/// Several lines for people: place, message, the line with a caret below, notes and fixes. `text` is that of the file.
std::string describe(const Finding& finding, std::string_view text, bool colour);

} // namespace blak::kod
