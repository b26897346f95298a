import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// Creates the error for a Foundation error. On Linux, most codes are unspecific, so libcurl's
  /// message decides. Both are evaluated on all platforms.
  init(failure error: any Error) {
    let error = error as NSError
    // Foundation's messages may contain the URL, which may contain secrets. The strings in the
    // table do not.
    if let known = FoundationMessages.entry(in: error.localizedDescription.lowercased()) {
      self.init(known.kind, known.words)
    } else {
      self.init(Self.kind(code: error.code), "\(error.domain) \(error.code)")
    }
  }

  /// Returns the kind for an `NSURLErrorDomain` code.
  private static func kind(code: Int) -> Kind {
    switch code {
    case NSURLErrorCancelled: .cancelled
    case NSURLErrorTimedOut: .timeout(.total)
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: .nameNotFound
    case NSURLErrorCannotConnectToHost, NSURLErrorNotConnectedToInternet: .cannotConnect
    case NSURLErrorNetworkConnectionLost: .connectionLost
    case NSURLErrorBadServerResponse: .malformedResponse("cannot be read")
    case NSURLErrorCannotParseResponse: .malformedResponse("cannot be read")
    case NSURLErrorCannotDecodeContentData, NSURLErrorCannotDecodeRawData: .content(.damaged)
    case NSURLErrorServerCertificateHasBadDate: .tls(.expired)
    case NSURLErrorServerCertificateNotYetValid: .tls(.notYetValid)
    case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot:
      .tls(.untrusted)
    case NSURLErrorClientCertificateRejected, NSURLErrorClientCertificateRequired:
      .tls(.clientCertificate)
    case NSURLErrorSecureConnectionFailed: .tls(.handshake)
    case NSURLErrorRequestBodyStreamExhausted: .requestBody
    default: .other
    }
  }
}

/// The libcurl messages that FoundationNetworking passes on, in lowercase.
enum FoundationMessages {
  /// The known messages. The first match applies, so specific messages precede general ones.
  private static let table: [(words: String, kind: TransportError.Kind)] = [
    ("certificate has expired", .tls(.expired)),
    ("certificate is not yet valid", .tls(.notYetValid)),
    ("does not match target host name", .tls(.wrongHost)),
    ("no alternative certificate subject name", .tls(.wrongHost)),
    ("certificate required", .tls(.clientCertificate)),
    ("alert bad certificate", .tls(.clientCertificate)),
    ("alert handshake failure", .tls(.handshake)),
    ("self-signed certificate", .tls(.untrusted)),
    ("self signed certificate", .tls(.untrusted)),
    ("unable to get local issuer", .tls(.untrusted)),
    ("ssl certificate problem", .tls(.untrusted)),
    ("could not resolve", .nameNotFound),
    ("couldn't resolve host", .nameNotFound),
    ("connect tunnel failed", .proxy),
    ("proxy", .proxy),
    ("couldn't connect", .cannotConnect),
    ("could not connect", .cannotConnect),
    ("failed to connect", .cannotConnect),
    ("bytes remaining to read", .truncatedBody),
    ("outstanding read data remaining", .truncatedBody),
    ("transferred a partial file", .truncatedBody),
    ("empty reply", .connectionLost),
    ("server returned nothing", .connectionLost),
    ("connection reset", .connectionLost),
    ("recv failure", .connectionLost),
    ("send failure", .connectionLost),
    ("broken pipe", .connectionLost),
    ("not closed cleanly", .connectionLost),
    ("content unencoding", .content(.damaged)),
    ("content encoding", .content(.damaged)),
    ("content-encoding", .content(.damaged)),
    // libcurl reports these if it can't pass on decoded content.
    ("failed reading the chunked-encoded stream", .content(.damaged)),
    ("failed writing received data", .content(.damaged)),
    ("out of memory", .malformedResponse("has a field that is too long")),
    ("http/0.9", .malformedResponse("is not HTTP")),
    ("unsupported http version", .malformedResponse("has an unknown HTTP version")),
    ("unsupported http/", .malformedResponse("has an unknown HTTP version")),
    ("unsupported response code", .malformedResponse("has no status")),
    ("status line", .malformedResponse("has no status line")),
    ("weird server reply", .malformedResponse("cannot be read")),
    ("invalid content-length", .malformedResponse("has an invalid Content-Length")),
    ("chunk", .malformedResponse("has an invalid chunk")),
    ("hexadecimal sequence", .malformedResponse("has an invalid chunk")),
    ("nul byte in header", .malformedResponse("has a field with NUL")),
    ("too large response headers", .malformedResponse("has too many fields")),
    ("rejected", .malformedResponse("has too many fields")),
    ("header", .malformedResponse("has an invalid field")),
    ("ssl", .tls(.handshake)),
    ("tls", .tls(.handshake)),
  ]

  /// Returns the first entry of the table that occurs in a message.
  static func entry(in words: String) -> (words: String, kind: TransportError.Kind)? {
    table.first { words.contains($0.words) }
  }
}
