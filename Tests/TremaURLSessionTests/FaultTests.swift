import Foundation
import Testing
import TremaNetworkTestSupport
import TremaURLSession

// One after the other: each is a process of its own.
@Suite(.serialized) struct FaultTests {
  /// What comes of a fault: the beginning of the kind of the error, or a status.
  struct Fault: CustomTestStringConvertible, Sendable {
    let path: String
    let outcome: String

    init(_ path: String, _ outcome: String) { (self.path, self.outcome) = (path, outcome) }

    var testDescription: String { path }
  }

  static let faults = [
    Fault("reset-before", "connectionLost"), Fault("close-before", "connectionLost"),
    Fault("half-close", "connectionLost"), Fault("never", "timeout"),
    Fault("reset-in-head", "connectionLost"), Fault("stall-in-head", "timeout"),
    Fault("reset-in-body", "connectionLost"), Fault("stall-in-body", "timeout"),
    Fault("half-close-in-body", "truncatedBody"), Fault("truncated", "truncatedBody"),
    Fault("missing-last-chunk", "truncatedBody"), Fault("truncated-chunk", "truncatedBody"),
    Fault("garbage", "malformedResponse"), Fault("bad-status", "malformedResponse"),
    Fault("bad-length", "malformedResponse"), Fault("negative-length", "malformedResponse"),
    Fault("signed-length", "malformedResponse"), Fault("huge-length", "malformedResponse"),
    Fault("differing-lengths", "malformedResponse"), Fault("listed-lengths", "malformedResponse"),
    Fault("length-with-chunks", "malformedResponse"), Fault("bad-chunk", "malformedResponse"),
    Fault("huge-chunk", "malformedResponse"), Fault("unended-chunk", "malformedResponse"),
    Fault("field-with-nul", "malformedResponse"), Fault("field-without-colon", "malformedResponse"),
    Fault("endless-head", "malformedResponse"), Fault("endless-field", "malformedResponse"),
    Fault("informational/0", "malformedResponse"), Fault("informational/40", "200"),
    Fault("damaged-gzip", "content"), Fault("wrong-gzip-sum", "content"), Fault("bomb", "content"),
    Fault("endless-body", "bodyTooLarge"), Fault("unread", "timeout"), Fault("early-413", "413"),
    Fault("too-much", "200"),
  ]

  #if canImport(FoundationNetworking)
    /// What nothing outside can cure, and why.
    static let incurable: [(fault: Fault, limit: URLSessionLimit)] = [
      (Fault("close-in-head", "crash"), .endInHead),
      (Fault("folded-field", "200"), .foldedFields),
      (Fault("truncated-gzip", "200"), .truncatedContent),
    ]

    @Test(arguments: incurable.map(\.fault))
    func `what cannot be cured is in the table, and nothing else`(fault: Fault) async throws {
      try await check(fault, "GET", try await TestServers.faults().url)
    }
  #endif

  @Test(arguments: faults)
  func `a fault is the right error within its deadline`(fault: Fault) async throws {
    try await check(fault, "GET", try await TestServers.faults().url)
  }

  @Test(arguments: faults.prefix(12))
  func `a fault is the right error after a body was sent`(fault: Fault) async throws {
    try await check(fault, "POST", try await TestServers.faults().url)
  }

  @Test func `no connection is the right error within its deadline`() async throws {
    let server = try await TestServers.faults()
    try await check(Fault("ok", "cannotConnect"), "GET", server.refused)
    try await check(Fault("ok", "timeout"), "GET", server.full)
    try await check(Fault("ok", "timeout"), "GET", server.silentTLS)
    try await check(
      Fault("ok", "tls(TremaHTTP.TransportError.TLSFailure.handshake)"), "GET", server.noTLS)
    for url in [server.secure, server.selfSigned, server.expired, server.wrongHost] {
      try await check(
        Fault("ok", "tls(TremaHTTP.TransportError.TLSFailure.untrusted)"), "GET", url)
    }
  }

  private func check(_ fault: Fault, _ method: String, _ server: String) async throws {
    // Some faults end the process now and then (`resetAfterSend`): what counts is the one that ends.
    var got: FaultJudge?
    for _ in 0..<5 where got == nil {
      got = try await FaultJudge.send(
        [
          method, "\(server)/\(fault.path)",
          fault.outcome == "timeout" ? "total=1" : "total=60",
        ] + (method == "GET" ? [] : ["body=abc"]))
    }
    guard let got else {
      #expect(fault.outcome == "crash", "\(fault.path)")
      return
    }
    let outcome = got.error ?? got.status.map { "\($0)" } ?? ""
    #expect(outcome.hasPrefix(fault.outcome), "\(method) \(fault.path)")
    #expect(got.seconds < 60)
  }
}
