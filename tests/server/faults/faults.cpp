// SPDX-License-Identifier: GPL-3.0-or-later
// For LD_PRELOAD: a disk that is full or broken, descriptors and memory that run out, a clock that is set. A test steers it
// through the file that BLAK_FAULTS names (faults.py), which is shared memory of both, and of what the server forks.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

enum Call : std::uint32_t { Write = 1, Sync = 2, Rename = 4, Open = 8, Accept = 16, Fork = 32 };

/// Layout: as faults.py packs it.
struct Plan
{
    std::atomic<std::uint32_t> calls;    ///< which are concerned, 0 = none
    std::atomic<std::int32_t> fault;     ///< errno
    std::atomic<std::int64_t> countdown; ///< the call that fails, 1 = the next
    std::atomic<std::int64_t> seen;      ///< concerned calls so far
    std::atomic<std::int64_t> failed;    ///< of those
    std::atomic<std::uint32_t> forever;  ///< all after that one fail too
    std::atomic<std::uint32_t> unused;
    std::atomic<std::int64_t> clock;     ///< seconds that the clock is ahead
};

Plan* plan()
{
    static Plan* const mapped = [] {
        const char* name = std::getenv("BLAK_FAULTS");
        const int descriptor = name == nullptr ? -1 : static_cast<int>(::syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC));
        void* memory = descriptor < 0 ? MAP_FAILED : ::mmap(nullptr, sizeof(Plan), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        return memory == MAP_FAILED ? nullptr : static_cast<Plan*>(memory);
    }();
    return mapped;
}

/// Whether this call fails; errno says how.
bool fails(Call call)
{
    Plan* const p = plan();
    if (p == nullptr || (p->calls & call) == 0)
        return false;
    ++p->seen;
    const std::int64_t left = --p->countdown;
    if (left != 0 && !(left < 0 && p->forever != 0))
        return false;
    ++p->failed;
    if (call == Write && p->fault == EFBIG)
        ::raise(SIGXFSZ); // as the kernel does at a limit of sizes
    errno = p->fault;
    return true;
}

bool isFile(int descriptor)
{
    const int before = errno;
    struct stat facts{};
    const bool is = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
    errno = before;
    return is;
}

template <typename Function>
Function real(const char* name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int openNext(const char* name, const char* path, int flags, mode_t mode)
{
    static const auto next = real<int (*)(const char*, int, ...)>("open");
    static const auto next64 = real<int (*)(const char*, int, ...)>("open64");
    if ((flags & (O_CREAT | O_WRONLY | O_RDWR)) != 0 && fails(Open))
        return -1;
    return (name[4] == '\0' ? next : next64)(path, flags, mode);
}

} // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size)
{
    static const auto next = real<ssize_t (*)(int, const void*, size_t)>("write");
    return isFile(descriptor) && fails(Write) ? -1 : next(descriptor, bytes, size);
}

ssize_t writev(int descriptor, const iovec* parts, int count)
{
    static const auto next = real<ssize_t (*)(int, const iovec*, int)>("writev");
    return isFile(descriptor) && fails(Write) ? -1 : next(descriptor, parts, count);
}

int fsync(int descriptor)
{
    static const auto next = real<int (*)(int)>("fsync");
    return fails(Sync) ? -1 : next(descriptor);
}

int rename(const char* from, const char* to)
{
    static const auto next = real<int (*)(const char*, const char*)>("rename");
    return fails(Rename) ? -1 : next(from, to);
}

int open(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return openNext("open", path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return openNext("open64", path, flags, mode);
}

int mkostemp(char* name, int flags)
{
    static const auto next = real<int (*)(char*, int)>("mkostemp");
    return fails(Open) ? -1 : next(name, flags);
}

int accept4(int listener, sockaddr* address, socklen_t* size, int flags)
{
    static const auto next = real<int (*)(int, sockaddr*, socklen_t*, int)>("accept4");
    return fails(Accept) ? -1 : next(listener, address, size, flags);
}

pid_t fork()
{
    static const auto next = real<pid_t (*)()>("fork");
    return fails(Fork) ? -1 : next();
}

int clock_gettime(clockid_t clock, timespec* time)
{
    static const auto next = real<int (*)(clockid_t, timespec*)>("clock_gettime");
    const int result = next(clock, time);
    if (Plan* const p = plan(); result == 0 && clock == CLOCK_REALTIME && p != nullptr)
        time->tv_sec += p->clock;
    return result;
}
}
