/// What FoundationNetworking of Swift 6.3 does on Linux with the libcurl inside it, by the names of
/// the cases. An entry that does not hold any more fails the suite.
enum SessionExceptions {
  private static let joined = "URLSession has one value a name, and joins lines with commas"

  private static let spooled = "URLSession waits for a body on the thread of all its sessions"

  #if canImport(FoundationNetworking)
    static let all: [String: String] = [
      "fields of one name are sent apart and in their order": joined,
      "fields of one name come apart and in their order": joined,
      "fields come as they were sent":
        "URLSession refuses a field without a space behind its colon",
      "a target goes over the wire as it is written": "libcurl takes '..' out of a path",
      "a stream without a length arrives in chunks": spooled,
      "a connection is used again":
        "libcurl sends again by itself what is lost on a connection that was used before",
      "content of an unknown coding comes as it is": "libcurl refuses what it cannot decode",
      "damaged content is an error": "libcurl takes content whose end is missing for whole",
      "compressed content grows no further than its limit":
        "libcurl takes all but the first of many members for damage",
      "a folded field is refused": "libcurl puts its two lines together",
    ]

    /// What ends the process, or comes out now one way and now the other; these are not asked at all.
    static let unasked: [String: String] = [
      "fields behind the last chunk are passed over":
        "FoundationNetworking takes them for another head, and traps for want of its end",
      "a connection that ends before the head is lost":
        "FoundationNetworking traps on a connection that is lost behind the request",
      "a server that does not read holds a stream up": spooled,
      "a stream that is not read holds the server up":
        "URLSession sends again what it holds up; how much comes meanwhile is a matter of time",
    ]
  #else
    static let all: [String: String] = [:]
    static let unasked: [String: String] = [:]
  #endif
}
