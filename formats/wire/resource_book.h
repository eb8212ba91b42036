// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/resource_formats.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>

namespace blak::wire {

/// The texts of resources that a client has: of its files, and those that the server told while the world ran (names of players).
class ResourceBook
{
public:
    /// Texts that a server may add; a flood of them ends here.
    static constexpr std::size_t mostLearned = 100'000;

    /// Reads all .rsc and .rsb files of a folder, the texts of one language. The number of texts known then. Files that cannot be
    /// read are left out: a client can do without.
    std::size_t readFolder(const std::filesystem::path& folder, int language = 0);

    /// One of them; false when it cannot be read.
    bool readFile(const std::filesystem::path& file, int language = 0);

    void set(std::uint32_t resource, std::string text);
    /// What a server says; false when there are too many already.
    bool learn(std::uint32_t resource, std::string text);

    const std::string* find(std::uint32_t resource) const; ///< null when it is not known
    std::string text(std::uint32_t resource) const;        ///< "" when it is not known
    const ResourceFormats& formats() const { return formats_; }
    std::size_t size() const { return texts_.size(); }

    /// What the stream is masked with when its resource is not known.
    void setRedbook(std::string text) { redbook_ = std::move(text); }
    std::string redbook(std::uint32_t resource) const;

private:
    ResourceFormats formats_;
    std::unordered_map<std::uint32_t, std::string> texts_;
    std::size_t learned_ = 0;
    std::string redbook_ = "Success."; ///< of the worlds there are
};

} // namespace blak::wire
