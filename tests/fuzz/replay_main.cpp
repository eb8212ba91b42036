// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target over the files of its seed corpus and over cut and flipped versions of them, without libFuzzer: the
// regression test of every ordinary build.
#include "formats/base/file_io.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::vector<std::byte>& bytes)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

} // namespace

int main(int argc, char** argv)
{
    std::size_t files = 0;
    for (int i = 1; i < argc; ++i) {
        if (!std::filesystem::is_directory(argv[i]))
            continue;
        for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
            auto read = blak::readFile(entry.path());
            if (!read)
                continue;
            ++files;
            std::vector<std::byte>& bytes = read.value();
            run(bytes);
            const std::size_t step = bytes.size() / 64 + 1;
            for (std::size_t at = 0; at < bytes.size(); at += step) {
                run({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at)});
                bytes[at] ^= std::byte{0xFF};
                run(bytes);
                bytes[at] ^= std::byte{0xFF};
            }
        }
    }
    std::printf("%zu inputs replayed\n", files);
    return files == 0 ? 1 : 0;
}
