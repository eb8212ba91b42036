// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/message_text.h"

#include <algorithm>
#include <optional>

namespace blak::wire {
namespace {

constexpr int deepest = 24; ///< the decoder nests less

struct Directive
{
    std::size_t at = 0, end = 0;   ///< in the text, `$n` included
    std::optional<unsigned> order; ///< of `$n`
};

bool takesParameter(char kind) { return kind == 'd' || kind == 'i' || kind == 's' || kind == 'q' || kind == 'r'; }

/// Directives that take a parameter, in the order of the text (and of the wire).
std::vector<Directive> directivesOf(std::string_view text)
{
    std::vector<Directive> out;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] != '%')
            continue;
        const std::size_t start = i++;
        if (!takesParameter(text[i]))
            continue;
        Directive directive{start, i + 1, {}};
        if (i + 2 < text.size() && text[i + 1] == '$' && text[i + 2] >= '0' && text[i + 2] <= '9') {
            directive.order = static_cast<unsigned>(text[i + 2] - '0');
            directive.end = i + 3;
            i += 2;
        }
        out.push_back(directive);
    }
    return out;
}

class Filler
{
public:
    explicit Filler(const ResourceBook& resources) : resources_(resources) {}

    std::string take() { return std::move(out_); }

    void resource(const Field& field, int depth)
    {
        const std::string* text = resources_.find(field.number);
        if (text == nullptr)
            return add("[resource " + std::to_string(field.number) + "]");
        if (depth > deepest)
            return;
        const std::vector<Directive> directives = directivesOf(*text);
        const std::vector<const Field*> values = inOrder(directives, field.items);
        std::size_t at = 0;
        for (std::size_t i = 0; i < directives.size(); ++i) {
            literal(std::string_view(*text).substr(at, directives[i].at - at));
            at = directives[i].end;
            if (values[i] != nullptr && directives[i].order != 0u)
                value(*values[i], depth);
        }
        literal(std::string_view(*text).substr(at));
    }

private:
    /// Which parameter each directive shows: the one that says it belongs there, else its own.
    static std::vector<const Field*> inOrder(const std::vector<Directive>& directives, const std::vector<Field>& items)
    {
        std::vector<const Field*> shown(directives.size(), nullptr);
        for (std::size_t i = 0; i < directives.size() && i < items.size(); ++i) {
            const std::size_t place = directives[i].order && *directives[i].order > 0 ? *directives[i].order - 1 : i;
            if (place < shown.size())
                shown[place] = &items[i];
        }
        return shown;
    }

    void value(const Field& field, int depth)
    {
        switch (field.type) {
        case FieldType::Text: add(field.text); break;
        case FieldType::Resource:
        case FieldType::Message: resource(field, depth + 1); break;
        default: add(std::to_string(field.signedNumber())); break;
        }
    }

    /// %% is one, any other directive that takes nothing stays.
    void literal(std::string_view text)
    {
        for (std::size_t i = 0; i < text.size(); ++i) {
            add(text.substr(i, 1));
            if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == '%')
                ++i;
        }
    }

    void add(std::string_view text) { out_ += text.substr(0, longestMessageText - std::min(out_.size(), longestMessageText)); }

    const ResourceBook& resources_;
    std::string out_;
};

} // namespace

std::string messageText(const Field& message, const ResourceBook& resources)
{
    Filler filler(resources);
    filler.resource(message, 0);
    return filler.take();
}

} // namespace blak::wire
