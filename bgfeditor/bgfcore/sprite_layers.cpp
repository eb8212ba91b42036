// SPDX-License-Identifier: GPL-3.0-or-later
// What of a sprite stands in the file of its layers, and in the journal with it.
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/layer_file.h"
#include "bgfeditor/bgfcore/pixels.h"
#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/base/file_io.h"

#include <algorithm>

namespace blak::bgfcore {
namespace {

constexpr std::string_view stateMagic = "BLAKSTA1"; ///< no sprite begins so, and no command file is as long as it would say

std::string_view textOf(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// What another program made of the sprite goes before what its layers show.
LayersPointer fitting(const LayersPointer& layers, const Frame& frame)
{
    if (layers == nullptr || frame.image->indices() == nullptr || layers->front().image->width() != frame.width() ||
        layers->front().image->height() != frame.height())
        return nullptr;
    return flattened(*layers).indices() == *frame.image->indices() ? layers : withFlat(*layers, Pixels(*frame.image));
}

} // namespace

void SpriteDocument::assignReference(ReferencePointer reference)
{
    document::assign(history(), *this, &SpriteDocument::reference_, std::move(reference), referenceKind);
}

const SpriteDocument::AsepriteSources& SpriteDocument::asepriteSources() const
{
    static const AsepriteSources none;
    return sources_ == nullptr ? none : *sources_;
}

void SpriteDocument::assignAsepriteSources(AsepriteSources sources)
{
    auto kept = sources.empty() ? nullptr : std::make_shared<const AsepriteSources>(std::move(sources));
    document::assign(history(), *this, &SpriteDocument::sources_, std::move(kept), sourcesKind);
}

std::filesystem::path SpriteDocument::pathOfSource(const AsepriteSource& source) const
{
    const std::u8string name(source.file.begin(), source.file.end());
    return (path().parent_path() / std::filesystem::path(name)).lexically_normal();
}

std::string SpriteDocument::nameOfSource(const std::filesystem::path& file) const { return sourceName(path(), file); }

LayerFile SpriteDocument::layerFile() const
{
    LayerFile file;
    for (const PartId id : frames_.ids())
        file.frames.push_back(frames_.at(id).layers);
    file.reference = reference_;
    for (const AsepriteSource& source : asepriteSources()) {
        AsepriteSourceOf<std::int32_t> kept{source.file, source.fingerprint, {}, source.layers, source.colours};
        for (const PartId id : source.frames) {
            const auto place = std::ranges::find(frames_.ids(), id);
            kept.frames.push_back(place == frames_.ids().end() ? -1 : static_cast<std::int32_t>(place - frames_.ids().begin()));
        }
        file.sources.push_back(std::move(kept));
    }
    return file;
}

void SpriteDocument::takeLayers(const LayerFile& file, bool whileReading)
{
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const PartId id = frames_.ids()[i];
        const auto layers = i < file.frames.size() ? fitting(file.frames[i], frames_.at(id)) : nullptr;
        if (layers == frames_.at(id).layers)
            continue;
        Frame changed = frames_.at(id);
        changed.layers = layers;
        std::optional<Frame> swapped(std::move(changed));
        std::size_t place = i;
        if (whileReading)
            frames_.exchange(id, swapped, place);
        else
            document::replace(history(), frames_, id, std::move(*swapped));
    }
    AsepriteSources sources;
    for (const auto& kept : file.sources) {
        AsepriteSource source{kept.file, kept.fingerprint, {}, kept.layers, kept.colours};
        for (const std::int32_t place : kept.frames)
            source.frames.push_back(place < 0 ? 0 : frameAt(static_cast<std::size_t>(place)));
        sources.push_back(std::move(source));
    }
    if (whileReading)
        sources_ = sources.empty() ? nullptr : std::make_shared<const AsepriteSources>(std::move(sources));
    else if (asepriteSources() != sources)
        assignAsepriteSources(std::move(sources));
    if (whileReading)
        reference_ = file.reference;
    else if (reference_ != file.reference)
        assignReference(file.reference);
}

/// A sprite whose layers cannot be read opens without them; their file stays until the sprite is saved, and then as NAME~.
void SpriteDocument::readLayerFile(bool whileReading)
{
    const auto file = layerFileOf(path());
    layersProblem_.clear();
    layersFingerprint_.clear();
    LayerFile layers;
    std::error_code failed;
    if (std::filesystem::is_regular_file(file, failed)) {
        const auto bytes = readFile(file);
        auto read = bytes ? readLayers(bytes.value(), file.filename().string()) : Result<LayerFile>(bytes.error());
        if (bytes)
            layersFingerprint_ = document::contentFingerprint(textOf(bytes.value()));
        if (read)
            layers = std::move(read).value();
        else
            layersProblem_ = read.error().text();
    }
    takeLayers(layers, whileReading);
}

Result<void> SpriteDocument::writeLayerFile(bool mayOverwrite)
{
    if (auto fit = checkLayerPixels(*this); !fit)
        return fit;
    const LayerFile layers = layerFile();
    const auto file = layerFileOf(path());
    std::error_code failed;
    const bool isThere = std::filesystem::exists(file, failed);
    if (layers.isEmpty() && !isThere)
        return {};
    const auto before = isThere ? readFile(file) : Result<std::vector<std::byte>>(std::vector<std::byte>());
    const std::string found = isThere && before ? document::contentFingerprint(textOf(before.value())) : std::string();
    if (found != layersFingerprint_ && !mayOverwrite)
        return Error{"another program changed the layers meanwhile", file.string(), ErrorCode::Conflict};
    if (layers.isEmpty()) {
        std::filesystem::path kept = file;
        kept += "~";
        std::filesystem::rename(file, kept, failed);
        if (failed)
            return Error{"cannot put it away: " + failed.message(), file.string()};
        layersFingerprint_.clear();
        layersProblem_.clear();
        return {};
    }
    const auto bytes = writeLayers(layers);
    const std::string fingerprint = document::contentFingerprint(textOf(bytes));
    if (fingerprint == found)
        return {};
    if (auto done = writeFileAtomically(file, bytes); !done)
        return done;
    layersFingerprint_ = fingerprint;
    layersProblem_.clear();
    return {};
}

/// With layers: the magic, the length of the state without them, that state, and their file.
Result<document::Bytes> SpriteDocument::unsavedState() const
{
    auto state = spriteState();
    const LayerFile layers = layerFile();
    if (!state || (layers.isEmpty() && layersFingerprint_.empty()))
        return state;
    ByteWriter out;
    out.text(stateMagic);
    out.u32(static_cast<std::uint32_t>(state.value().size()));
    out.raw(state.value());
    out.raw(writeLayers(layers));
    return out.take();
}

Result<void> SpriteDocument::restoreUnsaved(std::span<const std::byte> state)
{
    ByteReader in(state, "kept edits");
    document::Transaction transaction(history(), "Edits of an earlier session");
    if (!textOf(state).starts_with(stateMagic)) {
        if (auto done = restoreSprite(state); !done)
            return done;
        transaction.commit();
        return {};
    }
    (void)in.raw(stateMagic.size(), "magic");
    const std::size_t size = in.count32("length of the sprite", 1);
    const auto sprite = in.raw(size, "sprite");
    if (!in.ok())
        return *in.error();
    const auto layers = readLayers(state.subspan(in.offset()), "kept edits");
    if (!layers)
        return layers.error();
    if (auto done = restoreSprite(sprite); !done)
        return done;
    takeLayers(layers.value(), false);
    transaction.commit();
    return {};
}

} // namespace blak::bgfcore
