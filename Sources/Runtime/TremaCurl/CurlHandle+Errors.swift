internal import CTremaCurl
import TremaHTTP

extension CurlHandle {
  /// Returns the error for a libcurl result code. Some codes have more than one meaning, and only
  /// the message tells them apart.
  ///
  /// See https://curl.se/libcurl/c/libcurl-errors.html
  func error(for code: CURLcode) -> TransportError? {
    if code == CURLE_OK { return nil }
    if code == CURLE_SEND_FAIL_REWIND {
      // libcurl would have to send the body again, and its message only describes the callback that
      // refuses this.
      return TransportError(
        .connectionLost, "the server closed the connection before it accepted the request")
    }
    let message = message(for: code)
    let (detail, elapsed) = Self.withoutTime(message)
    var error = TransportError(kind(of: code, message), detail)
    error.elapsed = elapsed
    return error
  }

  /// Separates the duration from a message such as
  /// `Failed to connect to host port 1 after 3 ms: reason` so that equal failures have equal
  /// messages.
  static func withoutTime(_ message: String) -> (detail: String, elapsed: Duration?) {
    let words = message.split(separator: " ", omittingEmptySubsequences: false)
    for index in words.indices.dropFirst(2) where words[index - 2] == "after" {
      let unit = words[index].prefix { $0.isLetter }
      guard unit == "ms" || unit == "milliseconds", let count = Int64(words[index - 1]) else {
        continue
      }
      let before = words[..<(index - 2)].joined(separator: " ")
      let rest = [words[index].dropFirst(unit.count)] + words[(index + 1)...]
      return (before + rest.joined(separator: " "), .milliseconds(count))
    }
    return (message, nil)
  }

  /// Returns the kind of error for a code and its message.
  private func kind(of code: CURLcode, _ message: String) -> TransportError.Kind {
    switch code {
    case CURLE_URL_MALFORMAT: .invalidRequest(.invalidURL("is not accepted by libcurl"))
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
    case CURLE_COULDNT_CONNECT: .cannotConnect
    case CURLE_OPERATION_TIMEDOUT: .timeout(.connect)
    // The HTTP version is unknown, or the bytes have no status line.
    case CURLE_UNSUPPORTED_PROTOCOL: .malformedResponse("does not begin with a status line")
    case CURLE_WEIRD_SERVER_REPLY: .malformedResponse("cannot be read")
    // A line is longer than libcurl's buffer.
    case Self.tooLarge: .malformedResponse("has a head that is too long")
    case CURLE_OUT_OF_MEMORY where attempts > 0:
      .malformedResponse("has a head that is too long")
    case CURLE_HTTP2: .malformedResponse("violates the rules of HTTP/2")
    case CURLE_HTTP2_STREAM, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND:
      message.contains("alert") ? .tls(tlsFailure(message)) : .connectionLost
    case CURLE_PARTIAL_FILE: .truncatedBody
    case CURLE_RECV_ERROR: receiveErrorKind(message)
    case CURLE_PEER_FAILED_VERIFICATION: .tls(verificationFailure(message))
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .tls(.wrongPin)
    case CURLE_SSL_CERTPROBLEM: .tls(.clientCertificate)
    case CURLE_SSL_CONNECT_ERROR: .tls(tlsFailure(message))
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .tls(.untrusted)
    case CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
      CURLE_SSL_INVALIDCERTSTATUS:
      .tls(.handshake)
    default: .other
    }
  }

  /// `CURLE_TOO_LARGE`, which is missing in older headers.
  private static let tooLarge = CURLcode(rawValue: 100)

  /// The current exchange's attempt count.
  private var attempts: Int { exchange?.attempts ?? 0 }

  /// Returns a receive failure's kind: a proxy, chunked coding, TLS or connection error.
  private func receiveErrorKind(_ message: String) -> TransportError.Kind {
    if message.contains("CONNECT") || message.contains("from proxy") { return .proxy }
    if message.contains("chunk") { return .malformedResponse("has an invalid chunk") }
    return message.contains("alert") ? .tls(tlsFailure(message)) : .connectionLost
  }

  /// Returns the kind of a TLS alert. With TLS 1.3, a missing client certificate is reported after
  /// the handshake, when the connection already appears to be established.
  private func tlsFailure(_ message: String) -> TransportError.TLSFailure {
    for phrase in ["certificate required", "bad certificate", "unknown ca", "certificate unknown"]
    where message.contains(phrase) {
      return .clientCertificate
    }
    return .handshake
  }

  /// Returns the reason that a certificate was not trusted. The numbers are OpenSSL's
  /// `X509_V_ERR_…` codes.
  private func verificationFailure(_ message: String) -> TransportError.TLSFailure {
    var result = 0
    trema_curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &result)
    return switch result {
    case 9: .notYetValid
    case 10: .expired
    case 62, 63, 64: .wrongHost
    // libcurl compares host names itself. The value is initialized with 1 (`!X509_V_OK`), and later
    // set to OpenSSL's result.
    case 0, 1: message.contains("match") ? .wrongHost : .untrusted
    default: .untrusted
    }
  }
}
