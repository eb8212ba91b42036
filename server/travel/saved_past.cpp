// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/saved_past.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr int version = 1;

class FileSink final : public ByteSink
{
public:
    explicit FileSink(int handle) : handle_(handle) {}
    void take(std::span<const std::byte> bytes) override
    {
        while (!bytes.empty() && fault_ == 0) {
            const auto wrote = ::write(handle_, bytes.data(), bytes.size());
            if (wrote < 0 && errno != EINTR)
                fault_ = errno;
            else if (wrote > 0)
                bytes = bytes.subspan(static_cast<std::size_t>(wrote));
        }
    }
    int fault() const { return fault_; }

private:
    int handle_;
    int fault_ = 0; ///< errno of the first one
};

} // namespace

json toJson(const SavedPast& past)
{
    return {{"version", version},
            {"firstInput", past.firstInput},
            {"milliseconds", past.milliseconds},
            {"takesWebhooks", past.takesWebhooks},
            {"present", toJson(past.present)},
            {"inError", past.inError},
            {"stop", past.stop}};
}

Result<SavedPast> savedPastFromJson(const json& from)
{
    const std::string name(SavedPast::headFile);
    try {
        if (const int found = from.at("version").get<int>(); found != version)
            return Error{"expected version " + std::to_string(version) + ", found " + std::to_string(found), name};
        SavedPast past;
        past.firstInput = from.at("firstInput").get<std::uint64_t>();
        past.milliseconds = from.at("milliseconds").get<std::int64_t>();
        past.takesWebhooks = from.at("takesWebhooks").get<bool>();
        past.present = momentFromJson(from.at("present"));
        past.inError = from.at("inError").get<bool>();
        past.stop = from.at("stop");
        return past;
    } catch (const json::exception& fault) {
        return Error{fault.what(), name};
    }
}

Result<void> writeWorld(const vm::Vm& machine, const std::filesystem::path& file)
{
    const int handle = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (handle < 0)
        return Error{std::strerror(errno), file.string()};
    FileSink sink(handle);
    machine.writeImage(sink);
    ::close(handle);
    return sink.fault() == 0 ? Result<void>() : Result<void>(Error{std::strerror(sink.fault()), file.string()});
}

} // namespace blak::serve
