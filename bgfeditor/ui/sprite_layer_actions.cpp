// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the action table that change layers and the reference picture.
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/ui/sprite_edit_actions.h"
#include "bgfeditor/ui/sprite_layers.h"
#include "bgfeditor/ui/sprite_view.h"

#include <QBuffer>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImageReader>

#include <algorithm>
#include <array>

namespace blak::ui::sprites {

bool chooseReference(SpriteView& view, const QString& file)
{
    QImageReader reader(file);
    const QImage image = reader.read();
    QByteArray png;
    QBuffer buffer(&png);
    if (image.isNull() || !buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
        return view.tell(Error{QFileInfo(file).fileName().toStdString() + " is no picture that can be read: " +
                                   reader.errorString().toStdString(),
                               {}});
    auto reference = std::make_shared<bgfcore::ReferencePicture>();
    reference->png = png.toStdString();
    // As wide as the frame, standing on the feet.
    if (const bgf::Bitmap* bitmap = view.model()->current(); bitmap != nullptr && bitmap->width > 0)
        reference->scale = std::clamp(bitmap->height * 100 / std::max(1, image.height()), bgfcore::smallestScale, bgfcore::largestScale);
    reference->x = -image.width() * reference->scale / 200;
    reference->y = -image.height() * reference->scale / 100;
    return view.tell(bgfcore::setReference(view.model()->document(), std::move(reference)));
}

namespace {

void askReference(SpriteView& view)
{
    auto* chooser = new QFileDialog(&view, SpriteView::tr("A picture to draw from"), QFileInfo(view.path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilter(SpriteView::tr("Pictures (*.png *.bmp *.gif *.jpg *.jpeg)"));
    QObject::connect(chooser, &QFileDialog::fileSelected, &view, [&view](const QString& file) { (void)chooseReference(view, file); });
    chooser->open();
}

void addLayer(SpriteView& view)
{
    const auto added = bgfcore::addLayer(view.model()->document(), view.model()->scopeFrames(),
                                         SpriteView::tr("Layer").toStdString());
    if (view.tell(added ? Result<void>() : added.error()))
        view.model()->setDrawnLayer(QString::fromStdString(added.value()));
}

/// On the layer that is drawn on, in what edits change.
void change(SpriteView& view, Result<void> (*edit)(bgfcore::SpriteDocument&, bgfcore::FrameIds, const std::string&))
{
    const std::string name = view.model()->drawnLayer().toStdString();
    if (name.empty())
        view.tell(Error{"this frame has no layers", {}});
    else
        view.tell(edit(view.model()->document(), view.model()->scopeFrames(), name));
}

template <int Up>
Result<void> move(bgfcore::SpriteDocument& document, bgfcore::FrameIds frames, const std::string& name)
{
    return bgfcore::moveLayer(document, frames, name, Up);
}

using View = SpriteView;

#define TEXT(text) QT_TRANSLATE_NOOP("SpriteActions", text)

const char* needsLayer(const View& view) { return view.model()->drawnLayer().isEmpty() ? TEXT("Add a layer first.") : nullptr; }
const char* needsReference(const View& view) { return view.model()->document().reference() == nullptr ? TEXT("Choose a reference picture first.") : nullptr; }

// clang-format off
constexpr std::array edits{
    SpriteEdit{"layer.add", TEXT("Add a layer"), "Sprite/Layer", "layers", (Qt::SHIFT | Qt::Key_N).toCombined(), false, addLayer},
    SpriteEdit{"layer.remove", TEXT("Remove the layer"), "Sprite/Layer", "trash", 0, false, [](View& view) { change(view, bgfcore::removeLayer); }, nullptr, needsLayer},
    SpriteEdit{"layer.up", TEXT("Move the layer up"), "Sprite/Layer", "", 0, false, [](View& view) { change(view, move<1>); }, nullptr, needsLayer},
    SpriteEdit{"layer.down", TEXT("Move the layer down"), "Sprite/Layer", "", 0, false, [](View& view) { change(view, move<-1>); }, nullptr, needsLayer},
    SpriteEdit{"layer.merge", TEXT("Merge with the layer below"), "Sprite/Layer", "", 0, false, [](View& view) { change(view, bgfcore::mergeLayerDown); }, nullptr, needsLayer},
    SpriteEdit{"layer.flatten", TEXT("Flatten all layers"), "Sprite/Layer", "", 0, false, [](View& view) { view.tell(bgfcore::flattenLayers(view.model()->document(), view.model()->scopeFrames())); }},
    SpriteEdit{"reference.choose", TEXT("Reference picture\u2026"), "Sprite/Layer", "", 0, false, askReference},
    SpriteEdit{"reference.remove", TEXT("Remove the reference picture"), "Sprite/Layer", "", 0, false, [](View& view) { view.tell(bgfcore::setReference(view.model()->document(), nullptr)); }, nullptr, needsReference},
};
// clang-format on

#undef TEXT

} // namespace

std::span<const SpriteEdit> layerEdits() { return edits; }

} // namespace blak::ui::sprites
