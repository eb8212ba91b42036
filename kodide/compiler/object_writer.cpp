// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/object_writer.h"

#include <algorithm>

// Layout of an object file, all numbers 32 bits, little-endian (../shared/reference/kod.md, section 3.1):
//
//     0  magic "BOF" FF, version
//     8  offsets of: source name, string table, debug table (0 = none)
//    20  n classes, n x { id, offset }
//        class:    superclass id, offset of properties, offset of messages, classvars in all, k, k x { number, value }
//                  properties in all, k, k x { number, value }
//                  n messages, n x { id, offset of handler, comment or -1 }, handlers
//        handler:  u8 slots, u8 parameters, k x { id, default }, code
//        strings:  n, n x offset, texts with NUL
//        debug:    n, n x { offset, line }
//        source name with NUL
namespace blak::kod {
namespace {

constexpr std::uint32_t magic = 0xff464f42;
constexpr std::size_t sourceNameField = 8;
constexpr std::size_t stringTableField = 12;
constexpr std::size_t debugTableField = 16;

class ObjectWriter
{
public:
    ObjectWriter(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectOptions& options, std::vector<Finding>& findings)
        : bound_(bound), options_(options), out_(image_.bytes), lowering_(*unit.dialect, out_, findings),
          version_(unit.dialect->objectVersion)
    {
        out_.reserve(unit.tokens.size() * 4 + 256);
    }

    ObjectImage write()
    {
        word(magic);
        word(version_);
        for (int i = 0; i < 3; ++i)
            word(0);
        word(count(bound_.classes));
        const std::size_t directory = out_.size();
        for (const BoundClass& bound : bound_.classes) {
            word(static_cast<std::uint32_t>(bound.info->symbol->id));
            word(0);
        }
        for (std::size_t i = 0; i < bound_.classes.size(); ++i) {
            patchWord(out_, directory + 8 * i + 4, out_.size());
            writeClass(bound_.classes[i]);
        }
        writeStrings();
        if (options_.debugLines)
            writeDebugTable();
        patchWord(out_, sourceNameField, out_.size());
        text(options_.sourceName);
        image_.marks = lowering_.marks();
        image_.calls = lowering_.calls();
        return std::move(image_);
    }

private:
    static std::uint32_t count(const auto& items) { return static_cast<std::uint32_t>(items.size()); }
    void word(std::uint32_t value) { appendWord(out_, value); }
    void text(std::string_view value)
    {
        out_.insert(out_.end(), value.begin(), value.end());
        out_.push_back(0);
    }

    void writeDefaults(std::int32_t total, std::span<const BoundDefault> first, std::span<const BoundDefault> second)
    {
        word(static_cast<std::uint32_t>(total));
        word(count(first) + count(second));
        for (const auto& list : {first, second})
            for (const BoundDefault& entry : list) {
                word(static_cast<std::uint32_t>(entry.number));
                word(entry.word);
            }
    }

    void writeClass(const BoundClass& bound)
    {
        word(bound.info->super ? static_cast<std::uint32_t>(bound.info->super->symbol->id) : 0);
        const std::size_t propertiesField = out_.size();
        word(0);
        const std::size_t messagesField = out_.size();
        word(0);
        writeDefaults(bound.classvarCount, bound.overrides, bound.classvars);
        patchWord(out_, propertiesField, out_.size());
        writeDefaults(bound.propertyCount, bound.properties, {});
        patchWord(out_, messagesField, out_.size());

        std::vector<const BoundHandler*> sorted;
        sorted.reserve(bound.handlers.size());
        for (const BoundHandler& handler : bound.handlers)
            if (handler.message) // none only in classes that failed
                sorted.push_back(&handler);
        std::ranges::stable_sort(sorted, {}, [](const BoundHandler* handler) { return handler->message->id; });
        word(count(sorted));
        std::size_t offsetField = out_.size() + 4;
        for (const BoundHandler* handler : sorted) {
            word(static_cast<std::uint32_t>(handler->message->id));
            word(0);
            word(static_cast<std::uint32_t>(handler->comment));
        }
        for (const BoundHandler* handler : sorted) {
            patchWord(out_, offsetField, out_.size());
            offsetField += 12;
            writeHandler(bound, *handler);
        }
    }

    void writeHandler(const BoundClass& owner, const BoundHandler& handler)
    {
        const std::size_t slotsField = out_.size();
        out_.push_back(0);
        out_.push_back(static_cast<std::uint8_t>(handler.parameters.size()));
        for (const BoundParameter& parameter : handler.parameters) {
            word(static_cast<std::uint32_t>(parameter.symbol->id));
            word(parameter.word);
        }
        const std::size_t begin = out_.size();
        const unsigned slots = lowering_.lower(handler, *owner.unit);
        out_[slotsField] = static_cast<std::uint8_t>(slots);
        image_.handlers.push_back(
            {&owner, &handler, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(out_.size()), slots});
    }

    void writeStrings()
    {
        patchWord(out_, stringTableField, out_.size());
        word(count(bound_.debugStrings));
        std::size_t field = out_.size();
        out_.resize(out_.size() + 4 * bound_.debugStrings.size());
        for (const std::string_view string : bound_.debugStrings) {
            patchWord(out_, field, out_.size());
            field += 4;
            text(string);
        }
    }

    void writeDebugTable()
    {
        patchWord(out_, debugTableField, out_.size());
        word(count(lowering_.marks()));
        for (const StatementMark& mark : lowering_.marks()) {
            word(mark.offset);
            word(mark.referenceLine);
        }
    }

    const BoundUnit& bound_;
    const ObjectOptions& options_;
    ObjectImage image_;
    ByteBuffer& out_;
    Lowering lowering_;
    std::uint32_t version_;
};

} // namespace

ObjectImage writeObject(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectOptions& options,
                        std::vector<Finding>& findings)
{
    return ObjectWriter(bound, unit, options, findings).write();
}

// Layout of a resource file: magic "RSC" 01, version, n, n x { id, [language,] text with NUL }.
ByteBuffer writeResources(const BoundUnit& bound, const Dialect& dialect)
{
    constexpr std::uint32_t resourceMagic = 0x01435352;
    std::uint32_t count = 0;
    for (const BoundClass& owner : bound.classes)
        for (const BoundResource& resource : owner.resources)
            count += static_cast<std::uint32_t>(resource.texts.size());
    ByteBuffer out;
    if (count == 0)
        return out;
    appendWord(out, resourceMagic);
    appendWord(out, dialect.resourceVersion);
    appendWord(out, count);
    for (const BoundClass& owner : bound.classes)
        for (const BoundResource& resource : owner.resources)
            for (const auto& [language, text] : resource.texts) {
                appendWord(out, static_cast<std::uint32_t>(resource.id));
                if (dialect.resourceLanguages)
                    appendWord(out, language);
                out.insert(out.end(), text.begin(), text.end());
                out.push_back(0);
            }
    return out;
}

} // namespace blak::kod
