// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace blak::dap {

/// Takes messages out of a stream of bytes: "Content-Length: N", an empty line, N bytes of JSON.
class FrameReader
{
public:
    static constexpr std::size_t longestHeader = 4 * 1024;
    static constexpr std::size_t longestBody = 16 * 1024 * 1024;

    void add(std::string_view bytes);
    /// The next whole message; nothing when more has to come, or when the stream makes no sense.
    std::optional<std::string> next();
    /// Why nothing can come any more; empty = all is well.
    const std::string& fault() const { return fault_; }

private:
    bool readHeader();

    std::string buffer_;
    std::size_t at_ = 0;               ///< what is before has been taken
    std::optional<std::size_t> wanted_; ///< length of the body, once its header is read
    std::string fault_;
};

std::string framed(std::string_view body);

} // namespace blak::dap
