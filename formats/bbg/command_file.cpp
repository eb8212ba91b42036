// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bbg/command_file.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

namespace blak::bbg {
namespace {

constexpr std::int32_t maxBitmaps = 10'000;

std::string quoted(std::string_view text) { return "\"" + std::string(text.substr(0, 60)) + "\""; }

std::optional<std::int32_t> wholeNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    std::int32_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// Walks over the words; keeps the first error.
class Parser
{
public:
    explicit Parser(std::span<const Token> tokens) : tokens_(tokens) {}

    Result<Parsed> parse()
    {
        readOptions();
        readBitmaps();
        readGroups();
        if (error_)
            return *error_;
        if (!atEnd())
            warn(tokens_[next_], "words after the last group are ignored, from " + quoted(tokens_[next_].text));
        for (; next_ < tokens_.size(); ++next_)
            append(result_.commands.trailer, tokens_[next_].comments);
        return std::move(result_);
    }

private:
    bool atEnd() const { return next_ >= tokens_.size() || tokens_[next_].text.empty(); }

    static void append(std::vector<std::string>& to, const std::vector<std::string>& from)
    {
        to.insert(to.end(), from.begin(), from.end());
    }

    void fail(const Token& token, std::string what)
    {
        if (!error_)
            error_ = Error{std::move(what), token.where()};
    }
    void warn(const Token& token, const std::string& what) { result_.warnings.push_back(token.where() + ": warning: " + what); }

    /// The next word; its comments go to `comments`. After an error or at the end an empty one.
    const Token& take(std::string_view expected, std::vector<std::string>& comments)
    {
        static const Token none;
        if (error_)
            return none;
        if (atEnd()) {
            const Token last = next_ > 0 ? tokens_[next_ - 1] : none;
            fail(last, "expected " + std::string(expected) + ", found the end" +
                           (next_ > 0 ? " after " + quoted(last.text) : std::string()));
            return none;
        }
        append(comments, tokens_[next_].comments);
        return tokens_[next_++];
    }

    std::int32_t takeNumber(std::string_view expected, std::int32_t low, std::int32_t high, std::vector<std::string>& comments)
    {
        const Token& token = take(expected, comments);
        if (error_)
            return 0;
        const auto value = wholeNumber(token.text);
        if (!value || *value < low || *value > high) {
            fail(token, "expected " + std::string(expected) + " from " + std::to_string(low) + " to " + std::to_string(high) +
                            ", found " + quoted(token.text));
            return 0;
        }
        return *value;
    }

    void readOptions()
    {
        CommandFile& commands = result_.commands;
        while (!error_ && !atEnd() && tokens_[next_].text.starts_with('-')) {
            const Token& option = take("an option", commands.comments);
            const char letter = option.text.size() == 2 ? option.text[1] : '\0';
            switch (letter) {
            case 'o': commands.output = take("a file name after -o", commands.comments).text; break;
            case 'n': commands.name = take("a name after -n", commands.comments).text; break;
            case 's': {
                const Token& value = take("a shrink factor after -s", commands.comments);
                const std::string_view text = value.text;
                commands.shrink = wholeNumber(text.substr(0, text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0)));
                if (!error_ && wholeNumber(text) != commands.effectiveShrink()) // the old tool reads the digits it begins with
                    warn(value, "a shrink factor of " + quoted(text) + " means " + std::to_string(commands.effectiveShrink()));
                break;
            }
            case 'w':
                warn(option, "-w is an old name of -r");
                commands.rotate = true;
                break;
            case 'r': commands.rotate = true; break;
            case 'x': commands.raw = true; break;
            default: warn(option, "unknown option " + quoted(option.text) + " is ignored");
            }
        }
    }

    /// "[x," "y]": two words, as the reference tool reads them.
    std::pair<std::int32_t, std::int32_t> takePair(std::vector<std::string>& comments)
    {
        const Token& first = take("a coordinate pair \"[x, y]\"", comments);
        if (error_)
            return {};
        std::string_view x = first.text;
        if (!x.starts_with('[') || !x.ends_with(',')) {
            fail(first, "expected a coordinate pair of two words, \"[x,\" and \"y]\", found " + quoted(first.text));
            return {};
        }
        const Token& second = take("the second word of a coordinate pair, \"y]\"", comments);
        if (error_)
            return {};
        std::string_view y = second.text;
        const auto xValue = wholeNumber(x.substr(1, x.size() - 2));
        const auto yValue = y.ends_with(']') ? wholeNumber(y.substr(0, y.size() - 1)) : std::nullopt;
        if (!xValue || !yValue) {
            fail(second,
                 "expected a coordinate pair of two words, \"[x,\" and \"y]\", found " + quoted(first.text + " " + second.text));
            return {};
        }
        return {*xValue, *yValue};
    }

    void readBitmaps()
    {
        CommandFile& commands = result_.commands;
        const std::int32_t count = takeNumber("a number of bitmaps", 1, maxBitmaps, commands.comments);
        for (std::int32_t i = 0; i < count && !error_; ++i) {
            BitmapEntry entry;
            entry.file =
                take("the file of bitmap " + std::to_string(i + 1) + " of " + std::to_string(count), entry.comments).text;
            if (entry.file.starts_with('[') || entry.file.starts_with(':'))
                fail(tokens_[next_ - 1], "expected the file of a bitmap, found " + quoted(entry.file));
            if (!error_ && !atEnd() && tokens_[next_].text.starts_with('['))
                entry.offset = takePair(entry.comments);
            if (!error_ && !atEnd() && tokens_[next_].text.starts_with(':'))
                readHotspots(entry);
            commands.bitmaps.push_back(std::move(entry));
        }
    }

