// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_reader.h"
#include "formats/base/byte_sink.h"
#include "server/vm/machine.h"

/// All of a machine between two inputs, as it stands: what stateHash() counts, and the clocks of timers. Unlike a saved game it keeps
/// every number, and it means nothing with other classes. Layout: docs/formats/recording.md, "A saved past".
namespace blak::vm {
namespace {

constexpr std::string_view imageMagic = "BLKIMG";
constexpr std::uint16_t imageVersion = 1;
constexpr std::size_t mostBuckets = 1 << 24;

void putText(SinkWriter& out, std::string_view text)
{
    out.u32(static_cast<std::uint32_t>(text.size()));
    out.text(text);
}

std::string takeText(ByteReader& in, std::string_view field)
{
    const auto bytes = in.raw(in.count32(field, 1), field);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void putRoom(SinkWriter& out, const RoomState& state)
{
    const auto number = [&](float value) { out.u32(std::bit_cast<std::uint32_t>(value)); };
    putText(out, state.name);
    out.u32(static_cast<std::uint32_t>(state.room.sectors().size()));
    for (const space::ServerSector& sector : state.room.sectors()) {
        out.u16(sector.floorTexture);
        out.u16(sector.ceilingTexture);
        out.u32(sector.flags);
        number(sector.floorHeight);
        number(sector.ceilingHeight);
    }
    out.u32(static_cast<std::uint32_t>(state.room.sides().size()));
    for (const space::ServerSide& side : state.room.sides()) {
        out.u16(side.normalTexture);
        out.u16(side.aboveTexture);
        out.u16(side.belowTexture);
        out.u32(side.flags);
    }
    out.u32(state.room.depths().flags);
    for (const float height : state.room.depths().heights)
        number(height);
    out.u32(static_cast<std::uint32_t>(state.blockers.size()));
    for (const RoomBlocker& blocker : state.blockers) {
        out.i64(blocker.object);
        number(blocker.point.x);
        number(blocker.point.y);
        out.u8(blocker.movedAt ? 1 : 0);
        out.i64(blocker.movedAt.value_or(0));
    }
}

/// A length of a room; what is none would be no number of Blakod either.
float takeLength(ByteReader& in, std::string_view field)
{
    constexpr float farthest = 1e7F; ///< client units
    const std::size_t at = in.offset();
    const float value = in.f32(field);
    if (value >= -farthest && value <= farthest)
        return value;
    in.fail(at, field, "is no length");
    return 0;
}

/// Into a room as its file has it.
void takeRoom(ByteReader& in, RoomState& state)
{
    const std::size_t at = in.offset();
    if (in.u32("sectors") != state.room.sectors().size())
        return in.fail(at, "sectors", "the file of room " + state.name + " is another one");
    for (space::ServerSector& sector : state.room.sectors()) {
        sector.floorTexture = in.u16("floor");
        sector.ceilingTexture = in.u16("ceiling");
        sector.flags = in.u32("flags of a sector");
        sector.floorHeight = takeLength(in, "height of a floor");
        sector.ceilingHeight = takeLength(in, "height of a ceiling");
    }
    if (in.u32("sides") != state.room.sides().size())
        return in.fail(at, "sides", "the file of room " + state.name + " is another one");
    for (space::ServerSide& side : state.room.sides()) {
        side.normalTexture = in.u16("texture");
        side.aboveTexture = in.u16("texture above");
        side.belowTexture = in.u16("texture below");
        side.flags = in.u32("flags of a side");
    }
    space::DepthOverride depths{in.u32("depths"), {}};
    for (float& height : depths.heights)
        height = takeLength(in, "depth");
    state.room.setDepths(depths);
    constexpr std::size_t bytesOfBlocker = 25;
    state.blockers.resize(in.count32("blockers", bytesOfBlocker));
    for (RoomBlocker& blocker : state.blockers) {
        blocker.object = in.i64("object in the way");
        blocker.point = {takeLength(in, "x"), takeLength(in, "y")};
        const bool moved = in.u8("moved") != 0;
        const std::int64_t when = in.i64("time of the move");
        blocker.movedAt = moved ? std::optional(when) : std::nullopt;
    }
}

} // namespace

template <class Traits>
void Machine<Traits>::writeImage(ByteSink& sink) const
{
    SinkWriter out(sink);
    const auto word = [&](Word value) {
        if constexpr (sizeof(Word) == 8)
            out.u64(value);
        else
            out.u32(value);
    };
    const auto count = [&](std::size_t size) { out.u32(static_cast<std::uint32_t>(size)); };
    out.text(imageMagic);
    out.u16(imageVersion);
    putText(out, Traits::dialect().name);
    out.u64(stateHash());
    count(program_.classes.size());
    for (const auto& [id, type] : program_.classes) {
        out.i32(id);
        count(type->classvars.size());
        for (const Word value : type->classvars)
            word(value);
    }
    for (const std::int64_t object : builtIns_)
        out.i64(object);
    count(objects_.size());
    for (const Object& object : objects_) {
        out.i32(object.type == nullptr ? -1 : object.type->id);
        if (object.type == nullptr)
            continue;
        count(object.type->propertyCount);
        for (std::size_t i = 1; i <= object.type->propertyCount; ++i)
            word(object.properties[i]);
    }
    count(cells_.size());
    for (const Cell& cell : cells_) {
        word(cell.first);
        word(cell.rest);
    }
    count(strings_.size());
    for (std::size_t id = 0; id < strings_.size(); ++id) {
        out.u8(blanks_.contains(static_cast<std::int64_t>(id)) ? 1 : 0);
        putText(out, strings_[id]);
    }
    out.i64(nextTable_);
    count(tables_.size());
    for (const auto& [id, table] : tables_) {
        out.i64(id);
        count(table.buckets());
        count(table.size());
        table.each([&](const auto& node) {
            out.u32(node.hash); // of a text that may be another one by now
            word(node.key);
            word(node.value);
        });
    }
    out.i64(nextTimer_);
    out.u64(timerOrder_);
    out.u8(pausedAt_ ? 1 : 0);
    out.i64(pausedAt_.value_or(0));
    count(timers_.size());
    for (const auto& [key, timer] : timers_) {
        out.i64(key.first);
        out.u64(key.second);
        out.i64(timer.id);
        out.i64(timer.object);
        out.i32(timer.message);
    }
    out.i64(nextDynamic_);
    count(dynamic_.size());
    for (const auto& [id, texts] : dynamic_) {
        out.i64(id);
        count(texts.size());
        for (const auto& [language, text] : texts) {
            out.i32(language);
            putText(out, text);
        }
    }
    out.u8(slowPosts_ ? 1 : 0);
    count(posts_.size());
    for (const Post& post : posts_) {
        out.i64(post.object);
        out.i32(post.message);
        count(post.ids.size());
        for (std::size_t i = 0; i < post.ids.size(); ++i) {
            out.i32(post.ids[i]);
            word(post.words[i]);
        }
    }
    putText(out, temp_);
    putText(out, {reinterpret_cast<const char*>(packet_.data()), packet_.size()});
    for (const std::int64_t height : {lastLocation_.floor, lastLocation_.floorWithDepth, lastLocation_.ceiling})
        out.i64(height);
    count(rooms_.size());
    for (const auto& room : rooms_) {
        out.u8(room == nullptr ? 0 : 1);
        if (room != nullptr)
            putRoom(out, *room);
    }
    out.flush();
}

template <class Traits>
Result<void> Machine<Traits>::readImage(std::span<const std::byte> bytes, std::string_view name)
{
    const Outside outside(*this, {});
    clearWorld();
    ByteReader in(bytes, name);
    const auto word = [&](std::string_view field) {
        if constexpr (sizeof(Word) == 8)
            return static_cast<Word>(in.u64(field));
        else
            return static_cast<Word>(in.u32(field));
    };
    const auto refuse = [&](std::string what) { in.fail(in.offset(), "image", std::move(what)); };
    const auto magic = in.raw(imageMagic.size(), "magic");
    if (in.ok() && std::string_view(reinterpret_cast<const char*>(magic.data()), magic.size()) != imageMagic)
        refuse("is no image of a world");
    if (const std::uint16_t version = in.u16("version"); in.ok() && version != imageVersion)
        refuse("expected version " + std::to_string(imageVersion) + ", found " + std::to_string(version));
    if (const std::string dialect = takeText(in, "dialect"); in.ok() && dialect != Traits::dialect().name)
        refuse("the world is one of dialect " + dialect);
    const std::uint64_t wanted = in.u64("hash");
    for (std::size_t left = in.count32("classes", 8); left > 0 && in.ok(); --left) {
        const std::int32_t id = in.i32("class");
        Class* type = mutableClass(id);
        const std::size_t size = in.count32("class variables", sizeof(Word));
        if (type == nullptr || size != type->classvars.size())
            refuse("the classes are other ones than those of the world: class " + std::to_string(id));
        for (std::size_t i = 0; i < size && in.ok(); ++i)
            type->classvars[i] = word("class variable");
    }
    for (std::int64_t& object : builtIns_)
        object = in.i64("object of the system");
    objects_.resize(in.count32("objects", sizeof(std::int32_t)));
    for (std::size_t id = 0; id < objects_.size() && in.ok(); ++id) {
        const std::int32_t classId = in.i32("class of an object");
        if (classId < 0)
            continue;
        const Class* type = classOf(classId);
        const std::size_t size = in.count32("properties", sizeof(Word));
        if (type == nullptr || size != type->propertyCount) {
            refuse("the classes are other ones than those of the world: class " + std::to_string(classId));
            break;
        }
        Word* words = allocateProperties(type->propertyDefaults.size());
        std::copy(type->propertyDefaults.begin(), type->propertyDefaults.end(), words);
        words[0] = W::make(Tag::Object, static_cast<std::int64_t>(id));
        for (std::size_t i = 1; i <= size; ++i)
            words[i] = word("property");
        objects_[id] = {type, words};
    }
    cells_.resize(in.count32("list nodes", 2 * sizeof(Word)));
    for (Cell& cell : cells_)
        cell = {word("list node"), word("rest of a list node")};
    strings_.resize(in.count32("texts", 5));
    for (std::size_t id = 0; id < strings_.size() && in.ok(); ++id) {
        if (in.u8("blank") != 0)
            blanks_.insert(static_cast<std::int64_t>(id));
        strings_[id] = takeText(in, "text");
    }
    nextTable_ = in.i64("next table");
    for (std::size_t left = in.count32("tables", 16); left > 0 && in.ok(); --left) {
        const std::int64_t id = in.i64("table");
        const std::uint32_t buckets = in.u32("buckets");
        struct Row
        {
            std::uint32_t hash;
            Word key, value;
        };
        std::vector<Row> entries(in.count32("entries", sizeof(std::uint32_t) + 2 * sizeof(Word)));
        if (buckets == 0 || buckets > mostBuckets || buckets / 64 > bytes.size()) {
            refuse("a table of " + std::to_string(buckets) + " buckets");
            break;
        }
        for (Row& entry : entries)
            entry = {in.u32("hash of a key"), word("key"), word("value")};
        Table<Word>& table = tables_.emplace(id, Table<Word>(buckets)).first->second;
        for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) // the newest of a bucket comes first
            table.add(entry->key, entry->value, entry->hash);
    }
    nextTimer_ = in.i64("next timer");
    timerOrder_ = in.u64("order of timers");
    const bool paused = in.u8("paused") != 0;
    const std::int64_t pausedAt = in.i64("time of the pause");
    pausedAt_ = paused ? std::optional(pausedAt) : std::nullopt;
    for (std::size_t left = in.count32("timers", 36); left > 0 && in.ok(); --left) {
        const std::int64_t due = in.i64("due");
        const TimerKey key{due, in.u64("order")};
        const std::int64_t id = in.i64("timer");
        const std::int64_t object = in.i64("object of a timer");
        timers_[key] = {id, object, in.i32("message of a timer")};
        timerKeys_[id] = key;
    }
    nextDynamic_ = in.i64("next resource");
    for (std::size_t left = in.count32("resources", 12); left > 0 && in.ok(); --left) {
        auto& texts = dynamic_[in.i64("resource")];
        for (std::size_t more = in.count32("languages", 8); more > 0 && in.ok(); --more) {
            const std::int32_t language = in.i32("language");
            texts[language] = takeText(in, "resource's text");
        }
    }
    slowPosts_ = in.u8("slow posts") != 0;
    for (std::size_t left = in.count32("posted messages", 16); left > 0 && in.ok(); --left) {
        Post post{in.i64("object of a post"), in.i32("message of a post"), {}, {}};
        for (std::size_t more = in.count32("parameters", 4 + sizeof(Word)); more > 0 && in.ok(); --more) {
            post.ids.push_back(in.i32("parameter"));
            post.words.push_back(word("parameter's value"));
        }
        posts_.push_back(std::move(post));
    }
    temp_ = takeText(in, "temporary string");
    const std::string packet = takeText(in, "packet");
    const auto packetBytes = std::as_bytes(std::span(packet));
    packet_.assign(packetBytes.begin(), packetBytes.end());
    lastLocation_.floor = in.i64("floor");
    lastLocation_.floorWithDepth = in.i64("floor with depth");
    lastLocation_.ceiling = in.i64("ceiling");
    for (std::size_t left = in.count32("rooms", 1); left > 0 && in.ok(); --left) {
        if (in.u8("room") == 0) {
            rooms_.push_back(nullptr);
            continue;
        }
        const std::string file = takeText(in, "file of a room");
        auto state = in.ok() ? loadRoomState(host_->roomFile(file), file) : Result<RoomState>(Error{"", ""});
        if (!state) {
            refuse("room " + file + ": " + state.error().text());
            break;
        }
        takeRoom(in, state.value());
        rooms_.push_back(std::make_unique<RoomState>(std::move(state).value()));
    }
    if (in.ok() && !in.atEnd())
        refuse("has more bytes than a world");
    if (in.ok() && stateHash() != wanted)
        refuse("the world is another one than the one that was written: its classes or rooms have changed");
    if (in.ok())
        return {};
    clearWorld();
    return *in.error();
}

#define X(Traits)                                                                                                                \
    template void Machine<Traits>::writeImage(ByteSink&) const;                                                                  \
    template Result<void> Machine<Traits>::readImage(std::span<const std::byte>, std::string_view);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
