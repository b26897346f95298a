import TremaURLSession

/// The behaviour of FoundationNetworking of Swift 6.3 on Linux with the libcurl inside it, by the
/// names of the cases. An entry that no longer applies fails the suite.
enum SessionExceptions {
  #if canImport(FoundationNetworking)
    static let all: [String: URLSessionLimit] = [
      "fields with the same name are sent separately and in order": .fieldOrder,
      "fields with the same name are received separately and in order": .fieldOrder,
      "response fields are received unchanged": .unspacedFields,
      "a request target is sent unchanged": .dotSegments,
      "a stream without a length arrives in chunks": .streamedBody,
      "a connection is reused": .idempotentResend,
      "content with an unknown coding is received unchanged": .unknownCoding,
      "damaged content is an error": .truncatedContent,
      "decompressed content is no longer than its limit": .compressedMembers,
      "a folded field is refused": .foldedFields,
    ]

    /// Cases that end the process or have varying results; these are not run at all.
    static let unasked: [String: URLSessionLimit] = [
      "trailer fields are ignored": .endInHead,
      "a connection that is closed before the end of the head is an error": .resetAfterSend,
      "a request stream is not read while the server does not read": .streamedBody,
      "an unsolicited response is not used for any request": .unsolicitedResponse,
      "a stream that is not read stops the server from sending": .backPressure,
    ]
  #else
    static let all: [String: URLSessionLimit] = [:]
    static let unasked: [String: URLSessionLimit] = [:]
  #endif

  /// The same for the suite, with the reasons.
  static let reasons = all.mapValues { "URLSessionLimit.\($0.rawValue)" }
}
