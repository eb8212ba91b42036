// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace blak::ui::textures {
class TextureBrowser;
}
namespace blak::ui {
class Project;
}

namespace blak::ui::shell {

class FileIndex;
class StudioWindow;

/// The texture browser of a window: what is asked of it is opened, what fails is reported, favourites are kept for each project.
textures::TextureBrowser* makeTextureBrowser(StudioWindow& window);

/// Shows the textures of another project, with the favourites it had; null: none. While `index` looks through a folder it says so.
void showTexturesOf(const std::shared_ptr<Project>& project, const FileIndex& index, textures::TextureBrowser& browser);

/// Shows the dock and asks for pictures that shall become textures.
void addTextures(StudioWindow& window);

} // namespace blak::ui::shell
