// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/tls.h"

#include <algorithm>
#include <climits>
#include <openssl/err.h>
#include <openssl/ssl.h>

namespace blak::serve {
namespace {

/// The oldest reason of the library, without the rest of its queue.
Error libraryFault(const std::string& where)
{
    const unsigned long code = ERR_get_error();
    const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
    ERR_clear_error();
    return {reason == nullptr ? "TLS: unknown fault" : std::string("TLS: ") + reason, where};
}

} // namespace

void TlsContext::Closer::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

void TlsStream::Closer::operator()(ssl_st* stream) const { SSL_free(stream); }

Result<std::shared_ptr<TlsContext>> TlsContext::load(const std::string& certificate, const std::string& key)
{
    auto made = std::make_shared<TlsContext>();
    made->context_.reset(SSL_CTX_new(TLS_server_method()));
    SSL_CTX* context = made->get();
    if (context == nullptr)
        return libraryFault("");
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    if (SSL_CTX_use_certificate_chain_file(context, certificate.c_str()) != 1)
        return libraryFault(certificate);
    if (SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) != 1)
        return libraryFault(key);
    if (SSL_CTX_check_private_key(context) != 1)
        return libraryFault(key + ", " + certificate);
    return made;
}

std::unique_ptr<TlsStream> TlsStream::accept(const std::shared_ptr<TlsContext>& context, int handle)
{
    auto made = std::make_unique<TlsStream>();
    made->context_ = context;
    made->stream_.reset(SSL_new(context->get()));
    if (!made->stream_ || SSL_set_fd(made->stream_.get(), handle) != 1)
        return nullptr;
    SSL_set_accept_state(made->stream_.get());
    return made;
}

Transfer TlsStream::outcome(int result, bool writing)
{
    bool& wantsOther = writing ? writeWantsReading_ : readWantsWriting_;
    wantsOther = false;
    if (result > 0)
        return {TransferState::Done, static_cast<std::size_t>(result)};
    const int why = SSL_get_error(stream_.get(), result);
    ERR_clear_error();
    if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE) {
        wantsOther = (why == SSL_ERROR_WANT_READ) == writing;
        return {TransferState::Later, 0};
    }
    broken_ = why != SSL_ERROR_ZERO_RETURN;
    return {TransferState::Ended, 0};
}

Transfer TlsStream::read(std::span<std::byte> bytes)
{
    ERR_clear_error();
    return outcome(SSL_read(stream_.get(), bytes.data(), static_cast<int>(std::min<std::size_t>(bytes.size(), INT_MAX))), false);
}

Transfer TlsStream::write(std::span<const std::byte> bytes)
{
    ERR_clear_error();
    return outcome(SSL_write(stream_.get(), bytes.data(), static_cast<int>(std::min<std::size_t>(bytes.size(), INT_MAX))), true);
}

void TlsStream::farewell()
{
    if (!broken_ && SSL_is_init_finished(stream_.get()) == 1)
        SSL_shutdown(stream_.get());
    ERR_clear_error();
}

std::uint32_t TlsStream::watched(std::uint32_t wish) const
{
    std::uint32_t out = 0;
    if ((wish & Outside::reading) != 0)
        out |= Outside::reading | (readWantsWriting_ ? Outside::writing : 0);
    if ((wish & Outside::writing) != 0)
        out |= writeWantsReading_ ? Outside::reading : Outside::writing;
    return out;
}

Ready TlsStream::meaning(const Ready& ready, std::uint32_t wish) const
{
    Ready out = ready;
    out.readable = (wish & Outside::reading) != 0 && (ready.readable || (readWantsWriting_ && ready.writable));
    out.writable = (wish & Outside::writing) != 0 && (ready.writable || (writeWantsReading_ && ready.readable));
    return out;
}

} // namespace blak::serve