    void readHotspots(BitmapEntry& entry)
    {
        const Token& head = take("a number of hotspots", entry.comments);
        const auto count = wholeNumber(std::string_view(head.text).substr(1));
        if (!count || *count < 0 || *count > 255)
            return fail(head, "expected a number of hotspots from :0 to :255, found " + quoted(head.text));
        for (std::int32_t k = 0; k < *count && !error_; ++k) {
            const Token place = atEnd() ? Token{} : tokens_[next_];
            Hotspot hotspot;
            hotspot.number = takeNumber("a hotspot number", -128, 127, entry.comments);
            if (!error_ && hotspot.number == 0)
                fail(place, "expected a hotspot number other than 0");
            std::tie(hotspot.x, hotspot.y) = takePair(entry.comments);
            entry.hotspots.push_back(hotspot);
        }
    }

    void readGroups()
    {
        CommandFile& commands = result_.commands;
        const std::int32_t count = takeNumber("a number of groups", 0, maxBitmaps, commands.groupComments);
        const auto bitmaps = static_cast<std::int32_t>(commands.bitmaps.size());
        for (std::int32_t i = 0; i < count && !error_; ++i) {
            GroupEntry group;
            const std::string name = "group " + std::to_string(i + 1) + " of " + std::to_string(count);
            const std::int32_t indices = takeNumber("a number of bitmaps in " + name, 1, maxBitmaps, group.comments);
            for (std::int32_t k = 0; k < indices && !error_; ++k)
                group.indices.push_back(
                    takeNumber("bitmap " + std::to_string(k + 1) + " of " + std::to_string(indices) + " in " + name, 0, bitmaps,
                               group.comments));
            commands.groups.push_back(std::move(group));
        }
    }

    std::span<const Token> tokens_;
    std::size_t next_ = 0;
    Parsed result_;
    std::optional<Error> error_;
};

void writeComments(std::string& out, const std::vector<std::string>& comments)
{
    for (const std::string& comment : comments)
        out += comment + "\n";
}

std::string pairText(std::int32_t x, std::int32_t y) { return "[" + std::to_string(x) + ", " + std::to_string(y) + "]"; }

} // namespace

std::string Token::where() const
{
    if (file)
        return *file + ", line " + std::to_string(line);
    return line == 0 ? std::string("command line") : "argument " + std::to_string(line);
}

Result<std::vector<Token>> tokenize(std::string_view text, std::string_view file)
{
    std::vector<Token> tokens;
    std::vector<std::string> comments;
    const auto name = std::make_shared<const std::string>(file);
    std::size_t lineNumber = 0;
    while (!text.empty()) {
        ++lineNumber;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.size() > maxLineLength)
            return Error{"expected at most 499 characters in a line, found " + std::to_string(line.size()),
                         *name + ", line " + std::to_string(lineNumber)};
        if (line.starts_with('#')) {
            comments.emplace_back(line);
            continue;
        }
        while (true) {
            const std::size_t begin = line.find_first_not_of(" \t\r\f\v\0");
            if (begin == std::string_view::npos)
                break;
            const std::size_t stop = std::min(line.find_first_of(" \t\r\f\v", begin), line.size());
            const std::string_view word = line.substr(begin, stop - begin);
            line.remove_prefix(stop);
            if (word == "\\")
                continue;
            if (tokens.size() >= maxTokens)
                return Error{"expected at most 10000 words", *name + ", line " + std::to_string(lineNumber)};
            tokens.push_back({std::string(word), name, lineNumber, std::exchange(comments, {})});
        }
    }
    if (!comments.empty())
        tokens.push_back({{}, name, lineNumber, std::move(comments)});
    return tokens;
}

Result<Parsed> parse(std::span<const Token> tokens) { return Parser(tokens).parse(); }

Result<Parsed> read(std::string_view text, std::string_view file)
{
    const auto tokens = tokenize(text, file);
    if (!tokens)
        return tokens.error();
    if (tokens.value().empty())
        return Error{"expected a number of bitmaps, found an empty file", std::string(file)};
    return parse(tokens.value());
}

std::string write(const CommandFile& commands)
{
    std::string out;
    writeComments(out, commands.comments);
    std::string options;
    if (commands.output)
        options += " -o " + *commands.output;
    if (commands.name)
        options += " -n " + *commands.name;
    if (commands.shrink)
        options += " -s " + std::to_string(*commands.shrink);
    if (commands.rotate)
        options += " -r";
    if (commands.raw)
        options += " -x";
    if (!options.empty())
        out += options.substr(1) + "\n";
    out += std::to_string(commands.bitmaps.size()) + "\n";
    for (const BitmapEntry& entry : commands.bitmaps) {
        writeComments(out, entry.comments);
        if (entry.file.starts_with('#'))
            out += ' '; // no comment
        out += entry.file;
        if (entry.offset)
            out += " " + pairText(entry.offset->first, entry.offset->second);
        if (!entry.hotspots.empty()) {
            out += " :" + std::to_string(entry.hotspots.size());
            for (const Hotspot& hotspot : entry.hotspots)
                out += " " + std::to_string(hotspot.number) + " " + pairText(hotspot.x, hotspot.y);
        }
        out += "\n";
    }
    writeComments(out, commands.groupComments);
    out += std::to_string(commands.groups.size()) + "\n";
    for (const GroupEntry& group : commands.groups) {
        writeComments(out, group.comments);
        out += std::to_string(group.indices.size());
        for (const std::int32_t index : group.indices)
            out += " " + std::to_string(index);
        out += "\n";
    }
    writeComments(out, commands.trailer);
    return out;
}

} // namespace blak::bbg
