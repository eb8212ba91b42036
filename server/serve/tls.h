// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/outside.h"

#include <memory>
#include <string>

struct ssl_st;
struct ssl_ctx_st;

namespace blak::serve {

/// The certificate of a listening socket. TLS 1.2 and newer.
class TlsContext
{
public:
    static Result<std::shared_ptr<TlsContext>> load(const std::string& certificate, const std::string& key);
    ssl_ctx_st* get() const { return context_.get(); }

private:
    struct Closer
    {
        void operator()(ssl_ctx_st* context) const;
    };
    std::unique_ptr<ssl_ctx_st, Closer> context_;
};

/// The encrypted side of one connection. A read may have to write and a write to read, so it says what it waits for.
class TlsStream
{
public:
    /// Nothing when there is no memory.
    static std::unique_ptr<TlsStream> accept(const std::shared_ptr<TlsContext>& context, int handle);

    Transfer read(std::span<std::byte> bytes);
    Transfer write(std::span<const std::byte> bytes);
    void farewell(); ///< tells the peer that nothing follows

    /// What the socket has to be watched for when its owner has this interest.
    std::uint32_t watched(std::uint32_t interest) const;
    /// What a ready socket means for the owner.
    Ready meaning(const Ready& ready, std::uint32_t interest) const;

    std::uint32_t interest = 0; ///< of the owner

private:
    struct Closer
    {
        void operator()(ssl_st* stream) const;
    };
    Transfer outcome(int result, bool writing);

    std::shared_ptr<TlsContext> context_;
    std::unique_ptr<ssl_st, Closer> stream_;
    bool readWantsWriting_ = false;
    bool writeWantsReading_ = false;
    bool broken_ = false;
};

} // namespace blak::serve
