// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "client/render/camera.h"
#include "client/render/renderer.h"

#include <filesystem>

/// Rooms that a sprite is looked at in: a plain one of our own, or one of the project, with a place, a side and a distance.
namespace blak::ui::sprites {

constexpr double squareSide = 1024; ///< client units
constexpr double eyeHeight = 768;   ///< of the viewer, client units
constexpr double fieldOfView = 60;  ///< of the viewer, from left to right, degrees

/// Of a dozen textures of the project the one without holes that draws the eye least; 0 where there is none.
int calmTexture(render::AssetStore& assets);
/// Four squares wide, twelve deep, all of one texture.
Result<space::LoadedRoom> plainRoom(int texture);
Result<space::LoadedRoom> roomOfFile(const std::filesystem::path& file);

/// The middle of the widest part of the floor.
space::Point openPlace(const space::LoadedRoom& room);

/// A viewer at a distance from a place, who looks at it from the height of an eye above the ground there; nearer where the room ends sooner.
render::Camera viewerOf(const space::LoadedRoom& room, space::Point place, double distance, double direction);
/// What feet stand on there; 0 outside.
double groundAt(const space::LoadedRoom& room, space::Point place);

} // namespace blak::ui::sprites
