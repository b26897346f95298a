import TremaURLSession

/// What FoundationNetworking of Swift 6.3 does on Linux with the libcurl inside it, by the names of
/// the cases. An entry that does not hold any more fails the suite.
enum SessionExceptions {
  #if canImport(FoundationNetworking)
    static let all: [String: URLSessionLimit] = [
      "fields of one name are sent apart and in their order": .fieldOrder,
      "fields of one name come apart and in their order": .fieldOrder,
      "fields come as they were sent": .tightFields,
      "a target goes over the wire as it is written": .dotSegments,
      "a stream without a length arrives in chunks": .streamedBody,
      "a connection is used again": .idempotentResend,
      "content of an unknown coding comes as it is": .unknownCoding,
      "damaged content is an error": .truncatedContent,
      "compressed content grows no further than its limit": .compressedMembers,
      "a folded field is refused": .foldedFields,
    ]

    /// What ends the process, or comes out now one way and now the other; these are not asked at all.
    static let unasked: [String: URLSessionLimit] = [
      "fields behind the last chunk are passed over": .endInHead,
      "a connection that ends before the head is lost": .resetAfterSend,
      "a server that does not read holds a stream up": .streamedBody,
      "a response without a request is no answer to any": .unaskedResponse,
      "a stream that is not read holds the server up": .backPressure,
    ]
  #else
    static let all: [String: URLSessionLimit] = [:]
    static let unasked: [String: URLSessionLimit] = [:]
  #endif

  /// The same for the suite, which says why.
  static let reasons = all.mapValues { "URLSessionLimit.\($0.rawValue)" }
}
