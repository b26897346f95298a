/// What FoundationNetworking of Swift 6.3 does on Linux with the libcurl inside it, by the names of
/// the cases. An entry that does not hold any more fails the suite.
enum SessionExceptions {
  private static let joined = "URLSession has one value a name, and joins lines with commas"
  private static let unseen = "URLSession shows no lines of a head, and takes what libcurl takes"
  private static let decoded = "URLSession decodes content itself, and says of a failure only -1"

  #if canImport(FoundationNetworking)
    static let all: [String: String] = [
      "fields of one name are sent apart and in their order": joined,
      "fields of one name come apart and in their order": joined,
      "fields come as they were sent":
        "URLSession refuses a field without a space behind its colon",
      "a target goes over the wire as it is written": "libcurl takes '..' out of a path",
      "nothing is added but what the transport can say for itself":
        "URLSession accepts br and zstd whatever it is told",
      "informational responses are passed over": "URLSession takes the first head for the response",
      "content of an unknown coding comes as it is": decoded,
      "damaged content is an error": decoded,
      "compressed content grows no further than its limit": decoded,
      "who cannot be reached is given up at the deadline for it":
        "URLSession tells nothing of connecting, and does not end it when it is cancelled",
      "a status of two digits is refused": "URLSession says only that the URL is not supported",
      "a length with a sign is refused": unseen,
      "a length beyond all numbers is refused": unseen,
      "a response with differing lengths is refused": unseen,
      "a list of differing lengths is refused": unseen,
      "a response with a length and chunks is refused": unseen,
      "a folded field is refused": unseen,
      "a bare carriage return in a field is refused": unseen,
      "a head without end is refused": "URLSession says only -1",
    ]

    /// What ends the process, now and then or always; these are not asked at all.
    static let fatal: [String: String] = [
      "fields behind the last chunk are passed over":
        "FoundationNetworking takes them for another head, and traps for want of its end",
      "a connection that ends before the head is lost":
        "FoundationNetworking traps on a connection that is lost behind the request",
    ]
  #else
    static let all: [String: String] = [:]
    static let fatal: [String: String] = [:]
  #endif
}
