// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/object_writer.h"

#include "formats/bof/bof.h"
#include "formats/rsc/rsc.h"

#include <algorithm>

/// The layouts of the files: formats/bof, formats/rsc.
namespace blak::kod {
namespace {

std::vector<bof::Default> defaultsOf(std::span<const BoundDefault> first, std::span<const BoundDefault> second)
{
    std::vector<bof::Default> list;
    list.reserve(first.size() + second.size());
    for (const auto& part : {first, second})
        for (const BoundDefault& entry : part)
            list.push_back({entry.number, bof::Value::fromWord(entry.word)});
    return list;
}

class ObjectWriter
{
public:
    ObjectWriter(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectOptions& options, std::vector<Finding>& findings)
        : bound_(bound), options_(options), lowering_(*unit.dialect, code_, findings)
    {
        file_.version = static_cast<std::int32_t>(unit.dialect->objectVersion);
        code_.reserve(unit.tokens.size() * 4 + 256);
    }

    ObjectImage write()
    {
        file_.classes.reserve(bound_.classes.size());
        for (const BoundClass& owner : bound_.classes)
            addClass(owner);
        file_.strings.assign(bound_.debugStrings.begin(), bound_.debugStrings.end());
        file_.hasLines = options_.debugLines;
        file_.sourceName = options_.sourceName;
        ObjectImage image;
        std::vector<std::vector<bof::HandlerPlace>> places;
        image.bytes = bof::write(file_, places);
        placeHandlers(places);
        image.handlers = std::move(handlers_);
        image.marks = lowering_.takeMarks();
        image.calls = lowering_.takeCalls();
        return image;
    }

private:
    void addClass(const BoundClass& owner)
    {
        bof::Class& entry = file_.classes.emplace_back();
        entry.id = owner.info->symbol->id;
        entry.superId = owner.info->super ? owner.info->super->symbol->id : 0;
        entry.totalClassvars = owner.classvarCount;
        entry.classvars = defaultsOf(owner.overrides, owner.classvars);
        entry.totalProperties = owner.propertyCount;
        entry.properties = defaultsOf(owner.properties, {});
        std::vector<const BoundHandler*> sorted;
        for (const BoundHandler& handler : owner.handlers)
            if (handler.message) // none only in classes that failed
                sorted.push_back(&handler);
        std::ranges::stable_sort(sorted, {}, [](const BoundHandler* handler) { return handler->message->id; });
        entry.handlers.reserve(sorted.size());
        for (const BoundHandler* handler : sorted)
            entry.handlers.push_back(lowerHandler(owner, *handler));
    }

    bof::Handler lowerHandler(const BoundClass& owner, const BoundHandler& handler)
    {
        bof::Handler entry;
        entry.message = handler.message->id;
        entry.comment = handler.comment;
        entry.parameters.reserve(handler.parameters.size());
        for (const BoundParameter& parameter : handler.parameters)
            entry.parameters.push_back({parameter.symbol->id, bof::Value::fromWord(parameter.word)});
        const std::size_t begin = code_.size();
        const std::size_t firstMark = lowering_.marks().size();
        const unsigned slots = lowering_.lower(handler, *owner.unit);
        entry.locals = static_cast<std::uint8_t>(slots);
        entry.code.assign(code_.begin() + static_cast<std::ptrdiff_t>(begin), code_.end());
        if (options_.debugLines)
            for (const StatementMark& mark : std::span(lowering_.marks()).subspan(firstMark))
                if (!mark.inner)
                    entry.lines.push_back(
                        {static_cast<std::uint32_t>(mark.offset - begin), static_cast<std::int32_t>(mark.referenceLine)});
        handlers_.push_back(
            {&owner, &handler, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(code_.size()), slots});
        return entry;
    }

    /// Until now everything counts from the start of the code of all handlers.
    void placeHandlers(const std::vector<std::vector<bof::HandlerPlace>>& places)
    {
        std::size_t number = 0;
        for (const auto& ofClass : places)
            for (const bof::HandlerPlace& place : ofClass) {
                HandlerPlace& handler = handlers_[number++];
                lowering_.move(handler.end, place.code - handler.begin);
                handler.end += place.code - handler.begin;
                handler.begin = place.code;
            }
    }

    const BoundUnit& bound_;
    const ObjectOptions& options_;
    bof::File file_;
    ByteBuffer code_; ///< of all handlers
    Lowering lowering_;
    std::vector<HandlerPlace> handlers_;
};

} // namespace

ObjectImage writeObject(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectOptions& options,
                        std::vector<Finding>& findings)
{
    return ObjectWriter(bound, unit, options, findings).write();
}

std::vector<std::byte> writeResources(const BoundUnit& bound, const Dialect& dialect)
{
    rsc::File file;
    file.version = static_cast<std::int32_t>(dialect.resourceVersion);
    for (const BoundClass& owner : bound.classes)
        for (const BoundResource& resource : owner.resources)
            for (const auto& [language, text] : resource.texts)
                file.entries.push_back({resource.id, language, std::string(text)});
    return file.entries.empty() ? std::vector<std::byte>() : rsc::write(file);
}

} // namespace blak::kod
